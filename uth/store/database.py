"""An open database: connections to read and to write with, its clock, and its faults in plain words."""

import asyncio
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import URL, BigInteger, ColumnElement, event, literal, literal_column
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from uth.store.address import Address, read_address
from uth.store.errors import StoreError, Unavailable

POSTGRES_CLOCK = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"

SQLITE_AT_LEAST = (3, 35)  # RETURNING, UPDATE FROM
SQLITE_SETTINGS = (
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA wal_autocheckpoint = 4000",  # pages; the usual 1000 means a checkpoint every third group
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",  # else INSERT OR REPLACE would slip past the triggers on DELETE
)

_SERIOUS = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_INTERNAL,
}

POSTGRES_FAULTS = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # what the driver says if a connection breaks at an awkward moment
    OSError,
)

POSTGRES_SETTINGS = {
    "application_name": "uth",
    # a process that died or hangs must not keep others waiting for its locks
    "idle_in_transaction_session_timeout": "10s",
    "lock_timeout": "10s",
}


PeopleHeard = Callable[[Collection[int] | None], None]
"""Told whose rights or sessions have changed; None: perhaps anybody's."""


class Database:
    """Made by ``open_database``."""

    def __init__(self, address: Address, engine: AsyncEngine) -> None:
        self.address = address
        self.sqlite = address.file is not None
        self.failed: str | None = None
        self.turn = asyncio.Lock()
        """Who writes to SQLite holds it: waiting in order is kinder than SQLite's polling for its lock."""
        self.people_heard: list[PeopleHeard] = []
        self._engine = engine
        # Single statements need no BEGIN. `steady` sees one state of the database from beginning to end.
        if self.sqlite:
            self._single = engine
            self._steady = engine.execution_options(begin="BEGIN")
            self._writer = engine.execution_options(begin="BEGIN IMMEDIATE")
        else:
            self._single = engine.execution_options(isolation_level="AUTOCOMMIT")
            self._steady = engine.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
            self._writer = engine

    async def close(self) -> None:
        await self._engine.dispose()

    @asynccontextmanager
    async def reading(self, *, steady: bool = False) -> AsyncIterator[AsyncConnection]:
        """A connection for one statement, or for several that see the same moment."""
        with self.in_plain_words():
            async with (self._steady if steady else self._single).connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A connection with a transaction that is durable once the block ends."""
        self.require_sound()
        with self.in_plain_words(writing=True):
            if self.sqlite:
                async with self.turn, self._writer.begin() as connection:
                    yield connection
            else:
                async with self._writer.begin() as connection:
                    yield connection

    def now(self) -> ColumnElement[int]:
        """The time in microseconds, by the clock that all who share the database agree on."""
        if self.sqlite:
            return literal(time.time_ns() // 1000, BigInteger)
        return literal_column(POSTGRES_CLOCK, BigInteger)

    def tell_people(self, changed: Collection[int] | None) -> None:
        if changed is None or changed:
            for heard in self.people_heard:
                heard(changed)

    def require_sound(self) -> None:
        if self.failed is not None:
            raise Unavailable(self.failed)

    def fail(self, error: BaseException) -> Unavailable:
        """Write nothing more: after a failed write nobody knows what is on the disk until it is read anew."""
        name = self.address.shown
        self.failed = (
            f"the database {name} failed ({in_words(error)}) and takes no writes until it is opened again"
        )
        return Unavailable(self.failed)

    @contextmanager
    def in_plain_words(self, *, writing: bool = False) -> Iterator[None]:
        """Faults of a driver become Unavailable; a constraint that said no is for the caller to explain."""
        try:
            yield
        except IntegrityError:
            raise
        except (DBAPIError, PoolTimeout, sqlite3.Error, *POSTGRES_FAULTS) as error:
            if self.sqlite and (is_damage(error) or (writing and is_serious(error))):
                raise self.fail(error) from error
            raise Unavailable(f"the database does not answer as it should: {in_words(error)}") from error


def in_words(error: BaseException) -> str:
    """The first line of what the driver said: statements and rows, further down, are not for all eyes."""
    error = getattr(error, "orig", None) or error
    if isinstance(error, TimeoutError):
        return "there is no answer"
    if isinstance(error, ConnectionError):
        return "nobody listens there, or the connection was cut"
    said = (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__
    return said.splitlines()[0]


def is_serious(error: BaseException) -> bool:
    """Whether an error of SQLite leaves doubt about what is on the disk."""
    return sqlite_code(error) in _SERIOUS


def is_damage(error: BaseException) -> bool:
    """Whether an error of SQLite says that the file itself is damaged, also if it was only read."""
    return sqlite_code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR)


def sqlite_code(error: BaseException) -> int:
    """SQLite's number for what went wrong; 0 for an error that is not SQLite's."""
    code: int = getattr(getattr(error, "orig", None) or error, "sqlite_errorcode", 0)
    return code & 0xFF


async def open_database(url: str) -> Database:
    """``sqlite:///path``, ``postgresql://...``, also with a driver: ``sqlite+aiosqlite:///path``."""
    address = read_address(url)
    if address.file is None:
        database = Database(address, _postgres_engine(url))
    else:
        if not address.file.absolute().parent.is_dir():
            raise StoreError(f"there is no folder {address.file.absolute().parent} to keep the database in")
        keep_private(address.file)
        database = Database(address, _sqlite_engine(str(address.file)))
    try:
        async with database.reading() as connection:
            await connection.exec_driver_sql("SELECT 1")
    except (Unavailable, ValueError) as error:  # a ValueError: asyncpg cannot read the address
        await database.close()
        raise Unavailable(f"cannot open {address.shown}: {in_words(error.__cause__ or error)}") from error
    except BaseException:
        await database.close()
        raise
    return database


def keep_private(file: Path) -> None:
    """A new file is its owner's alone (SQLite gives those beside it the same mode); none is everybody's."""
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        if (mode := file.stat().st_mode) & 0o007:
            file.chmod(mode & 0o770)
    except OSError:  # SQLite will say what is wrong
        return


def _sqlite_engine(path: str) -> AsyncEngine:
    if sqlite3.sqlite_version_info < SQLITE_AT_LEAST:
        raise StoreError(f"SQLite {sqlite3.sqlite_version} is too old, 3.35 is needed")
    engine = create_async_engine(URL.create("sqlite+aiosqlite", database=path), hide_parameters=True)

    @event.listens_for(engine.sync_engine, "connect")
    def settle(connection: Any, _: object) -> None:
        connection.isolation_level = None  # the driver begins nothing by itself
        cursor = connection.cursor()
        for setting in SQLITE_SETTINGS:
            cursor.execute(setting)
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Any) -> None:
        if how := connection.get_execution_options().get("begin"):
            connection.exec_driver_sql(how)

    return engine


def _postgres_engine(url: str) -> AsyncEngine:
    return create_async_engine(
        "postgresql+asyncpg://",
        async_creator=lambda: connect_postgres(url),  # so that all that libpq knows may stand in the address
        hide_parameters=True,
        pool_pre_ping=True,
    )


async def connect_postgres(
    url: str, patience: float | None = None, settings: Mapping[str, str] = MappingProxyType({})
) -> asyncpg.Connection:
    """A connection that really waits for the disk; a command fails after ``patience`` seconds."""
    dsn = "postgresql://" + url.split("://", 1)[1]
    connection = await asyncpg.connect(
        dsn, timeout=10, command_timeout=patience, server_settings={**POSTGRES_SETTINGS, **settings}
    )
    try:
        await connection.execute(
            "SELECT set_config('synchronous_commit', 'on', false) "
            "WHERE current_setting('synchronous_commit') = 'off'"
        )
    except BaseException:  # also when nobody waits for it any more
        connection.terminate()
        raise
    return connection
