"""Checking everything: each hash recomputed, each balance added up again, from one state of the database.

What the tables of the database say is compared with what follows from the chains: people, rights, notes and
openings from the house's own; the ledger, if somebody can say what an event means, from all of them.
"""

from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import aclosing

import msgspec
from msgspec import Struct
from sqlalchemy import and_, cast, exists, func, literal, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from uth.proof import chain
from uth.proof.chain import Written
from uth.proof.house import HOUSE, ISSUED, Books, ChipsIssued, Issued, decode_house, digest
from uth.rules.money import Cents, dollars
from uth.store.database import Database
from uth.store.records import PublishedHead, wallet_account
from uth.store.schema import entries, events, heads, marks, notes, people, snapshots, streams, wallets

_AT_ONCE = 500
_MOST_NAMED = 20
"""Faults of one sort that are named; the rest is counted."""

Side = tuple[str, Cents, str]
"""One side of a movement: account, cents, what for."""
LedgerRow = tuple[int, str, int, str, Cents, str]
"""An entry: id, stream, number, account, cents, what for."""
Means = Callable[[str, Written], Iterable[Side]]
"""What an event of a stream of some kind does to the ledger; raises ValueError if that cannot be told."""
GoOn = Callable[[], Awaitable[bool]]
"""Asked between pages by whoever has other work: whether to go on, after a pause of its own."""


class HouseFaults(Struct):
    """What does not follow from the chain of the house, and whom and what it is about."""

    says: list[str] = []
    people: set[int] = set()
    streams: set[str] = set()
    secret: str = ""
    """The mark of the secret that was last used, which is no fault."""


async def check(
    database: Database,
    means: Means | None = None,
    published: Sequence[PublishedHead] = (),
    go_on: GoOn | None = None,
) -> list[str]:
    """Everything that is wrong, in words; nothing if all is well.

    ``published`` are heads that somebody kept: the chains must still hold them.
    """
    wrong: list[str] = []
    async with database.reading(steady=True) as connection:
        if database.sqlite:
            said = await connection.exec_driver_sql("PRAGMA integrity_check")
            wrong += [f"SQLite: {line}" for line in said.scalars() if line != "ok"]
        books, faults = await _house(connection)
        wrong += _few(faults.says)
        kept = [PublishedHead(stream, number, last) for stream, (number, last) in books.heads]
        wrong += await _chains(connection, means and Derived(means, books), [*kept, *published], go_on)
        for look in (_ledger, _wallets, _snapshots, _marks):
            wrong += _few(await look(connection))
    return wrong


async def check_house(database: Database) -> HouseFaults:
    """The chain of the house alone, and what must follow from it: quick enough for every start."""
    async with database.reading(steady=True) as connection:
        _, faults = await _house(connection)
    return faults


def _few(faults: list[str]) -> list[str]:
    more = len(faults) - _MOST_NAMED
    return [*faults[:_MOST_NAMED], *([f"... and {more} more of the kind"] if more > 0 else [])]


async def _house(connection: AsyncConnection) -> tuple[Books, HouseFaults]:
    """What follows from the chain of the house, and where the database says something else."""
    books, faults = Books(), HouseFaults()
    number, previous, at = 0, chain.ORIGIN, 0
    while page := await _page(connection, HOUSE, number):
        faults.says += chain.faults(page, number=number, previous=previous, at=at)[:1]
        for event in page:
            try:
                books.take(event.number, event.at, decode_house(event.body))
            except msgspec.DecodeError:
                faults.says.append(f"{HOUSE} {event.number}: no event that this uth knows")
        number, previous, at = page[-1].number, page[-1].hash, page[-1].at
    faults.says += books.faults
    faults.secret = books.secret
    await _compare_people(connection, books, faults)
    await _compare_streams(connection, books, faults)
    await _compare_notes(connection, books, faults)
    return books, faults


async def _compare_people(connection: AsyncConnection, books: Books, faults: HouseFaults) -> None:
    missing = set(books.people)
    for row in await connection.execute(select(people)):
        known = books.people.get(row.id)
        missing.discard(row.id)
        if known is None:
            faults.says.append(f"person {row.id}, {row.name}: nobody added them")
            faults.people.add(row.id)
            continue
        found = {
            "name": row.name,
            "kind": row.kind,
            "money": row.money,
            "roles": _roles(row.roles),
            "opening": row.opening,
            "disabled": row.disabled,
            "password": digest(row.password),
            "factor": digest(row.factor),
            "restrictions": row.restrictions,
        }
        for field, value in found.items():
            if value != (due := getattr(known, field)):
                shown = "" if field in ("password", "factor") else f": {value!r}, the chain says {due!r}"
                faults.says.append(f"{field} of person {row.id}, {known.name}, was changed{shown}")
                faults.people.add(row.id)
    faults.says += [f"person {one}, {books.people[one].name}, was removed" for one in sorted(missing)]


def _roles(text: str) -> object:
    try:
        return msgspec.json.decode(text, type=tuple[str, ...])
    except (msgspec.DecodeError, TypeError):
        return text


async def _compare_streams(connection: AsyncConnection, books: Books, faults: HouseFaults) -> None:
    found = {row.id: (row.kind, row.about) for row in await connection.execute(select(streams))}
    for stream in sorted(found.keys() | books.streams.keys()):
        if stream not in books.streams:
            faults.says.append(f"{stream}: nobody opened it")
        elif stream not in found:
            faults.says.append(f"{stream} was removed")
        elif (found[stream][0], _digest(found[stream][1])) != books.streams[stream]:
            faults.says.append(f"{stream}: its terms are not those it was opened with")
        else:
            continue
        faults.streams.add(stream)


def _digest(text: object) -> str:
    return digest(text) if isinstance(text, str) else ""


async def _compare_notes(connection: AsyncConnection, books: Books, faults: HouseFaults) -> None:
    columns = (notes.c.at, notes.c.person, notes.c.what, notes.c.reason, notes.c.earlier, notes.c.later)
    found = Counter(tuple(row) for row in await connection.execute(select(*columns)))
    due = Counter(msgspec.structs.astuple(note) for note in books.notes)
    faults.says += [f"a note was removed: {what}" for _, _, what, *_ in (due - found).elements()]
    faults.says += [f"a note was made up: {what}" for _, _, what, *_ in (found - due).elements()]


class Derived:
    """The ledger as it follows from the chains, event by event."""

    def __init__(self, means: Means, books: Books) -> None:
        self._means, self._books = means, books
        self._ids = {known.name: person for person, known in books.people.items()}

    def __call__(self, event: Written) -> list[Side]:
        """Raises ValueError, with the reason, for an event that cannot be understood."""
        if event.stream == HOUSE:
            return self._issued(event)
        kind, _ = self._books.streams.get(event.stream, ("", ""))
        if not kind:
            raise ValueError("nobody opened this stream")
        return list(self._means(kind, event))

    def _issued(self, event: Written) -> list[Side]:
        found = decode_house(event.body)
        if isinstance(found, Issued):
            if found.person not in self._ids:
                raise ValueError(f"chips for {found.person}, whom nobody added")
            found = ChipsIssued(person=self._ids[found.person], cents=found.cents)
        if not isinstance(found, ChipsIssued):
            return []
        return [(wallet_account(found.person), found.cents, "issued"), (ISSUED, -found.cents, "issued")]


class _Entries:
    """The ledger in the order of the chains, read along with them."""

    def __init__(self, rows: AsyncGenerator[LedgerRow, None]) -> None:
        self._rows = rows
        self._next: LedgerRow | None = None
        self.strays: list[str] = []

    async def of(self, stream: str, number: int) -> list[Side]:
        """Those of one event; what lies before it belongs to no event."""
        sides: list[Side] = []
        while (row := await self._peek()) and (row[1], row[2]) <= (stream, number):
            if (row[1], row[2]) == (stream, number):
                sides.append((row[3], row[4], row[5]))
            else:
                self._stray(row)
            self._next = None
        return sides

    async def rest(self) -> list[str]:
        while row := await self._peek():
            self._stray(row)
            self._next = None
        return _few(self.strays)

    def _stray(self, row: LedgerRow) -> None:
        self.strays.append(f"entry {row[0]}: there is no event {row[2]} of {row[1]}")

    async def _peek(self) -> LedgerRow | None:
        if self._next is None:
            self._next = await anext(self._rows, None)
        return self._next


async def _ledger_in_order(
    connection: AsyncConnection,
) -> AsyncGenerator[LedgerRow, None]:
    stream = entries.c.stream.collate("C" if connection.dialect.name == "postgresql" else "BINARY")
    columns = (entries.c.id, entries.c.stream, entries.c.number, entries.c.account, entries.c.cents)
    query = select(*columns, entries.c.what).order_by(stream, entries.c.number, entries.c.id)
    async with connection.stream(query) as rows:
        async for some in rows.partitions(_AT_ONCE):
            for row in some:
                yield tuple(row)


async def _chains(
    connection: AsyncConnection, derived: Derived | None, kept: Sequence[PublishedHead], go_on: GoOn | None
) -> list[str]:
    if derived is None:
        return await _each_chain(connection, None, None, kept, go_on)
    async with aclosing(_ledger_in_order(connection)) as rows:
        ledger = _Entries(rows)
        wrong = await _each_chain(connection, derived, ledger, kept, go_on)
        return wrong + ([] if go_on and not await go_on() else await ledger.rest())


async def _each_chain(
    connection: AsyncConnection,
    derived: Derived | None,
    ledger: "_Entries | None",
    kept: Sequence[PublishedHead],
    go_on: GoOn | None,
) -> list[str]:
    wrong: list[str] = []
    wanted: dict[str, dict[int, str]] = {}
    for one in kept:
        wanted.setdefault(one.stream, {})[one.number] = one.hash
    expected = {
        stream: (number, digest) for stream, number, digest, _ in await connection.execute(select(heads))
    }
    for stream in sorted(expected.keys() | await _streams(connection) | wanted.keys()):
        number, previous, at = 0, chain.ORIGIN, 0
        due = wanted.get(stream, {})
        while page := await _page(connection, stream, number):
            wrong += chain.faults(page, number=number, previous=previous, at=at)[:1]
            wrong += _few([fault for event in page for fault in _kept_faults(event, due)])
            if ledger and derived:
                wrong += _few([fault for event in page for fault in await _sides(event, derived, ledger)])
            number, previous, at = page[-1].number, page[-1].hash, page[-1].at
            if go_on and not await go_on():
                return wrong
        if expected.get(stream, (0, chain.ORIGIN)) != (number, previous):
            wrong.append(f"{stream}: the log ends at {number}, its head says {expected.get(stream, (0,))[0]}")
        if due and (last := max(due)) > number:
            wrong.append(f"{stream}: the log ends at {number}, a kept head says that it had {last} events")
    return wrong


def _kept_faults(event: Written, due: dict[int, str]) -> list[str]:
    if event.number in due and event.hash.hex() != due[event.number]:
        return [f"{event.stream} {event.number}: is not what it was when its head was kept"]
    return []


async def _sides(event: Written, derived: Derived, ledger: _Entries) -> list[str]:
    """What the ledger says of an event, against what follows from it."""
    found = Counter(await ledger.of(event.stream, event.number))
    try:
        due = Counter(derived(event))
    except (ValueError, msgspec.DecodeError, UnicodeDecodeError) as error:
        return [f"{event.stream} {event.number}: {error}"]
    where = f"the ledger at {event.stream} {event.number}"
    return [
        *(f"{where}: made up, {dollars(cents)} on {account}" for account, cents, _ in found - due),
        *(f"{where}: missing, {dollars(cents)} on {account}" for account, cents, _ in due - found),
    ]


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
