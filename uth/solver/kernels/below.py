"""Dealers below each category: how many hands that a hole leaves to the dealer are weaker than any of it.

The same counts as those of dealers who do not qualify (`rank_boards`, `flush_boards`), once for each bar
between two categories. A dealer's flush lies above the first five bars. It is below the next three unless it
is a straight flush, and below the last unless it is a royal one.
"""

from typing import NamedTuple

import numpy as np

from uth.ranking import FIRST_STRENGTH, Category
from uth.solver.kernels.arrays import Array, aligned_zeros
from uth.solver.kernels.boards import RANK_BOARDS
from uth.solver.kernels.compiled import inlined, kernel, part
from uth.solver.kernels.counting import (
    Walk,
    slim_high,
    slim_low,
    slim_total,
    wide_high,
    wide_keys,
    wide_low,
    wide_total,
    wide_walk,
    wide_word,
)
from uth.solver.kernels.flush_holds import FlushHolds, fill_flush_holds
from uth.solver.kernels.holes import BOTH, HIGH, LANES, LOW, OUT, PAIRS, WIDTH
from uth.solver.kernels.rank_boards import RankBoards
from uth.solver.kernels.rules import BARS, QUALIFIER
from uth.solver.kernels.settling import UNQUALIFIED
from uth.solver.kernels.strength import FIRST_STRAIGHT_FLUSH

FIRST_ROYAL_FLUSH = FIRST_STRENGTH[Category.ROYAL_FLUSH]
_OVER_FLUSH = int(Category.FLUSH)  # the first bar that a flush is below; bars are counted from 0
_OVER_STRAIGHT_FLUSH = int(Category.STRAIGHT_FLUSH)


class Bars(NamedTuple):
    """By rank board."""

    places: Array  # by bar: how many rank pairs of the order are below it
    below: Array  # blocks of rank pairs, bar after bar: dealers below it, where nobody has a flush


def empty_bars() -> Bars:
    """Room for all rank boards."""
    count = len(RANK_BOARDS)
    return Bars(np.zeros((count, BARS), np.int64), aligned_zeros((count, BARS * WIDTH), np.int16))


@kernel
def fill_bars(begin: int, end: int, ranks_of: Array, boards: RankBoards, walk: Walk, bars: Bars) -> None:
    """Count on the rank boards from `begin` to `end`, which are sorted already."""
    left, keys, passed, words = walk.left, walk.keys[0], walk.passed, walk.words
    for board in range(begin, end):
        ranks = ranks_of[board]
        if ranks[0] == ranks[4]:
            continue
        left[:] = 4
        for i in range(5):
            left[ranks[i]] -= 1
        wide_keys(left, keys)
        wide_walk(boards.order[board], keys, passed)
        kind, first, below = boards.kind[board], boards.first[board], bars.below[board]
        for bar in range(BARS):
            place = 0
            for pair in range(PAIRS):
                place += kind[pair] >> 1 <= bar
            bars.places[board, bar] = place
            wide_word(passed, place, words)
            for i in range(WIDTH):
                rest = wide_total(words, i) - wide_high(words, i) - wide_low(words, i)
                below[bar * WIDTH + i] = rest + (first[i] < place)


class FlushBars(NamedTuple):
    """By lane, for one set of ranks in the suit: flushes below a straight flush and below a royal one."""

    straight_flush: Array
    royal_flush: Array
    numbers: Array  # two rows like those of the rules, with these two as the qualifier


def new_flush_bars(numbers: Array) -> FlushBars:
    """Room for one worker."""
    both = np.stack((numbers, numbers))
    both[:, QUALIFIER] = FIRST_STRAIGHT_FLUSH, FIRST_ROYAL_FLUSH
    plain, straight = (aligned_zeros((LANES,), np.int32) for _ in range(2))
    return FlushBars(plain, straight, both)


@inlined
def fill_flushes(suited: Array, pays: Array, holds: FlushHolds, flushes: FlushBars) -> None:
    """Compare all holdings on a board with these ranks in the suit, and count the flushes below the bars."""
    fill_flush_holds(suited, pays, flushes.numbers[0], holds)
    for lane in range(LANES):
        flushes.straight_flush[lane] = holds.counts[UNQUALIFIED * LANES + lane]
    fill_flush_holds(suited, pays, flushes.numbers[1], holds)
    for lane in range(LANES):
        flushes.royal_flush[lane] = holds.counts[UNQUALIFIED * LANES + lane]


@part
def _begin_with_flushes(flushes: FlushBars, below: Array) -> None:
    for bar in range(BARS):
        for lane in range(LANES):
            count = np.int32(0)
            if bar >= _OVER_FLUSH:
                plain, straight = flushes.straight_flush[lane], flushes.royal_flush[lane]
                count = straight if bar >= _OVER_STRAIGHT_FLUSH else plain
            below[bar * LANES + lane] = count


@part
def _add_three(by_rank: Array, first: Array, places: Array, passed: Array, below: Array) -> None:
    """Dealers of the rank board, less those with two cards of the suit, who have a flush."""
    for bar in range(BARS):
        place = places[bar]
        word = passed[place]
        total = slim_total(word)
        at = below[bar * LANES :]
        for i in range(WIDTH):
            rest = np.int32(by_rank[bar * WIDTH + i] - total)
            high, low = slim_high(word, i), slim_low(word, i)
            at[OUT * WIDTH + i] += rest
            at[HIGH * WIDTH + i] += rest + high
            at[LOW * WIDTH + i] += rest + low
            at[BOTH * WIDTH + i] += rest + high + low - (first[i] < place)


@part
def _add_four(first: Array, places: Array, passed: Array, words: Array, below: Array) -> None:
    """Dealers with no card of the suit."""
    for bar in range(BARS):
        place = places[bar]
        wide_word(passed, place, words)
        at = below[bar * LANES :]
        for i in range(WIDTH):
            total, high, low = wide_total(words, i), wide_high(words, i), wide_low(words, i)
            at[OUT * WIDTH + i] += total - high - low + (first[i] < place)
            at[HIGH * WIDTH + i] += total - low
            at[LOW * WIDTH + i] += total - high
            at[BOTH * WIDTH + i] += total


@inlined
def count_below(
    board: int, size: int, boards: RankBoards, bars: Bars, flushes: FlushBars, walk: Walk, below: Array
) -> None:
    """Dealers below each bar by lane, block after block; the walk is as `count_board` has left it."""
    _begin_with_flushes(flushes, below)
    if size == 3:
        _add_three(bars.below[board], boards.first[board], bars.places[board], walk.passed, below)
    elif size == 4:
        _add_four(boards.first[board], bars.places[board], walk.passed, walk.words, below)
