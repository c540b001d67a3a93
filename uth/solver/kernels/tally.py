"""Wins and losses of every board, weighed with how often each stream meets it.

Hands are multiplied with the counts of dealers beaten and lost to, for all holes at once, and then sorted by
the kind of the hole: its category and whether it would qualify.
"""

from typing import NamedTuple

import numpy as np

from uth.solver.kernels.arrays import Array, aligned_zeros
from uth.solver.kernels.compiled import inlined, kernel, part
from uth.solver.kernels.counting import Walk, new_walk, slim_keys
from uth.solver.kernels.flop_sums import Runouts, new_runouts
from uth.solver.kernels.flush_boards import FLUSH_FROM, OUTSIDES, board_of, count_board, four_keys
from uth.solver.kernels.flush_holds import FlushHolds, fill_flush_holds, new_flush_holds
from uth.solver.kernels.holes import LANES, PAIRS, SEGMENTS, WIDTH
from uth.solver.kernels.rank_boards import RankBoards
from uth.solver.kernels.rules import FOLD, PAY_ROWS, PLAY_LEAST, PLAY_LOSE, PLAY_MOST, PLAY_WIN, RIVER
from uth.solver.kernels.settling import COUNT_ROWS, LOST, UNQUALIFIED, fill_pays, settle_bets
from uth.solver.kernels.spreading import (
    MOST_ROWS,
    Spread,
    leave_live,
    meet_board,
    meet_ranks,
    new_spread,
    open_set,
)
from uth.solver.kernels.strength import CATEGORIES

# What is added up by entry and kind: hands, and hands times dealers beaten, lost to, and not qualified.
HANDS, TIMES_WON, TIMES_LOST, TIMES_UNQUALIFIED = range(4)
SUMS = 4
KINDS = 2 * CATEGORIES

_PARTS = 16  # lanes of one vector


@part
def _split(
    begin: int,
    end: int,
    shared: bool,
    prizes: Array,
    numbers: Array,
    counts: Array,
    pays: Array,
    bet: Array,
    hands: Array,
    parts: Array,
) -> None:
    """Divide undecided holes between fold, largest Play and, where it differs, smallest Play."""
    number = bet.dtype.type
    ways = 2 if numbers[PLAY_LEAST] == numbers[PLAY_MOST] else 3
    for stream in range(MOST_ROWS):
        if stream >= prizes.size:
            break
        prize = prizes[stream]
        for segment in range(SEGMENTS):
            if segment < begin or segment >= end:
                continue
            own = 0 if shared else segment * PAY_ROWS * WIDTH
            for i in range(WIDTH):
                lane = segment * WIDTH + i
                count = hands[stream * LANES + lane]
                bets = number(bet[lane] + prize) >= pays[own + FOLD * WIDTH + i]
                parts[ways * stream * LANES + lane] = np.int32(0) if bets else count
                parts[(ways * stream + 1) * LANES + lane] = count if bets else np.int32(0)
            if ways == 2:
                continue
            for i in range(WIDTH):
                lane = segment * WIDTH + i
                lead = numbers[PLAY_WIN] * counts[lane] + numbers[PLAY_LOSE] * counts[LOST * LANES + lane]
                count = parts[(ways * stream + 1) * LANES + lane] if lead < 0 else np.int32(0)
                parts[(ways * stream + 1) * LANES + lane] -= count
                parts[(ways * stream + 2) * LANES + lane] = count


@part
def _weigh(begin: int, end: int, rows: int, hands: Array, counts: Array, weighed: Array, used: Array) -> None:
    """Add hands, and hands times each count, over some segments; notes which rows have any."""
    for row in range(MOST_ROWS):
        if row >= rows:
            break
        met = np.int32(0)
        for lane in range(begin * WIDTH, end * WIDTH):
            met |= hands[row * LANES + lane]
        if met == 0:
            continue
        used[row] = 1
        for segment in range(SEGMENTS):
            if segment < begin or segment >= end:
                continue
            for i in range(WIDTH):
                lane = segment * WIDTH + i
                count = hands[row * LANES + lane]
                won, lost = np.int32(count * counts[lane]), np.int32(count * counts[LOST * LANES + lane])
                weighed[(row * SUMS + HANDS) * WIDTH + i] += count
                weighed[(row * SUMS + TIMES_WON) * WIDTH + i] += won
                weighed[(row * SUMS + TIMES_LOST) * WIDTH + i] += lost
                weighed[(row * SUMS + TIMES_UNQUALIFIED) * WIDTH + i] += np.int32(
                    count * counts[UNQUALIFIED * LANES + lane]
                )


@part
def _sort_out(kinds: Array, weighed: Array, used: Array, chosen: Array, sorted_out: Array) -> int:
    """Move what was weighed to the kinds of its holes, still in sixteen parts; gives the set of kinds met."""
    met = 0
    for i in range(PAIRS):
        met |= 1 << kinds[i]
    for kind in range(KINDS):
        if met >> kind & 1 == 0:
            continue
        for i in range(WIDTH):
            chosen[i] = -1 if kinds[i] == kind else 0
        for row in range(MOST_ROWS * SUMS):
            if row >= used.size * SUMS:
                break
            if used[row // SUMS] == 0:
                continue
            for i in range(_PARTS):
                first = row * WIDTH + i
                sorted_out[kind, row, i] += (
                    (weighed[first] & chosen[i])
                    + (weighed[first + _PARTS] & chosen[_PARTS + i])
                    + (weighed[first + 2 * _PARTS] & chosen[2 * _PARTS + i])
                    + (weighed[first + 3 * _PARTS] & chosen[3 * _PARTS + i])
                    + (weighed[first + 4 * _PARTS] & chosen[4 * _PARTS + i])
                    + (weighed[first + 5 * _PARTS] & chosen[5 * _PARTS + i])
                )
    for entry in range(used.size):
        if used[entry]:
            weighed[entry * SUMS * WIDTH : (entry + 1) * SUMS * WIDTH] = 0
            used[entry] = 0
    return met


@part
def _collect(met: int, sorted_out: Array, table: Array) -> None:
    """Empty the parts of the kinds met into the table."""
    for kind in range(KINDS):
        if met >> kind & 1 == 0:
            continue
        for row in range(table.shape[1]):
            found = np.int64(0)
            for lane in range(_PARTS):
                found += sorted_out[kind, row, lane]
                sorted_out[kind, row, lane] = 0
            table[kind, row] += found


class Desk(NamedTuple):
    """Room to work, and the streams as kernels read them."""

    decided: int
    prizes: Array
    hands: Array  # by stream and lane: how often each hole meets the board
    parts: Array  # the same for undecided streams, split
    weighed: Array
    used: Array  # by entry: whether anything was weighed
    flushes: Array  # weighed, for holes with a flush, by segment
    flushes_used: Array
    chosen: Array
    sorted_out: Array
    counts: Array
    lane_pays: Array
    nothing: Array
    row: Array
    bet: Array
    holds: FlushHolds
    walk: Walk
    spread: Spread
    runouts: Runouts


def new_desk(decided: int, prizes: Array, entries: int) -> Desk:
    """A desk for so many decided streams, undecided ones with these prizes, and entries of the table."""
    number, streams = prizes.dtype, decided + len(prizes)
    return Desk(
        decided=decided,
        prizes=prizes,
        hands=aligned_zeros((streams * LANES,), np.int32),
        parts=aligned_zeros(((entries - decided) * LANES,), np.int32),
        weighed=aligned_zeros((entries * SUMS * WIDTH,), np.int32),
        used=aligned_zeros((entries,), np.uint8),
        flushes=aligned_zeros((SEGMENTS, entries * SUMS * WIDTH), np.int32),
        flushes_used=aligned_zeros((SEGMENTS, entries), np.uint8),
        chosen=aligned_zeros((WIDTH,), np.int32),
        sorted_out=aligned_zeros((KINDS, entries * SUMS, _PARTS), np.int32),
        counts=aligned_zeros((COUNT_ROWS * LANES,), np.int32),
        lane_pays=aligned_zeros((PAY_ROWS * WIDTH,), number),
        nothing=aligned_zeros((RIVER * WIDTH,), number),
        row=aligned_zeros((RIVER * LANES,), number),
        bet=aligned_zeros((LANES,), number),
        holds=new_flush_holds(number),
        walk=new_walk(),
        spread=new_spread(streams * LANES),
        runouts=new_runouts(),
    )


@inlined
def _decide(
    begin: int, end: int, shared: bool, desk: Desk, lane_pays: Array, live: Array, numbers: Array
) -> None:
    """Split the undecided holes of some segments."""
    settle_bets(begin, end, shared, desk.counts, lane_pays, desk.nothing, live, numbers, desk.row, desk.bet)
    undecided = desk.hands[desk.decided * LANES :]
    _split(begin, end, shared, desk.prizes, numbers, desk.counts, lane_pays, desk.bet, undecided, desk.parts)


@inlined
def _weigh_all(begin: int, end: int, desk: Desk, weighed: Array, used: Array) -> None:
    """Weigh decided and split holes of some segments."""
    _weigh(begin, end, desk.decided, desk.hands, desk.counts, weighed, used)
    split, split_used = weighed[desk.decided * SUMS * WIDTH :], used[desk.decided :]
    _weigh(begin, end, desk.parts.size // LANES, desk.parts, desk.counts, split, split_used)


@inlined
def _tally_board(
    board: int,
    boards: RankBoards,
    flush_from: int,
    desk: Desk,
    pays: Array,
    numbers: Array,
) -> int:
    """Weigh all holes of a board with a possible flush; gives the kinds met.

    Those from segment `flush_from` on have a flush.
    """
    met, holds = 0, desk.holds
    if flush_from > 0:
        fill_pays(boards.kind[board], pays, desk.lane_pays)
        _decide(0, flush_from, True, desk, desk.lane_pays, holds.live, numbers)
        _weigh_all(0, flush_from, desk, desk.weighed, desk.used)
        met |= _sort_out(boards.kind[board], desk.weighed, desk.used, desk.chosen, desk.sorted_out)
    _decide(flush_from, SEGMENTS, False, desk, holds.pays, holds.live, numbers)
    for segment in range(flush_from, SEGMENTS):
        _weigh_all(segment, segment + 1, desk, desk.flushes[segment], desk.flushes_used[segment])
    return met


@kernel
def tally_boards(
    begin: int,
    end: int,
    sets: Array,
    boards: RankBoards,
    pays: Array,
    numbers: Array,
    spare: Array,
    views: Array,
    desk: Desk,
    noted: Array,
    table: Array,
) -> None:
    """All boards whose ranks in the suit are one of the sets from `begin` to `end`, all of one size."""
    size = sets.shape[1]
    flush_from = FLUSH_FROM[size]
    holds, spread = desk.holds, desk.spread
    if size == 4:
        four_keys(desk.walk)
    for number in range(begin, end):
        suited = sets[number]
        fill_flush_holds(suited, pays, numbers, holds)
        open_set(suited, views, spread)
        if size == 3:
            slim_keys(suited, desk.walk.keys[0])
        met = 0
        for outside in range(OUTSIDES[size]):
            board = board_of(suited, outside)
            count_board(board, suited, outside, boards, holds, desk.walk, desk.counts)
            meet_board(suited, outside, views, spare, spread, desk.hands)
            leave_live(holds.live, desk.hands, noted[board])
            met |= _tally_board(board, boards, flush_from, desk, pays, numbers)
            if (
                outside == PAIRS // 2
            ):  # before 32 bits overflow: a board adds at most 6 * 5,400 * 990 to a part
                _collect(met, desk.sorted_out, table)
        for segment in range(flush_from, SEGMENTS):  # a hole's flush is of the same kind on all these boards
            kinds = holds.kind[segment * WIDTH : (segment + 1) * WIDTH]
            weighed, used = desk.flushes[segment], desk.flushes_used[segment]
            met |= _sort_out(kinds, weighed, used, desk.chosen, desk.sorted_out)
        _collect(met, desk.sorted_out, table)


@part
def _spread_counts(by_rank: Array, counts: Array) -> None:
    for row in range(COUNT_ROWS):
        for i in range(WIDTH):
            counts[row * LANES + i] = by_rank[row * WIDTH + i]


@kernel
def tally_ranks(
    begin: int,
    end: int,
    ranks_of: Array,
    boards: RankBoards,
    pays: Array,
    numbers: Array,
    rank_flops: Array,
    desk: Desk,
    noted: Array,
    table: Array,
) -> None:
    """All boards where nobody can have a flush: those with these ranks, less those tallied with one."""
    for board in range(begin, end):
        ranks = ranks_of[board]
        if ranks[0] == ranks[4]:
            continue
        meet_ranks(board, ranks, rank_flops, noted, desk.runouts, desk.hands)
        _spread_counts(boards.counts[board], desk.counts)
        fill_pays(boards.kind[board], pays, desk.lane_pays)
        _decide(0, 1, True, desk, desk.lane_pays, desk.holds.live, numbers)
        _weigh_all(0, 1, desk, desk.weighed, desk.used)
        met = _sort_out(boards.kind[board], desk.weighed, desk.used, desk.chosen, desk.sorted_out)
        _collect(met, desk.sorted_out, table)
