"""Money and odds as they stand on the felt: whole cents, exact fractions, never a float."""

import re
from fractions import Fraction
from functools import lru_cache

Cents = int

MOST_MONEY: Cents = 100_000_000_000_00
MOST_ODDS = 1_000_000

_DOLLARS = re.compile(r"\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?")
_ODDS = re.compile(r"(-?\d+)\s*(?::|to|/)\s*(-?\d+)")


def parse_money(value: object) -> Cents:
    """Cents of an amount written in dollars: ``"5.00"``, ``"$1,500"``, or the whole number ``5``."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return _bounded(value * 100)
    match = _DOLLARS.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise ValueError('an amount in dollars is written "5.00", "$1,500" or 5')
    whole, decimals = match.groups()
    return _bounded(int(whole.replace(",", "")) * 100 + int((decimals or "").ljust(2, "0")))


def _bounded(cents: Cents) -> Cents:
    if cents > MOST_MONEY:
        raise ValueError(f"more than {dollars(MOST_MONEY)} is no amount for a table")
    return cents


@lru_cache(4096)
def dollars(cents: Cents) -> str:
    """``-$1,234.50``: how an amount is printed; whole dollars lose their zeros."""
    sign, cents = ("-" if cents < 0 else ""), abs(cents)
    whole = f"{sign}${cents // 100:,}"
    return f"{whole}.{cents % 100:02d}" if cents % 100 else whole


def parse_odds(value: object) -> Fraction:
    """Odds of ``"3:2"`` (or ``"3 to 2"``): what is won on top of the stake, per unit staked."""
    match = _ODDS.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise ValueError('odds are written "3:2", won to staked')
    won, staked = map(int, match.groups())
    if won <= 0 or staked <= 0:
        raise ValueError("odds must be above zero on both sides; write none for a hand that is not paid")
    if won > MOST_ODDS or staked > MOST_ODDS:
        raise ValueError(f"odds beyond {MOST_ODDS:,} are a slip of the pen")
    return Fraction(won, staked)


def odds_text(odds: Fraction) -> str:
    """``3:2``, the way odds are written in a book."""
    return f"{odds.numerator}:{odds.denominator}"
