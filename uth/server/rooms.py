"""All tables of the service, and which of them this process writes.

Alone (SQLite) a process leads every table. Several processes on one PostgreSQL share them by leases: a table
has one writer, the others follow its log, pass commands on to it, and take over when it falls silent.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from uth.game.settlement.validation import Refused
from uth.game.table import acts as a
from uth.game.table.answering import step
from uth.game.table.people import Role, Who
from uth.game.table.phases import IN_ROUND
from uth.game.table.state import new_table
from uth.proof.formats import FORMAT, Pace, TableTerms
from uth.rules.book import Book
from uth.rules.library import shipped, unpack_book
from uth.rules.schema import BookError
from uth.server import measures
from uth.server.clock import SECOND, Clock
from uth.server.commands import Capacity, Command
from uth.server.faults import Fault, Says, conflict, malformed, not_found, refused, unavailable
from uth.server.house import House
from uth.server.links import Link, fits, link_terms, opening
from uth.server.linkstate import LinkEvent, LinkResumed, LinkStopped
from uth.server.meaning import LINK, TABLE
from uth.server.receipts import Receipts
from uth.server.room import Room
from uth.server.seals import Seals
from uth.server.settings import Settings
from uth.server.shelf import Shelf
from uth.server.snapshots import Snapshots
from uth.server.watching import Onlookers
from uth.store import Batch, Conflict, Lease, Money, Person, Store, StoreError, Taken, Unavailable

log = logging.getLogger(__name__)

LEFT_OPEN = "the house chooses this before the table opens"
METERS_EVERY = 0.5
"""Seconds between two pictures of running meters."""


class Wish(Struct, frozen=True, kw_only=True):
    """A table somebody wants to open."""

    book: str
    settings: list[str] = []
    title: str = ""
    sealed: bool = True
    pace: Pace = Pace()
    link: str | None = None
    mixed: bool = True
    money: Money = "play"
    practice: bool = False


class Rooms:
    """The tables, by id."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.alone = settings.alone
        self.me = secrets.token_hex(8)
        self._seals, self._snapshots = Seals(settings.secrets), Snapshots(settings.secret)
        self._signers = [Receipts(secret) for secret in settings.secrets]
        self.clock = Clock()
        self.out_of_service: dict[str, str] = {}
        """Tables and links that cannot be served, and why."""
        self._onlookers = Onlookers()
        self.shelf = Shelf()
        self._rooms: dict[str, Room] = {}
        self._links: dict[str, Link] = {}
        self._books: dict[str, Book] = {}
        """Tables of the same rules share one book."""
        self._running: set[str] = set()
        """Links whose meters are about to be told."""
        self._catching_up: set[asyncio.Task[None]] = set()
        self._keeper: asyncio.Task[None] | None = None
        self._taking = asyncio.Lock()
        self._starting = False

    # ---- finding and opening

    def __iter__(self) -> Iterator[Room]:
        return iter(self._rooms.values())

    def get(self, table: str) -> Room:
        room = self._rooms.get(table)
        if room is None:
            if table in self.out_of_service:
                raise unavailable(f"table {table} is out of service; the house has been told", 60)
            raise not_found(f"there is no table {table}")
        return room

    async def open(self, by: Person, wish: Wish) -> Room:
        """Open a table; a book that is wrong or not complete is refused before anything is written."""
        rules, packed = readable(wish, self.shelf)
        if wish.link is not None:
            about = self.link(wish.link).about
            if not fits(about, rules):
                raise malformed(
                    Says(f"link {wish.link} has another progressive than this book", field="link")
                )
            if money_of(about) != wish.money:
                raise malformed(Says(f"link {wish.link} is for {money_of(about)}", field="link"))
        terms = TableTerms(
            title=wish.title or rules.title,
            book=packed,
            digest=rules.digest,
            sealed=wish.sealed,
            pace=wish.pace,
            link=wish.link,
            mixed=wish.mixed and wish.sealed,
            money=wish.money,
            practice=wish.practice,
            format=FORMAT,
            key=self._signers[0].key,
        )
        about = msgspec.to_builtins(terms)
        room = self._add(await self._new_stream("T", TABLE, about, by), about)
        await self._lead_or_follow(room)
        await self.open_again(by, room)
        return room

    async def open_again(self, by: Person, room: Room) -> None:
        """Open a table that is closed: a new one, or one that was open before."""
        act = a.Open(linked=room.link is not None)
        command = Command(id=f"open-{secrets.token_hex(8)}", act=act, capacity=Capacity.SUPERVISOR)
        await room.ask(by.id, Who(Role.SUPERVISOR, by.name), command)

    # ---- links

    def link(self, name: str) -> Link:
        link = self._links.get(name)
        if link is None:
            raise not_found(f"there is no link {name}")
        return link

    @property
    def links(self) -> list[Link]:
        return list(self._links.values())

    async def open_link(
        self, by: Person, book: str, settings: list[str], reason: str, money: Money = "play"
    ) -> Link:
        """A new link with the meters of a book's progressive, each at its seed."""
        rules, _ = _read(book, settings, self.shelf)
        if not rules.meters:
            raise malformed(f"{book} has no progressive with meters")
        about = {"title": rules.title, "wagers": link_terms(rules), "money": money}
        stream = await self._new_stream("L", LINK, about, by, reason)
        link = self._add_link(stream, about)
        await self._tell_link(link, opening(rules, by.name, reason))
        return link

    async def stop_link(self, by: Person, link: Link, reason: str) -> None:
        """The link stops: it neither grows nor pays, and no table takes wagers on it."""
        await self._switch(by, link, LinkStopped(by=by.name, reason=reason), up=False)

    async def resume_link(self, by: Person, link: Link, reason: str) -> None:
        await self._switch(by, link, LinkResumed(by=by.name, reason=reason), up=True)

    async def _switch(self, by: Person, link: Link, event: LinkStopped | LinkResumed, up: bool) -> None:
        if bool(link.stopped) is not up:
            raise conflict("no_change", f"link {link.stream} {'runs' if up else 'is stopped'} already")
        await self._tell_link(link, event)

    async def _tell_link(self, link: Link, event: LinkEvent) -> None:
        """Write an event of the link itself; behind another process it tries again."""
        async with link.turn:
            while True:
                number, entries = link.version + 1, tuple(link.entries([event]))
                try:
                    await self.store.append(Batch(appends=(link.append([event]),), entries=entries))
                except Conflict:
                    await link.catch_up()
                else:
                    link.take(number, event)
                    return

    async def _new_stream(
        self, letter: str, kind: str, about: dict[str, Any], by: Person, reason: str = ""
    ) -> str:
        """A stream with the next free name; a table is mine before the others can see it."""
        number = len(await self.store.stream_ids(kind)) + 1
        while True:
            stream = f"{letter}{number}"
            try:
                if kind == LINK or self.alone or await self._lease(stream):
                    await self.store.create_stream(stream, kind, about, by.id, reason)
                    return stream
            except Taken:
                pass
            number += 1

    # Whoever opens something and the keeper, who looks around, may both come upon it: the first one adds it.

    def _add_link(self, stream: str, about: dict[str, Any]) -> Link:
        return self._links.setdefault(stream, Link(stream, about, self.store))

    def receipts_of(self, stream: str) -> Receipts:
        """What signs for a stream."""
        room = self._rooms.get(stream)
        return room.receipts if room else self._signers[0]

    def _signer(self, key: str) -> Receipts:
        """The key that a table was opened with, while its secret is known."""
        return next((one for one in self._signers if one.key == key), self._signers[0])

    def _add(self, stream: str, about: dict[str, Any]) -> Room:
        if room := self._rooms.get(stream):
            return room
        terms = msgspec.convert(about, TableTerms)
        house = House(stream, self._seals, terms.pace, terms.sealed, self.clock.now, terms.mixed)
        link = self._links[terms.link] if terms.link else None
        book = self._books.setdefault(terms.digest, _book_of(stream, terms))
        room = Room(
            stream,
            terms.title,
            book,
            house,
            self.store,
            self._snapshots,
            link,
            self._onlookers,
            self._signer(terms.key),
            terms.money,
            practice=terms.practice,
        )
        self._rooms[stream] = room
        self.shelf.put(book, {**terms.book, "name": book.name})
        return room

    # ---- leading and following

    async def start(self, damaged: Collection[str] = ()) -> None:
        """Serve all tables but those whose terms are not what the chain of the house says."""
        self.out_of_service = dict.fromkeys(damaged, "its terms are not those it was opened with")
        await self.store.listen(self._heard)
        self._starting = True  # whoever had this address before is dead: its tables are taken over at once
        await self._look_around()
        self._starting = False
        self._keeper = asyncio.create_task(self._keep(), name="keeper of the leases")

    async def stop(self) -> None:
        """Finish what waits at every table, then let others lead."""
        if self._keeper:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
        await asyncio.gather(*(room.stop() for room in self._rooms.values()))
        await asyncio.gather(*self._catching_up, return_exceptions=True)
        for room in self._rooms.values():
            if room.lease:
                await self.store.release(room.lease)

    async def _keep(self) -> None:
        """Whatever happens to one table, the leases of the others are kept."""
        while True:
            await asyncio.sleep(self.settings.lease_seconds / 3)
            if step := self.clock.follow():
                log.warning("clock was set", extra={"seconds": step / SECOND})
                for room in self._rooms.values():
                    room.set_clock(step)
            try:
                await self._renew()
                await self._look_around()
            except StoreError as error:
                log.warning("leases not kept", extra={"why": str(error)})
            except Exception:
                log.exception("leases not kept")

    async def _renew(self) -> None:
        led = [room for room in self._rooms.values() if room.leading and room.lease]
        lost = await self.store.renew([room.lease for room in led if room.lease], self.settings.lease_seconds)
        for lease in lost:
            await self._rooms[lease.stream].stop()
        measures.LED.set(sum(room.leading for room in self._rooms.values()))

    async def _look_around(self) -> None:
        """Links and tables that others opened, and tables that nobody leads."""
        for link in await self.store.stream_ids(LINK):
            if link not in self.out_of_service:
                await self._serve(link, self._look_at_link)
        for table in await self.store.stream_ids(TABLE):
            if table not in self.out_of_service:
                await self._serve(table, self._look_at_table)

    async def _serve(self, stream: str, look: Callable[[str], Awaitable[None]]) -> None:
        """One that cannot be read is out of service; the others go on."""
        try:
            await look(stream)
        except Unavailable:  # that is the database's fault, and passes
            raise
        except Exception as broken:
            if stream in self._rooms or stream in self._links:
                log.exception("not looked at", extra={"table": stream})
                return
            self.out_of_service[stream] = str(broken) or type(broken).__name__
            log.error("out of service", extra={"table": stream, "why": self.out_of_service[stream]})

    async def _look_at_link(self, link: str) -> None:
        if link not in self._links:
            self._add_link(link, await self._about(link))
        await self._links[link].catch_up()

    async def _look_at_table(self, table: str) -> None:
        room = self._rooms.get(table) or self._add(table, await self._about(table))
        if not room.leading and not self.store.failed:
            await self._lead_or_follow(room)

    async def _about(self, stream: str) -> dict[str, Any]:
        entry = await self.store.stream(stream)
        return entry.about if entry else {}

    async def _lead_or_follow(self, room: Room) -> None:
        """One after the other, so that a table has one writer."""
        async with self._taking:
            if room.leading:
                return
            lease = None if self.alone else await self._lease(room.stream)
            await room.catch_up()
            if self.alone or lease:
                room.lead(lease)

    async def lead(self, room: Room) -> bool:
        """Lead a table, also one whose writer has just died; False if another process goes on with it."""
        silent = asyncio.get_running_loop().time() + self.settings.lease_seconds
        while not room.leading and asyncio.get_running_loop().time() < silent:
            await asyncio.sleep(self.settings.lease_seconds / 20)
            await self._lead_or_follow(room)
        return room.leading

    async def take_over(self, room: Room, dead: Lease) -> None:
        """Lead a table whose writer does not listen any more; were it alive, its next write is refused."""
        log.warning("table taken over", extra={"table": room.stream})
        async with self._taking:
            if not room.leading and (lease := await self._lease(room.stream, dead)):
                await room.catch_up()
                room.lead(lease)

    async def _lease(self, stream: str, instead_of: Lease | None = None) -> Lease | None:
        return await self.store.lease(
            stream,
            self.me,
            self.settings.address,
            self.settings.lease_seconds,
            of_this_address=self._starting,
            instead_of=instead_of,
        )

    def _heard(self, stream: str, number: int) -> None:
        """Somebody wrote: those who follow read it, and meters run at every table that shares them."""
        room, link = self._rooms.get(stream), self._links.get(stream)
        if room and not room.leading and number > room.standing.version:
            self._soon(room.catch_up())
        if link:
            self._soon(self._read_link(link))

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._catching_up.add(task)
        task.add_done_callback(self._catching_up.discard)

    async def _read_link(self, link: Link) -> None:
        """Meters run before people's eyes, but not faster than those can follow."""
        await link.catch_up()
        sharing = [room for room in self._rooms.values() if room.link is link]
        for room in sharing:
            room.hear()
        if link.stream in self._running:
            return
        self._running.add(link.stream)
        await asyncio.sleep(METERS_EVERY)
        self._running.discard(link.stream)
        for room in sharing:
            room.tell_meters()

    def shut(self) -> list[str]:
        """Tables whose round in play was sealed with a secret that is not known here."""
        return [room.stream for room in self if room.house.is_shut(room.standing)]

    async def void_shut(self, operator: Person) -> None:
        """Void the rounds that nobody can deal any more: every wager goes back."""
        for room in [self._rooms[stream] for stream in self.shut()]:
            table = room.standing.table
            if room.leading and (table.phase in IN_ROUND or table.spots):
                act = a.Rule(ruling="void", reason="the secret that sealed this round is lost")
                command = Command(id=f"void-{secrets.token_hex(8)}", act=act, capacity=Capacity.SUPERVISOR)
                await room.ask(operator.id, Who(Role.SUPERVISOR, operator.name), command)
            room.nudge()  # a deck that nobody has bet on yet is shuffled again


def money_of(about: dict[str, Any]) -> str:
    """What a link is for; those of the release before did not say."""
    return str(about.get("money", "play"))


def shipped_only(book: str) -> None:
    """Raise a fault unless it is the name of a book that comes with the service: no file is read."""
    if book not in shipped():
        raise malformed(
            Says(f"name a shipped book: {', '.join(shipped())}; settings come on top of it", field="book")
        )


def readable(wish: Wish, shelf: Shelf) -> tuple[Book, dict[str, Any]]:
    """The book of a table that could be opened, also packed; raises a fault with all that is wrong."""
    rules, packed = _read(wish.book, wish.settings, shelf)
    if needs := rules.left_open():
        raise refused(*(Says(f"{one.choose}: {LEFT_OPEN}", one.clauses, one.choose) for one in needs))
    try:
        step(new_table(rules), Who(Role.SUPERVISOR, "operator"), a.Open(linked=wish.link is not None))
    except Refused as refusal:
        raise refused(*(Says(one.says, one.clauses) for one in refusal.refusals)) from None
    return rules, packed


def _read(book: str, settings: list[str], shelf: Shelf) -> tuple[Book, dict[str, Any]]:
    try:
        packed = shelf.pack(book, settings)
    except BookError as error:
        raise malformed(*(Says(str(one), field=one.key) for one in error.problems)) from None
    return unpack_book(packed), packed


def _book_of(stream: str, terms: TableTerms) -> Book:
    """The book in force when the table was opened; the rules of a running table never change under it."""
    book = unpack_book(terms.book)
    if book.digest != terms.digest:
        raise Fault(
            500,
            "book_changed",
            f"table {stream} was opened by a uth that reads its book differently: run that version",
        )
    return book
