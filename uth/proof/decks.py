"""A log as it reads when its rounds have ended: events in full, and where the cards of sealed decks lay.

Nothing is checked here: `uth verify` does that.
"""

from collections.abc import Iterable, Sequence

from uth.cards import Card
from uth.game.deck.dealing import Dealt, deal
from uth.game.deck.sealed import mixed, shuffled
from uth.game.round import Seat
from uth.game.table import events as e
from uth.proof.chain import Written
from uth.proof.happenings import (
    EventHidden,
    EventOpened,
    NumberRevealed,
    Recorded,
    ShuffleRevealed,
    ShuffleSealed,
    decode,
)
from uth.rules.book import Book


def opened(rows: Sequence[Written]) -> list[Recorded]:
    """What happened; an event that was hidden and never opened stands as everybody saw it."""
    recorded = [decode(row.body) for row in rows]
    bodies = {one.number: one.body for one in recorded if isinstance(one, EventOpened) and one.body}
    for place, (row, one) in enumerate(zip(rows, recorded, strict=True)):
        if isinstance(one, EventHidden):
            body = bodies.get(row.number)
            recorded[place] = decode(body.encode()) if body else one.shown
    return recorded


def sealed_deals(table: str, book: Book, recorded: Iterable[Recorded]) -> dict[int, Dealt[Card]]:
    """By round: who was dealt what from a sealed deck, also cards that nobody turned over."""
    found: dict[int, Dealt[Card]] = {}
    sealed: ShuffleSealed | None = None
    closed: e.BetsClosed | None = None
    numbers: dict[Seat, bytes] = {}
    device = ""
    for one in recorded:
        match one:
            case ShuffleSealed():
                sealed, closed, numbers, device = one, None, {}, ""
            case e.BetsClosed():
                closed = one
            case NumberRevealed():
                numbers[one.seat] = bytes.fromhex(one.number)
            case e.HolesDealt():
                device = one.device
            case ShuffleRevealed() if sealed and closed and device and one.round == sealed.round:
                drawn = bytes.fromhex(one.seed)
                given = table, one.round, closed.digest, sealed.commitment, closed.order, numbers
                seats = [seat for seat in closed.order if isinstance(seat, int)]
                found[one.round] = deal(book, shuffled(mixed(drawn, *given)), seats, device)
    return found
