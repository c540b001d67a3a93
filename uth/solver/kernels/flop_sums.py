"""Boards added up into flops.

What a flop gets from a board with a possible flush is the *difference* to the same board counted by ranks
alone; so the part by ranks (`fill_rank_flops`) may sum over all run-outs without regard to suits. Differences
are added up by view of the flop, as a board is produced, while it is in the cache:

* one card of the suit on the flop: both run-out cards are of the suit, nothing can collide with a hole
  outside it;
* two or three: a card of the run-out outside the suit can be dealt in as many suits as hole and flop leave
  (`SPARE`), which depends on the lane only. So whole vectors are multiplied and added, and no hole is ever
  taken back.
"""

from typing import Any, NamedTuple

import numpy as np

from uth.solver.kernels.arrays import Array, aligned_zeros
from uth.solver.kernels.boards import BOARD_OF_FLOP, VIEW_ONE, VIEW_THREE, VIEW_TWO
from uth.solver.kernels.compiled import copy, inlined, kernel, part
from uth.solver.kernels.counting import Walk, new_walk, slim_keys
from uth.solver.kernels.flush_boards import FLUSH_FROM, OUTSIDES, board_of, count_board, four_keys
from uth.solver.kernels.flush_holds import FlushHolds, fill_flush_holds, new_flush_holds
from uth.solver.kernels.holes import HELD, LANES, PAIR_HIGH, PAIR_LOW, PAIRS, RANKS, SEGMENTS, WIDTH
from uth.solver.kernels.rank_boards import RankBoards
from uth.solver.kernels.rules import MOST_PLANES, PAY_ROWS
from uth.solver.kernels.settling import COUNT_ROWS, fill_pays, settle_bets, settle_rivers


class BoardRoom(NamedTuple):
    """Room for the boards of one worker."""

    holds: FlushHolds
    walk: Walk
    counts: Array
    lane_pays: Array
    bet: Array
    row: Array  # the planes of one board
    turns: Array  # by rank: those of the boards with a given rank outside the suit


def new_board_room(number: np.dtype[Any], planes: int) -> BoardRoom:
    """Room for boards with so many planes, their money in this type."""
    return BoardRoom(
        holds=new_flush_holds(number),
        walk=new_walk(),
        counts=aligned_zeros((COUNT_ROWS * LANES,), np.int32),
        lane_pays=aligned_zeros((PAY_ROWS * WIDTH,), number),
        bet=aligned_zeros((LANES,), number),
        row=aligned_zeros((planes * LANES,), number),
        turns=aligned_zeros((RANKS, planes * LANES), number),
    )


@inlined
def _settle_board(
    board: int,
    boards: RankBoards,
    flush_from: int,
    pays: Array,
    numbers: Array,
    prizes: Array,
    room: BoardRoom,
) -> None:
    """The planes of one board, less those by ranks alone; the row receives plane after plane, segment after
    segment.

    Segments from `flush_from` on have a flush.
    """
    live, base, bet, row = room.holds.live, boards.values[board], room.bet, room.row
    if flush_from > 0:
        fill_pays(boards.kind[board], pays, room.lane_pays)
        settle_bets(0, flush_from, True, room.counts, room.lane_pays, base, live, numbers, row, bet)
        settle_rivers(0, flush_from, True, bet, room.lane_pays, base, live, prizes, row)
    settle_bets(flush_from, SEGMENTS, False, room.counts, room.holds.pays, base, live, numbers, row, bet)
    settle_rivers(flush_from, SEGMENTS, False, bet, room.holds.pays, base, live, prizes, row)


@part
def _add(target: Array, row: Array) -> None:
    for i in range(target.size):
        target[i] += row[i]


@part
def _add_to_two(first: Array, second: Array, row: Array) -> None:
    for i in range(row.size):
        first[i] += row[i]
        second[i] += row[i]


@part
def _add_to_three(first: Array, second: Array, third: Array, row: Array) -> None:
    for i in range(row.size):
        first[i] += row[i]
        second[i] += row[i]
        third[i] += row[i]


@part
def _add_times(target: Array, row: Array, times: Array, less: np.int8) -> None:
    for plane in range(MOST_PLANES):
        if plane * LANES >= target.size:
            break
        for i in range(LANES):
            target[plane * LANES + i] += row[plane * LANES + i] * (times[i] - less)


@part
def _halve(row: Array) -> None:
    for i in range(row.size):
        row[i] >>= 1


@inlined
def add_to_flops(suited: Array, outside: int, row: Array, spare: Array, turns: Array, views: Array) -> None:
    """Add one board to its flops that have a card outside the suit, and to `turns` for the others."""
    if suited.size == 3:
        high, low = PAIR_HIGH[outside], PAIR_LOW[outside]
        _add_to_three(
            views[VIEW_ONE[suited[0], outside]],
            views[VIEW_ONE[suited[1], outside]],
            views[VIEW_ONE[suited[2], outside]],
            row,
        )
        if high == low:
            _add_times(turns[high], row, spare[high], np.int8(1))
        else:
            _add_times(turns[high], row, spare[low], np.int8(0))
            _add_times(turns[low], row, spare[high], np.int8(0))
    elif suited.size == 4:
        for i in range(3):
            j, k = (1 if i == 0 else 0), (1 if i == 2 else 2)  # the other two of the first three
            _add_to_two(
                views[VIEW_TWO[suited[i], suited[3], outside]],
                views[VIEW_TWO[suited[j], suited[k], outside]],
                row,
            )
        _add_times(turns[0], row, spare[outside], np.int8(0))


@inlined
def add_turns_to_flops(suited: Array, row: Array, spare: Array, turns: Array, views: Array) -> None:
    """Add all boards of a set, summed in `turns`, to flops with two or three cards of the suit."""
    if suited.size == 3:
        row[:] = 0
        for rank in range(RANKS):
            _add_to_three(
                views[VIEW_TWO[suited[0], suited[1], rank]],
                views[VIEW_TWO[suited[0], suited[2], rank]],
                views[VIEW_TWO[suited[1], suited[2], rank]],
                turns[rank],
            )
            _add_times(row, turns[rank], spare[rank], np.int8(0))
        _halve(row)  # each pair of ranks was met from both sides
    elif suited.size == 4:
        copy(turns[0], row)
    for i in range(2, suited.size):
        for j in range(1, i):
            for k in range(j):
                _add(views[VIEW_THREE[suited[k], suited[j], suited[i]]], row)


@kernel
def add_boards(
    begin: int,
    end: int,
    sets: Array,
    boards: RankBoards,
    pays: Array,
    numbers: Array,
    prizes: Array,
    spare: Array,
    room: BoardRoom,
    views: Array,
) -> None:
    """Add all boards whose ranks in the suit are one of the sets from `begin` to `end`, all of one size.

    One kernel for the three sizes, three to five: it is loaded from the cache once.
    """
    size = sets.shape[1]
    flush_from = FLUSH_FROM[size]
    holds, row, turns = room.holds, room.row, room.turns
    if size == 4:
        four_keys(room.walk)
    for number in range(begin, end):
        suited = sets[number]
        fill_flush_holds(suited, pays, numbers, holds)
        if size == 3:
            slim_keys(suited, room.walk.keys[0])
        turns[:] = 0
        for outside in range(OUTSIDES[size]):
            board = board_of(suited, outside)
            count_board(board, suited, outside, boards, holds, room.walk, room.counts)
            _settle_board(board, boards, flush_from, pays, numbers, prizes, room)
            add_to_flops(suited, outside, row, spare, turns, views)
        add_turns_to_flops(suited, row, spare, turns, views)


class Runouts(NamedTuple):
    """Room to count the run-outs of a flop."""

    left: Array  # cards by rank
    ways: Array  # run-outs by rank pair of the hole


def new_runouts() -> Runouts:
    """Room for one worker."""
    return Runouts(np.zeros(RANKS, np.int64), aligned_zeros((WIDTH,), np.int32))


@part
def runout_ways(left: Array, runout: int, ways: Array) -> None:
    """By rank pair of the hole: how many run-outs have these two ranks, with so many cards of each rank
    left."""
    high, low = PAIR_HIGH[runout], PAIR_LOW[runout]
    high_left, low_left = np.int32(left[high]), np.int32(left[low])
    if high == low:
        for i in range(WIDTH):
            free = np.int32(high_left - HELD[high, i])
            ways[i] = np.int32(free * (free - 1)) >> 1
    else:
        for i in range(WIDTH):
            ways[i] = np.int32(high_left - HELD[high, i]) * np.int32(low_left - HELD[low, i])


@part
def _add_ways(target: Array, source: Array, ways: Array) -> None:
    for plane in range(MOST_PLANES):
        if plane * WIDTH >= target.size:
            break
        for i in range(WIDTH):
            target[plane * WIDTH + i] += source[plane * WIDTH + i] * ways[i]


@kernel
def fill_rank_flops(
    begin: int, end: int, ranks_of: Array, values: Array, runouts: Runouts, rank_flops: Array
) -> None:
    """Sum of the values by rank over all run-outs that flop and hole leave possible."""
    left, ways = runouts.left, runouts.ways
    for flop in range(begin, end):
        left[:] = 4
        for i in range(3):
            left[ranks_of[flop, i]] -= 1
        rank_flops[flop] = 0
        for runout in range(PAIRS):
            runout_ways(left, runout, ways)
            _add_ways(rank_flops[flop], values[BOARD_OF_FLOP[flop, runout]], ways)
