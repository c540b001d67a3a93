"""A hand in words, as a dealer announces it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import index
from typing import SupportsIndex

from uth.cards import Card
from uth.ranking.categories import Category, category
from uth.ranking.classes import hand_classes
from uth.ranking.hand import strength

_ONE = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
_MANY = tuple(name + ("es" if name == "six" else "s") for name in _ONE)


def describe(hand: SupportsIndex | Sequence[Card], *, kickers: bool = False) -> str:
    """A strength, or cards, in words: "two pair, kings and fours".

    With kickers also what decides between equal pairs: "two pair, kings and fours, kicker ace".
    """
    if type(hand) is not int:
        hand = strength(hand) if isinstance(hand, Sequence) else index(hand)
    return _announce(hand, kickers)


@cache  # a table announces the same hands over and over
def _announce(value: int, kickers: bool) -> str:
    called = category(value)
    ranks = hand_classes()[value].ranks
    words, named = _words(called, [_ONE[rank] for rank in ranks], [_MANY[rank] for rank in ranks])
    rest = [_ONE[rank] for rank in ranks[named:]]
    if kickers and rest:
        words += f", kicker{'s' if len(rest) > 1 else ''} {', '.join(rest)}"
    return words


def _words(called: Category, one: list[str], many: list[str]) -> tuple[str, int]:
    """The announcement, and how many of the five cards it has told of."""
    match called:
        case Category.HIGH_CARD:
            return f"{one[0]} high", 1
        case Category.ONE_PAIR:
            return f"pair of {many[0]}", 2
        case Category.TWO_PAIR:
            return f"two pair, {many[0]} and {many[2]}", 4
        case Category.THREE_OF_A_KIND | Category.FOUR_OF_A_KIND:
            return f"{called.label}, {many[0]}", 3 if called is Category.THREE_OF_A_KIND else 4
        case Category.FULL_HOUSE:
            return f"full house, {many[0]} over {many[3]}", 5
        case Category.FLUSH:
            return f"flush, {one[0]} high", 1
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            return f"{called.label}, {one[0]} high", 5
        case Category.ROYAL_FLUSH:
            return "royal flush", 5
