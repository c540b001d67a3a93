"""What a strategy is worth under a book, over all deals, exactly."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from uth.rules import Book, load_book
from uth.solver import Solution, solve
from uth.solver.deals import DEALS
from uth.solver.figures import Figures, Outcome, figures, list_outcomes
from uth.strategy.losses import Loss
from uth.strategy.strategies import RuleStrategy

if TYPE_CHECKING:
    from uth.strategy.functions import FunctionStrategy
    from uth.strategy.sampling import Sample

Progress = Callable[[str, float], None]


@dataclass(frozen=True)
class Valuation:
    """A strategy played through all deals of a book; Ante, Blind and Play."""

    strategy: "RuleStrategy | FunctionStrategy"
    solution: Solution
    outcomes: tuple[Outcome, ...]
    losses: tuple[Loss, ...]
    sample: "Sample | None" = None
    """Of a strategy that cannot be played through all deals: hands at random, and nothing above them."""

    @property
    def exact(self) -> bool:
        """Whether all deals were played."""
        return self.sample is None

    @property
    def book(self) -> Book:
        return self.solution.book

    @cached_property
    def figures(self) -> Figures:
        """Mean, average bet, deviation, in Antes."""
        unit, opening = self.solution.terms.unit, len(self.book.opening_bets)
        return figures(self.outcomes, lambda o: o.base, lambda o: unit * (opening + o.play), unit)

    @property
    def house_edge(self) -> Fraction:
        """The loss per Ante."""
        return self.figures.loss

    @property
    def cost(self) -> Fraction:
        """How much more it loses than optimal play."""
        return self.house_edge - self.solution.house_edge

    @cached_property
    def deals_by_play(self) -> dict[int, int]:
        """How many deals are bet with each multiple; 0 for folds."""
        found = dict.fromkeys(sorted({o.play for o in self.outcomes} | {0}, reverse=True), 0)
        for outcome in self.outcomes:
            found[outcome.play] += outcome.deals
        return found

    @cached_property
    def cost_by_street(self) -> dict[str, Fraction]:
        """The cost, by the street of the mistakes."""
        streets = ("preflop", "flop", "river")
        return {
            street: sum((loss.cost for loss in self.losses if loss.street == street), Fraction(0))
            for street in streets
        }


def value(
    strategy: "RuleStrategy | FunctionStrategy",
    book: Book | str,
    *,
    threads: int | None = None,
    cache: bool = True,
    progress: Progress = lambda what, share: None,
) -> Valuation:
    """Play the strategy through all 27,813,810,024,000 deals of the book."""
    book = load_book(book) if isinstance(book, str) else book
    solution = solve(
        book, threads=threads, cache=cache, progress=lambda what, share: progress(what, share / 3)
    )
    return value_under(strategy, solution, threads=threads, progress=progress)


def value_under(
    strategy: "RuleStrategy | FunctionStrategy",
    solution: Solution,
    *,
    threads: int | None = None,
    progress: Progress = lambda what, share: None,
) -> Valuation:
    """The same where the book is solved already."""
    progress("starting; kernels are compiled at their first use", 0.33)
    from uth.solver.kernels.work import Crew
    from uth.solver.playing.worth import find_worth
    from uth.strategy.deciding import decide_all
    from uth.strategy.functions import FunctionStrategy, is_blind, play_functions
    from uth.strategy.situations import find_losses

    def told(share: float) -> None:
        progress("playing all deals", 0.4 + 0.5 * share)

    crew = Crew(threads)
    if isinstance(strategy, FunctionStrategy):
        if not is_blind(strategy):
            return _sampled(strategy, solution, progress)
        decisions, worth = play_functions(strategy, solution, crew, told)
        losses = find_losses(solution, decisions, None)
    else:
        progress("deciding every hand", 0.35)
        decisions = decide_all(strategy, solution, crew)
        worth = find_worth(solution.terms, decisions, crew, told)
        progress("looking for mistakes", 0.9)
        losses = find_losses(solution, decisions, worth)
    found = Valuation(strategy, solution, list_outcomes(solution.terms, worth.rows), losses)
    known = sum(loss.cost for loss in losses)
    if isinstance(strategy, FunctionStrategy) and found.cost > known:
        found = replace(found, losses=(*losses, _rest(found.cost - known)))
    elif found.cost != known or sum(o.deals for o in found.outcomes) != DEALS:
        raise ArithmeticError(
            "the deals or the costs do not add up: a fault of the program, please report it"
        )
    return found


def _rest(cost: Fraction) -> Loss:
    """What a function loses on the river, where it decides by cards and not by features."""
    return Loss("river", "all hands", "", "", cost, 0, "")


def _sampled(
    strategy: "RuleStrategy | FunctionStrategy", solution: Solution, progress: Progress
) -> Valuation:
    from uth.strategy.sampling import sample

    found = sample(
        strategy.player(solution.book),
        solution,
        told=lambda share: progress("dealing hands at random", share),
    )
    return Valuation(strategy, solution, (), (), found)
