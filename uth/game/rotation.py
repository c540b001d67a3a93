"""Who banks next: so many rounds in a row at most, then offered clockwise (SHFL-WIN-11, FL-9b)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from uth.rules.book import Book


@dataclass(frozen=True, slots=True)
class BankTurn:
    """The banker and how many rounds in a row he has banked; halted, nobody may bank just now."""

    seat: int
    rounds: int = 1
    halted: bool = False


def offers(seated: Sequence[int], after: int) -> list[int]:
    """The other seated players, clockwise from the left of the last banker."""
    return [s for s in sorted(seated) if s > after] + [s for s in sorted(seated) if s < after]


def next_bank(book: Book, seated: Sequence[int], last: BankTurn, accepts: Callable[[int], bool]) -> BankTurn:
    """The bank of the next round.

    A pause does not reset the count of a banker, only another banker does (B-CA-9). When everybody else
    declines, the book's reading says whether the table halts or the last banker goes on.
    """
    may_stay = last.seat in seated and accepts(last.seat)
    most = book.bank.max_consecutive
    if may_stay and (most is None or last.rounds < most):
        return replace(last, rounds=last.rounds + 1, halted=False)
    for seat in offers(seated, last.seat):
        if accepts(seat):
            return BankTurn(seat)
    if may_stay and book.readings.bank.all_declined == "keep":
        return replace(last, rounds=last.rounds + 1, halted=False)
    return replace(last, halted=True)
