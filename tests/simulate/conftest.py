"""Solutions of these tests are kept in a folder of their own."""

import pytest


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UTH_CACHE", str(tmp_path_factory.mktemp("solutions")))
        yield
