"""The meter at which a progressive wager stops losing.

The value of the best play is a convex line of straight pieces in the meter. The piece that holds at the
break-even to the cent is found, and on it the crossing exactly.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import ceil, lcm

from uth.rules.book import Book
from uth.rules.payoffs import Payoff, Result, compile_payoffs
from uth.rules.prizes import Share
from uth.solver.deals import DEALS
from uth.solver.faults import SolverError
from uth.solver.figures import class_of
from uth.solver.others import shared_away
from uth.solver.solution import Solution
from uth.solver.stakes import Stakes
from uth.solver.terms import SUITS
from uth.solver.wagering import cents_of_ante, meters_of

_CENT = Fraction(1, 100)

Solve = Callable[[Stakes], Solution]
"""Solves the same book for other stakes."""


def break_evens(book: Book, stakes: Stakes, solve: Solve) -> dict[str, Fraction | None]:
    """For each meter what it must pay, in dollars, while the others stay, so that the best play with the
    wager that feeds it loses no more than the best play without it.

    None if no hand wins the jackpot, or if the way there leads over meters too large to be counted.
    """
    cents = cents_of_ante(book, stakes)
    if cents is None:
        return {}
    in_dollars = 1 if stakes.ante is not None else cents / 100

    @cache
    def loss_without(wager: str) -> Fraction:
        others = {name: amount * in_dollars for name, amount in stakes.stakes if name != wager}
        meters = {name: amount for name, amount in stakes.meters if book.meters[name][0].name != wager}
        return solve(Stakes(cents / 100, stakes=others, meters=meters)).total_loss

    found: dict[str, Fraction | None] = {}
    for meter in meters_of(book, stakes):
        try:
            found[meter] = _Meter(book, stakes, meter).break_even(
                loss_without(book.meters[meter][0].name), solve
            )
        except SolverError:
            found[meter] = None
    return found


class _Meter:
    """One jackpot, and the wager that feeds it."""

    def __init__(self, book: Book, stakes: Stakes, name: str) -> None:
        self.book, self.stakes, self.name = book, stakes, name
        self.wager = book.meters[name][0].name
        unstaked = {bet.name for bet in book.side_bets if not stakes.of(bet.name)}
        self.pays = compile_payoffs(book, without=frozenset(unstaked)).wagers[self.wager]

    def part(self, payoff: Payoff) -> Fraction:
        """Of the meter, that is paid."""
        return payoff.part if isinstance(payoff, Share) and payoff.meter == self.name else Fraction(0)

    @property
    def is_won(self) -> bool:
        return any(self.part(payoff) for rows in self.pays.table for row in rows for payoff in row)

    @property
    def _step(self) -> Fraction:
        """Steps of the meter of which every part is whole cents: between them the line has stairs."""
        parts = {self.part(payoff) for rows in self.pays.table for row in rows for payoff in row}
        return _CENT * lcm(*(part.denominator for part in parts))

    def break_even(self, without: Fraction, solve: Solve) -> Fraction | None:
        """The value of the best play rises with the meter along a convex line of straight pieces, one for
        each way of playing. The piece of any one meter leads to a meter at or above the break-even, and from
        there the next ones lead down to it. As a rule the first piece is the only one: nobody folds a hand
        that wins a jackpot."""
        cents = cents_of_ante(self.book, self.stakes)
        if cents is None or not self.is_won:
            return None
        nothing = dict.fromkeys(meters_of(self.book, self.stakes), 0)
        shared_per_dollar = shared_away(self.book, self.stakes.with_meters(**{**nothing, self.name: 1}))
        tried: set[Fraction] = set()
        at = step = self._step
        while True:
            tried.add(at)
            solution = solve(self.stakes.with_meters(**{self.name: at}))
            if self._is_hidden(solution):
                at += step  # another hand is paid the same, and the two cannot be told apart
                continue
            paid, folded = self._paid(solution)
            per_dollar = paid / DEALS * 100 / cents - shared_per_dollar
            root = at + (solution.total_loss - without) / per_dollar
            nearest = max(step, ceil(root / step) * step)
            if nearest in tried or not folded:
                return max(root, Fraction(0))
            at = nearest

    def _is_hidden(self, solution: Solution) -> bool:
        """Whether hands that win different parts of the meter gain the same, so that outcomes merge them."""
        [side] = [side for side in solution.terms.sides if side.name == self.wager]
        parts: dict[tuple[int, ...], set[Fraction]] = {}
        for number in range(len(self.pays.classes)):
            gains = tuple(by[number] for row in side.gains for by in row)
            parts.setdefault(gains, set()).add(self.part(self.pays.table[1][Result.WIN][number]))
        return any(len(different) > 1 for different in parts.values())

    def _paid(self, solution: Solution) -> tuple[Fraction, bool]:
        """How many times the meter is paid over all deals, and whether a hand that wins is ever folded."""
        terms, paid, folded = solution.terms, Fraction(0), False
        [side] = [side for side in terms.sides if side.name == self.wager]
        for row in solution.totals.outcomes:
            for suit in range(SUITS):
                result, number = class_of(side, terms, row, suit)
                by_result = self.pays.table[row.qualifies]
                paid += self.part(by_result[result][number]) * Fraction(row.deals, SUITS)
                folded |= result is Result.FOLD and self.part(by_result[Result.WIN][number]) > 0
        return paid, folded
