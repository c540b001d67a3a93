"""The ways round the table: who is dealt to, who decides, who is settled, in which order (B-GEN-4)."""

from collections.abc import Iterable, Iterator
from itertools import chain

from uth.game.round import Laid, Seat, Spot
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
    if not behind:
        return list(seats)
    return [who for seat in seats for who in (seat, *(spot.seat for spot in behind if spot.behind == seat))]


Turn = list[tuple[Seat, Laid]]
"""Wagers that are settled in one go, by seat."""


def turns(book: Book, hands: Iterable[Turn]) -> Iterator[Turn]:
    """Wagers in the order of settlement as they are taken up: hand by hand, or wager by wager (B-CA-6).

    A bank that covers hands whole or not at all needs whole hands (B-FL-4).
    """
    if book.readings.settle.loop == "wager_first" and book.bank.cover_policy != "dead_hand":
        rank = {Laid(wager): n for n, wager in enumerate(book.bets)}
        waiting = chain.from_iterable(hands)
        yield from ([wager] for wager in sorted(waiting, key=lambda wager: rank.get(wager[1], len(rank))))
    else:
        yield from filter(None, hands)


def _clockwise(book: Book, seats: Iterable[int], start: int) -> list[int]:
    return sorted(seats, key=lambda seat: (seat - start - 1) % book.table.seats)
