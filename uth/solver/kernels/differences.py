"""Where the best play under one set of rules is not the best play under another, counted exactly."""

from typing import Any, NamedTuple

import numpy as np

from uth.solver.kernels.arrays import Array, aligned_zeros, bytes_of
from uth.solver.kernels.boards import RANK_BOARDS, SETS3, SETS4, SETS5
from uth.solver.kernels.compiled import Integer, inlined, kernel, part
from uth.solver.kernels.counting import Walk, new_walk, slim_keys
from uth.solver.kernels.flop_sums import Runouts, new_runouts
from uth.solver.kernels.flops import BET, CANONICAL, DEAD, SMALLER
from uth.solver.kernels.flush_boards import FLUSH_FROM, OUTSIDES, board_of, count_board, four_keys
from uth.solver.kernels.flush_holds import FlushHolds, fill_flush_holds, new_flush_holds
from uth.solver.kernels.holes import HOLE_CLASS, HOLE_SLOT, LANES, PAIRS, SPARE, WIDTH
from uth.solver.kernels.outcomes import TAGS_AT_ONCE, spread_flops, weights_of
from uth.solver.kernels.rank_boards import RankBoards
from uth.solver.kernels.rules import (
    ALL_DEALERS,
    ANTE_LOSE,
    ANTE_WIN,
    FIXED,
    FOLD,
    PER_LOSS,
    PER_WIN,
    PLAY_LEAST,
    PLAY_LOSE,
    PLAY_MOST,
    PLAY_WIN,
    Rules,
    compile_rules,
)
from uth.solver.kernels.settling import COUNT_ROWS, LOST, UNQUALIFIED, settle
from uth.solver.kernels.spreading import (
    Spread,
    leave_live,
    meet_board,
    meet_ranks,
    new_spread,
    open_set,
)
from uth.solver.kernels.streams import Streams, find_streams
from uth.solver.kernels.values import Values
from uth.solver.kernels.work import Crew, Job
from uth.solver.terms import Terms


def flop_differences(ours: Values, theirs: Values, preflop_choice: Array) -> int:
    """Holes and flops, of 25,989,600, that check before the flop and are then played differently."""
    mine, yours = (
        values.flop_choice.reshape(len(CANONICAL.orbit), -1)[:, HOLE_SLOT] for values in (ours, theirs)
    )
    mine_made, yours_made = ((done & BET != 0) * (done & (BET | SMALLER)) for done in (mine, yours))
    differ = (mine_made != yours_made) & (mine != DEAD) & (preflop_choice[HOLE_CLASS] == 0)
    return int((differ * CANONICAL.orbit[:, None]).sum())


def river_differences(terms: Terms, values: Values, preflop_choice: Array, others: Terms, crew: Crew) -> int:
    """Holes, flops and run-outs that reach the river unbet under `terms` and are decided differently
    there."""
    rules = values.rules
    against = compile_rules(others, rules.pays.dtype.type)
    differ = 0
    for first in range(0, len(terms.tags), TAGS_AT_ONCE):
        streams = find_streams(terms, preflop_choice, range(first, first + TAGS_AT_ONCE)).undecided()
        if streams.tags:
            ours = rules._replace(prizes=weights_of(terms, streams, rules))
            theirs = against._replace(prizes=weights_of(others, streams, against))
            differ += _differences(values, streams, ours, theirs, crew)
    return differ


def _differences(values: Values, streams: Streams, ours: Rules, theirs: Rules, crew: Crew) -> int:
    """Hands of some streams that are decided differently."""
    views, rank_flops = spread_flops(streams, values.flop_choice, crew)
    shape = len(RANK_BOARDS), streams.number * WIDTH
    workers = crew.fitting(bytes_of(shape, np.int32))
    noted = aligned_zeros((workers, *shape), np.int32)
    found = np.zeros((crew.size, 8), np.int64)
    boards, lanes = values.rank_boards, views.shape[1]
    rooms = [new_room(ours.pays.dtype, lanes) for _ in range(crew.size)]

    def with_flush(sets: Array, chunk: int) -> Job:
        def compare(begin: int, end: int, worker: int) -> None:
            own = rooms[worker], noted[worker], found[worker]
            _compare_boards(begin, end, sets, boards, ours, theirs, SPARE, views, *own)

        return compare, len(sets), chunk

    def by_ranks(begin: int, end: int, worker: int) -> None:
        own = rooms[worker], noted, found[worker]
        _compare_ranks(begin, end, RANK_BOARDS, boards, ours, theirs, rank_flops, *own)

    crew.run([with_flush(SETS3, 6), with_flush(SETS4, 15), with_flush(SETS5, 60)], workers)
    crew.run([(by_ranks, len(RANK_BOARDS), 256)])
    return int(found.sum())


class Room(NamedTuple):
    """Room for the boards of one worker."""

    holds: FlushHolds
    walk: Walk
    spread: Spread
    runouts: Runouts
    hands: Array
    counts: Array
    kind: Array


def new_room(number: np.dtype[Any], lanes: int) -> Room:
    """Room for so many streams and lanes, their money in this type."""
    return Room(
        holds=new_flush_holds(number),
        walk=new_walk(),
        spread=new_spread(lanes),
        runouts=new_runouts(),
        hands=aligned_zeros((lanes,), np.int32),
        counts=aligned_zeros((COUNT_ROWS * LANES,), np.int32),
        kind=aligned_zeros((LANES,), np.int64),
    )


@inlined
def _margin(won: int, lost: int, unqualified: int, kind: int, pays: Array, numbers: Array) -> Integer:
    """By how much the bet at the river is better than the fold, over all dealers and without a prize."""
    category = kind >> 1
    lead, side = settle(
        won,
        lost,
        unqualified,
        kind & 1 != 0,
        numbers[ALL_DEALERS],
        numbers[PLAY_WIN],
        numbers[PLAY_LOSE],
        numbers[ANTE_WIN],
        numbers[ANTE_LOSE],
        pays[PER_WIN, category],
        pays[PER_LOSS, category],
        pays[FIXED, category],
    )
    play = numbers[PLAY_MOST] if lead >= 0 else numbers[PLAY_LEAST]
    return side + play * lead - pays[FOLD, category]


@part
def _compare(
    kind: Array, begin: int, end: int, counts: Array, hands: Array, ours: Rules, theirs: Rules
) -> int:
    """Hands of the lanes from `begin` to `end` that are decided differently."""
    differ = 0
    for lane in range(begin, end):
        if lane % WIDTH >= PAIRS:
            continue
        won, lost, weak = counts[lane], counts[LOST * LANES + lane], counts[UNQUALIFIED * LANES + lane]
        own = _margin(won, lost, weak, kind[lane], ours.pays, ours.numbers)
        other = _margin(won, lost, weak, kind[lane], theirs.pays, theirs.numbers)
        for stream in range(ours.prizes.size):
            if (own + ours.prizes[stream] >= 0) != (other + theirs.prizes[stream] >= 0):
                differ += hands[stream * LANES + lane]
    return differ


@kernel
def _compare_boards(
    begin: int,
    end: int,
    sets: Array,
    boards: RankBoards,
    ours: Rules,
    theirs: Rules,
    spare: Array,
    views: Array,
    room: Room,
    noted: Array,
    found: Array,
) -> None:
    """All boards whose ranks in the suit are one of the sets from `begin` to `end`, all of one size."""
    size = sets.shape[1]
    holds, spread, hands, counts, kind = room.holds, room.spread, room.hands, room.counts, room.kind
    if size == 4:
        four_keys(room.walk)
    for number in range(begin, end):
        suited = sets[number]
        fill_flush_holds(suited, ours.pays, ours.numbers, holds)
        open_set(suited, views, spread)
        if size == 3:
            slim_keys(suited, room.walk.keys[0])
        for outside in range(OUTSIDES[size]):
            board = board_of(suited, outside)
            count_board(board, suited, outside, boards, holds, room.walk, counts)
            meet_board(suited, outside, views, spare, spread, hands)
            leave_live(holds.live, hands, noted[board])
            for lane in range(LANES):
                flush = lane >= FLUSH_FROM[size] * WIDTH
                kind[lane] = holds.kind[lane] if flush else boards.kind[board, lane % WIDTH]
            found[0] += _compare(kind, 0, LANES, counts, hands, ours, theirs)


@kernel
def _compare_ranks(
    begin: int,
    end: int,
    ranks_of: Array,
    boards: RankBoards,
    ours: Rules,
    theirs: Rules,
    rank_flops: Array,
    room: Room,
    noted: Array,
    found: Array,
) -> None:
    """All boards where nobody can have a flush."""
    hands, counts, kind = room.hands, room.counts, room.kind
    for board in range(begin, end):
        ranks = ranks_of[board]
        if ranks[0] == ranks[4]:
            continue
        meet_ranks(board, ranks, rank_flops, noted, room.runouts, hands)
        for i in range(WIDTH):
            kind[i] = boards.kind[board, i]
            for row in range(COUNT_ROWS):
                counts[row * LANES + i] = boards.counts[board, row * WIDTH + i]
        found[0] += _compare(kind, 0, WIDTH, counts, hands, ours, theirs)
