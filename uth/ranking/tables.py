"""From cards to strength by addition: the keys of the cards, and the two tables that answer their sums.

A hand without five cards of a suit is decided by its ranks alone. Each rank counts as a power of five, so the
sum over a hand is a number in base five whose digits say how often each rank occurs (0 to 4): one sum, one
entry of `BY_RANKS`. With five cards of a suit the answer is in `BY_FLUSH`, found by the set of ranks held in
that suit: in seven cards a flush leaves room for three of a kind or two pair beside it, never for a full
house or better.

The suits are counted in the same sum, four bits each, above the ranks. Each count starts at 3, so its fourth
bit says "five or more".
"""

from __future__ import annotations

from typing import Final

from uth.cards import DECK, rank_of, suit_of
from uth.ranking.classes import hand_classes

RANK_KEYS: Final[tuple[int, ...]] = tuple(5**rank for rank in range(13))
RANK_PART: Final[int] = (1 << 32) - 1  # the ranks of a hand stay below 5**13 < 2**31
SUIT_SHIFT: Final[int] = 32
SUIT_START: Final[int] = 0x3333 << SUIT_SHIFT
SUIT_FLUSH: Final[int] = 0x8888 << SUIT_SHIFT

CARD_KEYS: Final[tuple[int, ...]] = tuple(
    RANK_KEYS[rank_of(card)] + (1 << (SUIT_SHIFT + 4 * suit_of(card))) for card in DECK
)
# Seven cards are three pairs of cards and one more. Each pair brings a third of the start.
PAIR_KEYS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(CARD_KEYS[one] + CARD_KEYS[other] + SUIT_START // 3 for other in DECK) for one in DECK
)

# Empty until `build_tables`: most commands never look at a hand, and an empty table is noticed at no cost.
BY_RANKS: Final[dict[int, int]] = {}
"""Sum of rank keys of 5, 6 or 7 cards → strength, when no flush is held."""
BY_FLUSH: Final[dict[int, int]] = {}
"""Set of 5, 6 or 7 ranks of one suit, a bit each → strength."""


def build_tables() -> None:
    """Fill both tables; once is enough, twice does no harm."""
    if BY_RANKS:
        return
    five: dict[int, int] = {}
    flush: dict[int, int] = {}
    for strength, (category, ranks) in enumerate(hand_classes()):
        if category.suited:
            flush[sum(1 << rank for rank in ranks)] = strength
        else:
            five[sum(RANK_KEYS[rank] for rank in ranks)] = strength

    six_suited = _with_one_more_suited(flush)
    BY_FLUSH.update(flush | six_suited | _with_one_more_suited(six_suited))
    six = _with_one_more(five)
    BY_RANKS.update(five | six | _with_one_more(six))


def _with_one_more(hands: dict[int, int]) -> dict[int, int]:
    """All hands of one card more: each is worth the best that is left when one of its cards is taken away."""
    larger: dict[int, int] = {}
    best = larger.get
    for key, strength in hands.items():
        for rank_key in RANK_KEYS:
            if key // rank_key % 5 < 4:  # a fifth card of a rank would carry into the next digit
                more = key + rank_key
                if best(more, -1) < strength:
                    larger[more] = strength
    return larger


def _with_one_more_suited(hands: dict[int, int]) -> dict[int, int]:
    """The same for ranks held in one suit."""
    larger: dict[int, int] = {}
    for held, strength in hands.items():
        for rank in range(13):
            more = held | 1 << rank
            if more != held and larger.get(more, -1) < strength:
                larger[more] = strength
    return larger
