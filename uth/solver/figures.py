"""What the outcome table says: means, moments and how wagers hang together, all exact."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from uth.ranking import Category
from uth.rules.payoffs import Result
from uth.solver.deals import DEALS
from uth.solver.terms import Terms
from uth.solver.totals import Row


@dataclass(frozen=True, slots=True)
class Outcome:
    """Deals that end alike: what was bet, with which hand, how it came out, and what each wager gained."""

    play: int
    hand: Category
    result: Result
    dealer_qualifies: bool
    prize: int
    """Which prize of the progressive hole cards and flop made; 0 for none."""
    deals: int
    base: int
    """Gain of Ante, Blind and Play, in parts of the Ante."""
    trips: int
    progressive: int

    @property
    def net(self) -> int:
        """The gain of all wagers together."""
        return self.base + self.trips + self.progressive


def list_outcomes(terms: Terms, rows: Iterable[Row]) -> tuple[Outcome, ...]:
    """The rows with what each wager gained."""
    return tuple(
        Outcome(
            row.play,
            Category(row.hand),
            Result(row.result),
            bool(row.qualifies),
            row.prize,
            row.deals,
            terms.base_gain(row.play, row.hand, Result(row.result), bool(row.qualifies)),
            terms.trips[row.result][row.hand],
            terms.progressive_gain(row.prize, Result(row.result)),
        )
        for row in rows
    )


@dataclass(frozen=True, slots=True)
class Figures:
    """A wager, or several together, under one way of playing; in Antes."""

    mean: Fraction
    """What the player gains on average."""
    average_bet: Fraction
    variance: Fraction
    third_moment: Fraction
    """About the mean."""

    @property
    def loss(self) -> Fraction:
        return -self.mean

    @property
    def element_of_risk(self) -> Fraction:
        """The loss for each Ante put down."""
        return -self.mean / self.average_bet

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def skewness(self) -> float:
        return float(self.third_moment) / sqrt(self.variance) ** 3 if self.variance else 0.0


def figures(
    outcomes: Iterable[Outcome],
    gain: Callable[[Outcome], int],
    staked: Callable[[Outcome], int],
    unit: int,
) -> Figures:
    """The figures of what `gain` picks from each outcome, in parts of which `unit` make an Ante."""
    bet = first = second = third = 0
    for outcome in outcomes:
        won, deals = gain(outcome), outcome.deals
        bet += staked(outcome) * deals
        first += won * deals
        second += won * won * deals
        third += won * won * won * deals
    mean, square, cube = (
        Fraction(moment, DEALS * unit**power) for power, moment in ((1, first), (2, second), (3, third))
    )
    return Figures(
        mean=mean,
        average_bet=Fraction(bet, DEALS * unit),
        variance=square - mean**2,
        third_moment=cube - 3 * mean * square + 2 * mean**3,
    )


def correlation(
    outcomes: Iterable[Outcome], one: Callable[[Outcome], int], other: Callable[[Outcome], int]
) -> float:
    """Of two wagers; it does not depend on their stakes."""
    sums = [0] * 5
    for outcome in outcomes:
        x, y, deals = one(outcome), other(outcome), outcome.deals
        for place, product in enumerate((x, y, x * x, y * y, x * y)):
            sums[place] += product * deals
    x, y, xx, yy, xy = sums
    spread = (xx * DEALS - x * x) * (yy * DEALS - y * y)
    return float((xy * DEALS - x * y) / sqrt(spread)) if spread else 0.0


def over_deals(fraction: Fraction) -> tuple[int, int]:
    """Numerator and denominator, over all deals as far as that comes out whole."""
    whole = DEALS * (fraction * DEALS).denominator
    return int(fraction * whole), whole
