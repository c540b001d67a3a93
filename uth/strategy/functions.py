"""Strategies written in Python.

A file `NAME.py` with three functions over arrays of cards is played through all deals, exactly:

    preflop(hole)         by hole the multiple that is bet, 0 for a check
    flop(hole, board)     by hand whether it bets
    river(hole, board)    by hand whether it bets

`hole` has two columns of cards and `board` three or five, `rank * 4 + suit`. Decisions must not depend on the
names of the suits; that is tried on many hands. Functions for which it is not so, and a file with only
`decide(hole, board, choices)`, one hand at a time, are sampled.
"""

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from uth.cards import Card
from uth.rules.book import Book
from uth.solver import Solution
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.flops import CANONICAL, FLOPS
from uth.solver.kernels.holes import CLASSES, HOLE_CLASS, HOLE_HIGH, HOLE_LOW
from uth.solver.kernels.work import Crew
from uth.solver.playing.boards import HOLES, PERMUTATIONS, rivers
from uth.solver.playing.worth import Decisions, Worth, find_worth_by_hole
from uth.strategy.deciding import live_holes, offered
from uth.strategy.strategies import Player, StrategyError, largest_bet, no_bet

ByHand = Callable[[Array, Array], Array]
TRIED = 4000
"""Hands of each street with which blindness to suits is tried."""
HOLE_CARDS = np.stack((HOLE_HIGH, HOLE_LOW), axis=1).astype(np.uint8)


@dataclass(frozen=True)
class FunctionStrategy:
    """Three functions over arrays, or one that decides a hand at a time."""

    name: str
    title: str
    preflop: Callable[[Array], Array] | None = None
    flop: ByHand | None = None
    river: ByHand | None = None
    alone: Player | None = None

    def player(self, book: Book | str | None = None) -> Player:
        """Somebody who plays this at a table."""
        return self.decide

    def decide(self, hole: Sequence[Card], board: Sequence[Card], choices: Sequence[str]) -> str:
        """What is done among the choices there are."""
        if self.alone is not None:
            return self.alone(hole, board, choices)
        two, five = np.array([hole], np.uint8), np.array([board], np.uint8)
        if not board:
            wanted = int(self.decide_preflop(two)[0])
            bet = largest_bet(choices, wanted) if wanted else None
        else:
            wants = self.decide_later(two, five)[0]
            bet = largest_bet(choices) if wants else None
        return bet or no_bet(choices)

    def decide_preflop(self, hole: Array) -> Array:
        """By hand: the multiple, 0 for a check."""
        assert self.preflop is not None
        return _checked(self.preflop(hole), len(hole), self.name, "preflop").astype(np.int64)

    def decide_later(self, hole: Array, board: Array) -> Array:
        """By hand on the flop or the river: whether it bets."""
        street, function = ("flop", self.flop) if board.shape[1] == 3 else ("river", self.river)
        assert function is not None
        return _checked(function(hole, board), len(hole), self.name, street).astype(bool)


def read_functions(path: Path) -> FunctionStrategy:
    """The strategy in a Python file."""
    spec = importlib.util.spec_from_file_location("uth_strategy_file", path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise StrategyError([f"{path}: no such file"])
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise StrategyError([f"{path}: {type(error).__name__}: {error}"]) from None
    named: dict[str, Any] = {
        name: getattr(module, name, None) for name in ("preflop", "flop", "river", "decide")
    }
    title = (module.__doc__ or path.stem).strip().splitlines()[0]
    if all(callable(named[street]) for street in ("preflop", "flop", "river")):
        return FunctionStrategy(path.name, title, named["preflop"], named["flop"], named["river"])
    if callable(named["decide"]):
        return FunctionStrategy(path.name, title, alone=named["decide"])
    raise StrategyError([f"{path}: functions preflop, flop and river are needed, or one function decide"])


def _checked(answer: Any, hands: int, name: str, street: str) -> Array:
    found = np.asarray(answer)
    if found.shape != (hands,) or found.dtype.kind not in "biu":
        raise StrategyError([f"{name}: {street} must answer with one number for each of {hands} hands"])
    return found


def is_blind(strategy: FunctionStrategy) -> bool:
    """Whether decisions do not depend on the names of the suits, as far as it was tried."""
    if strategy.alone is not None:
        return False
    draw = np.random.default_rng(20)
    bets = strategy.decide_preflop(HOLE_CARDS)
    first = np.zeros(CLASSES, np.int64)
    first[HOLE_CLASS] = bets
    if (first[HOLE_CLASS] != bets).any():
        return False
    for size in (5, 7):
        hands = np.argsort(draw.random((TRIED, 52)), axis=1)[:, :size].astype(np.uint8)
        names = PERMUTATIONS[draw.integers(1, len(PERMUTATIONS), TRIED)].astype(np.uint8)
        renamed = hands & 0xFC | np.take_along_axis(names, hands & 3, axis=1)
        answers = [strategy.decide_later(cards[:, :2], cards[:, 2:]) for cards in (hands, renamed)]
        if (answers[0] != answers[1]).any():
            return False
    return True


def play_functions(
    strategy: FunctionStrategy, solution: Solution, crew: Crew, told: Callable[[float], None]
) -> tuple[Decisions, Worth]:
    """Ask the functions about every hand, and play all deals."""
    chart = np.zeros(CLASSES, np.int64)
    chart[HOLE_CLASS] = strategy.decide_preflop(HOLE_CARDS)
    chart = np.array([offered(solution.terms, int(bet)) for bet in chart])
    unbet = chart[HOLE_CLASS] == 0
    flop = np.zeros((FLOPS, HOLES), np.uint8)
    live = live_holes()
    for number in range(FLOPS if solution.terms.flop else 0):
        holes = (live[number] & unbet).nonzero()[0]
        board = np.broadcast_to(CANONICAL.cards[number].astype(np.uint8), (len(holes), 3))
        flop[number, holes] = strategy.decide_later(HOLE_CARDS[holes], board)
    given = rivers()

    def stays(begin: int, end: int) -> Array:
        """By board and hole."""
        boards = given.cards[begin:end]
        gone = (boards[:, :, None] == HOLE_HIGH).any(axis=1) | (boards[:, :, None] == HOLE_LOW).any(axis=1)
        place, holes = (~gone & unbet).nonzero()
        answer = np.zeros((len(boards), HOLES), np.uint8)
        answer[place, holes] = strategy.decide_later(HOLE_CARDS[holes], boards[place])
        return answer

    decisions = Decisions(chart, flop, np.zeros((1, 0), np.uint8))
    return decisions, find_worth_by_hole(solution.terms, decisions, stays, crew, told)
