"""What beats what: the 7,462 hands of five cards that differ in more than suits, from the weakest up.

A hand's strength is its place in this list. Every other table of this package is derived from it.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import NamedTuple

from uth.ranking.categories import Category

Ranks = tuple[int, int, int, int, int]
ACE = 12


class HandClass(NamedTuple):
    """Hands of one category and the same ranks, which tie."""

    category: Category
    ranks: Ranks
    """All five, in the order in which hands of the category are compared; the ace of A-2-3-4-5 comes last."""


# Weakest first. The ace also goes below the two, and nowhere else: straights do not wrap round.
_STRAIGHTS: list[Ranks] = [
    (3, 2, 1, 0, ACE),
    *((top, top - 1, top - 2, top - 3, top - 4) for top in range(4, 13)),
]


@cache
def hand_classes() -> tuple[HandClass, ...]:
    """All classes; the index is the strength."""
    ranks = range(13)
    straight_sets = {frozenset(straight) for straight in _STRAIGHTS}
    # Ranks count down inside each group, so that comparing tuples compares hands.
    unpaired: list[Ranks] = sorted(
        five for five in combinations(reversed(ranks), 5) if frozenset(five) not in straight_sets
    )
    pairs: list[Ranks] = [
        (pair, pair, a, b, c)
        for pair in ranks
        for a, b, c in combinations(reversed(ranks), 3)
        if pair not in (a, b, c)
    ]
    two_pairs: list[Ranks] = [
        (high, high, low, low, kicker)
        for high, low in combinations(reversed(ranks), 2)
        for kicker in ranks
        if kicker not in (high, low)
    ]
    threes: list[Ranks] = [
        (three, three, three, a, b)
        for three in ranks
        for a, b in combinations(reversed(ranks), 2)
        if three not in (a, b)
    ]
    full_houses: list[Ranks] = [(t, t, t, pair, pair) for t in ranks for pair in ranks if t != pair]
    fours: list[Ranks] = [(f, f, f, f, kicker) for f in ranks for kicker in ranks if f != kicker]

    in_order: list[tuple[Category, list[Ranks]]] = [
        (Category.HIGH_CARD, unpaired),
        (Category.ONE_PAIR, sorted(pairs)),
        (Category.TWO_PAIR, sorted(two_pairs)),
        (Category.THREE_OF_A_KIND, sorted(threes)),
        (Category.STRAIGHT, _STRAIGHTS),
        (Category.FLUSH, unpaired),
        (Category.FULL_HOUSE, full_houses),
        (Category.FOUR_OF_A_KIND, fours),
        (Category.STRAIGHT_FLUSH, _STRAIGHTS[:-1]),
        (Category.ROYAL_FLUSH, _STRAIGHTS[-1:]),
    ]
    return tuple(HandClass(category, ranks) for category, hands in in_order for ranks in hands)
