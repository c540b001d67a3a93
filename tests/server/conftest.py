"""Services for the tests of this folder, on SQLite and on PostgreSQL."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import create_database, drop_database
from tests.server.serving import Served


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def shared_database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """A database of each kind, for all tests of a module."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('database')}/uth.sqlite"
        return
    server = request.getfixturevalue("postgres")
    url = asyncio.run(create_database(server))
    yield url
    asyncio.run(drop_database(server, url))


@pytest.fixture(scope="module")
def served(shared_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service with a supervisor, Sue, who is also auditor and admin; shared by the tests of a module."""
    service = Served(shared_database, tmp_path_factory.mktemp("service"), "--sign-ins", "1000")
    service.staff("Sue")
    service.start()
    yield service
    assert service.stop() == 0


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind, for one test."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/uth.sqlite"
        return
    server = request.getfixturevalue("postgres")
    url = asyncio.run(create_database(server))
    yield url
    asyncio.run(drop_database(server, url))
