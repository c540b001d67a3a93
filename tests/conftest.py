"""What tests in several folders need."""

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.postgres import create_database, drop_database, postgres_server


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests (marked ``anyio``) run on asyncio."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server: the address of a database on it from which others can be made."""
    with postgres_server() as server:
        yield server


@pytest.fixture
async def postgres_url(postgres: str) -> AsyncIterator[str]:
    """An empty database on PostgreSQL, for one test."""
    url = await create_database(postgres)
    yield url
    await drop_database(postgres, url)
