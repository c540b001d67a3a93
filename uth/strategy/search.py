"""The cheapest card with a given number of rules.

After the chart a card loses by its mistakes on flops and rivers, and these add up over situations. So the
rules of a street are found over cells (`covering`) with what a bet gains in each. The two streets touch each
other: flop bets decide who comes to the river unbet, and mistakes on the river make a check on the flop worth
less. So streets are improved in turn, each with the other as it is, and so is the chart before the flop,
which does not count as rules. At the end every card is played through all deals.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from uth.rules import Book, load_book
from uth.solver import Solution, solve
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.flops import CANONICAL
from uth.solver.kernels.holes import CLASS_SIZE, CLASSES, HOLE_CLASS
from uth.solver.kernels.work import Crew
from uth.solver.playing.worth import NOTHING, Decisions, find_worth, sum_runouts
from uth.solver.totals import best_multiple
from uth.strategy.cells import flop_cells, river_cells
from uth.strategy.covering import Field, frontier, improve
from uth.strategy.deciding import by_hole, live_holes, optimal_chart
from uth.strategy.features import Street
from uth.strategy.reading import chart_of
from uth.strategy.rules import Rule
from uth.strategy.strategies import RuleStrategy
from uth.strategy.valuing import Progress, Valuation, value_under

MOST_RULES = 12
TURNS = 2
"""How often the streets of a card are improved in turn."""

Rules = Sequence[Rule]


class Card(NamedTuple):
    """The cheapest card found with so many rules."""

    rules: int
    valuation: Valuation

    @property
    def strategy(self) -> RuleStrategy:
        assert isinstance(self.valuation.strategy, RuleStrategy)
        return self.valuation.strategy


def search(
    book: Book | str,
    most: int,
    *,
    threads: int | None = None,
    cache: bool = True,
    progress: Progress = lambda what, share: None,
) -> list[Card]:
    """The frontier: for every number of rules up to `most` the cheapest card found, and its exact cost."""
    book = load_book(book) if isinstance(book, str) else book
    solution = solve(
        book, threads=threads, cache=cache, progress=lambda what, share: progress(what, 0.02 * share)
    )
    return Searching(solution, Crew(threads), progress).frontier(most)


class Searching:
    """One search: the solution of a book, and the cells of both streets."""

    def __init__(self, solution: Solution, crew: Crew, progress: Progress) -> None:
        self.solution, self.crew, self.progress = solution, crew, progress
        progress("sorting situations by what rules can tell apart", 0.02)
        self.flops, self.rivers = flop_cells(), river_cells()
        self.flop_field = Field(self.flops.features, Street.FLOP)
        self.river_field = Field(self.rivers.features, Street.RIVER)
        tables = solution.flops
        self.bet, self.check = (by_hole(table).astype(np.int64) for table in (tables.bet, tables.check))
        self.live = live_holes()
        nobody = np.zeros(self.live.shape, np.uint8)
        self.advantage = find_worth(
            solution.terms, Decisions(optimal_chart(solution), nobody, NOTHING), crew
        ).advantage

    def frontier(self, most: int) -> list[Card]:
        """For every number of rules up to `most`."""
        chart = optimal_chart(self.solution)
        self.progress("finding rules for the flop", 0.06)
        gains, best = self.flop_gains(chart, self.check)
        on_flop = frontier(self.flop_field, gains, most)
        flop_costs = [best - gain for gain, _ in on_flop]
        self.progress("finding rules for the river", 0.2)
        gains, best = self.river_gains(chart, on_flop[min(3, len(on_flop) - 1)][1])
        on_river = frontier(self.river_field, gains, most)
        river_costs = [best - gain for gain, _ in on_river]
        cards: list[Card] = []
        for number in range(1, most + 1):
            splits = sorted(
                (flop_costs[flop] + river_costs[number - flop], flop)
                for flop in range(number + 1)
                if flop < len(flop_costs) and number - flop < len(river_costs)
            )
            share = 0.4 + 0.6 * (number - 1) / most
            self.progress(f"improving cards of {number} rules", share)
            tried = [
                self.polish(chart, on_flop[flop][1], on_river[number - flop][1])
                for _, flop in splits[: 2 if number >= most - 1 else 1]
            ]
            tried += [card.valuation for card in cards[-1:]]
            if tried:
                cards.append(Card(number, min(tried, key=lambda found: found.cost)))
        return cards

    def polish(self, chart: Array, flop: Rules, river: Rules) -> Valuation:
        """Improve the streets of a card in turn, and play it."""
        best: Valuation | None = None
        for _ in range(TURNS):
            if river:
                gains, _ = self.river_gains(chart, flop)
                river = improve(self.river_field, gains, list(river))
            check = self.check - sum_runouts(self.regrets(river), self.crew)
            if flop and self.solution.terms.flop:
                gains, _ = self.flop_gains(chart, check)
                flop = improve(self.flop_field, gains, list(flop))
            chart = self.best_chart(flop, check)
            found = value_under(self.strategy(chart, flop, river), self.solution)
            if best is not None and found.cost >= best.cost:
                break
            best = found
        assert best is not None
        return best

    def strategy(self, chart: Array, flop: Rules, river: Rules) -> RuleStrategy:
        """These decisions as a card."""
        preflop = tuple(int(bet) for bet in chart)
        count = len(flop) + len(river)
        title = f"Cheapest card found with {count} rules for {self.solution.book.name}"
        return RuleStrategy(
            f"{count} rules", title, "", chart_of(preflop), preflop, tuple(flop), tuple(river)
        )

    def flop_bets(self, flop: Rules) -> Array:
        """By canonical flop and hole: whether the rules bet it."""
        return (self.flop_field.decided(flop)[self.flops.of] & self.live).view(np.uint8)

    def flop_gains(self, chart: Array, check: Array) -> tuple[Array, int]:
        """By cell: what bets on the flop gain if checks are worth so much; and the most that could be won."""
        reached = self.live & (chart[HOLE_CLASS] == 0)
        gains = np.where(reached, (self.bet - check) * CANONICAL.orbit[:, None], 0)
        return _by_cell(self.flops.of, gains, len(self.flops.features)), int(gains[gains > 0].sum())

    def river_gains(self, chart: Array, flop: Rules) -> tuple[Array, int]:
        """By cell: what bets on the river gain for those whom chart and flop rules leave unbet."""
        worth = find_worth(self.solution.terms, Decisions(chart, self.flop_bets(flop), NOTHING), self.crew)
        gains = self.advantage.astype(np.int64) * worth.unbet
        return _by_cell(self.rivers.of, gains, len(self.rivers.features)), int(gains[gains > 0].sum())

    def regrets(self, river: Rules) -> Array:
        """By river and lane: what the decision of the rules costs, over all dealers."""
        bets = self.river_field.decided(river)[self.rivers.of]
        return np.where(bets, np.maximum(-self.advantage, 0), np.maximum(self.advantage, 0))

    def best_chart(self, flop: Rules, check: Array) -> Array:
        """By starting hand: the best multiple before these rules, 0 for a check."""
        terms, totals = self.solution.terms, self.solution.totals
        later = np.where(self.flop_bets(flop) > 0, self.bet, check) * self.live * CANONICAL.orbit[:, None]
        by_class = np.zeros(CLASSES, np.int64)
        np.add.at(by_class, HOLE_CLASS, later.sum(axis=0))
        by_class //= CLASS_SIZE
        bets = [[row[number] for row in totals.preflop_bets] for number in range(CLASSES)]
        return np.array(
            [best_multiple(terms.preflop, own, int(after)) for own, after in zip(bets, by_class, strict=True)]
        )


def _by_cell(of: Array, gains: Array, cells: int) -> Array:
    """Sums by cell: whole numbers, exact in a float below 2**53."""
    return np.bincount(of.ravel(), gains.ravel().astype(np.float64), cells).astype(np.int64)
