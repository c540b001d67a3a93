"""A book's pays as one small block of whole numbers.

The settlement of the game, the exact solver and the simulator all read this block, so they cannot
disagree on what a wager pays. A payoff is what a wager gains per ``unit`` staked: above zero it is
paid, zero pushes, ``-unit`` is lost.
"""

from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from uth.ranking import FIRST_STRENGTH, Category
from uth.rules.schema import BookError, Problem

if TYPE_CHECKING:
    from uth.rules.book import Book, ByHand


class Result(IntEnum):
    """How a hand came out against the bank's."""

    WIN = 0
    TIE = 1
    LOSE = 2
    FOLD = 3


@dataclass(frozen=True, slots=True)
class Payoffs:
    """What every wager gains, by the result of the hand and, where it matters, by the hand itself."""

    unit: int
    qualifies: int
    """The least strength with which the bank qualifies."""
    ante: tuple[int, ...]
    """By result, against a qualified bank; against an unqualified one every live Ante pushes."""
    play: tuple[int, ...]
    """By result."""
    blind: tuple[tuple[int, ...], ...]
    """By result and hand."""
    trips: tuple[tuple[int, ...], ...]
    """By result and hand."""
    preflop: tuple[int, ...]
    flop: tuple[int, ...]
    river: tuple[int, ...]

    def ante_payoff(self, result: Result, *, qualified: bool) -> int:
        """An unqualified bank only pushes the Ante, and only of those who did not fold (B-GEN-2)."""
        return self.ante[result] if qualified or result is Result.FOLD else 0


def unchosen(book: "Book") -> list[Problem]:
    """The pay tables a house must choose before anything can be paid (BALLY-PAY-SEL)."""
    missing = [name for name in _HOW_TO_CHOOSE if not any(getattr(book, name).odds)]
    return [Problem(book.name, name, f"not chosen yet; {_HOW_TO_CHOOSE[name]}") for name in missing]


def compile_payoffs(book: "Book", *, with_trips: bool = True) -> Payoffs:
    """The block of numbers of a book whose pay tables are chosen.

    Without Trips, its pay table need not be chosen, and every Trips payoff is zero.
    """
    if problems := [problem for problem in unchosen(book) if with_trips or problem.key != "trips"]:
        raise BookError(problems)
    trips_odds = book.trips.odds if with_trips else ()
    odds = [book.ante.pays, book.play.pays, *filter(None, book.blind.odds), *filter(None, trips_odds)]
    unit = lcm(*(pay.denominator for pay in odds))

    def scaled(pay: Fraction | None) -> int:
        return int((pay or 0) * unit)

    def even(pay: Fraction) -> tuple[int, ...]:
        return (scaled(pay), 0, -unit, -unit)

    def by_hand(table: "ByHand", otherwise: int) -> tuple[int, ...]:
        return tuple(otherwise if pay is None else scaled(pay) for pay in table)

    nothing, lost = (0,) * len(Category), (-unit,) * len(Category)
    readings = book.readings.trips
    trips_by_rule = {"table": by_hand(book.trips.odds, -unit), "push": nothing, "lose": lost}
    below = {"lose": -unit, "push": 0}[readings.win_below_table]
    return Payoffs(
        unit=unit,
        qualifies=0
        if book.qualifier.hand == "none"
        else FIRST_STRENGTH[Category[book.qualifier.hand.upper()]],
        ante=even(book.ante.pays),
        play=even(book.play.pays),
        blind=(by_hand(book.blind.odds, 0), nothing, lost, lost),
        trips=(
            by_hand(book.trips.odds, below),
            trips_by_rule[readings.on_tie],
            trips_by_rule[readings.on_loss],
            trips_by_rule[readings.on_fold],
        )
        if with_trips
        else (nothing,) * len(Result),
        preflop=book.decisions.preflop,
        flop=book.decisions.flop,
        river=book.decisions.river,
    )


_HOW_TO_CHOOSE = {
    "trips": "choose a pay table, such as trips.table = UTH-02, or give the odds by hand",
    "blind": "give the odds by hand in [blind]",
}
