"""Solutions of these tests are kept in a folder of their own; the base game is solved once."""

import pytest

from uth.solver import Solution, solve


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UTH_CACHE", str(tmp_path_factory.mktemp("solutions")))
        yield


@pytest.fixture(scope="session")
def base_game(_own_cache: object) -> Solution:
    return solve("california-shfl")
