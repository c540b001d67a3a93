"""Boards on which one suit can make a flush, counted from the ranks alone and then corrected.

A board is the set of its ranks in the suit and the ranks outside. Holes and dealers without a flush are as
strong as ranks say, so:

* three in the suit: a hole without a flush faces the dealers of `rank_boards`, less those with two cards of
  the suit (they have moved up to a flush);
* four: dealers without a flush have two cards outside the suit, and a walk with the cards left there counts
  them;
* five: only flushes remain.

A flush lies between a straight and a full house, and no hand has both a flush and a full house, so full
houses and better are put right by two exchanges: they win from the plain flushes that the rule above lets
them lose to, and vice versa.
"""

import numpy as np

from uth.solver.deals import DEALERS
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.boards import BOARD_OF_FLOP
from uth.solver.kernels.compiled import Integer, copy, inlined, part
from uth.solver.kernels.counting import (
    Walk,
    slim_high,
    slim_low,
    slim_total,
    slim_walk,
    wide_high,
    wide_keys,
    wide_low,
    wide_total,
    wide_walk,
    wide_word,
    wide_words,
)
from uth.solver.kernels.flush_holds import FlushHolds
from uth.solver.kernels.holes import BOTH, HIGH, LANES, LOW, OUT, PAIR_AT, PAIRS, RANKS, SEGMENTS, WIDTH
from uth.solver.kernels.rank_boards import BOATS, RankBoards
from uth.solver.kernels.settling import LOST, UNQUALIFIED, WON

# By number of ranks in the suit: the first segment of holes that have a flush, and how many choices of ranks
# outside there are (pairs of ranks, ranks, nothing).
FLUSH_FROM = np.array([SEGMENTS, SEGMENTS, SEGMENTS, BOTH, HIGH, OUT])
OUTSIDES = np.array([0, 0, 0, PAIRS, RANKS, 1])


@inlined
def rank_flop_number(low: Integer, mid: Integer, high: Integer) -> Integer:
    """The number of three rising ranks among the 455 rank flops."""
    return low + mid * (mid + 1) // 2 + high * (high + 1) * (high + 2) // 6


@part
def board_of(suited: Array, outside: int) -> Integer:
    """The rank board of these ranks in the suit and that choice outside."""
    flop = rank_flop_number(suited[0], suited[1], suited[2])
    if suited.size == 3:
        return BOARD_OF_FLOP[flop, outside]
    return BOARD_OF_FLOP[flop, PAIR_AT[suited[3], outside if suited.size == 4 else suited[4]]]


@part
def four_keys(walk: Walk) -> None:
    """Steps of a walk over dealers with no card of the suit, for each rank that the board has outside it."""
    for rank in range(RANKS):
        for other in range(RANKS):
            walk.left[other] = 2 if other == rank else 3
        wide_keys(walk.left, walk.keys[rank])


@part
def _count_three_plain(
    by_rank: Array,
    first: Array,
    after: Array,
    passed: Array,
    befores: Array,
    afters: Array,
    counts: Array,
) -> None:
    """Holes without a flush: dealers with two cards of the suit are no longer beaten, all of them now win."""
    for pair in range(PAIRS):
        befores[pair] = passed[first[pair]]
        afters[pair] = passed[after[pair]]
    for i in range(WIDTH):
        won = np.int32(by_rank[WON * WIDTH + i] - slim_total(befores[i]))
        lost = np.int32(by_rank[LOST * WIDTH + i] + slim_total(afters[i]))
        counts[WON * LANES + OUT * WIDTH + i] = won
        counts[WON * LANES + HIGH * WIDTH + i] = won + slim_high(befores[i], i)
        counts[WON * LANES + LOW * WIDTH + i] = won + slim_low(befores[i], i)
        counts[LOST * LANES + OUT * WIDTH + i] = lost
        counts[LOST * LANES + HIGH * WIDTH + i] = lost - slim_high(afters[i], i)
        counts[LOST * LANES + LOW * WIDTH + i] = lost - slim_low(afters[i], i)


@part
def _count_three_weak(by_rank: Array, first: Array, weak: int, passed: Array, counts: Array) -> None:
    """Of the dealers with two cards of the suit none fails to qualify for want of a pair."""
    word = passed[weak]
    total = slim_total(word)
    for i in range(WIDTH):
        rest = np.int32(by_rank[UNQUALIFIED * WIDTH + i] - total)
        high, low = slim_high(word, i), slim_low(word, i)
        counts[UNQUALIFIED * LANES + OUT * WIDTH + i] += rest
        counts[UNQUALIFIED * LANES + HIGH * WIDTH + i] += rest + high
        counts[UNQUALIFIED * LANES + LOW * WIDTH + i] += rest + low
        counts[UNQUALIFIED * LANES + BOTH * WIDTH + i] += rest + high + low - (first[i] < weak)


@part
def _count_flushes(by_rank: Array, flushes: Array, plain: Array, counts: Array, segment: int) -> None:
    """Holes with a flush: a plain one loses to the full houses that it was taken to beat."""
    start = segment * WIDTH
    flushes, plain, counts = flushes[start:], plain[start:], counts[start:]
    for i in range(WIDTH):
        counts[i] = flushes[i] - plain[i] * by_rank[BOATS * WIDTH + i]
        counts[LOST * LANES + i] = flushes[LOST * LANES + i] + plain[i] * by_rank[BOATS * WIDTH + i]


@part
def _count_boats(order: Array, from_place: int, plain: Array, segments: int, counts: Array) -> None:
    """Full houses and better win from plain flushes."""
    for place in range(from_place, PAIRS):
        for segment in range(segments):
            lane = segment * WIDTH + order[place]
            counts[WON * LANES + lane] += plain[lane]
            counts[LOST * LANES + lane] -= plain[lane]


@part
def _copy_unqualified(flushes: Array, counts: Array) -> None:
    for i in range(LANES):
        counts[UNQUALIFIED * LANES + i] = flushes[UNQUALIFIED * LANES + i]


@inlined
def _count_three(
    board: int,
    boards: RankBoards,
    holds: FlushHolds,
    keys: Array,
    passed: Array,
    words: Array,
    counts: Array,
) -> None:
    """Dealers by hole on a board with three ranks in the suit."""
    slim_walk(boards.order[board], keys, passed)
    _count_three_plain(
        boards.counts[board],
        boards.first[board],
        boards.after[board],
        passed,
        words[:WIDTH],
        words[WIDTH:],
        counts,
    )
    _count_boats(boards.order[board], boards.plain[board], holds.plain, BOTH, counts)
    _count_flushes(boards.counts[board], holds.counts, holds.plain, counts, BOTH)
    _copy_unqualified(holds.counts, counts)
    if boards.weak[board]:
        _count_three_weak(boards.counts[board], boards.first[board], boards.weak[board], passed, counts)


@part
def _count_four_plain(first: Array, after: Array, passed: Array, words: Array, counts: Array) -> None:
    """Holes without a flush, and of the dealers those outside the suit; all others win."""
    wide_words(passed, first, words)
    for i in range(WIDTH):
        counts[WON * LANES + i] = wide_total(words, i) - wide_high(words, i) - wide_low(words, i)
    wide_words(passed, after, words)
    for i in range(WIDTH):
        counts[LOST * LANES + i] = (
            DEALERS - 1 - (wide_total(words, i) - wide_high(words, i) - wide_low(words, i))
        )


@part
def _count_four_weak(first: Array, weak: int, passed: Array, words: Array, counts: Array) -> None:
    """Dealers outside the suit who do not qualify."""
    wide_word(passed, weak, words)
    for i in range(WIDTH):
        total, high, low = wide_total(words, i), wide_high(words, i), wide_low(words, i)
        counts[UNQUALIFIED * LANES + OUT * WIDTH + i] += total - high - low + (first[i] < weak)
        counts[UNQUALIFIED * LANES + HIGH * WIDTH + i] += total - low
        counts[UNQUALIFIED * LANES + LOW * WIDTH + i] += total - high
        counts[UNQUALIFIED * LANES + BOTH * WIDTH + i] += total


@inlined
def _count_four(
    board: int, boards: RankBoards, holds: FlushHolds, keys: Array, passed: Array, words: Array, counts: Array
) -> None:
    """Dealers by hole on a board with four ranks in the suit."""
    wide_walk(boards.order[board], keys, passed)
    _count_four_plain(boards.first[board], boards.after[board], passed, words, counts)
    _count_boats(boards.order[board], boards.plain[board], holds.plain, HIGH, counts)
    for segment in range(HIGH, SEGMENTS):
        _count_flushes(boards.counts[board], holds.counts, holds.plain, counts, segment)
    _copy_unqualified(holds.counts, counts)
    if boards.weak[board]:
        _count_four_weak(boards.first[board], boards.weak[board], passed, words, counts)


@inlined
def count_board(
    board: int,
    suited: Array,
    outside: int,
    boards: RankBoards,
    holds: FlushHolds,
    walk: Walk,
    counts: Array,
) -> None:
    """Dealers by hole; the walk has the keys of `slim_keys` in its first row for three ranks in the suit, and
    those of `four_keys` for four."""
    if suited.size == 3:
        _count_three(board, boards, holds, walk.keys[0], walk.passed, walk.words, counts)
    elif suited.size == 4:
        _count_four(board, boards, holds, walk.keys[outside], walk.passed, walk.words, counts)
    else:
        copy(holds.counts, counts)
