"""What stands at the address of a database, before anything is made or opened there."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from uth.store.address import Address
from uth.store.database import open_database
from uth.store.errors import StoreError
from uth.store.migrate import require_known, version_of

MAGIC = b"SQLite format 3\0"
OURS = {"alembic_version", "events", "streams"}
"""Some tables that every version of the schema has."""


async def is_there(address: Address) -> bool:
    """Whether a database of uth is there. Nothing is made; raises StoreError for what cannot be used."""
    if address.file is not None:
        return await asyncio.to_thread(_is_file_there, address.file)
    database = await open_database(address.url)
    try:
        async with database.reading() as connection:
            return await version_of(connection) is not None
    finally:
        await database.close()


def _is_file_there(file: Path) -> bool:
    _require_place(file)
    try:
        if not file.exists() or not file.stat().st_size:
            return False
        with file.open("rb") as handle:
            if handle.read(len(MAGIC)) != MAGIC:
                raise StoreError(f"{file.absolute()} is no database: name another file")
        return _has_our_tables(file)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(
            f"cannot use {file.absolute()}: {getattr(error, 'strerror', None) or error}"
        ) from None


def _require_place(file: Path) -> None:
    """Whatever is there can be read and written, and there is room for files beside it."""
    file = file.absolute()
    if file.is_dir():
        raise StoreError(f"{file} is a folder: name a file in it")
    if file.suffix in (".heads", ".lock", ".secret"):
        raise StoreError(f"{file}: such a file is kept beside a database; give the database another ending")
    if not file.parent.is_dir():
        raise StoreError(f"there is no folder {file.parent}: make it first, or name another")
    if not _may(file.parent, os.W_OK | os.X_OK):
        raise StoreError(f"cannot write to the folder {file.parent}: ask for the right to, or name another")
    if file.exists() and not _may(file, os.R_OK | os.W_OK):
        raise StoreError(f"cannot write to {file}: ask for the right to, or name another")


def _may(path: Path, what: int) -> bool:
    return os.access(path, what, effective_ids=os.access in os.supports_effective_ids)


def _has_our_tables(file: Path) -> bool:
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)) as connection:
        found = {
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        if not found:
            return False
        if not found >= OURS:
            raise StoreError(f"{file.absolute()} belongs to another program: name another file")
        for (version,) in connection.execute("SELECT version_num FROM alembic_version"):
            require_known(version)
            return True
    return False
