"""Every test here runs on SQLite and on PostgreSQL, each time with a database to itself."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.postgres import create_database, drop_database
from tests.store.making import run_sql
from uth.store import Store
from uth.store.schema import metadata

OpenStore = Callable[[], Awaitable[Store]]


async def _migrate(url: str) -> None:
    await (await Store.open(url)).close()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated database to copy: quicker than migrating for every test."""
    path = tmp_path_factory.mktemp("template") / "house.db"
    asyncio.run(_migrate(f"sqlite:///{path}"))
    return path


@pytest.fixture(scope="session")
def shelf(postgres: str) -> Iterator["Shelf"]:
    kept = Shelf(postgres)
    yield kept
    asyncio.run(kept.clear())


class Shelf:
    """Databases on PostgreSQL with the newest schema: what a test left clean, the next one gets."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._clean: list[str] = []
        self._template = ""
        self._schema: object = None

    async def take(self) -> str:
        if self._clean:
            return self._clean.pop()
        if not self._template:
            self._template = await create_database(self._server)
            await _migrate(self._template)
            self._schema = await run_sql(self._template, _SCHEMA)
        return await create_database(self._server, urlsplit(self._template).path.strip("/"))

    async def give_back(self, url: str) -> None:
        if await run_sql(url, _SCHEMA) == self._schema:
            tables = reversed(metadata.sorted_tables)
            sequences = await run_sql(url, "SELECT sequencename FROM pg_sequences")
            await run_sql(
                url,
                "SET session_replication_role = replica",  # past the triggers
                *(f"DELETE FROM {table}" for table in tables),
                *(f"ALTER SEQUENCE {name} RESTART" for (name,) in sequences),
            )
            self._clean.append(url)
        else:  # the test has changed tables or triggers
            await drop_database(self._server, url)

    async def clear(self) -> None:
        for url in [*self._clean, self._template]:
            if url:
                await drop_database(self._server, url)


_SCHEMA = """
SELECT table_name || '.' || column_name AS part FROM information_schema.columns WHERE table_schema = 'public'
UNION ALL SELECT tgname FROM pg_trigger WHERE NOT tgisinternal
UNION ALL SELECT version_num FROM alembic_version
ORDER BY part
"""


@pytest.fixture
def sqlite_url(tmp_path: Path, sqlite_template: Path) -> str:
    shutil.copyfile(sqlite_template, tmp_path / "house.db")
    return f"sqlite:///{tmp_path}/house.db"


@pytest.fixture
async def migrated_postgres_url(shelf: Shelf) -> AsyncIterator[str]:
    url = await shelf.take()
    yield url
    await shelf.give_back(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """A database with the newest schema and nothing in it."""
    name = "sqlite_url" if request.param == "sqlite" else "migrated_postgres_url"
    return str(request.getfixturevalue(name))


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without any schema."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/empty.db"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
async def open_store(url: str) -> AsyncIterator[OpenStore]:
    """Opens stores on the test's database: each call stands for another process."""
    opened: list[Store] = []

    async def open_another() -> Store:
        opened.append(await Store.open(url))
        return opened[-1]

    yield open_another
    for store in opened:
        await store.close()


@pytest.fixture
async def store(open_store: OpenStore) -> Store:
    return await open_store()
