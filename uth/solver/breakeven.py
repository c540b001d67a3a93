"""The meter at which a progressive wager stops losing, exactly."""

from fractions import Fraction
from math import ceil

from uth.rules.book import Book, Jackpot
from uth.rules.payoffs import Result
from uth.solver.deals import DEALS
from uth.solver.progressive import shared_away
from uth.solver.solving import Progress, solve_briefly
from uth.solver.stakes import Stakes
from uth.solver.terms import cents_of_ante, meters_of

_CENT = Fraction(1, 100)


def break_evens(book: Book, stakes: Stakes, progress: Progress | None = None) -> dict[str, Fraction | None]:
    """For each meter what it must pay, in dollars, while the others stay, so that the best play with the
    progressive loses no more than the best play without it. None if no hand wins the jackpot.
    """
    if not stakes.progressive:
        return {}
    without = solve_briefly(book, Stakes(stakes.ante, stakes.trips), progress).total_loss
    return {meter: _break_even(book, stakes, meter, without, progress) for meter in meters_of(book, stakes)}


def _break_even(
    book: Book, stakes: Stakes, meter: str, without: Fraction, progress: Progress | None
) -> Fraction | None:
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
        solution = solve_briefly(book, stakes.with_meters(**{meter: at}), progress)
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
