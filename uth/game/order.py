"""The ways round the table: who is dealt to, who decides, who is settled, in which order (B-GEN-4)."""

from collections.abc import Iterable

from uth.game.round import Seat, Spot
from uth.rules.book import Book


def deal_order(book: Book, seats: Iterable[int], bank_seat: int | None) -> list[int]:
    """Players' seats in the order of the deal; decisions go the same way (B-GEN-6). The bank comes last."""
    start = bank_seat if book.deal.start == "left_of_bank" and bank_seat else 0
    return _clockwise(book, (seat for seat in seats if seat != bank_seat), start)


def settle_order(book: Book, seats: Iterable[int], bank_seat: int | None) -> list[int]:
    """Players' seats in the order in which their wagers are paid and taken."""
    start = bank_seat if book.settle.start == "left_of_bank" and bank_seat else 0
    order = _clockwise(book, (seat for seat in seats if seat != bank_seat), start)
    return order[::-1] if book.settle.direction == "right_to_left" else order


def with_backline(seats: Iterable[int], spots: Iterable[Spot]) -> list[Seat]:
    """Each seat followed by those who bet behind it (B-CA-12)."""
    behind = [spot for spot in spots if spot.behind is not None]
    return [who for seat in seats for who in (seat, *(spot.seat for spot in behind if spot.behind == seat))]


def _clockwise(book: Book, seats: Iterable[int], start: int) -> list[int]:
    return sorted(seats, key=lambda seat: (seat - start - 1) % book.table.seats)
