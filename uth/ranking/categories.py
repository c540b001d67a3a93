"""The ten names of a hand, and where each begins among the 7,462 strengths."""

from __future__ import annotations

from bisect import bisect_right
from enum import IntEnum
from itertools import accumulate
from math import comb


class Category(IntEnum):
    """What a hand is called, from the weakest up. The royal flush stands apart, as in every pay table."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def key(self) -> str:
        """As in files and answers of programs: "two_pair"."""
        return _KEYS[self]

    @property
    def label(self) -> str:
        """As in a sentence: "two pair"."""
        return _LABELS[self]

    @property
    def suited(self) -> bool:
        """Whether it takes five cards of one suit."""
        return self in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)


_KEYS = tuple(category.name.lower() for category in Category)
_LABELS = tuple(key.replace("_", " ") for key in _KEYS)

# How many hands of each category differ in more than suits.
_SIZES: dict[Category, int] = {
    Category.HIGH_CARD: comb(13, 5) - 10,  # five ranks that are not a straight
    Category.ONE_PAIR: 13 * comb(12, 3),
    Category.TWO_PAIR: comb(13, 2) * 11,
    Category.THREE_OF_A_KIND: 13 * comb(12, 2),
    Category.STRAIGHT: 10,  # five high to ace high
    Category.FLUSH: comb(13, 5) - 10,
    Category.FULL_HOUSE: 13 * 12,
    Category.FOUR_OF_A_KIND: 13 * 12,
    Category.STRAIGHT_FLUSH: 9,  # five high to king high
    Category.ROYAL_FLUSH: 1,
}

STRENGTHS: int = sum(_SIZES.values())
"""7,462: strengths are the numbers below this one."""

FIRST_STRENGTH: tuple[int, ...] = tuple(accumulate(_SIZES.values(), initial=0))[:-1]
"""The lowest strength of each category: from `FIRST_STRENGTH[Category.ONE_PAIR]` on, a pair or better."""

_CATEGORIES = tuple(Category)


def category(strength: int) -> Category:
    """What a hand of this strength is called."""
    if not 0 <= strength < STRENGTHS:
        raise ValueError(f"{strength} is not a strength: strengths are 0 to {STRENGTHS - 1}")
    return _CATEGORIES[bisect_right(FIRST_STRENGTH, strength) - 1]
