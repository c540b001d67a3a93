"""One hole before the flop, with any cards known to be out, over all boards of the cards that are left."""

from math import comb
from typing import NamedTuple

import numpy as np

from uth.cards import Card
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.boards import RANK_BOARDS
from uth.solver.kernels.standing import (
    RIVER_FOLDED,
    RIVER_WON,
    SUM_LEAD,
    SUM_LOST,
    SUM_RIVER,
    SUM_SIDE,
    SUM_WON,
    SUMS,
    stand_before_flop,
    stand_by_ranks,
)
from uth.solver.kernels.work import Crew
from uth.solver.totals import HoleSums


class Given(NamedTuple):
    """What every kernel that counts one hole is given."""

    strengths: Array  # by rank board and rank pair
    pays: Array
    numbers: Array
    prize_of: Array
    prizes: Array


def count_hole(
    hole: tuple[Card, ...], seen: int, multiples: tuple[int, ...], given: Given, crew: Crew
) -> HoleSums:
    """A bet before the flop, and a check with the best of what can be done later.

    `seen`: the set of all cards known. `multiples`: those of the flop.
    """
    flops = _flops(hole, seen, given, crew)
    leads, sides, wins, losses = (flops[:, column] for column in (SUM_LEAD, SUM_SIDE, SUM_WON, SUM_LOST))
    best, ends = flops[:, SUM_RIVER], flops[:, RIVER_WON : RIVER_FOLDED + 1]
    for multiple in multiples:
        bet = sides + multiple * leads
        better = (bet >= best)[:, None]
        best = np.maximum(bet, best)
        ends = np.where(better, np.stack((wins, losses, 0 * bet), axis=1), ends)
    together = (int(column.sum()) for column in (leads, sides, wins, losses, best))
    return HoleSums(*together, *ends.sum(axis=0).tolist())


def _flops(hole: tuple[Card, ...], seen: int, given: Given, crew: Crew) -> Array:
    """By flop: the sums over its run-outs."""
    (first, second), left = hole, 52 - seen.bit_count()
    by_rank, ways = np.zeros((len(RANK_BOARDS), 5), np.int64), np.zeros_like(given.strengths)
    sums = [np.zeros((comb(left, 3), SUMS), np.int64) for _ in range(crew.size)]
    money = given.pays, given.numbers

    def ranks(begin: int, end: int, _: int) -> None:
        stand_by_ranks(begin, end, first, second, seen, RANK_BOARDS, given.strengths, *money, by_rank, ways)

    def boards(begin: int, end: int, worker: int) -> None:
        stand_before_flop(begin, end, first, second, seen, *given, by_rank, ways, sums[worker])

    crew.run([(ranks, len(RANK_BOARDS), 1024)])
    crew.run([(boards, comb(left, 2), 12)])
    return crew.add_up(sums)
