"""What is told apart when cards are known before the first decision.

`U` are the known cards off the board: the dealer's and dead ones. What a player knows on the flop is his
hole, `U`, and the *base*: the flop and whatever of turn and river was seen, three to five cards. Which of
them are the flop does not matter any more. A base is seen from each of its suits as a *view*: the ranks in
the suit and the ranks outside, as long as a flush can still come.

Four sums are carried for every hole, each a row ("plane"):

    LEAD   what one Ante of Play brings
    SIDE   everything of a bet that does not depend on its size
    BEST   the better of bet and fold at the river
    FOLDS  how many run-outs are folded
"""

from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from uth.solver.kernels.arrays import Array
from uth.solver.kernels.boards import numbers_of_multisets
from uth.solver.kernels.holes import (
    HELD,
    HOLE_CLASS,
    HOLE_SLOT,
    LANES,
    PAIRS,
    RANKS,
    SEGMENTS,
    SPARE,
    SUITINGS,
    WIDTH,
)

LEAD, SIDE, BEST, FOLDS = range(4)
PLANES = 4

OUTSIDES = np.array([1, RANKS, PAIRS])
"""By how many cards are outside the suit: how many choices of their ranks."""

SET_NUMBER = np.zeros(1 << RANKS, np.int64)
"""By a set of ranks, a bit each: its place among the sets of its size."""
for _size in range(6):
    for _ranks in combinations(range(RANKS), _size):
        _number = sum(comb(rank, place + 1) for place, rank in enumerate(_ranks))
        SET_NUMBER[sum(1 << rank for rank in _ranks)] = _number

MULTISET_PART = np.array([[comb(rank + place, place + 1) for place in range(5)] for rank in range(RANKS)])
"""By rank and its place in a rising row: what it adds to the row's number."""


class Views(NamedTuple):
    """The views of bases of one size."""

    first: Array
    """By ranks in the suit: the number of the first view, or -1."""
    number: int


def views_of(base: int) -> Views:
    """Views of bases of so many cards. A suit matters with at least three cards less those to come."""
    first, count = np.full(6, -1, np.int64), 0
    for inside in range(base - 2, base + 1):
        first[inside] = count
        count += comb(RANKS, inside) * int(OUTSIDES[base - inside])
    return Views(first, count)


def _grown() -> dict[int, Array]:
    """By cards still to come: the rank board that a rank base becomes with each choice of their ranks."""
    from uth.solver.kernels.boards import BOARD_OF_FLOP, RANK_BOARDS

    fours = np.array(
        sorted(
            _rising(4), key=lambda row: sum(int(MULTISET_PART[rank, place]) for place, rank in enumerate(row))
        ),
        np.int64,
    )
    five = np.concatenate(
        (np.repeat(fours, RANKS, axis=0), np.tile(np.arange(RANKS), len(fours))[:, None]), axis=1
    )
    five.sort(axis=1)
    by_four = numbers_of_multisets(five).reshape(len(fours), RANKS)
    return {
        0: np.arange(len(RANK_BOARDS))[:, None],
        1: by_four.astype(np.int64),
        2: BOARD_OF_FLOP.astype(np.int64),
    }


def _rising(size: int, least: int = 0) -> list[tuple[int, ...]]:
    if size == 0:
        return [()]
    return [(rank, *rest) for rank in range(least, RANKS) for rest in _rising(size - 1, rank)]


GROWN = _grown()


def rank_bases(base: int) -> Array:
    """All rising rows of so many ranks, in the order of their numbers."""
    rows = np.array(_rising(base), np.int64)
    ordered: Array = rows[np.argsort(numbers_of_multisets(rows))]
    return ordered


def _held_inside() -> Array:
    """By rank and lane: whether the hole has that rank in the suit."""
    outside = 3 - SPARE.reshape(RANKS, SEGMENTS, WIDTH)
    held = np.broadcast_to(HELD[:, None, :], outside.shape)
    inside = held - outside
    inside[:, :, PAIRS:] = 0
    return np.ascontiguousarray(inside.reshape(RANKS, LANES).astype(np.int16))


INSIDE = _held_inside()
HELD16 = np.ascontiguousarray(HELD.astype(np.int16))
SPARE16 = np.ascontiguousarray(SPARE.astype(np.int16))

SLOTS = SUITINGS * WIDTH
SLOT_CLASS = np.full(SLOTS, -1, np.int64)
"""By slot: which of the 169 starting hands, or -1 where no hole is."""
SLOT_CLASS[HOLE_SLOT] = HOLE_CLASS
