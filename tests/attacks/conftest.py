"""Attacks on a running service, on both databases."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import create_database, drop_database
from tests.server.serving import Served


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/uth.sqlite"
        return
    server = request.getfixturevalue("postgres")
    url = asyncio.run(create_database(server))
    yield url
    asyncio.run(drop_database(server, url))


@pytest.fixture
def on_postgres(postgres: str) -> Iterator[str]:
    """An empty database of PostgreSQL, which several processes may serve."""
    url = asyncio.run(create_database(postgres))
    yield url
    asyncio.run(drop_database(postgres, url))


@pytest.fixture
def served(database: str, tmp_path: Path) -> Iterator[Served]:
    """A service with Sue, who is supervisor, auditor and admin."""
    service = Served(database, tmp_path, "--sign-ins", "1000")
    service.staff("Sue")
    service.start()
    yield service
    service.stop()


@pytest.fixture
def on_sqlite(tmp_path: Path) -> Iterator[Served]:
    """The same where the kind of database makes no difference."""
    service = Served(f"sqlite:///{tmp_path}/uth.sqlite", tmp_path, "--sign-ins", "1000")
    service.staff("Sue")
    service.start()
    yield service
    service.stop()
