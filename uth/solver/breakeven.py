"""The meter at which a progressive wager stops losing.

The value of the best play is a convex line of straight pieces in the meter. The piece that holds at the
break-even to the cent is found, and on it the crossing exactly.
"""

from collections.abc import Callable
from fractions import Fraction
from math import ceil

from uth.rules.book import Book, Jackpot
from uth.rules.payoffs import Result
from uth.solver.deals import DEALS
from uth.solver.faults import SolverError
from uth.solver.progressive import shared_away
from uth.solver.solution import Solution
from uth.solver.stakes import Stakes
from uth.solver.terms import cents_of_ante, meters_of

_CENT = Fraction(1, 100)

Solve = Callable[[Stakes], Solution]
"""Solves the same book for other stakes."""


def break_evens(book: Book, stakes: Stakes, solve: Solve) -> dict[str, Fraction | None]:
    """For each meter what it must pay, in dollars, while the others stay, so that the best play with the
    progressive loses no more than the best play without it.

    None if no hand wins the jackpot, or if the way there leads over meters too large to be counted.
    """
    cents = cents_of_ante(book, stakes)
    if not stakes.progressive or cents is None:
        return {}
    ante = cents / 100
    without = solve(Stakes(ante, stakes.trips if stakes.ante is not None else stakes.trips * ante)).total_loss
    found: dict[str, Fraction | None] = {}
    for meter in meters_of(book, stakes):
        try:
            found[meter] = _break_even(book, stakes, meter, without, solve)
        except SolverError:
            found[meter] = None
    return found


def _break_even(book: Book, stakes: Stakes, meter: str, without: Fraction, solve: Solve) -> Fraction | None:
    """The value of the best play rises with the meter along a convex line of straight pieces, one for each
    way of playing. The piece of any one meter leads to a meter at or above the break-even, and from there the
    next ones lead down to it. As a rule the first piece is the only one: nobody folds a hand that wins a
    jackpot."""
    cents = cents_of_ante(book, stakes)
    hands = [hand for hand, prize in enumerate(book.progressive.prizes) if prize == Jackpot(meter)]
    if not hands or cents is None:
        return None
    nothing = dict.fromkeys(meters_of(book, stakes), 0)
    shared_per_dollar = shared_away(book, stakes.with_meters(**{**nothing, meter: 1}))
    tried: set[Fraction] = set()
    at = _CENT
    while True:
        tried.add(at)
        solution = solve(stakes.with_meters(**{meter: at}))
        prizes = {solution.terms.prize_of[hand] for hand in hands}
        if any(prize in prizes for hand, prize in enumerate(solution.terms.prize_of) if hand not in hands):
            at += _CENT  # another hand is paid the same, and the two cannot be told apart
            continue
        ends = [outcome for outcome in solution.outcomes if outcome.prize in prizes]
        paid = sum(outcome.deals for outcome in ends if outcome.result is not Result.FOLD)
        per_dollar = Fraction(paid, DEALS) * 100 / cents - shared_per_dollar
        root = at + (solution.total_loss - without) / per_dollar
        nearest = max(_CENT, Fraction(ceil(root * 100), 100))
        if nearest in tried or not any(outcome.result is Result.FOLD for outcome in ends):
            return max(root, Fraction(0))
        at = nearest
