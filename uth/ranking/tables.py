"""From cards to strength by addition: the keys of the cards, and the two tables that answer their sums.

A hand without five cards of a suit is decided by its ranks alone. Each rank counts as a power of five, so the
sum over a hand is a number in base five whose digits say how often each rank occurs (0 to 4): one sum, one
entry of `BY_RANKS`. With five cards of a suit the answer is in `BY_FLUSH`, found by the set of ranks held in
that suit: in seven cards a flush leaves room for three of a kind or two pair beside it, never for a full
house or better.

The suits are counted in the same sum, four bits each, above the ranks. Each count starts at 3, so its fourth
bit says "five or more".

Both tables lie in a file beside this one, because it takes ten times as long to work them out as to read
them: see `uth.ranking.making`, which did.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from importlib import resources
from itertools import accumulate
from typing import Final, NamedTuple

from uth.cards import DECK, rank_of, suit_of

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

# Empty until `load_tables`: most commands never look at a hand, and an empty table is noticed at no cost.
BY_RANKS: Final[dict[int, int]] = {}
"""Sum of rank keys of 5, 6 or 7 cards → strength, when no flush is held."""
BY_FLUSH: Final[dict[int, int]] = {}
"""Set of 5, 6 or 7 ranks of one suit, a bit each → strength."""

FILE: Final[str] = "tables.zlib"
SETS: Final[int] = 1 << 13
"""Sets of ranks of one suit."""

# How `uth.ranking.layout` scatters the sums: by Knuth's multiplier, a prime near 2**32 / golden ratio.
# With it no two hands share row and place, or the making of the rows would never end; most others serve too.
MULTIPLIER: Final[int] = 2_654_435_761
LOW_32: Final[int] = (1 << 32) - 1
ROW_BITS: Final[int] = 14
PLACE_BITS: Final[int] = 17


class Stored(NamedTuple):
    """The parts of the file, one after the other in it; numbers have their low byte first."""

    steps: bytes
    """Sums of rank keys in rising order, each as the distance to the one before; 32 bits."""
    strengths: bytes
    """The strength of each of these sums; 16 bits."""
    flushes: bytes
    """The strength of every set of ranks of one suit, 0 for less than five; 16 bits."""
    distances: bytes
    """The distance of each row of `uth.ranking.layout`; 8 bits."""


def stored() -> Stored:
    """The tables as they lie in the file."""
    whole = zlib.decompress(resources.files(__package__).joinpath(FILE).read_bytes())
    sums = (len(whole) - 2 * SETS - (1 << ROW_BITS)) // 6
    parts = []
    for size in (4 * sums, 2 * sums, 2 * SETS, 1 << ROW_BITS):
        parts.append(whole[:size])
        whole = whole[size:]
    return Stored(*parts)


def load_tables() -> None:
    """Fill both tables; once is enough, twice does no harm."""
    if BY_RANKS:
        return
    kept = stored()
    steps, strengths, flushes = (_numbers(kind, part) for kind, part in zip("IHH", kept[:3], strict=True))
    BY_FLUSH.update((held, strength) for held, strength in enumerate(flushes) if strength)
    # All at once and last, so that no other thread sees a part of it.
    BY_RANKS.update(dict(zip(accumulate(steps), strengths, strict=True)))


def _numbers(kind: str, part: bytes) -> array[int]:
    found = array(kind, part)
    if sys.byteorder == "big":
        found.byteswap()
    return found
