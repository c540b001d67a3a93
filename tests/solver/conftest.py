"""Solutions of these tests are kept in a folder of their own, and none is taken from the package."""

import pytest


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UTH_CACHE", str(tmp_path_factory.mktemp("solutions")))
        patch.setattr("uth.solver.cache.KEPT", 100)
        patch.setattr("uth.solver.shipped.find", lambda terms: None)  # `test_shipped` has its own
        yield
