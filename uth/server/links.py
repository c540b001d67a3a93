"""A progressive link: meters that several tables share, as a stream of its own.

A table that is about to touch the meters reads them here first, and what it moves is written to its own
stream and to the link's in one transaction. Two tables that move at once are put in order by the link's
version: the later one reads again. So no cent is lost or made, and of two winners the first in the stream has
the meter.

On doubt the link stops: it neither grows nor pays until somebody resumes it, and then goes on where it was.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from uth.game.acts import words
from uth.game.events import Event, MetersRead
from uth.game.ledger import HOUSE, RESERVE, Move, meter
from uth.proof.happenings import Recorded, encode
from uth.rules.book import Book
from uth.rules.money import Cents
from uth.rules.schema import plain
from uth.store import Append, Entry, Store, Written

LINK = "link"


class LinkEvent(Struct, frozen=True, kw_only=True, tag_field="event", tag=words):
    """Something that happened to a link."""


class LinkOpened(LinkEvent, frozen=True):
    moves: tuple[Move, ...]
    by: str
    reason: str


class LinkMoved(LinkEvent, frozen=True):
    """A table contributed, won, seeded or gave back."""

    table: str
    moves: tuple[Move, ...]


class LinkStopped(LinkEvent, frozen=True):
    by: str
    reason: str


class LinkResumed(LinkEvent, frozen=True):
    by: str
    reason: str


_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(LinkOpened | LinkMoved | LinkStopped | LinkResumed)


def shared(account: str) -> bool:
    """Whether an account of a table is the link's money."""
    return account == RESERVE or account.startswith("meter:")


def link_moves(recorded: Iterable[Recorded]) -> tuple[Move, ...]:
    """What a table does to the link: every movement into or out of a meter or the reserve."""
    return tuple(
        move
        for one in recorded
        if isinstance(one, Event) and not isinstance(one, MetersRead)
        for move in one.moves
        if shared(move.source) or shared(move.target)
    )


def opening(book: Book, by: str, reason: str) -> LinkOpened:
    """A new link: every meter at its seed, paid by the house."""
    moves = tuple(
        Move(HOUSE, meter(jackpot.name), jackpot.seed, "seed") for jackpot in book.progressive.meters
    )
    return LinkOpened(moves=moves, by=by, reason=reason)


def fits(about: dict[str, Any], book: Book) -> bool:
    """Whether a table of this book may share the link: stake, meters, shares and prizes are the same."""
    return bool(about["progressive"] == plain(book.progressive))


class Link:
    """The meters of one link, as its stream tells them."""

    def __init__(self, stream: str, about: dict[str, Any], store: Store) -> None:
        self.stream, self.about, self.store = stream, about, store
        self.version = 0
        self.stopped = ""
        """Why, while it is stopped."""
        self.accounts: dict[str, Cents] = {RESERVE: 0}
        self.totals: dict[str, dict[str, Cents]] = defaultdict(lambda: defaultdict(int))
        """By account, then by what for: all that ever moved. A meter is the sum of its row."""
        self.turn = asyncio.Lock()
        self._reading = asyncio.Lock()

    @property
    def meters(self) -> dict[str, Cents]:
        """Where the meters and the reserve stand, by the names the book gives them."""
        return {name.removeprefix("meter:"): cents for name, cents in self.accounts.items()}

    async def catch_up(self) -> bool:
        """Read what others wrote; whether there was anything."""
        async with self._reading:
            rows = await self.store.read(self.stream, self.version)
            for row in rows:
                self._hear(row)
            return bool(rows)

    def _hear(self, row: Written) -> None:
        self.take(row.number, _decoder.decode(row.body))

    def take(self, number: int, event: LinkEvent) -> None:
        """One more event of the stream, in order; one that is known already changes nothing."""
        if number != self.version + 1:
            return
        self.version = number
        match event:
            case LinkStopped():
                self.stopped = event.reason
            case LinkResumed():
                self.stopped = ""
            case LinkOpened() | LinkMoved():
                for move in event.moves:
                    for account, cents in ((move.source, -move.cents), (move.target, move.cents)):
                        if shared(account):
                            self.accounts[account] = self.accounts.get(account, 0) + cents
                            self.totals[account][move.what] += cents

    def append(self, event: LinkEvent) -> Append:
        """The event for the end of the stream, as this process knows it."""
        return Append(self.stream, self.version, (encode(event),))

    def entries(self, event: LinkMoved | LinkOpened) -> list[Entry]:
        """Both sides of what moved, in the link's own accounts; the table stands for where it came from."""
        other = f"{self.stream}/{event.table if isinstance(event, LinkMoved) else HOUSE}"
        entries = []
        for move in event.moves:
            for account, cents in ((move.source, -move.cents), (move.target, move.cents)):
                name = f"{self.stream}/{account}" if shared(account) else other
                entries.append(Entry(self.stream, self.version + 1, name, cents, move.what))
        return entries
