"""The tables of `uth.ranking.tables` laid out in arrays, for kernels on processors of any kind.

A kernel has no dictionary, so the sum of rank keys is turned into a place in an array by a hash without
collisions. Multiplied by `MULTIPLIER` and cut to 32 bits the sums are scattered, yet they stay sums: the keys
of the cards are multiplied once and for all. The top bits of a sum choose a row, the low bits a place in it,
and each row is moved by a distance of its own, so that no two hands meet. The distances are found when the
tables are made, in `uth.ranking.making`, and stored with them.

A card key has 64 bits, and the keys of a hand are added to `START`:

    bits  0..34  rank keys; only the low 32 of their sum mean something
    bits 40..47  how many of the "cards" were no cards
    bits 48..63  suits, four bits each, which start at 3, so that the fourth bit says "five or more"
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from uth.cards import DECK, rank_of, suit_of
from uth.ranking.tables import LOW_32, MULTIPLIER, PLACE_BITS, RANK_KEYS, ROW_BITS, SETS, stored

ROW_SHIFT = np.uint64(32 - ROW_BITS)
ROW_MASK = np.uint64((1 << ROW_BITS) - 1)
PLACE_MASK = np.uint64((1 << PLACE_BITS) - 1)

START = np.uint64(0x3333 << 48)
FLUSH = np.uint64(0x8888 << 48)
NOT_A_CARD = np.uint64(0xFF << 40)


def _card_keys() -> NDArray[np.uint64]:
    keys = np.full(256, 1 << 40, dtype=np.uint64)  # any byte may be looked up; those from 52 on are no cards
    for card in DECK:
        keys[card] = (RANK_KEYS[rank_of(card)] * MULTIPLIER & LOW_32) + (1 << (48 + 4 * suit_of(card)))
    return keys


def _card_bits() -> NDArray[np.uint64]:
    return np.array([1 << (16 * suit_of(card) + rank_of(card)) for card in DECK], dtype=np.uint64)


def _by_place() -> NDArray[np.uint16]:
    """The strengths at their places."""
    scattered = np.cumsum(np.frombuffer(_STORED.steps, "<u4"), dtype=np.uint64) * np.uint64(MULTIPLIER)
    scattered &= np.uint64(LOW_32)
    strengths = np.zeros(1 << PLACE_BITS, dtype=np.uint16)
    places = (scattered + ROW_DISTANCE[scattered >> ROW_SHIFT]) & PLACE_MASK
    strengths[places] = np.frombuffer(_STORED.strengths, "<u2")
    return strengths


_STORED = stored()
CARD_KEYS: Final[NDArray[np.uint64]] = _card_keys()
CARD_BITS: Final[NDArray[np.uint64]] = _card_bits()
"""The cards as bits, 16 to a suit: the ranks held in a suit are the 13 low bits of its 16."""
BY_FLUSH_BITS: Final[NDArray[np.uint16]] = np.frombuffer(_STORED.flushes, "<u2").astype(np.uint16)
ROW_DISTANCE: Final[NDArray[np.uint8]] = np.frombuffer(_STORED.distances, np.uint8)
BY_PLACE: Final[NDArray[np.uint16]] = _by_place()


def strengths_of_sums(keys: NDArray[np.uint64], bits: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """Of 5, 6 or 7 different cards each: `START` plus their `CARD_KEYS`, and all their `CARD_BITS`.

    In `uth.ranking.batch` kernels do the same many times as fast, once they are compiled.
    """
    strengths: NDArray[np.uint16] = BY_PLACE[
        (keys + ROW_DISTANCE[(keys >> ROW_SHIFT) & ROW_MASK]) & PLACE_MASK
    ]
    for suit in range(4):
        held = (keys & np.uint64(0x0008 << 48 + 4 * suit)).nonzero()
        strengths[held] = BY_FLUSH_BITS[(bits[held] >> np.uint64(16 * suit)) & np.uint64(SETS - 1)]
    return strengths
