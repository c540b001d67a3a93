"""What knowledge is worth to a player who uses it perfectly, and how they then play."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from uth.protect.knowledge import NOTHING, Knowledge
from uth.rules.book import Book
from uth.solver.starting_hands import NAMES
from uth.solver.terms import Terms


class Counted(NamedTuple):
    """Deals that begin alike, under perfect play, and what they come to in parts of the Ante."""

    deals: int = 0
    bet_most: int = 0
    """Deals bet before the flop, with the largest multiple."""
    bet_least: int = 0
    flop: int = 0
    river: int = 0
    fold: int = 0
    preflop_value: int = 0
    """What the deals bet before the flop come to; then those bet on the flop, and those that went on."""
    flop_value: int = 0
    river_value: int = 0

    @property
    def preflop_share(self) -> float:
        """How often a bet before the flop is right."""
        return (self.bet_most + self.bet_least) / (self.deals or 1)

    @property
    def value(self) -> int:
        return self.preflop_value + self.flop_value + self.river_value

    def plus(self, other: "Counted") -> "Counted":
        """Both together."""
        return Counted(*(mine + its for mine, its in zip(self, other, strict=True)))

    def times(self, number: int) -> "Counted":
        """So often."""
        return Counted(*(number * mine for mine in self))


class Estimate(NamedTuple):
    """From deals drawn at random."""

    mean: float
    standard_error: float
    samples: int
    seed: int


@dataclass(frozen=True)
class Worth:
    """What is known is worth this much."""

    book: Book
    terms: Terms
    knowledge: Knowledge
    by_hand: tuple[Counted, ...]
    """By starting hand. Over all deals, or over those drawn."""
    by_known: dict[str, tuple[Counted, ...]]
    """By known card or cards off the board, then by starting hand; empty where there would be too many."""
    seconds: float
    estimate: Estimate | None = None
    ordinary: "Worth | None" = None
    """The same of a player who knows nothing more than their own cards."""
    kept: bool = False
    """Whether it was on disk."""

    @property
    def exact(self) -> bool:
        return self.knowledge.exact

    @property
    def total(self) -> Counted:
        """All starting hands together."""
        return together(self.by_hand)

    @property
    def edge(self) -> Fraction:
        """The player's edge in Antes; where deals were drawn, that of those deals."""
        return self.edge_of(self.total)

    def edge_of(self, counted: Counted) -> Fraction:
        """The edge on some deals."""
        return Fraction(counted.value, counted.deals * self.terms.unit)

    @property
    def plays(self) -> dict[str, Fraction]:
        """How often each way of playing is right."""
        return self.plays_of(self.total)

    def plays_of(self, counted: Counted) -> dict[str, Fraction]:
        """How often each way of playing is right on some deals, from the largest bet to the fold.

        Bets of one size are one play, on whichever street they are made.
        """
        terms, numbers = self.terms, Counter[str]()
        if terms.preflop:
            numbers[f"bet{max(terms.preflop)}"] += counted.bet_most
        if len(terms.preflop) > 1:
            numbers[f"bet{min(terms.preflop)}"] += counted.bet_least
        if terms.flop:
            numbers["flop" if len(terms.flop) > 1 else f"bet{terms.flop[0]}"] += counted.flop
        numbers["river" if len(terms.river) > 1 else f"bet{terms.river[0]}"] += counted.river
        numbers["fold"] += counted.fold
        return {name: Fraction(number, counted.deals or 1) for name, number in numbers.items()}

    @property
    def streets(self) -> dict[str, Fraction]:
        """What the deals decided on each street bring, in Antes of all deals: together the edge."""
        total = self.total
        whole = total.deals * self.terms.unit
        values = (total.preflop_value, total.flop_value, total.river_value)
        named = zip(("preflop", "flop", "river"), values, strict=True)
        return {name: Fraction(value, whole) for name, value in named}

    @property
    def hands(self) -> dict[str, Counted]:
        """By the name of the starting hand."""
        return dict(zip(NAMES, self.by_hand, strict=True))

    @property
    def break_even(self) -> Fraction | None:
        """How often the knowledge may be had before the house edge is gone; None: it never is.

        In the other rounds the player plays perfectly without it.
        """
        usual = self.ordinary.edge if self.ordinary else Fraction(0)
        gain = Fraction(self.estimate.mean) if self.estimate else self.edge
        if gain <= 0 or usual >= 0:
            return None
        return -usual / (gain - usual)


def together(counted: tuple[Counted, ...]) -> Counted:
    """The sum."""
    total = Counted()
    for one in counted:
        total = total.plus(one)
    return total


class Saving(NamedTuple):
    """What an irregularity rule of a book does about cards that were seen, and what that saves."""

    what: str
    effect: str
    until: str
    clauses: tuple[str, ...]
    saves: Fraction | float | None
    """For each time, in Antes: what the player would have won. None: a ruling decides."""


_SHOWS = {
    "bank card exposed early": ("dealer",),
    "community card exposed early": ("flop", "turn", "river"),
    "hand information": ("players",),
    "card face up in the deck": ("dead",),
}
"""By a mishap of a book: the knowledge that it gives."""


def savings(worth: Worth) -> list[Saving]:
    """The rules of the book that meet this knowledge. A void round is worth nothing to anybody."""
    known = worth.knowledge._asdict()
    edge: Fraction | float = worth.estimate.mean if worth.estimate else worth.edge
    found = []
    for mishap in worth.book.irregularities.mishaps:
        if any(known[place] for place in _SHOWS.get(mishap.what, ())):
            saves = {"void": edge, "reshuffle": edge, "play_on": Fraction(0), "ruling": None}[mishap.effect]
            found.append(Saving(mishap.what, mishap.effect, mishap.until, mishap.clauses, saves))
    return found


def mean_and_error(values: list[float]) -> tuple[float, float]:
    """The mean, and its standard error."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values)
    return mean, sqrt(spread / (len(values) - 1) / len(values))


__all__ = [
    "NOTHING",
    "Counted",
    "Estimate",
    "Knowledge",
    "Saving",
    "Worth",
    "mean_and_error",
    "savings",
    "together",
]
