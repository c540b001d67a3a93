"""Boards and flops as far as they matter.

Without a possible flush a board is a multiset of five ranks (6,175 of them, `RANK_BOARDS`). With three or
more cards of one suit it is that multiset and the set of ranks in the suit: 286 sets of three with 91 pairs
of other ranks, 715 of four with 13, and 1,287 of five. A flop is seen from each of its suits as a *view*: the
ranks in the suit and the ranks outside. A flop of three suits is seen from three sides, and its value is a
part that depends on ranks alone plus one part for each side.
"""

from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

from uth.solver.kernels.arrays import Array
from uth.solver.kernels.holes import PAIR_AT, PAIRS, RANKS

_CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(RANKS + 5)])


def numbers_of_multisets(rows: Array) -> Array:
    """The place of each rising row of ranks, repeats allowed, among all rows of its length."""
    numbers = np.zeros(len(rows), np.int64)
    for place in range(rows.shape[1]):
        numbers += _CHOOSE[rows[:, place] + place, place + 1]
    return numbers


def _set_number(ranks: tuple[int, ...]) -> int:
    """The place of strictly rising ranks among all rows of their length."""
    return sum(comb(rank, place + 1) for place, rank in enumerate(ranks))


def _multisets(size: int) -> Array:
    """All rising rows of ranks, in the order of their numbers."""
    found = np.array(list(combinations_with_replacement(range(RANKS), size)), np.int64)
    ordered: Array = found[np.argsort(numbers_of_multisets(found))]
    return ordered


RANK_FLOPS = _multisets(3)  # 455
RANK_BOARDS = _multisets(5)  # 6,188, of which thirteen with five equal ranks do not exist and are left empty


def _boards_of_flops() -> Array:
    pairs = np.empty((PAIRS, 2), np.int64)
    for high in range(RANKS):
        for low in range(high + 1):
            pairs[PAIR_AT[high, low]] = high, low
    flops = np.repeat(RANK_FLOPS, PAIRS, axis=0)
    five = np.concatenate((flops, np.tile(pairs, (len(RANK_FLOPS), 1))), axis=1)
    five.sort(axis=1)
    return numbers_of_multisets(five).reshape(len(RANK_FLOPS), PAIRS).astype(np.int16)


BOARD_OF_FLOP = _boards_of_flops()
"""The rank board that a rank flop becomes with a pair of ranks on turn and river."""

# Rank sets in one suit, in lexicographic order: neighbours share views, which keeps those in the cache.
SETS3, SETS4, SETS5 = (np.array(list(combinations(range(RANKS), size)), np.int64) for size in (3, 4, 5))

# Views: one rank in the suit and a pair outside; two and one; three and none.
VIEWS_ONE = RANKS * PAIRS
VIEWS_TWO = comb(RANKS, 2) * RANKS
VIEWS = VIEWS_ONE + VIEWS_TWO + comb(RANKS, 3)

VIEW_ONE = np.arange(VIEWS_ONE).reshape(RANKS, PAIRS)
VIEW_TWO = np.zeros((RANKS, RANKS, RANKS), np.int64)
VIEW_THREE = np.zeros((RANKS, RANKS, RANKS), np.int64)
for _low, _high in combinations(range(RANKS), 2):
    VIEW_TWO[_low, _high] = VIEWS_ONE + _set_number((_low, _high)) * RANKS + np.arange(RANKS)
    VIEW_TWO[_high, _low] = VIEW_TWO[_low, _high]
for _ranks in combinations(range(RANKS), 3):
    VIEW_THREE[_ranks] = VIEWS_ONE + VIEWS_TWO + _set_number(_ranks)
