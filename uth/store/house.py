"""Writing the chain of the house: an event and what follows from it become durable together, or not at all.

People, notes and the directory of streams change here only. Whoever writes holds the end of the chain
from the beginning of the transaction, so what is looked at within it stays true until it is written.
"""

import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from msgspec import json
from msgspec.structs import replace
from sqlalchemy import insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from uth.proof.chain import ORIGIN, link
from uth.proof.house import (
    BROUGHT_OVER,
    HOUSE,
    ISSUED,
    BroughtOver,
    ChipsIssued,
    HeadsKept,
    HouseEvent,
    Noted,
    PersonAdded,
    SecretUsed,
    StreamOpened,
    digest,
    note_of,
)
from uth.rules.money import MOST_MONEY, Cents
from uth.store.database import Database
from uth.store.errors import Overdrawn
from uth.store.migrate import migrate, version_of
from uth.store.postgres_writer import CHANNEL, PEOPLE
from uth.store.records import Note, wallet_account
from uth.store.schema import entries, events, heads, notes, people, streams, wallets

BLIND_BYTES = 16
FIRST_WITH_CHAIN = "0003"
"""The version of the schema that came with the chain."""


class Entering:
    """A transaction that holds the end of the chain."""

    def __init__(self, connection: AsyncConnection, number: int, last: bytes, at: int, now: int) -> None:
        self.connection = connection
        self.number, self._last, self.at = number, last, max(now, at)
        self.people: set[int] = set()
        """Those whose rights may have changed."""

    async def enter(self, event: HouseEvent, name: str = "", *, noted: bool = False) -> int:
        """The next event, and the note that staff reads of it (``name``: of whom) unless it is there."""
        event = replace(event, blind=secrets.token_hex(BLIND_BYTES))
        body = json.encode(event)
        self.number += 1
        self._last = link(self._last, HOUSE, self.number, self.at, "", body)
        row = (HOUSE, self.number, self.at, "", body, self._last)
        await self.connection.execute(insert(events).values(row))
        for note in () if noted else note_of(self.at, event, name):
            kept = {"person": note.by, "reason": note.reason, "earlier": note.before, "later": note.after}
            await self.connection.execute(insert(notes).values(at=note.at, what=note.what, **kept))
        return self.number

    async def issue(self, event: ChipsIssued) -> None:
        """Chips for a wallet, or from it: an event and both sides. Raises Overdrawn."""
        number = await self.enter(event)
        for account, cents in ((wallet_account(event.person), event.cents), (ISSUED, -event.cents)):
            row = {"stream": HOUSE, "number": number, "account": account, "cents": cents, "what": "issued"}
            await self.connection.execute(insert(entries).values(**row, at=self.at))
        moved = wallets.c.cents + event.cents
        fits = (wallets.c.person == event.person, moved >= 0, moved <= MOST_MONEY)
        done = await self.connection.execute(update(wallets).where(*fits).values(cents=moved))
        if not done.rowcount:
            raise Overdrawn(
                event.person, f"the wallet of person {event.person} cannot change by {event.cents}"
            )

    async def finish(self) -> None:
        values = {"number": self.number, "hash": self._last, "at": self.at}
        await self.connection.execute(update(heads).where(heads.c.stream == HOUSE).values(**values))
        if self.connection.dialect.name == "postgresql":
            await _notify(self.connection, CHANNEL, json.encode({HOUSE: self.number}).decode())
            await tell_people(self.connection, self.people)


async def tell_people(connection: AsyncConnection, changed: Iterable[int]) -> None:
    """On PostgreSQL every process hears of it with the commit."""
    if connection.dialect.name == "postgresql":
        for person in changed:
            await _notify(connection, PEOPLE, str(person))


async def _notify(connection: AsyncConnection, channel: str, payload: str) -> None:
    await connection.execute(
        text("SELECT pg_notify(:channel, :payload)"), {"channel": channel, "payload": payload}
    )


@asynccontextmanager
async def entering(database: Database) -> AsyncIterator[Entering]:
    """A transaction for the chain of the house; when the block ends, it is durable and everybody hears."""
    async with database.writing() as connection:
        found = await _hold(database, connection)
        yield found
        await found.finish()
    if database.sqlite:
        database.tell_people(found.people)


async def _hold(database: Database, connection: AsyncConnection) -> Entering:
    query = select(heads.c.number, heads.c.hash, heads.c.at, database.now())
    fresh = (sqlite.insert if database.sqlite else postgresql.insert)(heads)
    nothing = fresh.values(stream=HOUSE, number=0, hash=ORIGIN, at=0).on_conflict_do_nothing()
    await connection.execute(nothing)
    row = (await connection.execute(query.where(heads.c.stream == HOUSE).with_for_update())).one()
    return Entering(connection, *row)


class House:
    """What the house does outside its tables, where no other part of the store does it."""

    _database: Database

    async def note(self, by: int, what: str, reason: str, before: str = "", after: str = "") -> None:
        """An act of staff."""
        require_writable(what, reason, before, after)
        async with entering(self._database) as house:
            await house.enter(Noted(by=by, reason=reason, what=what, before=before, after=after))

    async def notes(self, before: int | None = None, limit: int = 100) -> list[Note]:
        """Newest first; the next page is ``before`` the id of the last one."""
        query = select(notes).order_by(notes.c.id.desc()).limit(limit)
        if before is not None:
            query = query.where(notes.c.id < before)
        async with self._database.reading() as connection:
            return [Note(*row) for row in await connection.execute(query)]

    async def issue(self, person: int, cents: Cents, by: int, reason: str) -> None:
        """Chips for a wallet, or (below zero) from it. Raises Overdrawn."""
        require_writable(reason)
        async with entering(self._database) as house:
            await house.issue(ChipsIssued(person=person, cents=cents, by=by, reason=reason))

    async def refill(self, person: int, up_to: Cents, reason: str) -> Cents:
        """Chips until wallet and tables together hold ``up_to``; how many that were.

        The wallet is held while everything is counted: refills that come together give once.
        """
        async with entering(self._database) as house:
            wallet = select(wallets.c.cents).where(wallets.c.person == person).with_for_update()
            held = int((await house.connection.execute(wallet)).scalar_one())
            missing = up_to - held - await _at_tables(house.connection, person)
            if missing > 0:
                await house.issue(ChipsIssued(person=person, cents=missing, reason=reason))
        return max(0, missing)

    async def keep_heads(self, known: dict[str, int]) -> dict[str, int]:
        """Enter where every other chain stands that has moved from where it was ``known`` to be.

        Returns where they are known to stand now.
        """
        async with entering(self._database) as house:
            rows = await house.connection.execute(select(heads.c.stream, heads.c.number, heads.c.hash))
            found = {stream: (number, last.hex()) for stream, number, last in rows if stream != HOUSE}
            moved = {stream: head for stream, head in found.items() if known.get(stream) != head[0]}
            if moved:
                await house.enter(HeadsKept(heads=moved))
        return {stream: number for stream, (number, _) in found.items()}

    async def use_secret(self, mark: str, reason: str) -> None:
        async with entering(self._database) as house:
            await house.enter(SecretUsed(mark=mark, reason=reason))


async def _at_tables(connection: AsyncConnection, person: int) -> Cents:
    """What went from a wallet to tables and has not come back is on them, or was lost there: chips only."""
    name = select(people.c.name).where(people.c.id == person).scalar_subquery()
    tables = select(streams.c.id + "/player:" + name)
    rows = await connection.execute(select(entries.c.cents).where(entries.c.account.in_(tables)))
    return sum(rows.scalars())


async def bring_up_to_date(database: Database, connection: AsyncConnection) -> None:
    """The newest schema, and the chain of the house where there was none."""
    before = await version_of(connection)
    await migrate(connection)
    if before is not None and before < FIRST_WITH_CHAIN:
        await _begin(database, connection)


async def _begin(database: Database, connection: AsyncConnection) -> None:
    """Begin the chain in a database of a release without one, in the transaction that brings it its schema.

    What is there is entered as it is found, once: what is put past the chain later is entered by nobody.
    """
    house = await _hold(database, connection)
    await house.enter(BroughtOver(reason=BROUGHT_OVER))
    for row in (await connection.execute(select(people).order_by(people.c.id))).all():
        await house.enter(
            PersonAdded(
                person=row.id,
                name=row.name,
                kind=row.kind,
                money=row.money,
                roles=tuple(json.decode(row.roles)),
                opening=row.opening,
                disabled=row.disabled,
                password=digest(row.password),
                factor=digest(row.factor),
                reason=BROUGHT_OVER,
            )
        )
    for stream in (await connection.execute(select(streams).order_by(streams.c.created, streams.c.id))).all():
        await house.enter(
            StreamOpened(stream=stream.id, kind=stream.kind, terms=digest(stream.about), reason=BROUGHT_OVER)
        )
    await _bring_notes(house)
    await house.finish()


async def _bring_notes(house: Entering) -> None:
    """The notes of the release before stay where they are; each is entered with its own time."""
    for note in (await house.connection.execute(select(notes).order_by(notes.c.id))).all():
        event = Noted(
            by=note.person,
            reason=note.reason,
            what=note.what,
            before=note.earlier,
            after=note.later,
            at=note.at,
        )
        await house.enter(event, noted=True)


def require_writable(*texts: str) -> None:
    """Raises ValueError for a text that not every database keeps."""
    for one in texts:
        one.encode()  # half a surrogate pair is a UnicodeEncodeError, which is a ValueError
        if "\0" in one:
            raise ValueError("PostgreSQL keeps no text with a zero byte")
