"""A strategy that can only be asked one hand at a time, played through deals at random."""

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

import numpy as np

from uth.ranking import category, strength
from uth.rules.payoffs import Result
from uth.solver import Solution
from uth.strategy.strategies import Player, StrategyError

HANDS = 20_000


class Sample(NamedTuple):
    """The mean of so many hands."""

    hands: int
    mean: float
    """What the player gains, in Antes."""
    standard_error: float
    plays: dict[int, int]
    """Hands by multiple."""


def sample(
    player: Player,
    solution: Solution,
    hands: int = HANDS,
    seed: int = 1,
    told: Callable[[float], None] = lambda share: None,
) -> Sample:
    """Deal, ask and settle; the same seed deals the same cards."""
    terms, draw = solution.terms, np.random.default_rng(seed)
    plays: dict[int, int] = {}
    total = square = 0
    for number in range(hands):
        cards = tuple(int(card) for card in draw.permutation(52)[:9])
        hole, board, dealer = cards[:2], cards[2:7], cards[7:]
        bet = _bet(player, solution, hole, board)
        own, other = strength((*hole, *board)), strength((*dealer, *board))
        result = Result.WIN if own > other else Result.LOSE if own < other else Result.TIE
        if not bet:
            result = Result.FOLD
        gain = terms.base_gain(bet, category(own), result, other >= terms.qualifies)
        plays[bet] = plays.get(bet, 0) + 1
        total, square = total + gain, square + gain * gain
        if number % 1000 == 0:
            told(number / hands)
    mean = total / hands
    spread = sqrt(max(square / hands - mean * mean, 0) / hands)
    return Sample(hands, mean / terms.unit, spread / terms.unit, plays)


def _bet(player: Player, solution: Solution, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
    """The Play wager in Antes, 0 for a fold."""
    terms = solution.terms
    for seen, multiples, none in (
        (0, terms.preflop, "check"),
        (3, terms.flop, "check"),
        (5, terms.river, "fold"),
    ):
        if not multiples:
            continue
        offered = {none: 0, **{f"bet{multiple}": multiple for multiple in multiples}}
        choice = player(hole, board[:seen], [*offered])
        if choice not in offered:
            raise StrategyError([f"the function answers {choice!r}; offered were {', '.join(offered)}"])
        if offered[choice]:
            return offered[choice]
    return 0
