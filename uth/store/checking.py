"""Checking everything: each hash recomputed, each balance added up again, from one state of the database."""

from sqlalchemy import and_, cast, exists, func, literal, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from uth.proof import chain
from uth.proof.chain import Written
from uth.rules.money import dollars
from uth.store.database import Database
from uth.store.schema import entries, events, heads, marks, people, snapshots, wallets

_AT_ONCE = 2000
_MOST_NAMED = 20
"""Faults of one sort that are named; the rest is counted."""


async def check(database: Database) -> list[str]:
    """Everything that is wrong, in words; nothing if all is well."""
    wrong: list[str] = []
    async with database.reading(steady=True) as connection:
        if database.sqlite:
            said = await connection.exec_driver_sql("PRAGMA integrity_check")
            wrong += [f"SQLite: {line}" for line in said.scalars() if line != "ok"]
        wrong += await _chains(connection)
        for look in (_ledger, _wallets, _snapshots, _marks):
            faults = await look(connection)
            wrong += faults[:_MOST_NAMED]
            if len(faults) > _MOST_NAMED:
                wrong.append(f"... and {len(faults) - _MOST_NAMED} more of the kind")
    return wrong


async def _chains(connection: AsyncConnection) -> list[str]:
    wrong = []
    expected = {
        stream: (number, digest) for stream, number, digest, _ in await connection.execute(select(heads))
    }
    for stream in sorted(expected.keys() | await _streams(connection)):
        number, previous, at = 0, chain.ORIGIN, 0
        while page := await _page(connection, stream, number):
            wrong += chain.faults(page, number=number, previous=previous, at=at)[:1]
            number, previous, at = page[-1].number, page[-1].hash, page[-1].at
        if expected.get(stream) != (number, previous):
            wrong.append(f"{stream}: the log ends at {number}, its head says {expected.get(stream, (0,))[0]}")
    return wrong


async def _streams(connection: AsyncConnection) -> set[str]:
    """All streams that have events, found by leaps along the key instead of through every event."""
    found: set[str] = set()
    last = ""
    while True:
        query = select(func.min(events.c.stream)).where(events.c.stream > last)
        if (following := (await connection.execute(query)).scalar()) is None:
            return found
        found.add(last := following)


async def _page(connection: AsyncConnection, stream: str, after: int) -> list[Written]:
    query = select(events).where(events.c.stream == stream, events.c.number > after)
    rows = await connection.execute(query.order_by(events.c.number).limit(_AT_ONCE))
    return [Written(*row) for row in rows]


async def _ledger(connection: AsyncConnection) -> list[str]:
    wrong = []
    if total := (await connection.execute(select(func.sum(entries.c.cents)))).scalar():
        wrong.append(f"the ledger comes to {dollars(int(total))}, not to zero")
    reason = exists().where(
        events.c.stream == entries.c.stream, events.c.number == entries.c.number, events.c.at == entries.c.at
    )
    query = select(entries.c.id, entries.c.stream, entries.c.number).where(~reason)
    for id, stream, number in await connection.execute(query):
        wrong.append(f"entry {id}: there is no event {number} of {stream} at its time")
    return wrong


async def _wallets(connection: AsyncConnection) -> list[str]:
    account = literal("wallet:") + cast(people.c.id, entries.c.account.type)
    moved = select(func.coalesce(func.sum(entries.c.cents), 0)).where(entries.c.account == account)
    due = people.c.opening + moved.scalar_subquery()
    query = (
        select(people.c.id, wallets.c.cents, due)
        .outerjoin(wallets, wallets.c.person == people.c.id)
        .where(or_(wallets.c.cents.is_(None), wallets.c.cents != due, wallets.c.cents < 0))
    )
    return [
        f"the wallet of person {person} holds {cents} cents, the ledger says {int(due)}"
        for person, cents, due in await connection.execute(query)
    ]


async def _snapshots(connection: AsyncConnection) -> list[str]:
    sealed = and_(events.c.stream == snapshots.c.stream, events.c.number == snapshots.c.number)
    query = (
        select(snapshots.c.stream, snapshots.c.number)
        .outerjoin(events, sealed)
        .where(or_(events.c.hash.is_(None), events.c.hash != snapshots.c.hash))
    )
    return [
        f"the snapshot of {stream} at {number} belongs to another history"
        for stream, number in await connection.execute(query)
    ]


async def _marks(connection: AsyncConnection) -> list[str]:
    event = exists().where(
        events.c.stream == marks.c.stream, events.c.number == marks.c.number, events.c.at == marks.c.at
    )
    query = select(marks.c.stream, marks.c.name, marks.c.nth, marks.c.number).where(~event)
    return [
        f"mark {name} {nth} of {stream}: there is no event {number} at its time"
        for stream, name, nth, number in await connection.execute(query)
    ]
