"""How a hand is played, by look-up: a bit for each hole on each flop, and for each lane on each river."""

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from uth.simulate.kernels.compiled import part
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.boards import numbers_of_multisets
from uth.solver.kernels.holes import HOLE_CLASS, LANES, PAIR_AT, RANKS
from uth.solver.kernels.work import Crew
from uth.solver.playing.boards import ALL_FLOPS, LANE_OF_SUIT, ROW, rivers
from uth.solver.playing.worth import Decisions, flop_rows

FLOP_WORDS = ROW // 64
RIVER_WORDS = LANES // 64
NO_FLUSH = 6188  # multisets of five ranks; rivers with a possible flush come after these

MULTISET = np.array([[comb(rank + place, place + 1) for rank in range(RANKS)] for place in range(5)])


class Played(NamedTuple):
    """The strategies of a simulation, as kernels look them up."""

    before: Array  # by strategy and hole: the multiple that is bet before the flop, or 0
    flops: Array  # by strategy and any flop: a bit for each hole that is bet
    rivers: Array  # by strategy and river: a bit for each lane that is bet
    multiples: Array  # on the flop and on the river


def _bits(rows: Array) -> Array:
    """Rows of zeros and ones, 64 to a word."""
    packed: Array = np.packbits(rows, axis=1, bitorder="little").view(np.uint64)
    return packed


@cache
def _first_of_mask() -> Array:
    """By the set of ranks in the suit of a flush: its first river here."""
    first, at = np.zeros(1 << RANKS, np.int64), NO_FLUSH
    for mask in range(1 << RANKS):
        size = mask.bit_count()
        if 3 <= size <= 5:
            first[mask] = at
            at += {3: RANKS * (RANKS + 1) // 2, 4: RANKS, 5: 1}[size]
    return first


FIRST_OF_MASK = _first_of_mask()
RIVERS_HERE = NO_FLUSH + comb(13, 3) * 91 + comb(13, 4) * 13 + comb(13, 5)


@cache
def _places() -> Array:
    """By river of `rivers()`: its place here, which is found without a search."""
    given = rivers()
    places = numbers_of_multisets(given.ranks)
    for number in np.flatnonzero(given.suited):
        mask = int(given.suited[number])
        others = given.ranks[number].tolist()
        for rank in range(RANKS):
            if mask >> rank & 1:
                others.remove(rank)
        rest = PAIR_AT[others[0], others[1]] if len(others) == 2 else others[0] if others else 0
        places[number] = FIRST_OF_MASK[mask] + rest
    return places


def compile_played(strategies: list[Decisions], flop: int, river: int, crew: Crew) -> Played:
    """Look-up tables of strategies whose rivers are all decided; the multiples are those of a bet."""
    before = np.stack([own.preflop[HOLE_CLASS] for own in strategies]).astype(np.int8)
    flops = np.zeros((len(strategies), ALL_FLOPS, FLOP_WORDS), np.uint64)
    on_river = np.zeros((len(strategies), RIVERS_HERE, RIVER_WORDS), np.uint64)
    for number, own in enumerate(strategies):
        flops[number] = _bits(1 - np.minimum(flop_rows(own, crew), 1))
        on_river[number, _places()] = _bits((own.river > 0).astype(np.uint8))
    return Played(before, flops, on_river, np.array([flop, river], np.int64))


@part
def river_of(board: Array) -> tuple[Any, Any]:
    """The place of a board's river, and the suit of its flush, 4 for none."""
    r0, r1, r2, r3, r4 = board[0] >> 2, board[1] >> 2, board[2] >> 2, board[3] >> 2, board[4] >> 2
    suits = np.int64(0)
    for i in range(5):
        suits += np.int64(1) << (np.int64(board[i] & 3) * 4)
    suit = 4
    for one in range(4):
        if suits >> (one * 4) & 15 >= 3:
            suit = one
    if suit < 4:
        mask, first, second = np.int64(0), np.int64(-1), np.int64(-1)
        for i in range(5):
            rank = np.int64(board[i] >> 2)
            if board[i] & 3 == suit:
                mask |= np.int64(1) << rank
            elif first < 0:
                first = rank
            else:
                second = rank
        rest = np.int64(0)
        if second >= 0:
            rest = PAIR_AT[first, second]
        elif first >= 0:
            rest = np.int64(first)
        return FIRST_OF_MASK[mask] + rest, suit
    # a network that sorts five
    if r0 > r1:
        r0, r1 = r1, r0
    if r3 > r4:
        r3, r4 = r4, r3
    if r2 > r4:
        r2, r4 = r4, r2
    if r2 > r3:
        r2, r3 = r3, r2
    if r0 > r3:
        r0, r3 = r3, r0
    if r0 > r2:
        r0, r2 = r2, r0
    if r1 > r4:
        r1, r4 = r4, r1
    if r1 > r3:
        r1, r3 = r3, r1
    if r1 > r2:
        r1, r2 = r2, r1
    number = MULTISET[0, r0] + MULTISET[1, r1] + MULTISET[2, r2] + MULTISET[3, r3] + MULTISET[4, r4]
    return number, suit


@part
def flop_of(board: Array) -> Any:
    """The number of a flop among all 22,100."""
    a, b, c = np.int64(board[0]), np.int64(board[1]), np.int64(board[2])
    low, high = min(a, b, c), max(a, b, c)
    mid = a + b + c - low - high
    return high * (high - 1) * (high - 2) // 6 + mid * (mid - 1) // 2 + low


@part
def hole_of(first: int, second: int) -> Any:
    """The number of a hole."""
    high, low = np.int64(max(first, second)), np.int64(min(first, second))
    return high * (high - 1) // 2 + low


@part
def multiple_of(played: Played, strategy: int, hole: int, flop: int, river: Any, suit: Any) -> Any:
    """What a strategy bets with a hole on a flop and a river: the multiple, 0 for a fold."""
    multiple = np.int64(played.before[strategy, hole])
    if multiple == 0:
        if played.flops[strategy, flop, hole >> 6] >> np.uint64(hole & 63) & np.uint64(1):
            multiple = played.multiples[0]
        else:
            lane = np.int64(LANE_OF_SUIT[suit, hole])
            if played.rivers[strategy, river, lane >> 6] >> np.uint64(lane & 63) & np.uint64(1):
                multiple = played.multiples[1]
    return multiple
