"""A progressive link: meters that several tables share, as a stream of its own.

A table that is about to touch the meters reads them here first, and what it does to them is written to its
own stream and to the link's in one transaction. Two tables that move at once are put in order by the link's
version: the later one reads again. So no cent is lost or made, and all who have won a meter before it was
confirmed share it.

On doubt the link stops: it neither grows nor pays until somebody resumes it, and then goes on where it was.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from uth.game.ledger import HOUSE, Move, meter
from uth.proof.happenings import encode
from uth.rules.book import Book
from uth.rules.schema import plain
from uth.server.linkstate import AnyLinkEvent, LinkEvent, LinkOpened, LinkState
from uth.server.meaning import sides_at_link
from uth.store import Append, Entry, Store, Written

_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyLinkEvent)


def opening(book: Book, by: str, reason: str) -> LinkOpened:
    """A new link: every meter at its seed, paid by the house."""
    moves = tuple(Move(HOUSE, meter(name), one.seed, "seed") for name, (_, one) in book.meters.items())
    return LinkOpened(moves=moves, by=by, reason=reason)


def link_terms(book: Book) -> dict[str, Any]:
    """What tables must have in common to share a link: the wagers that feed its meters."""
    return {bet.name: plain(bet) for bet in book.bets.values() if bet.meters}


def fits(about: dict[str, Any], book: Book) -> bool:
    """Whether a table of this book may share the link: stake, meters, shares and prizes are the same.

    A link of an earlier version knows one wager, and less of it.
    """
    mine = link_terms(book)
    if "wagers" in about:
        return bool(about["wagers"] == mine)
    known: dict[str, Any] = about["progressive"]
    return len(mine) == 1 and all(
        row.get(key) == value for row in mine.values() for key, value in known.items()
    )


class Link(LinkState):
    """A link in service: its state, and its stream in the store."""

    def __init__(self, stream: str, about: dict[str, Any], store: Store) -> None:
        super().__init__()
        self.stream, self.about, self.store = stream, about, store
        self.turn = asyncio.Lock()
        self._reading = asyncio.Lock()

    async def catch_up(self) -> bool:
        """Read what others wrote; whether there was anything."""
        async with self._reading:
            rows = await self.store.read(self.stream, self.version)
            for row in rows:
                self._hear(row)
            return bool(rows)

    def _hear(self, row: Written) -> None:
        self.take(row.number, _decoder.decode(row.body))

    def append(self, events: Sequence[LinkEvent]) -> Append:
        """The events for the end of the stream, as this process knows it."""
        return Append(self.stream, self.version, tuple(map(encode, events)))

    def entries(self, events: Sequence[LinkEvent]) -> list[Entry]:
        return [
            Entry(self.stream, number, account, cents, what)
            for number, event in enumerate(events, self.version + 1)
            for account, cents, what in sides_at_link(self.stream, event)
        ]
