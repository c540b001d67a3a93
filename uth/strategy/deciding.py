"""A strategy decided for every hole on every flop and river, as arrays."""

import numpy as np

from uth.solver import Solution
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.flops import BET, CANONICAL, DEAD, FLOPS
from uth.solver.kernels.holes import HOLE_HIGH, HOLE_LOW, HOLE_SLOT, LANES
from uth.solver.kernels.work import Crew
from uth.solver.playing.boards import HOLES, rivers
from uth.solver.playing.worth import NOTHING, Decisions
from uth.solver.terms import Terms
from uth.strategy.features import COUNT
from uth.strategy.kernels.looking import decide_flops, decide_rivers, new_looking
from uth.strategy.rules import MOST_CONDITIONS, Rule, as_numbers
from uth.strategy.strategies import RuleStrategy


def decide_all(strategy: RuleStrategy, solution: Solution, crew: Crew) -> Decisions:
    """Every decision of the strategy under the book of the solution.

    On flops and rivers it is the number of the rule that bets, from 1 on; 0 for no bet.
    """
    if strategy.preflop is None:
        preflop = optimal_chart(solution)
    else:
        preflop = np.array([offered(solution.terms, bet) for bet in strategy.preflop], np.int64)
    if not solution.terms.flop:
        flop = np.zeros((FLOPS, HOLES), np.uint8)
    elif strategy.flop is None:
        flop = optimal_flops(solution)
    else:
        flop = flop_decisions(strategy.flop, crew)
    river = NOTHING if strategy.river is None else river_decisions(strategy.river, crew)
    return Decisions(preflop, flop, river)


def offered(terms: Terms, bet: int) -> int:
    """The bet before the flop that the book has for this one: itself, or the largest."""
    if not bet or not terms.preflop:
        return 0
    return bet if bet in terms.preflop else max(terms.preflop)


def optimal_chart(solution: Solution) -> Array:
    """By starting hand: the best multiple, 0 for a check."""
    best = [choices.best for choices in solution.preflop.values()]
    return np.array([int(action[3:]) if action.startswith("bet") else 0 for action in best], np.int64)


def optimal_flops(solution: Solution) -> Array:
    """By canonical flop and hole: whether a bet is best."""
    choice = by_hole(solution.flops.choice)
    bets: Array = ((choice != DEAD) & (choice & BET > 0)).astype(np.uint8)
    return bets


def by_hole(table: Array) -> Array:
    """A table of the solver by flop and slot, as one by flop and hole."""
    holes: Array = table.reshape(FLOPS, -1)[:, HOLE_SLOT]
    return holes


def live_holes() -> Array:
    """By canonical flop and hole: whether it needs none of its cards."""
    cards = CANONICAL.cards[:, :, None]
    gone: Array = (cards == HOLE_HIGH).any(axis=1) | (cards == HOLE_LOW).any(axis=1)
    return ~gone


def flop_decisions(rules: tuple[Rule, ...], crew: Crew) -> Array:
    """By canonical flop and hole: the rule that bets, or 0."""
    decided = np.zeros((FLOPS, HOLES), np.uint8)
    numbers = _numbers(rules)
    rooms = [(np.zeros((COUNT, HOLES), np.uint8), np.zeros(HOLES, np.uint8)) for _ in range(crew.size)]

    def decide(begin: int, end: int, worker: int) -> None:
        decide_flops(begin, end, CANONICAL.cards, *numbers, *rooms[worker], decided)

    crew.run([(decide, FLOPS, 60)])
    decided[~live_holes()] = 0
    return decided


def river_decisions(rules: tuple[Rule, ...], crew: Crew) -> Array:
    """By river and lane: the rule that bets, or 0."""
    given, numbers = rivers(), _numbers(rules)
    decided = np.zeros((len(given.ranks), LANES), np.uint8)
    rooms = [(new_looking(), np.zeros(LANES, np.uint8)) for _ in range(crew.size)]

    def decide(begin: int, end: int, worker: int) -> None:
        decide_rivers(begin, end, given, *numbers, *rooms[worker], decided)

    crew.run([(decide, len(given.ranks), 500)])
    return decided


def _numbers(rules: tuple[Rule, ...]) -> tuple[Array, Array]:
    """Conditions by rule, and which rules bet."""
    conditions = np.array(as_numbers(rules), np.int64).reshape(len(rules), MOST_CONDITIONS, 4)
    return conditions, np.array([rule.bets for rule in rules], np.bool_)
