"""Bring a database's schema up to date, or say why not."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import Lock

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

from uth.store.errors import StoreError

_ONE_AT_A_TIME = Lock()
"""Alembic keeps what it is doing in global variables."""

_ADVISORY = 0x757468
"""The number under which processes queue in PostgreSQL to migrate: "uth"."""


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", "uth.store:migrations")
    config.attributes["connection"] = connection
    return config


def versions() -> list[str]:
    """All versions of the schema that this code knows, oldest first."""
    revisions = ScriptDirectory.from_config(_config()).walk_revisions()
    return [revision.revision for revision in revisions][::-1]


async def migrate(connection: AsyncConnection, to: str | None = None) -> None:
    """Upgrade to the newest version (or ``to`` a certain one), within the connection's transaction."""
    async with _turn():
        if connection.dialect.name == "postgresql":
            await connection.execute(text("SET LOCAL lock_timeout = 0"))  # another's migration may take long
            await connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _ADVISORY})
        present = await version_of(connection)
        if present != (to or versions()[-1]):
            await connection.run_sync(lambda sync: command.upgrade(_config(sync), to or "head"))


async def require_newest(connection: AsyncConnection) -> None:
    present, newest = await version_of(connection), versions()[-1]
    if present != newest:
        raise StoreError(
            f"the database has schema {present or 'none'}, this uth needs {newest}: migrate it first"
        )


async def version_of(connection: AsyncConnection) -> str | None:
    """The version of the schema, None where there is none. Raises StoreError for one from the future."""
    found = await connection.run_sync(lambda sync: MigrationContext.configure(sync).get_current_revision())
    if found is not None:
        require_known(found)
    return found


def require_known(version: str) -> None:
    if version not in versions():
        raise StoreError(
            f"the database has schema {version}, but this uth knows only {', '.join(versions())}: "
            "a newer uth wrote it. Use that one, or restore a backup made before it"
        )


@asynccontextmanager
async def _turn() -> AsyncIterator[None]:
    while not _ONE_AT_A_TIME.acquire(blocking=False):  # the owner may live in another event loop
        await asyncio.sleep(0.01)
    try:
        yield
    finally:
        _ONE_AT_A_TIME.release()
