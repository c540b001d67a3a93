"""The 169 starting hands: pairs of ranks, offsuit first, then the suited ones."""

from uth.cards import RANKS, Card, rank_of, suit_of

_PAIRS = len(RANKS) * (len(RANKS) + 1) // 2
COUNT = len(RANKS) ** 2


def hand_number(first: Card, second: Card) -> int:
    """Which of the 169 these two cards are."""
    high, low = max(rank_of(first), rank_of(second)), min(rank_of(first), rank_of(second))
    if suit_of(first) == suit_of(second):
        return _PAIRS + high * (high - 1) // 2 + low
    return high * (high + 1) // 2 + low


def _name(high: int, low: int, suited: bool) -> str:
    return RANKS[high] + RANKS[low] + ("s" if suited else "" if high == low else "o")


NAMES: tuple[str, ...] = (
    *(_name(high, low, False) for high in range(len(RANKS)) for low in range(high + 1)),
    *(_name(high, low, True) for high in range(len(RANKS)) for low in range(high)),
)
"""AKs, AKo, AA and so on, by number."""

SIZES: tuple[int, ...] = tuple(6 if len(name) == 2 else 4 if name.endswith("s") else 12 for name in NAMES)
"""Of how many holes each consists."""
