"""What beats what, as kernels ask it: the tables of `uth.ranking`, by ranks alone and by suit.

Kernels that look at ranks add up `RANK_KEYS` and ask `strength_of_ranks`. Five cards of one rank do not
exist, and what is answered for them is some strength that nobody may use.
"""

import numpy as np

from uth.ranking import FIRST_STRENGTH, STRENGTHS, Category
from uth.ranking.batch import CARD_BITS, CARD_KEYS, START, strength_of_sum
from uth.ranking.layout import BY_FLUSH_BITS
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.compiled import Integer, inlined, part
from uth.solver.kernels.holes import RANKS

CATEGORIES = len(Category)
FIRST_FULL_HOUSE = FIRST_STRENGTH[Category.FULL_HOUSE]
FIRST_STRAIGHT_FLUSH = FIRST_STRENGTH[Category.STRAIGHT_FLUSH]

CATEGORY_OF: Array = np.repeat(np.arange(CATEGORIES), np.diff((*FIRST_STRENGTH, STRENGTHS))).astype(np.int8)
"""By strength."""

FLUSH_OF: Array = BY_FLUSH_BITS.astype(np.int16)
"""By the set of ranks held in one suit, five or more; a bit each."""

RANK_KEYS: Array = CARD_KEYS[: 4 * RANKS : 4] & np.uint64((1 << 40) - 1)  # a card's key without its suit


@inlined
def strength_of_ranks(key: np.uint64) -> np.uint16:
    """Of 5, 6 or 7 cards without a flush, from the sum of their rank keys."""
    return strength_of_sum(key, np.uint64(0))


@part
def hand_on_flop(flop: Array, first: int, second: int) -> Integer:
    """Category of two hole cards and the flop."""
    key, bits = START + CARD_KEYS[first] + CARD_KEYS[second], CARD_BITS[first] | CARD_BITS[second]
    for i in range(3):
        key += CARD_KEYS[flop[i]]
        bits |= CARD_BITS[flop[i]]
    return CATEGORY_OF[strength_of_sum(key, bits)]
