"""Hole cards as a pay table names them: ``AA``, ``AKs``, ``AQo``, ``KK-JJ``, several with spaces between."""

from functools import lru_cache

from uth.cards import Card
from uth.rules.schema import Kind

RANKS = "23456789TJQKA"


def starting_hand(hole: tuple[Card, ...]) -> str:
    """What two hole cards are called: ``AA``, ``AKs`` or ``AKo``."""
    first, second = sorted(hole, reverse=True)
    high, low = first >> 2, second >> 2
    if high == low:
        return RANKS[high] * 2
    return f"{RANKS[high]}{RANKS[low]}{'s' if first & 3 == second & 3 else 'o'}"


@lru_cache(256)
def starting_hands(pattern: str) -> frozenset[str]:
    """The starting hands that a pattern names; raises ValueError with what is wrong."""
    named = [hand for word in pattern.replace(",", " ").split() for hand in _word(word)]
    if not named:
        raise ValueError('hole cards are written "AA", "AKs", "AQo" or "KK-JJ"')
    return frozenset(named)


def _word(word: str) -> list[str]:
    first, dash, last = word.partition("-")
    if not dash:
        return _one(word)
    pairs = [RANKS.find(part[:1].upper()) for part in (first, last) if len(part) == 2 and part[0] == part[1]]
    if len(pairs) != 2 or min(pairs) < 0:
        raise ValueError(f'"{word}": a range is one of pairs, like "KK-JJ"')
    return [RANKS[rank] * 2 for rank in range(min(pairs), max(pairs) + 1)]


def _one(word: str) -> list[str]:
    ranks, suited = [RANKS.find(letter) for letter in word[:2].upper()], word[2:].lower()
    if len(ranks) != 2 or min(ranks) < 0 or suited not in ("", "s", "o"):
        raise ValueError(f'"{word}": hole cards are written "AA", "AKs", "AQo" or "KK-JJ"')
    high, low = max(ranks), min(ranks)
    if high == low:
        if suited:
            raise ValueError(f'"{word}": a pair is neither suited nor offsuit')
        return [RANKS[high] * 2]
    return [f"{RANKS[high]}{RANKS[low]}{kind}" for kind in (suited or "so")]


def _read(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError('hole cards are written "AA", "AKs", "AQo" or "KK-JJ"')
    starting_hands(value)
    return value.strip()


HOLES = Kind(_read)
