"""Boards, flops and holes as far as decisions tell them apart.

A *river* is all that matters of five cards: their ranks, and where three or more are of one suit, which.
There are 6,175 without a possible flush and 36,608 with one. On a river a hole is a *lane*: its two ranks,
and which of its cards are of that suit. The 134,459 boards that differ by more than the names of suits are
listed river by river, each with the number of boards that it stands for; the suit of the flush is 0.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import NamedTuple

import numpy as np

from uth.solver.kernels.arrays import Array
from uth.solver.kernels.boards import numbers_of_multisets
from uth.solver.kernels.flops import CANONICAL
from uth.solver.kernels.holes import BOTH, HIGH, HOLE_HIGH, HOLE_LOW, HOLE_PAIR, LANES, LOW, OUT, RANKS, WIDTH

HOLES = 1326
ROW = 1344  # a row of holes, in whole vectors
ALL_FLOPS = 22100


class Rivers(NamedTuple):
    """All rivers, and their boards."""

    ranks: Array  # five ranks, rising
    suited: Array  # the ranks in the suit of the flush, a bit each; 0 if no flush is possible
    first: Array  # where the boards of each river begin; one more at the end
    cards: Array  # by board
    orbit: Array  # by board: how many of the 2,598,960 it stands for


def _rows(*choices: Sequence[tuple[int, ...]]) -> Array:
    """All combinations of one row of each, side by side."""
    places = np.meshgrid(*(np.arange(len(rows)) for rows in choices), indexing="ij")
    parts = [
        np.array(rows).reshape(len(rows), -1)[place.ravel()]
        for rows, place in zip(choices, places, strict=True)
    ]
    return np.concatenate(parts, axis=1)


def _boards() -> tuple[Array, Array]:
    """Cards and orbit of every board, by how many cards it has of each suit."""
    one, two, three, four, five = ([*combinations(range(RANKS), size)] for size in range(1, 6))
    singles, couples = ([(*a, *b) for a, b in combinations_with_replacement(sets, 2)] for sets in (one, two))
    triples = [*combinations_with_replacement(range(RANKS), 3)]
    shapes = (
        (_rows(five), (0, 0, 0, 0, 0), 4),
        (_rows(four, one), (0, 0, 0, 0, 1), 12),
        (_rows(three, two), (0, 0, 0, 1, 1), 12),
        (_rows(three, singles), (0, 0, 0, 1, 2), 24),
        (_rows(couples, one), (0, 0, 1, 1, 2), 24),
        (_rows(two, triples), (0, 0, 1, 2, 3), 24),
    )
    cards, orbits = [], []
    for ranks, suits, orbit in shapes:
        cards.append(ranks * 4 + np.array(suits))
        alike = np.ones(len(ranks), np.int64)  # suits with the same ranks are interchangeable
        if suits == (0, 0, 0, 1, 2):
            alike[ranks[:, 3] == ranks[:, 4]] = 2
        elif suits == (0, 0, 1, 1, 2):
            alike[(ranks[:, 0] == ranks[:, 2]) & (ranks[:, 1] == ranks[:, 3])] = 2
        elif suits == (0, 0, 1, 2, 3):
            equal = (ranks[:, 2] == ranks[:, 3]).astype(int) + (ranks[:, 3] == ranks[:, 4])
            alike = np.array([1, 2, 6])[equal]
        orbits.append(orbit // alike)
    return np.concatenate(cards), np.concatenate(orbits)


@cache
def rivers() -> Rivers:
    """All rivers; those without a possible flush come first."""
    cards, orbit = _boards()
    ranks = np.sort(cards >> 2, axis=1)
    in_suit = np.where(cards & 3 == 0, 1 << (cards >> 2), 0)
    suited = np.where((cards & 3 == 0).sum(axis=1) >= 3, in_suit.sum(axis=1), 0)
    key = _keys(ranks, suited)
    order = np.argsort(key, kind="stable")
    key = key[order]
    first = np.flatnonzero(np.concatenate(([True], key[1:] != key[:-1])))
    at = order[first]
    return Rivers(
        ranks[at].astype(np.int64),
        suited[at].astype(np.int64),
        np.concatenate((first, [len(cards)])),
        np.sort(cards[order], axis=1).astype(np.uint8),
        orbit[order].astype(np.int32),
    )


def _keys(ranks: Array, suited: Array) -> Array:
    return suited * 2**13 + numbers_of_multisets(ranks)


@cache
def river_keys() -> Array:
    """By river: its number, rising."""
    given = rivers()
    return _keys(given.ranks, given.suited)


def _lanes(suit: int) -> Array:
    high, low = suit == HOLE_HIGH & 3, suit == HOLE_LOW & 3
    pocket = HOLE_HIGH >> 2 == HOLE_LOW >> 2
    segment = np.where(high & low, BOTH, np.where(high | (low & pocket), HIGH, np.where(low, LOW, OUT)))
    lanes: Array = (segment * WIDTH + HOLE_PAIR).astype(np.int16)
    return lanes


NO_SUIT = 4
LANE_OF_SUIT = np.stack([_lanes(suit) for suit in range(5)])
"""By suit of the flush, the last for none, and by hole."""
LANE_OF = LANE_OF_SUIT[[NO_SUIT, 0]]
"""By whether a flush is possible, and by hole. A pocket pair with one card of the suit counts as `HIGH`."""

PERMUTATIONS = np.array([*permutations(range(4))])


def _renamed_holes() -> Array:
    """By permutation of the suits and hole: the hole that it becomes."""
    renamed = PERMUTATIONS[:, np.arange(52) & 3] + (np.arange(52) & ~3)
    one, other = renamed[:, HOLE_HIGH], renamed[:, HOLE_LOW]
    high, low = np.maximum(one, other), np.minimum(one, other)
    numbers: Array = (high * (high - 1) // 2 + low).astype(np.int16)
    return numbers


RENAMED_HOLE = _renamed_holes()


def flop_numbers(cards: Array) -> Array:
    """By rising rows of three cards: their place among all 22,100."""
    low, mid, high = (cards[:, place].astype(np.int64) for place in range(3))
    return high * (high - 1) * (high - 2) // 6 + mid * (mid - 1) // 2 + low


@cache
def flops() -> tuple[Array, Array]:
    """By any of the 22,100 flops: its canonical form, and the permutation that leads to it."""
    form, way = np.zeros(ALL_FLOPS, np.int16), np.zeros(ALL_FLOPS, np.int8)
    for number, names in enumerate(PERMUTATIONS):
        back = np.argsort(names)
        cards = np.sort(back[CANONICAL.cards & 3] + (CANONICAL.cards & ~3), axis=1)
        at = flop_numbers(cards)
        form[at], way[at] = np.arange(len(cards)), number
    return form, way


def live_lanes(ranks: Array, suited: int) -> Array:
    """How many holes each lane of one river has; for tests and single hands."""
    left = np.full(2 * RANKS, 0)
    left[:RANKS] = 4 - np.bincount(ranks, minlength=RANKS)
    if suited:
        left[RANKS:] = [1 - (suited >> rank & 1) for rank in range(RANKS)]
        left[:RANKS] -= left[RANKS:]
    ways = np.zeros(LANES, np.int64)
    for high in range(RANKS):
        for low in range(high + 1):
            pair = high * (high + 1) // 2 + low
            if high == low:
                ways[pair] = left[high] * (left[high] - 1) // 2
                ways[HIGH * WIDTH + pair] = left[RANKS + high] * left[high]
                continue
            for segment, a, b in ((OUT, 0, 0), (HIGH, RANKS, 0), (LOW, 0, RANKS), (BOTH, RANKS, RANKS)):
                ways[segment * WIDTH + pair] = left[a + high] * left[b + low]
    return ways
