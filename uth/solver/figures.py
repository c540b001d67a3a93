"""What the outcome table says: means, moments and how wagers hang together, all exact."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from uth.ranking import Category
from uth.rules.payoffs import Cards, Result
from uth.solver.deals import DEALS
from uth.solver.terms import SUITS, Side, Terms
from uth.solver.totals import Row

BASE_GAME = "base"
"""What the wagers that nobody can leave out are called together."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Deals that end alike: what was bet, with which hand, how it came out, and what each wager gained."""

    play: int
    hand: Category
    result: Result
    dealer_qualifies: bool
    prize: int
    """What hole cards and flop told the side wagers: the number of their tag; see `Terms.tags`."""
    deals: int
    base: int
    """Gain of the wagers that nobody can leave out, in parts of the Ante."""
    gains: dict[str, int]
    """Gain of each side wager."""
    dealer: Category | None = None
    """The dealer's hand, where a wager asks."""
    shown: Result | None = None
    """How the cards compare, also those of a folded hand, where a wager asks."""
    suit: int | None = None
    """Of a hand that some wager pays by suit."""
    dealers_hole: int | None = None
    """The dealer's starting hand, where it is one that a wager asks for."""

    @property
    def net(self) -> int:
        """The gain of all wagers together."""
        return self.base + sum(self.gains.values())

    def gain(self, name: str) -> int:
        """Of one wager, or of the base game."""
        return self.base if name == BASE_GAME else self.gains[name]


def list_outcomes(terms: Terms, rows: Iterable[Row]) -> tuple[Outcome, ...]:
    """The rows with what each wager gained.

    Suits are interchangeable: where one suit is paid otherwise, each of the four has a quarter of the deals.
    """
    found = []
    for row in rows:
        result = Result(row.result)
        base = terms.base_gain(row.play, row.hand, result, bool(row.qualifies))
        by_suit = [
            {side.name: gain_of(side, terms, row, suit) for side in terms.sides} for suit in range(SUITS)
        ]
        differ = any(gains != by_suit[0] for gains in by_suit)
        for suit, gains in enumerate(by_suit if differ else by_suit[:1]):
            found.append(
                Outcome(
                    row.play,
                    Category(row.hand),
                    result,
                    bool(row.qualifies),
                    row.prize,
                    _quarter(row.deals) if differ else row.deals,
                    base,
                    gains,
                    None if row.dealer < 0 else Category(row.dealer),
                    None if row.shown < 0 else Result(row.shown),
                    suit if differ else None,
                    None if row.holes < 0 else row.holes,
                )
            )
    return tuple(found)


def _quarter(deals: int) -> int:
    if deals % SUITS:
        raise ArithmeticError("suits differ: a fault of the solver, please report it")
    return deals // SUITS


def gain_of(side: Side, terms: Terms, row: Row, suit: int = 0) -> int:
    """What a side wager gains in the deals of a row, if what it is paid by is of this suit."""
    result, number = class_of(side, terms, row, suit)
    return side.gains[row.qualifies][result][number]


def class_of(side: Side, terms: Terms, row: Row, suit: int = 0) -> tuple[Result, int]:
    """The result and the class by which a side wager is paid."""
    shown = Result(row.result if row.shown < 0 else row.shown)
    result = shown if side.alive else Result(row.result)
    tag = terms.tags[row.prize]
    if side.cards is Cards.HOLE:
        return result, side.hole_class(tag.hole, None if row.holes < 0 else row.holes)
    hand = tag.flop if side.cards is Cards.FLOP else side.hand_of(row.hand, row.dealer, shown)
    return result, side.class_in(hand, suit)


@dataclass(frozen=True, slots=True)
class Figures:
    """A wager, or several together, under one way of playing; in Antes."""

    mean: Fraction
    """What the player gains on average."""
    average_bet: Fraction
    variance: Fraction
    third_moment: Fraction
    """About the mean."""
    hit_frequency: Fraction
    """How often something is won."""

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
    rows = list(outcomes)
    bet = sum(staked(outcome) * outcome.deals for outcome in rows)
    return moments([(gain(outcome), outcome.deals) for outcome in rows], Fraction(bet, DEALS * unit), unit)


def moments(gains: Iterable[tuple[int, int | Fraction]], average_bet: Fraction, unit: int) -> Figures:
    """The figures of gains in parts of the Ante, each in so many deals."""
    first = second = third = hits = Fraction(0)
    for won, deals in gains:
        hits += deals if won > 0 else 0
        first += won * deals
        second += won * won * deals
        third += won * won * won * deals
    mean, square, cube = (
        moment / (DEALS * unit**power) for power, moment in ((1, first), (2, second), (3, third))
    )
    return Figures(
        mean=mean,
        average_bet=average_bet,
        variance=square - mean**2,
        third_moment=cube - 3 * mean * square + 2 * mean**3,
        hit_frequency=hits / DEALS,
    )


def correlation(
    outcomes: Iterable[Outcome], one: Callable[[Outcome], int], other: Callable[[Outcome], int]
) -> float:
    """Of two wagers; it does not depend on their stakes."""
    return correlated((one(outcome), other(outcome), outcome.deals) for outcome in outcomes)


def correlated(gains: Iterable[tuple[int, int, int | Fraction]]) -> float:
    """The correlation of two gains, each pair in so many deals."""
    sums = [Fraction(0)] * 5
    for x, y, deals in gains:
        for place, product in enumerate((x, y, x * x, y * y, x * y)):
            sums[place] += product * deals
    x_sum, y_sum, xx, yy, xy = sums
    spread = (xx * DEALS - x_sum * x_sum) * (yy * DEALS - y_sum * y_sum)
    return float((xy * DEALS - x_sum * y_sum) / Fraction(sqrt(spread))) if spread else 0.0


def over_deals(fraction: Fraction) -> tuple[int, int]:
    """Numerator and denominator, over all deals as far as that comes out whole."""
    whole = DEALS * (fraction * DEALS).denominator
    return int(fraction * whole), whole
