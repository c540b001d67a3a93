"""What the supervisor is told at once: large payouts, and winners of the progressive."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from uth.game.round import Seat
from uth.game.settlement.coverage import Row
from uth.rules.book import Book
from uth.rules.money import dollars


class Notice(Struct, frozen=True):
    """Something the supervisor is told at once."""

    seat: Seat
    about: str
    """``payout`` or ``progressive``: he hears of each once for a hand."""
    says: str
    clauses: tuple[str, ...]


def notices(book: Book, seat: Seat, rows: Iterable[Row]) -> Iterator[Notice]:
    """What these rows of a seat give to tell: payouts added up by hand, or each by itself (B-IA-9)."""
    if book.notify.threshold is None and not book.notify.progressive_winners:
        return
    paid = [row for row in rows if row.seat == seat and row.paid]
    if not paid:
        return
    by_hand = book.readings.notify.base == "hand_total"
    largest = (sum if by_hand else max)(row.paid for row in paid)
    if book.notify.threshold is not None and largest >= book.notify.threshold:
        yield Notice(seat, "payout", f"payout of {dollars(largest)}", book.cites.payout_notice)
    if book.notify.progressive_winners and any(
        row.wager in book.bets and book.bets[row.wager].dropped for row in paid
    ):
        yield Notice(seat, "progressive", "progressive winner", book.cites.winner_notice)
