"""Boards on which ranks alone decide.

Where no suit has three cards nobody has a flush, and strengths and counts of a hole depend on the board's
five ranks and the hole's two: 6,175 x 91 cases stand for all of them. The same tables also carry boards with
a possible flush, which only change the holes and dealers who have one (see `flush_boards`).
"""

from typing import NamedTuple

import numpy as np

from uth.solver.deals import DEALERS
from uth.solver.kernels.arrays import Array, aligned_zeros
from uth.solver.kernels.boards import RANK_BOARDS
from uth.solver.kernels.compiled import kernel, part
from uth.solver.kernels.counting import (
    Walk,
    new_walk,
    wide_high,
    wide_keys,
    wide_low,
    wide_total,
    wide_walk,
    wide_word,
    wide_words,
)
from uth.solver.kernels.holes import LANES, PAIRS, RANKS, WIDTH
from uth.solver.kernels.rules import PAY_ROWS, QUALIFIER, RIVER, Rules
from uth.solver.kernels.settling import (
    COUNT_ROWS,
    LOST,
    UNQUALIFIED,
    WON,
    fill_pays,
    settle_bets,
    settle_rivers,
)
from uth.solver.kernels.strength import CATEGORY_OF, FIRST_FULL_HOUSE, RANK_KEYS, strength_of_ranks

BOATS = COUNT_ROWS  # a fourth row of counts: dealers with a full house or better


class RankBoards(NamedTuple):
    """One row for each rank board, of blocks of 96 lanes of rank pairs."""

    order: Array  # rank pairs from the weakest to the strongest
    first: Array  # by rank pair: the first place of the order with its strength
    after: Array  # ... and the place after the last
    weak: Array  # how many places of the order are too weak for the dealer to qualify
    plain: Array  # how many places are weaker than a full house, and so than any flush
    counts: Array  # dealers beaten, lost to, not qualified, with a full house
    kind: Array  # twice the category, plus 1 if it would qualify
    values: Array  # the planes


def empty_rank_boards(rules: Rules) -> RankBoards:
    """Room for all rank boards."""
    count = len(RANK_BOARDS)
    number = rules.pays.dtype
    order, first, after, kind = (aligned_zeros((count, WIDTH), np.uint8) for _ in range(4))
    weak, plain = (np.zeros(count, np.int64) for _ in range(2))
    counts = aligned_zeros((count, (COUNT_ROWS + 1) * WIDTH), np.int16)
    values = aligned_zeros((count, (RIVER + len(rules.prizes)) * WIDTH), number)
    return RankBoards(order, first, after, weak, plain, counts, kind, values)


def without_values(boards: RankBoards) -> RankBoards:
    """The same without the planes: outcomes need only counts, and planes are most of it."""
    return boards._replace(values=boards.values[:0].copy())


@part
def fill_strengths(ranks: Array, strength: Array) -> None:
    """Strength of every rank pair on this board."""
    board = np.uint64(0)
    for i in range(ranks.size):
        board += RANK_KEYS[ranks[i]]
    pair = 0
    for high in range(RANKS):
        for low in range(high + 1):
            strength[pair] = strength_of_ranks(board + RANK_KEYS[high] + RANK_KEYS[low])
            pair += 1


@part
def _sort(strength: Array, below: Array, first: Array, after: Array, order: Array, taken: Array) -> None:
    """Places in the order: how many are weaker or equal, by comparing all with all in vector operations.

    Both numbers are counted at once, the weaker in the low byte and the weaker or equal in the high byte of
    16 bits.
    """
    below[:] = 0
    taken[:] = 0
    for j in range(PAIRS):
        own = strength[j]
        for i in range(WIDTH):
            below[i] += (
                np.int16(257) if own < strength[i] else np.int16(256) if own == strength[i] else np.int16(0)
            )
    for i in range(WIDTH):
        first[i] = below[i] & 255
        after[i] = below[i] >> 8
    for i in range(PAIRS):
        start = first[i]
        order[start + taken[start]] = i
        taken[start] += 1


@part
def _count(
    first: Array, after: Array, weak: int, plain: int, passed: Array, words: Array, counts: Array
) -> None:
    """Dealers by rank pair."""
    wide_words(passed, first, words)
    for i in range(WIDTH):
        counts[WON * LANES + i] = wide_total(words, i) - wide_high(words, i) - wide_low(words, i)
    wide_words(passed, after, words)
    for i in range(WIDTH):
        counts[LOST * LANES + i] = (
            DEALERS - 1 - (wide_total(words, i) - wide_high(words, i) - wide_low(words, i))
        )
    wide_word(passed, weak, words)
    for i in range(WIDTH):
        counts[UNQUALIFIED * LANES + i] = (
            wide_total(words, i) - wide_high(words, i) - wide_low(words, i) + (first[i] < weak)
        )
    wide_word(passed, plain, words)
    for i in range(WIDTH):
        counts[BOATS * LANES + i] = DEALERS - (
            wide_total(words, i) - wide_high(words, i) - wide_low(words, i) + (first[i] < plain)
        )


@part
def _kinds(strength: Array, qualifier: int, kind: Array) -> None:
    """Category and qualification of every rank pair."""
    for pair in range(PAIRS):
        kind[pair] = 2 * CATEGORY_OF[strength[pair]] + (strength[pair] >= qualifier)


@part
def _copy(source: Array, source_step: int, target: Array, rows: int) -> None:
    """Blocks of one segment, packed."""
    for row in range(rows):
        for i in range(WIDTH):
            target[row * WIDTH + i] = source[row * source_step + i]


class RankRoom(NamedTuple):
    """Room for the rank boards of one worker."""

    strength: Array
    below: Array
    taken: Array
    walk: Walk
    counts: Array
    nothing: Array  # no other board is taken off
    live: Array  # all holes are
    lane_pays: Array
    bet: Array
    row: Array


def new_rank_room(rules: Rules) -> RankRoom:
    """Room for boards with the planes of these rules."""
    number, planes = rules.pays.dtype, RIVER + len(rules.prizes)
    live = aligned_zeros((WIDTH,), number)
    live[:] = -1
    return RankRoom(
        strength=aligned_zeros((WIDTH,), np.int16),
        below=aligned_zeros((WIDTH,), np.int16),
        taken=aligned_zeros((WIDTH,), np.uint8),
        walk=new_walk(),
        counts=aligned_zeros(((COUNT_ROWS + 1) * LANES,), np.int32),
        nothing=aligned_zeros((planes * WIDTH,), number),
        live=live,
        lane_pays=aligned_zeros((PAY_ROWS * WIDTH,), number),
        bet=aligned_zeros((WIDTH,), number),
        row=aligned_zeros((planes * LANES,), number),
    )


@kernel
def fill_rank_boards(
    begin: int,
    end: int,
    ranks_of: Array,
    pays: Array,
    numbers: Array,
    prizes: Array,
    room: RankRoom,
    boards: RankBoards,
) -> None:
    """Evaluate, sort, count and settle the rank boards from `begin` to `end`."""
    planes, qualifier = RIVER + prizes.size, numbers[QUALIFIER]
    strength, counts, row, bet = room.strength, room.counts, room.row, room.bet
    left, keys, passed = room.walk.left, room.walk.keys[0], room.walk.passed
    for board in range(begin, end):
        ranks = ranks_of[board]
        if ranks[0] == ranks[4]:
            continue
        left[:] = 4
        weak = plain = 0
        for i in range(5):
            left[ranks[i]] -= 1
        fill_strengths(ranks, strength)
        for i in range(PAIRS):
            weak += strength[i] < qualifier
            plain += strength[i] < FIRST_FULL_HOUSE
        boards.weak[board] = weak
        boards.plain[board] = plain
        _sort(strength, room.below, boards.first[board], boards.after[board], boards.order[board], room.taken)
        wide_keys(left, keys)
        wide_walk(boards.order[board], keys, passed)
        _count(boards.first[board], boards.after[board], weak, plain, passed, room.walk.words, counts)
        _copy(counts, LANES, boards.counts[board], COUNT_ROWS + 1)
        _kinds(strength, qualifier, boards.kind[board])
        fill_pays(boards.kind[board], pays, room.lane_pays)
        settle_bets(0, 1, True, counts, room.lane_pays, room.nothing, room.live, numbers, row, bet)
        settle_rivers(0, 1, True, bet, room.lane_pays, room.nothing, room.live, prizes, row)
        _copy(row, LANES, boards.values[board], planes)
