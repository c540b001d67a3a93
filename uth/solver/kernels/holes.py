"""Hole cards as a board sees them.

On a board where a flush is possible in one suit a hole is only its two ranks and which of its cards are of
that suit. So every quantity of a board is a vector with four segments of 91 rank pairs (padded to 96, whole
SIMD registers):

    OUT   neither card is of the suit          HIGH  only the higher one is
    LOW   only the lower one is                BOTH  both are

On a board where nobody can have a flush the 91 rank pairs are enough. All segments share the order of the
rank pairs, so what depends on ranks alone is computed once and lined up with each of the segments.
"""

import numpy as np

from uth.solver import starting_hands
from uth.solver.kernels.arrays import Array

RANKS = 13
PAIRS = RANKS * (RANKS + 1) // 2
WIDTH = 96
OUT, HIGH, LOW, BOTH = range(4)
SEGMENTS = 4
LANES = SEGMENTS * WIDTH

PAIR_HIGH = np.zeros(WIDTH, np.int64)
PAIR_LOW = np.zeros(WIDTH, np.int64)
PAIR_AT = np.zeros((RANKS, RANKS), np.int64)
for _high in range(RANKS):
    for _low in range(_high + 1):
        _pair = _high * (_high + 1) // 2 + _low
        PAIR_HIGH[_pair], PAIR_LOW[_pair] = _high, _low
        PAIR_AT[_high, _low] = PAIR_AT[_low, _high] = _pair

# Hole number = c2 * (c2 - 1) / 2 + c1 for cards c1 < c2.
HOLE_HIGH, HOLE_LOW = (numbers.astype(np.int64) for numbers in np.tril_indices(52, -1))
HOLE_PAIR = PAIR_AT[HOLE_HIGH >> 2, HOLE_LOW >> 2].astype(np.int16)


def hole_number(first: int, second: int) -> int:
    """The number of a hole of two cards."""
    high, low = max(first, second), min(first, second)
    return high * (high - 1) // 2 + low


# The 169 starting hands, and how many holes each has.
CLASSES = starting_hands.COUNT
HOLE_CLASS = np.array(
    [starting_hands.hand_number(*hole) for hole in zip(HOLE_HIGH.tolist(), HOLE_LOW.tolist(), strict=True)],
    np.int16,
)
CLASS_SIZE = np.array(starting_hands.SIZES)

# How many cards of a rank a hole of each rank pair has.
HELD = np.zeros((RANKS, WIDTH), np.int8)
for _rank in range(RANKS):
    HELD[_rank, :PAIRS] = (PAIR_HIGH[:PAIRS] == _rank).astype(np.int8) + (PAIR_LOW[:PAIRS] == _rank)


def _spare() -> Array:
    spare = np.full((RANKS, SEGMENTS, WIDTH), 3, np.int8)
    spare[:, OUT] -= HELD
    for rank in range(RANKS):
        spare[rank, HIGH, :PAIRS] -= PAIR_LOW[:PAIRS] == rank
        spare[rank, LOW, :PAIRS] -= PAIR_HIGH[:PAIRS] == rank
    return spare.reshape(RANKS, LANES)


SPARE = _spare()
"""By rank and lane: how many cards of the rank are left outside the suit for the board."""

# On a flop holes are kept in slots: 96 lanes of rank pairs for each suit of the higher card and suit of the
# lower card. A pair of equal ranks is only where the first suit is the larger.
SUITINGS = 16
HOLE_SLOT = ((HOLE_HIGH & 3) * 4 + (HOLE_LOW & 3)) * WIDTH + HOLE_PAIR
