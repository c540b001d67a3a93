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
MOST_TRIES = 8
"""Low meters that are tried before each jackpot is looked at by itself."""

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

    meters = [_Meter(book, stakes, name) for name in meters_of(book, stakes)]
    try:
        if at_once := _at_once(book, stakes, meters, loss_without, solve):
            return at_once
    except SolverError:
        pass  # looked for one by one, and each by itself is not found then
    found: dict[str, Fraction | None] = {}
    for meter in meters_of(book, stakes):
        try:
            found[meter] = _Meter(book, stakes, meter).break_even(
                loss_without(book.meters[meter][0].name), solve
            )
        except SolverError:
            found[meter] = None
    return found


def _at_once(
    book: Book,
    stakes: Stakes,
    meters: list["_Meter"],
    loss_without: Callable[[str], Fraction],
    solve: Solve,
) -> dict[str, Fraction | None] | None:
    """All of them from one solution with nearly empty meters, whatever the meters pay now; None if that does
    not say enough.

    No way of playing is paid a jackpot more often than one that never folds a hand which wins it. If such a
    way is best with low meters, it is best with all higher ones, where its value lies on a straight line.
    """
    now = {name: Fraction(cents, 100) for name, cents in meters_of(book, stakes).items()}
    cents = cents_of_ante(book, stakes)
    won = [meter for meter in meters if meter.is_won]
    if cents is None or not won:
        return None
    for more in range(MOST_TRIES):  # hands that are paid alike cannot be told apart
        at = {meter.name: (place + more) * meter.step for place, meter in enumerate(won, 1)}
        solution = solve(stakes.with_meters(**at))
        if not any(meter.is_hidden(solution) for meter in won):
            break
    else:
        return None
    if any(now[meter.name] < at[meter.name] or now[meter.name] % meter.step for meter in won):
        return None
    per_dollar: dict[str, Fraction] = {}
    for meter in won:
        paid, folded = meter.paid(solution)
        if folded:
            return None
        per_dollar[meter.name] = paid / DEALS * 100 / cents - meter.shared_per_dollar
    found: dict[str, Fraction | None] = {meter.name: None for meter in meters}
    for meter in won:
        others = sum(
            (now[name] - at[name]) * gained for name, gained in per_dollar.items() if name != meter.name
        )
        loss = solution.total_loss - others
        root = at[meter.name] + (loss - loss_without(meter.wager)) / per_dollar[meter.name]
        if root < at[meter.name]:
            return None
        found[meter.name] = root
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
    def shared_per_dollar(self) -> Fraction:
        """What is lost of each dollar because others win the same jackpot, in Antes."""
        nothing = dict.fromkeys(meters_of(self.book, self.stakes), 0)
        return shared_away(self.book, self.stakes.with_meters(**{**nothing, self.name: 1}))

    @property
    def step(self) -> Fraction:
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
        tried: set[Fraction] = set()
        at = step = self.step
        while True:
            tried.add(at)
            solution = solve(self.stakes.with_meters(**{self.name: at}))
            if self.is_hidden(solution):
                at += step  # another hand is paid the same, and the two cannot be told apart
                continue
            paid, folded = self.paid(solution)
            per_dollar = paid / DEALS * 100 / cents - self.shared_per_dollar
            root = at + (solution.total_loss - without) / per_dollar
            nearest = max(step, ceil(root / step) * step)
            if nearest in tried or not folded:
                return max(root, Fraction(0))
            at = nearest

    def is_hidden(self, solution: Solution) -> bool:
        """Whether hands that win different parts of the meter gain the same, so that outcomes merge them."""
        [side] = [side for side in solution.terms.sides if side.name == self.wager]
        parts: dict[tuple[int, ...], set[Fraction]] = {}
        for number in range(len(self.pays.classes)):
            gains = tuple(by[number] for row in side.gains for by in row)
            parts.setdefault(gains, set()).add(self.part(self.pays.table[1][Result.WIN][number]))
        return any(len(different) > 1 for different in parts.values())

    def paid(self, solution: Solution) -> tuple[Fraction, bool]:
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
