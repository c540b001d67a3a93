"""A solved game: every value, every decision and every figure, exactly."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal

from uth.cards import Card, parse_cards
from uth.rules.book import Book
from uth.rules.payoffs import Result
from uth.solver.beside import Beside, besides
from uth.solver.deals import DEALS, DEALS_OF_FLOP, DEALS_OF_HOLE
from uth.solver.faults import SolverError
from uth.solver.figures import BASE_GAME, Figures, Outcome, correlation, figures, list_outcomes
from uth.solver.others import expected_envy, shared_away
from uth.solver.stakes import Stakes
from uth.solver.starting_hands import COUNT, NAMES, SIZES, hand_number
from uth.solver.terms import Terms
from uth.solver.totals import FetchFlops, FlopTables, Totals, best_multiple


def action(multiple: int) -> str:
    """What a decision is called: "bet4", or "check" without a bet."""
    return f"bet{multiple}" if multiple else "check"


Source = Literal["solved", "kept", "shipped"]
"""Solved just now, kept on disk by an earlier process, or solved when the package was built."""


@dataclass(frozen=True)
class Choices:
    """What each action is worth, in Antes, and the best of them."""

    values: dict[str, Fraction]
    best: str


@dataclass(frozen=True)
class Changes:
    """How the best play of all wagers together differs from the best play of the base game."""

    classes: dict[str, tuple[str, str]]
    """Classes played differently before the flop: the base game's action, and the better one."""
    holes: int
    """How many of the 1,326 holes those are."""
    flops: int
    """Holes and flops, of 25,989,600, that are checked before the flop and then played differently."""
    rivers: int
    """Holes, flops and run-outs, of 28,094,757,600, that come to the river unbet and are decided
    differently."""
    cost: Fraction
    """What it costs, in Antes, to play as if there were only the base game."""


@dataclass(frozen=True, eq=False)
class Solution:
    """A book solved for given stakes."""

    book: Book
    stakes: Stakes
    terms: Terms
    totals: Totals
    fetch_flops: FetchFlops
    """Reads or works out the tables of all flops."""
    seconds: dict[str, float] = field(default_factory=dict)
    source: Source = "solved"

    break_even: Mapping[str, Fraction | None] | None = None
    """If it was asked for: by meter what it must pay, in dollars, so that the progressive costs nothing; None
    for one that no hand wins, or that lies beyond what can be counted."""

    deals = DEALS
    """How many there are."""

    @property
    def cached(self) -> bool:
        """Whether nothing was solved for it just now."""
        return self.source != "solved"

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """How all deals end under the best play."""
        return list_outcomes(self.terms, self.totals.outcomes)

    @cached_property
    def base_outcomes(self) -> tuple[Outcome, ...]:
        """How they end when the decisions are those of the base game."""
        return list_outcomes(self.terms, self.totals.base_outcomes)

    @cached_property
    def house_edge(self) -> Fraction:
        """The loss per Ante of the base game: Ante, Blind and Play, no side wager, best play."""
        return -Fraction(sum(o.base * o.deals for o in self.base_outcomes), DEALS * self.terms.unit)

    @cached_property
    def together(self) -> Figures:
        """All wagers played jointly; envy and shared jackpots, which hang on other hands, not included."""
        return self._figures(BASE_GAME, *(side.name for side in self.terms.sides))

    @cached_property
    def wagers(self) -> dict[str, Figures]:
        """The base game and each staked side wager by itself, under the best play of all of them."""
        return {name: self._figures(name) for name in (BASE_GAME, *(side.name for side in self.terms.sides))}

    def _figures(self, *names: str) -> Figures:
        terms = self.terms
        opening = len(self.book.opening_bets) * terms.unit
        staked = {BASE_GAME: opening, **{side.name: side.stake for side in terms.sides}}
        fixed = sum(staked[name] for name in names)
        play = terms.unit if BASE_GAME in names else 0
        return figures(
            self.outcomes,
            lambda outcome: sum(outcome.gain(name) for name in names),
            lambda outcome: fixed + play * outcome.play,
            terms.unit,
        )

    @cached_property
    def correlations(self) -> dict[str, float]:
        """Of the base game and each staked side wager."""

        def with_base(name: str) -> float:
            return correlation(
                self.outcomes, lambda outcome: outcome.base, lambda outcome: outcome.gain(name)
            )

        return {side.name: with_base(side.name) for side in self.terms.sides}

    @cached_property
    def beside(self) -> dict[str, Beside]:
        """Side wagers of the book that are not staked, for each Ante that would be."""
        return besides(self.book, self.stakes, self.terms, self.totals.outcomes)

    def per_unit(self, wager: str) -> Figures | None:
        """A side wager for each Ante staked on it; None if nothing is known of it, as while no pay table is
        chosen."""
        if wager not in self.wagers:
            return self.beside[wager].figures if wager in self.beside else None
        own, stake = self.wagers[wager], self.wagers[wager].average_bet
        mean, third = own.mean / stake, own.third_moment / stake**3
        return Figures(mean, Fraction(1), own.variance / stake**2, third, own.hit_frequency)

    def correlation_with(self, wager: str) -> float | None:
        """Of the base game and a side wager, as far as it is known."""
        return self.correlations.get(wager, self.beside[wager].correlation if wager in self.beside else None)

    @cached_property
    def advantages(self) -> dict[str, Fraction]:
        """What the player gains on average for each Ante staked on a side wager, where that is above zero."""
        means = {name: -own.element_of_risk for name, own in self.wagers.items() if name != BASE_GAME}
        means |= {name: one.figures.mean for name, one in self.beside.items()}
        return {name: mean for name, mean in means.items() if mean > 0}

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """What somebody who offers this game should know."""
        said = []
        for name, gain in self.advantages.items():
            most = "up to " if name in self.beside and self.beside[name].if_never_folded else ""
            share = f"{most}{float(100 * gain):.4f} % of its stake ({gain})"
            said.append(f"{self.book.bets[name].label} gives the player an edge of {share}")
        return tuple(said)

    @cached_property
    def envy(self) -> Fraction:
        """What envy brings on average, in Antes."""
        return expected_envy(self.book, self.stakes)

    @cached_property
    def shared_away(self) -> Fraction:
        """What is lost on average to others who win the same jackpot, in Antes."""
        return shared_away(self.book, self.stakes)

    @cached_property
    def total_loss(self) -> Fraction:
        """The loss per Ante of all wagers, played jointly."""
        return self.together.loss - self.envy + self.shared_away

    @cached_property
    def probabilities(self) -> dict[str, Fraction]:
        """How often a round ends with each result."""
        counts = dict.fromkeys(Result, 0)
        for outcome in self.outcomes:
            counts[outcome.result] += outcome.deals
        return {result.name.lower(): Fraction(count, DEALS) for result, count in counts.items()}

    @cached_property
    def changes(self) -> Changes | None:
        """How the best play differs from the base game's; None where no side wager can change it."""
        if not self.terms.joint:
            return None
        pairs = zip(NAMES, self.totals.base_choice, self._preflop_choice, strict=True)
        classes = {name: (action(old), action(new)) for name, old, new in pairs if old != new}
        naive = figures(self.base_outcomes, lambda outcome: outcome.net, lambda _: 0, self.terms.unit)
        flops, rivers = self.totals.changed
        return Changes(
            classes=classes,
            holes=sum(SIZES[NAMES.index(name)] for name in classes),
            flops=flops,
            rivers=rivers,
            cost=self.together.mean - naive.mean,
        )

    @cached_property
    def _preflop_choice(self) -> list[int]:
        return [
            best_multiple(self.terms.preflop, self._bets(n), self.totals.preflop_check[n])
            for n in range(COUNT)
        ]

    def _bets(self, number: int) -> list[int]:
        """The value of each multiple with a starting hand."""
        return [values[number] for values in self.totals.preflop_bets]

    @cached_property
    def preflop(self) -> dict[str, Choices]:
        """The 169 starting hands: "AKs" and so on."""
        return {name: self._class(number) for number, name in enumerate(NAMES)}

    def _class(self, number: int) -> Choices:
        whole = DEALS_OF_HOLE * self.terms.unit
        bets = zip(self.terms.preflop, self._bets(number), strict=True)
        values = {action(multiple): Fraction(value, whole) for multiple, value in reversed(list(bets))}
        values["check"] = Fraction(self.totals.preflop_check[number], whole)
        return Choices(values, action(self._preflop_choice[number]))

    def on_hole(self, hole: str | Iterable[Card]) -> Choices:
        """Any of the 1,326 holes before the flop."""
        first, second = _cards(hole, 2, "a hole")
        return self._class(hand_number(first, second))

    def on_flop(self, flop: str | Iterable[Card], hole: str | Iterable[Card]) -> Choices:
        """Both choices of a hole on any flop: the better bet, if the book has one, and the check."""
        from uth.solver.kernels.flops import BET, SMALLER, locate
        from uth.solver.kernels.holes import HOLE_SLOT, hole_number

        cards, two = _cards(flop, 3, "a flop"), _cards(hole, 2, "a hole")
        if len({*cards, *two}) < 5:
            raise SolverError(["a card is both in the hole and on the flop"])
        number, suits = locate(cards)
        slot = HOLE_SLOT[hole_number(*(card >> 2 << 2 | suits[card & 3] for card in two))]
        whole = DEALS_OF_FLOP * self.terms.unit
        check = Fraction(int(self.flops.check[number].flat[slot]), whole)
        if not self.terms.flop:
            return Choices({"check": check}, "check")
        bet = Fraction(int(self.flops.bet[number].flat[slot]), whole)
        done = int(self.flops.choice[number].flat[slot])
        name = action(min(self.terms.flop) if done & SMALLER else max(self.terms.flop))
        return Choices({name: bet, "check": check}, name if done & BET else "check")

    @cached_property
    def flops(self) -> FlopTables:
        """Both choices of every hole on every flop."""
        return self.fetch_flops()


def _cards(cards: str | Iterable[Card], wanted: int, what: str) -> tuple[Card, ...]:
    found = parse_cards(cards) if isinstance(cards, str) else tuple(cards)
    if len(found) != wanted or len(set(found)) != wanted or not set(found) <= set(range(52)):
        raise SolverError([f"{what} is {wanted} different cards, not {cards!r}"])
    return found
