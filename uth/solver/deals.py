"""How many deals there are."""

from math import comb

from uth.ranking import Category

DEALERS = comb(45, 2)
RUNOUTS = comb(47, 2)
DEALS_OF_FLOP = RUNOUTS * DEALERS
DEALS_OF_HOLE = comb(50, 3) * DEALS_OF_FLOP
DEALS = comb(52, 2) * DEALS_OF_HOLE

_SUITED = 4
FIVES = {
    Category.HIGH_CARD: (comb(13, 5) - 10) * (4**5 - _SUITED),
    Category.ONE_PAIR: 13 * comb(4, 2) * comb(12, 3) * 4**3,
    Category.TWO_PAIR: comb(13, 2) * comb(4, 2) ** 2 * 44,
    Category.THREE_OF_A_KIND: 13 * comb(4, 3) * comb(12, 2) * 4**2,
    Category.STRAIGHT: 10 * (4**5 - _SUITED),
    Category.FLUSH: (comb(13, 5) - 10) * _SUITED,
    Category.FULL_HOUSE: 13 * comb(4, 3) * 12 * comb(4, 2),
    Category.FOUR_OF_A_KIND: 13 * 48,
    Category.STRAIGHT_FLUSH: 9 * _SUITED,
    Category.ROYAL_FLUSH: _SUITED,
}
"""How many of the C(52, 5) sets of five cards make each hand."""

SHOWDOWNS: dict[tuple[int, int, int], int] = {}
