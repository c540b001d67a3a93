"""Writing a group of batches to PostgreSQL: one transaction, one statement for each table, rows as arrays."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Self

import asyncpg  # type: ignore[import-untyped]
from msgspec import json
from msgspec.structs import astuple

from uth.store.commits import Clash
from uth.store.database import POSTGRES_CLOCK, POSTGRES_FAULTS, connect_postgres, in_words
from uth.store.deciding import Head, Known, Outcome, Row, Rows, Wanted, decide
from uth.store.errors import Unavailable
from uth.store.records import Answer, Batch

CHANNEL = "uth_log"
_PATIENCE = 60.0
_LARGEST_NOTICE = 7000  # bytes; PostgreSQL takes less than 8000

# Rows are locked in the order of their keys by everybody, so that nobody waits in a circle.
_LEASES = "SELECT stream, holder, token FROM leases WHERE stream = ANY($1) ORDER BY stream FOR SHARE"
_HEADS = "SELECT stream, number, hash, at FROM heads WHERE stream = ANY($1) ORDER BY stream FOR NO KEY UPDATE"
_WALLETS = "SELECT person, cents FROM wallets WHERE person = ANY($1) ORDER BY person FOR NO KEY UPDATE"
_ANSWERS = (
    "SELECT person, command, digest, body FROM answers "
    "JOIN unnest($1::bigint[], $2::text[]) AS wanted (person, command) USING (person, command)"
)

_PUT_EVENTS = (
    "INSERT INTO events (stream, number, at, command, body, hash) "
    "SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bytea[], $6::bytea[])"
)
_PUT_ENTRIES = (
    "INSERT INTO entries (stream, number, account, cents, what, at) "
    "SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::bigint[])"
)
_PUT_ANSWERS = (
    "INSERT INTO answers (person, command, digest, body, at) "
    "SELECT * FROM unnest($1::bigint[], $2::text[], $3::bytea[], $4::bytea[], $5::bigint[])"
)
_PUT_HEADS = (
    "INSERT INTO heads AS h (stream, number, hash, at) "
    "SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bigint[]) "
    "ON CONFLICT (stream) DO UPDATE SET number = excluded.number, hash = excluded.hash, at = excluded.at"
)
_PUT_MARKS = (
    "INSERT INTO marks (stream, name, nth, number, at) "
    "SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])"
)
_PUT_WALLETS = (
    "UPDATE wallets SET cents = wallets.cents + change.cents "
    "FROM unnest($1::bigint[], $2::bigint[]) AS change (person, cents) WHERE wallets.person = change.person"
)
_PUT_SNAPSHOTS = (
    "INSERT INTO snapshots (stream, number, hash, code, body) "
    "SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::text[], $5::bytea[]) "
    "ON CONFLICT (stream) DO UPDATE "
    "SET number = excluded.number, hash = excluded.hash, code = excluded.code, body = excluded.body"
)

_TOO_LATE = (asyncpg.UniqueViolationError, asyncpg.DeadlockDetectedError, asyncpg.SerializationError)
_GUILTY = (
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.ProgramLimitExceededError,
    ValueError,
)
"""A batch holds what PostgreSQL cannot take; the others of its group can."""


class PostgresWriter:
    def __init__(self, url: str, connection: asyncpg.Connection) -> None:
        self._url = url
        self._connection = connection

    @classmethod
    async def open(cls, url: str) -> Self:
        return cls(url, await connect_postgres(url, _PATIENCE))

    async def write(self, batches: Sequence[Batch]) -> list[Outcome]:
        try:
            if self._connection.is_closed():
                self._connection = await connect_postgres(self._url, _PATIENCE)
            async with self._connection.transaction():
                known = await self._look_up(Wanted(batches))
                outcomes, rows = decide(batches, known)
                await self._put(rows)
        except _TOO_LATE as error:
            raise Clash(in_words(error)) from error
        except _GUILTY:
            raise
        except BaseException as error:
            self._connection.terminate()  # who knows in which state it is
            if isinstance(error, POSTGRES_FAULTS):
                raise Unavailable(f"the database did not confirm the write: {in_words(error)}") from error
            raise
        return outcomes

    async def close(self) -> None:
        with suppress(*POSTGRES_FAULTS):  # it may be gone already
            await self._connection.close(timeout=5)

    async def _look_up(self, wanted: Wanted) -> Known:
        fetch = self._connection.fetch
        leases = await fetch(_LEASES, wanted.leases) if wanted.leases else []
        heads = await fetch(_HEADS, wanted.heads) if wanted.heads else []
        wallets = await fetch(_WALLETS, wanted.wallets) if wanted.wallets else []
        answers = await fetch(_ANSWERS, *zip(*wanted.answers, strict=True)) if wanted.answers else []
        # After the locks: whoever held them before us has written with an earlier time.
        now = await self._connection.fetchval(f"SELECT {POSTGRES_CLOCK}")
        return Known(
            now=now,
            heads={stream: Head(number, digest, at) for stream, number, digest, at in heads},
            leases={stream: (holder, token) for stream, holder, token in leases},
            wallets=dict(wallets),
            answers={(row[0], row[1]): Answer(*row) for row in answers},
        )

    async def _put(self, rows: Rows) -> None:
        await self._run(_PUT_EVENTS, rows.events)
        await self._run(_PUT_ENTRIES, rows.entries)
        await self._run(_PUT_ANSWERS, rows.answers)
        await self._run(_PUT_MARKS, rows.marks)
        await self._run(_PUT_HEADS, [(stream, *astuple(head)) for stream, head in rows.heads.items()])
        await self._run(_PUT_WALLETS, list(rows.wallets.items()))
        await self._run(_PUT_SNAPSHOTS, [astuple(snapshot) for snapshot in rows.snapshots.values()])
        for notice in notices({stream: head.number for stream, head in rows.heads.items()}):
            await self._connection.execute("SELECT pg_notify($1, $2)", CHANNEL, notice)

    async def _run(self, statement: str, rows: Sequence[Row]) -> None:
        if rows:
            await self._connection.execute(statement, *zip(*rows, strict=True))


def notices(heads: dict[str, int]) -> list[str]:
    """What the other processes are told: streams and their last numbers, in as few texts as fit."""
    texts: list[str] = []
    some: dict[str, int] = {}
    size = 0
    for stream, number in heads.items():
        length = len(json.encode({stream: number}))
        if some and size + length > _LARGEST_NOTICE:
            texts.append(json.encode(some).decode())
            some, size = {}, 0
        some[stream] = number
        size += length
    return [*texts, json.encode(some).decode()] if some else texts
