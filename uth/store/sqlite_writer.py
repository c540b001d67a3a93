"""Writing a group of batches to SQLite: one transaction in few statements.

Only the wait for the disk is left to a thread. Python's driver gives up the interpreter's lock at every row,
and a thread beside a busy event loop waits long to get it back: for all but the commit that takes longer than
the work itself, which needs no disk.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import NoReturn, Self

from msgspec import json
from msgspec.structs import astuple

from uth.store.commits import Clash
from uth.store.database import SQLITE_SETTINGS, Database, in_words, is_serious, sqlite_code
from uth.store.deciding import Head, Known, Outcome, Row, Rows, Wanted, decide
from uth.store.errors import Unavailable
from uth.store.records import Answer, Batch

_LARGEST_PIECE = 512

_EVENTS = "INSERT INTO events (stream, number, at, command, body, hash) {}"
_ENTRIES = "INSERT INTO entries (stream, number, account, cents, what, at) {}"
_ANSWERS = "INSERT INTO answers (person, command, digest, body, at) {}"
_MARKS = "INSERT INTO marks (stream, name, nth, number, at) {}"
_HEADS = (
    "INSERT INTO heads (stream, number, hash, at) {} ON CONFLICT (stream) DO UPDATE "
    "SET number = excluded.number, hash = excluded.hash, at = excluded.at"
)
_WALLETS = (
    "UPDATE wallets SET cents = cents + change.column2 FROM ({}) AS change "
    "WHERE wallets.person = change.column1"
)
_SNAPSHOTS = (
    "INSERT INTO snapshots (stream, number, hash, code, body) {} ON CONFLICT (stream) DO UPDATE "
    "SET number = excluded.number, hash = excluded.hash, code = excluded.code, body = excluded.body"
)


class SqliteWriter:
    patience = 5.0
    """Seconds to wait for another program that writes to the file."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="uth-writer")

    @classmethod
    async def open(cls, database: Database) -> Self:
        writer = cls(database)
        try:
            await writer._apart(writer._connect)
        except BaseException:
            writer._thread.shutdown(wait=False)
            raise
        return writer

    async def write(self, batches: Sequence[Batch]) -> list[Outcome]:
        async with self._database.turn:
            try:
                await self._begin()
                outcomes, rows = decide(batches, self._look_up(Wanted(batches)))
                self._put(rows)
                await self._apart(self._connection.execute, "COMMIT")
            except Exception as error:
                self._give_up(error)
        return outcomes

    async def close(self) -> None:
        await self._apart(self._connection.close)
        self._thread.shutdown()

    def _connect(self) -> None:
        self._connection = sqlite3.connect(
            str(self._database.address.file),
            isolation_level=None,
            cached_statements=512,
            check_same_thread=False,
        )
        for setting in (*SQLITE_SETTINGS, "PRAGMA busy_timeout = 0"):  # it would wait in the event loop
            self._connection.execute(setting)

    async def _begin(self) -> None:
        """While another program writes to the file, wait for it without holding up the service."""
        until = time.monotonic() + self.patience
        while True:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if sqlite_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
            await asyncio.sleep(0.01)

    async def _apart(self, work: Callable[..., object], *arguments: str) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    def _give_up(self, error: Exception) -> NoReturn:
        """Nothing of the group is written; say why."""
        with suppress(sqlite3.Error):
            self._connection.rollback()
        if isinstance(error, sqlite3.IntegrityError):
            raise Clash(in_words(error)) from error
        if is_serious(error):
            raise self._database.fail(error) from error
        if sqlite_code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise Unavailable(f"the database is busy: {in_words(error)}") from error
        raise error

    def _look_up(self, wanted: Wanted) -> Known:
        """Nobody else can write between this and the commit, so what is read here stays true."""
        return Known(
            now=time.time_ns() // 1000,
            heads={
                stream: Head(number, digest, at)
                for stream, number, digest, at in self._find("heads", "stream", wanted.heads)
            },
            leases={
                stream: (holder, token)
                for stream, holder, _, token, _ in self._find("leases", "stream", wanted.leases)
            },
            wallets=dict(self._find("wallets", "person", wanted.wallets)),
            answers={row[:2]: Answer(*row[:4]) for row in self._answers(wanted.answers)},
        )

    def _find(self, table: str, key: str, values: Sequence[str] | Sequence[int]) -> list[Row]:
        if not values:
            return []
        query = f"SELECT * FROM {table} WHERE {key} IN (SELECT value FROM json_each(?))"
        return self._connection.execute(query, (json.encode(values).decode(),)).fetchall()

    def _answers(self, keys: Sequence[tuple[int, str]]) -> list[Row]:
        if not keys:
            return []
        query = (
            "SELECT answers.* FROM json_each(?) AS wanted CROSS JOIN answers "
            "ON person = json_extract(wanted.value, '$[0]') AND command = json_extract(wanted.value, '$[1]')"
        )
        return self._connection.execute(query, (json.encode(keys).decode(),)).fetchall()

    def _put(self, rows: Rows) -> None:
        self._run(_EVENTS, rows.events)
        self._run(_ENTRIES, rows.entries)
        self._run(_ANSWERS, rows.answers)
        self._run(_MARKS, rows.marks)
        self._run(_HEADS, [(stream, *astuple(head)) for stream, head in rows.heads.items()])
        self._run(_WALLETS, list(rows.wallets.items()))
        self._run(_SNAPSHOTS, [astuple(snapshot) for snapshot in rows.snapshots.values()])

    def _run(self, statement: str, rows: Sequence[Row]) -> None:
        """In pieces of 512, 256, 128 ... rows: few statements, and few different ones to prepare."""
        done, size = 0, _LARGEST_PIECE
        while done < len(rows):
            while size > len(rows) - done:
                size //= 2
            piece = rows[done : done + size]
            values = ",".join(["(" + ",".join("?" * len(rows[0])) + ")"] * size)
            flat = [value for row in piece for value in row]
            self._connection.execute(statement.format(f"VALUES {values}"), flat)
            done += size
