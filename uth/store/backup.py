"""Backup and restore, while the service runs. A backup of either kind of database is one SQLite file.

So a backup can be opened and checked like any other store, and be restored to the other kind: that is how a
house moves from SQLite to PostgreSQL. A backup made by an older version is migrated on its way back.
"""

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import exists, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from uth.store.address import read_address
from uth.store.checking import Means, check
from uth.store.database import Database, open_database
from uth.store.errors import StoreError
from uth.store.finding import is_there
from uth.store.house import bring_up_to_date
from uth.store.migrate import migrate, require_newest
from uth.store.schema import metadata

_AT_ONCE = 1000


async def backup(url: str, path: str | Path, means: Means | None = None) -> list[str]:
    """Write the database as it is at this moment to a new file. Returns what is wrong with what it holds."""
    path, address = Path(path), read_address(url)
    if path.exists():
        raise StoreError(f"{path} is there already: a backup overwrites nothing")
    if not path.absolute().parent.is_dir():
        raise StoreError(f"there is no folder {path.absolute().parent} to write the backup to")
    if not await is_there(address):
        raise StoreError(f"there is no database at {address.shown}, so there is nothing to back up")
    half = path.with_name(path.name + ".part")  # so that half a backup never looks like one
    try:
        half.unlink(missing_ok=True)
        half.touch(0o600)  # if it cannot be written, that is not the database's fault
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from None
    try:
        await _write(url, half)
    except BaseException:
        half.unlink(missing_ok=True)
        raise
    _flush(half)
    half.rename(path)
    if os.name == "posix":  # elsewhere a folder cannot be opened, and needs no flushing
        _flush(path.parent, os.O_RDONLY)
    return await _look_at(path, means)


async def _look_at(path: Path, means: Means | None) -> list[str]:
    """What is wrong with a backup, which stays as it is: it may be of a release before."""
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "backup.db"
        shutil.copyfile(path, copied)
        database = await open_database(f"sqlite:///{copied}")
        try:
            async with database.writing() as connection:
                await bring_up_to_date(database, connection)
            return await check(database, means)
        finally:
            await database.close()


async def _write(url: str, path: Path) -> None:
    database = await open_database(url)
    try:
        if database.sqlite:
            async with database.reading() as connection:
                await connection.exec_driver_sql("VACUUM INTO ?", (str(path),))
        else:
            await _export(database, path)
    finally:
        await database.close()


async def restore(
    path: str | Path, url: str, ready: Callable[[], object] = bool, means: Means | None = None
) -> list[str]:
    """Fill an empty database with a backup. Returns what ``check`` finds wrong with it afterwards.

    A damaged backup is refused, and nothing written; ``ready`` is called once it is known to be sound.
    """
    if not Path(path).is_file():
        raise StoreError(f"there is no backup {path}")
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "backup.db"
        try:
            shutil.copyfile(path, copied)
        except OSError as error:
            raise StoreError(f"{path} cannot be read: {error.strerror}") from None
        await _require_backup(copied, path)
        source = await open_database(f"sqlite:///{copied}")
        try:
            async with source.writing() as connection:
                await bring_up_to_date(source, connection)
            if wrong := await check(source, means):
                raise StoreError(f"the backup {path} is damaged: " + "; ".join(wrong))
            ready()
            return await _fill(source, url)
        finally:
            await source.close()


async def _require_backup(copied: Path, path: str | Path) -> None:
    try:
        if await is_there(read_address(f"sqlite:///{copied}")):
            return
    except StoreError as error:
        raise StoreError(str(error).replace(str(copied), str(path))) from None
    raise StoreError(f"{path} is an empty database: there is nothing to restore")


async def _fill(source: Database, url: str) -> list[str]:
    target = await open_database(url)
    try:
        async with source.reading(steady=True) as old, target.writing() as new:
            await migrate(new)
            await _require_empty(new, target)
            await _copy(old, new)
        return await check(target)
    finally:
        await target.close()


async def _export(source: Database, path: Path) -> None:
    target = await open_database(f"sqlite:///{path}")
    try:
        async with source.reading(steady=True) as old, target.writing() as new:
            await require_newest(old)
            await migrate(new)
            await _copy(old, new)
        async with target.reading() as connection:
            await connection.exec_driver_sql("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
    finally:
        await target.close()


async def _require_empty(connection: AsyncConnection, database: Database) -> None:
    for table in metadata.sorted_tables:
        if (await connection.execute(select(exists(select(table))))).scalar():
            raise StoreError(
                f"{database.address.shown} is not empty: a backup is restored to a new database only"
            )


async def _copy(old: AsyncConnection, new: AsyncConnection) -> None:
    for table in metadata.sorted_tables:
        rows = await old.stream(select(table).order_by(*table.primary_key))
        async for some in rows.mappings().partitions(_AT_ONCE):
            await new.execute(insert(table), [dict(row) for row in some])
        counted = table.autoincrement_column
        if counted is not None and new.dialect.name == "postgresql":
            last = select(func.max(counted)).scalar_subquery()
            sequence = func.pg_get_serial_sequence(table.name, counted.name)
            await new.execute(select(func.setval(sequence, func.coalesce(last, 1), last.is_not(None))))


def _flush(path: Path, how: int = os.O_RDWR) -> None:
    """Have the disk keep it; Windows flushes only what may be written."""
    handle = os.open(path, how)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
