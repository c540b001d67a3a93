"""Writing a group of batches to PostgreSQL: one question, one order.

Every trip to the database takes its time, so there are two: what the group needs to know is read without a
lock, and everything is written by one statement, which is a transaction. What may
have changed in between is noticed by the statement itself: a number or an answer that another process has
written meanwhile is there twice, a wallet would fall below zero, a lease is not held any more. Then nothing
of the group is written and it is looked at again.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Self

import asyncpg  # type: ignore[import-untyped]
from msgspec import json
from msgspec.structs import astuple

from uth.store.apart import Apart
from uth.store.commits import Clash
from uth.store.database import POSTGRES_CLOCK, POSTGRES_FAULTS, connect_postgres, in_words
from uth.store.deciding import Head, Known, Outcome, Row, Rows, Wanted, decide
from uth.store.errors import StoreError, Unavailable
from uth.store.records import Answer, Batch

CHANNEL = "uth_log"
PEOPLE = "uth_people"
"""Whose rights or sessions have changed: ids of people."""
_PATIENCE = 60.0
_PLANNED_ONCE = {"plan_cache_mode": "force_generic_plan"}
_LARGEST_NOTICE = 7000  # bytes; PostgreSQL takes less than 8000

_LOOK_UP = f"""
SELECT
  ARRAY(SELECT ROW(stream, holder, token) FROM leases WHERE stream = ANY($1::text[])),
  ARRAY(SELECT ROW(stream, number, hash, at) FROM heads WHERE stream = ANY($2::text[])),
  ARRAY(SELECT ROW(person, cents) FROM wallets WHERE person = ANY($3::bigint[])),
  ARRAY(SELECT ROW(person, command, digest, body) FROM answers
        JOIN unnest($4::bigint[], $5::text[]) AS wanted (person, command) USING (person, command)),
  {POSTGRES_CLOCK}
"""


class _Put(NamedTuple):
    """How rows get into a table: its columns with their types, and what follows the rows."""

    table: str
    columns: dict[str, str]
    then: str = ""


def _replacing(key: str, *columns: str) -> str:
    changes = ", ".join(f"{column} = excluded.{column}" for column in columns)
    return f"ON CONFLICT ({key}) DO UPDATE SET {changes}"


_STREAM = {"stream": "text", "number": "bigint"}
_PUTS = (
    _Put("events", {**_STREAM, "at": "bigint", "command": "text", "body": "bytea", "hash": "bytea"}),
    _Put("entries", {**_STREAM, "account": "text", "cents": "bigint", "what": "text", "at": "bigint"}),
    _Put(
        "answers",
        {"person": "bigint", "command": "text", "digest": "bytea", "body": "bytea", "at": "bigint"},
    ),
    _Put("marks", {"stream": "text", "name": "text", "nth": "bigint", "number": "bigint", "at": "bigint"}),
    _Put("heads", {**_STREAM, "hash": "bytea", "at": "bigint"}, _replacing("stream", "number", "hash", "at")),
    _Put(
        "snapshots",
        {**_STREAM, "hash": "bytea", "code": "text", "body": "bytea"},
        _replacing("stream", "number", "hash", "code", "body"),
    ),
)


def _put_all() -> str:
    """Everything in one statement: rows come as one array for each column.

    The leases come first. Their rows are locked until the end, so that nobody takes one over meanwhile, in
    the order of their renewal. Locking looks at a row as it stands now: one taken over is not found.
    """
    count = 0

    def unnest(*types: str) -> str:
        nonlocal count
        arrays = [f"${count + place}::{kind}[]" for place, kind in enumerate(types, 1)]
        count += len(types)
        return f"unnest({', '.join(arrays)})"

    held = (
        f"SELECT stream FROM leases JOIN {unnest('text', 'text', 'bigint')} "
        "AS mine (stream, holder, token) USING (stream, holder, token) "
        "ORDER BY stream FOR SHARE OF leases"
    )
    parts = [f"held AS MATERIALIZED (SELECT count(*) = cardinality($1) AS ok FROM ({held}) AS found)"]
    for table, columns, then in _PUTS:
        rows = f"SELECT * FROM {unnest(*columns.values())} WHERE (SELECT ok FROM held)"
        parts.append(f"put_{table} AS (INSERT INTO {table} ({', '.join(columns)}) {rows} {then})")
    parts.append(
        f"put_wallets AS (UPDATE wallets SET cents = wallets.cents + change.cents "
        f"FROM {unnest('bigint', 'bigint')} AS change (person, cents) "
        f"WHERE wallets.person = change.person AND (SELECT ok FROM held))"
    )
    told = f"SELECT count(pg_notify('{CHANNEL}', notice)) FROM {unnest('text')} AS notice"
    return f"WITH {', '.join(parts)} SELECT ok, ({told} WHERE ok) FROM held"


_PUT_ALL = _put_all()

_TOO_LATE = (
    asyncpg.UniqueViolationError,
    asyncpg.CheckViolationError,
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
)
_GUILTY = (
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.ProgramLimitExceededError,
    ValueError,
)
"""A batch holds what PostgreSQL cannot take; the others of its group can."""


class PostgresWriter:
    def __init__(self, url: str) -> None:
        self._url = url
        self._apart = Apart("writes to PostgreSQL")
        self._connection: asyncpg.Connection

    @classmethod
    async def open(cls, url: str) -> Self:
        writer = cls(url)
        try:
            await writer._apart.run(writer._connect())
        except BaseException:
            await writer._apart.close()
            raise
        return writer

    async def write(self, batches: Sequence[Batch]) -> list[Outcome]:
        return await self._apart.run(self._write(batches))

    async def close(self) -> None:
        await self._apart.run(self._disconnect())
        await self._apart.close()

    async def _connect(self) -> None:
        self._connection = await connect_postgres(self._url, _PATIENCE, _PLANNED_ONCE)

    async def _disconnect(self) -> None:
        with suppress(*POSTGRES_FAULTS):  # it may be gone already
            await self._connection.close(timeout=5)

    async def _write(self, batches: Sequence[Batch]) -> list[Outcome]:
        try:
            if self._connection.is_closed():
                await self._connect()
            known = await self._look_up(Wanted(batches))
            outcomes, rows = decide(batches, known)
            if not all(isinstance(outcome, StoreError) for outcome in outcomes):
                await self._put(rows, _leases(batches, outcomes))
        except Clash:
            raise
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

    async def _look_up(self, wanted: Wanted) -> Known:
        persons, commands = zip(*wanted.answers, strict=True) if wanted.answers else ((), ())
        leases, heads, wallets, answers, now = await self._connection.fetchrow(
            _LOOK_UP, wanted.leases, wanted.heads, wanted.wallets, persons, commands
        )
        return Known(
            now=now,
            heads={stream: Head(number, digest, at) for stream, number, digest, at in heads},
            leases={stream: (holder, token) for stream, holder, token in leases},
            wallets=dict(wallets),
            answers={(row[0], row[1]): Answer(*row) for row in answers},
        )

    async def _put(self, rows: Rows, leases: Sequence[Row]) -> None:
        heads = [(stream, *astuple(head)) for stream, head in rows.heads.items()]
        snapshots = [astuple(snapshot) for snapshot in rows.snapshots.values()]
        told = [(notice,) for notice in notices({stream: head.number for stream, head in rows.heads.items()})]
        tables = (rows.events, rows.entries, rows.answers, rows.marks, heads, snapshots)
        held = await self._connection.fetchval(
            _PUT_ALL,
            *_columns(leases, 3),
            *(
                column
                for put, some in zip(_PUTS, tables, strict=True)
                for column in _columns(some, len(put.columns))
            ),
            *_columns(sorted(rows.wallets.items()), 2),
            *_columns(told, 1),
        )
        if not held:
            raise Clash("a lease is not held any more")


def _leases(batches: Sequence[Batch], outcomes: Sequence[Outcome]) -> list[Row]:
    """Those that the accepted batches are written under."""
    accepted = [batch for batch, outcome in zip(batches, outcomes, strict=True) if isinstance(outcome, list)]
    return list({(b.lease.stream, b.lease.holder, b.lease.token) for b in accepted if b.lease})


def _columns(rows: Sequence[Row], width: int) -> Iterable[Sequence[Any]]:
    return zip(*rows, strict=True) if rows else ((),) * width


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
