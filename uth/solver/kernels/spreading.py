"""How often each hole of each stream meets a board: the sums of `flop_sums` run backwards.

The flops and holes of a stream, counted by view, are spread to boards with the weights of the value pass.
Boards by ranks get what is left over when those with a possible flush have been met.
"""

from typing import NamedTuple

import numpy as np

from uth.solver.kernels.arrays import Array, aligned_zeros
from uth.solver.kernels.boards import VIEW_ONE, VIEW_THREE, VIEW_TWO
from uth.solver.kernels.compiled import copy, inlined, part
from uth.solver.kernels.flop_sums import Runouts, runout_ways
from uth.solver.kernels.flush_boards import rank_flop_number
from uth.solver.kernels.holes import LANES, PAIR_AT, PAIR_HIGH, PAIR_LOW, RANKS, SEGMENTS, WIDTH

MOST_ROWS = 88  # a fixed bound of a loop shows LLVM that no index is negative


class Spread(NamedTuple):
    """What the boards of one set of ranks in the suit share, by stream and lane."""

    three: Array  # flops within the suit
    turns: Array  # by rank outside: flops with two cards of the suit


def new_spread(size: int) -> Spread:
    """Room for one set with so many streams and lanes."""
    return Spread(aligned_zeros((size,), np.int32), aligned_zeros((RANKS, size), np.int32))


@part
def _add(target: Array, row: Array) -> None:
    for i in range(target.size):
        target[i] += row[i]


@part
def _sum_of_three(first: Array, second: Array, third: Array, target: Array) -> None:
    for i in range(target.size):
        target[i] = first[i] + second[i] + third[i]


@part
def _sum_of_threes(suited: Array, views: Array, hands: Array) -> None:
    """Flops of one suit within these ranks."""
    hands[:] = 0
    for i in range(2, suited.size):
        for j in range(1, i):
            for k in range(j):
                _add(hands, views[VIEW_THREE[suited[k], suited[j], suited[i]]])


@part
def _add_runouts(
    hands: Array, turn: Array, other: Array, three: Array, high_spare: Array, low_spare: Array, equal: bool
) -> None:
    """Run-outs of two cards outside the suit, or of one of them if the flop already has the other."""
    for stream in range(MOST_ROWS):
        if stream * LANES >= hands.size:
            break
        if equal:
            for i in range(LANES):
                lane, left = stream * LANES + i, np.int32(high_spare[i])
                both = np.int32(three[lane] * (left * (left - 1) >> 1))
                hands[lane] += np.int32(turn[lane] * (left - 1)) + both
        else:
            for i in range(LANES):
                lane, high, low = stream * LANES + i, np.int32(high_spare[i]), np.int32(low_spare[i])
                both = np.int32(np.int32(other[lane] + np.int32(three[lane] * low)) * high)
                hands[lane] += np.int32(turn[lane] * low) + both


@part
def _times_spare(three: Array, spare: Array, hands: Array) -> None:
    for stream in range(MOST_ROWS):
        if stream * LANES >= hands.size:
            break
        for i in range(LANES):
            hands[stream * LANES + i] = three[stream * LANES + i] * spare[i]


@inlined
def open_set(suited: Array, views: Array, spread: Spread) -> None:
    """What all boards with these ranks in the suit share."""
    _sum_of_threes(suited, views, spread.three)
    if suited.size == 3:
        for rank in range(RANKS):
            _sum_of_three(
                views[VIEW_TWO[suited[0], suited[1], rank]],
                views[VIEW_TWO[suited[0], suited[2], rank]],
                views[VIEW_TWO[suited[1], suited[2], rank]],
                spread.turns[rank],
            )


@inlined
def meet_board(suited: Array, outside: int, views: Array, spare: Array, spread: Spread, hands: Array) -> None:
    """How often each hole meets the board with these ranks in the suit and that choice outside."""
    if suited.size == 3:
        high, low = PAIR_HIGH[outside], PAIR_LOW[outside]
        _sum_of_three(
            views[VIEW_ONE[suited[0], outside]],
            views[VIEW_ONE[suited[1], outside]],
            views[VIEW_ONE[suited[2], outside]],
            hands,
        )
        _add_runouts(
            hands, spread.turns[high], spread.turns[low], spread.three, spare[high], spare[low], high == low
        )
    elif suited.size == 4:
        _times_spare(spread.three, spare[outside], hands)
        for i in range(1, 4):
            for j in range(i):
                _add(hands, views[VIEW_TWO[suited[j], suited[i], outside]])
    else:
        copy(spread.three, hands)


@part
def leave_live(live: Array, hands: Array, noted: Array) -> None:
    """Drop holes that need a card of the board, and note the others by rank."""
    for stream in range(MOST_ROWS):
        if stream * LANES >= hands.size:
            break
        for segment in range(SEGMENTS):
            for i in range(WIDTH):
                lane = stream * LANES + segment * WIDTH + i
                hands[lane] &= np.int32(live[segment * WIDTH + i])
                noted[stream * WIDTH + i] += hands[lane]


@part
def _add_flop(source: Array, ways: Array, hands: Array) -> None:
    for stream in range(MOST_ROWS):
        if stream * LANES >= hands.size:
            break
        for i in range(WIDTH):
            hands[stream * LANES + i] += source[stream * WIDTH + i] * ways[i]


@part
def _take_back(noted: Array, hands: Array) -> None:
    for stream in range(MOST_ROWS):
        if stream * LANES >= hands.size:
            break
        for i in range(WIDTH):
            hands[stream * LANES + i] -= noted[stream * WIDTH + i]


@part
def meet_ranks(
    board: int, ranks: Array, rank_flops: Array, noted: Array, runouts: Runouts, hands: Array
) -> None:
    """How often each hole meets a board of these ranks on which nobody can have a flush."""
    left = runouts.left
    hands[:] = 0
    for i in range(1, 5):
        for j in range(i):
            # Of equal ranks the first ones go to turn and river, so that no pair of ranks is met twice.
            if (ranks[i] == ranks[i - 1] and i - 1 != j) or (j > 0 and ranks[j] == ranks[j - 1]):
                continue
            left[:] = 4
            low = mid = high = np.int64(-1)  # the ranks of the flop, which rise
            for k in range(5):
                if k not in (i, j):
                    left[ranks[k]] -= 1
                    low, mid, high = mid, high, ranks[k]
            runout_ways(left, PAIR_AT[ranks[i], ranks[j]], runouts.ways)
            _add_flop(rank_flops[rank_flop_number(low, mid, high)], runouts.ways, hands)
    for worker in range(noted.shape[0]):
        _take_back(noted[worker, board], hands)
