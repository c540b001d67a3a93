"""What a pay table can promise: odds, money, or a part of a progressive meter."""

import re
from dataclasses import dataclass
from fractions import Fraction

from uth.rules.money import Cents, dollars, odds_text, parse_money, parse_odds
from uth.rules.schema import ODDS, Kind


@dataclass(frozen=True, slots=True)
class ForOne:
    """Odds that count the stake: ``9 for 1`` on $5 hands over $45, and the $5 are part of it."""

    odds: Fraction

    def __str__(self) -> str:
        return f"{self.odds} for 1"


@dataclass(frozen=True, slots=True)
class Cash:
    """An amount of money, whatever the stake."""

    cents: Cents

    def __str__(self) -> str:
        return dollars(self.cents)


@dataclass(frozen=True, slots=True)
class Share:
    """A progressive meter, or a part of it."""

    meter: str
    part: Fraction = Fraction(1)

    def __str__(self) -> str:
        return f"{self.percent} {self.meter}"

    @property
    def percent(self) -> str:
        """The part as it is written, exactly."""
        percent = self.part * 100
        short = f"{float(percent):g}"
        return f"{short if Fraction(short) == percent else percent}%"

    @property
    def name(self) -> str:
        """What the jackpot is called: after its meter, and a part of one as it is written."""
        return self.meter if self.part == 1 else str(self)

    @staticmethod
    def named(name: str) -> "Share":
        """The share that a jackpot's name stands for."""
        return _share(name) if "%" in name else Share(name)


_MONEY = re.compile(r"\$.*|[\d,]+\.\d\d")

Prize = Fraction | ForOne | Cash | Share
"""Odds to 1, odds for 1, money, or a share of a meter."""


def parse_prize(value: object) -> Prize:
    """``"3:2"``, ``"9 for 1"``, ``"$1,500"`` or ``"100% major"``."""
    text = value.strip() if isinstance(value, str) else ""
    if "%" in text:
        return _share(text)
    if text.endswith(" for 1"):
        return _for_one(text.removesuffix(" for 1"))
    if _MONEY.fullmatch(text):
        return _above_zero(Cash(parse_money(text)))
    try:
        return parse_odds(value)
    except ValueError as error:
        raise ValueError(f'{error}; or "9 for 1", "$1,500", "100% major"') from None


def _share(text: str) -> Share:
    percent, _, meter = text.partition("%")
    try:
        part = Fraction(percent.strip()) / 100
    except (ValueError, ZeroDivisionError):
        part = Fraction(0)
    if not 0 < part <= 1 or not meter.strip():
        raise ValueError('a share of a meter is written "100% major" or "10% major"')
    return Share(meter.strip(), part)


def _for_one(text: str) -> ForOne:
    odds = parse_odds(f"{text}:1")
    if odds < 1:
        raise ValueError("for 1 counts the stake, so it is at least 1")
    return ForOne(odds)


def _above_zero(cash: Cash) -> Cash:
    if cash.cents <= 0:
        raise ValueError("a prize is above zero; write none for a hand that is not paid")
    return cash


def _text(prize: Prize) -> str:
    return odds_text(prize) if isinstance(prize, Fraction) else str(prize)


PRIZE = Kind(
    parse_prize,
    _text,
    lambda prize: ODDS.show(prize) if isinstance(prize, Fraction) else str(prize),
    form="odds",
)
