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

_BEATEN = (
    (766_267_956_000,),
    (2_289_947_691_600, 2_678_632_196_040),
    (436_525_588_800, 2_701_278_335_520, 1_061_158_735_800),
    (73_037_575_800, 477_364_018_320, 311_551_894_080, 114_694_811_280),
    (262_488_661_800, 507_971_370_960, 185_499_911_520, 33_105_351_960, 47_785_464_480),
    (130_606_787_880, 300_762_713_520, 142_006_947_120, 26_064_039_000, 32_298_368_280, 83_493_097_080),
    (0, 158_295_060_000, 287_519_446_800, 129_103_167_600, 9_755_100_000, 11_022_069_600, 32_410_160_640),
    (0, 5_862_780_000, 6_533_784_000, 17_058_676_800, 431_988_000, 502_212_000, 9_668_355_840, 2_350_851_360),
    (
        857_514_600,
        2_142_501_840,
        1_098_293_040,
        199_708_440,
        989_613_480,
        1_917_621_640,
        87_674_400,
        3_909_600,
        45_534_400,
    ),
    (
        105_325_920,
        253_808_640,
        126_735_840,
        23_042_160,
        94_850_640,
        236_042_640,
        9_936_000,
        441_600,
        5_968_560,
        0,
    ),
)
_TIED = (
    116_813_175_600,
    387_576_947_520,
    340_545_451_680,
    46_473_701_280,
    156_620_012_400,
    29_102_191_760,
    51_793_822_080,
    1_982_048_640,
    352_479_600,
    42_807_600,
)


def _showdowns() -> dict[tuple[int, int, int], int]:
    found = {(hand, hand, 1): count for hand, count in enumerate(_TIED)}
    for higher, row in enumerate(_BEATEN):
        for lower, count in enumerate(row):
            found[higher, lower, 0] = found[lower, higher, 2] = count
    return found


SHOWDOWNS = _showdowns()
"""By the player's hand, the dealer's, and which is better (0: the player's, 1: neither, 2: the dealer's): in
how many deals they meet so."""
