"""The tables of `uth.ranking.tables` laid out in arrays, for kernels on processors of any kind.

A kernel has no dictionary, so the sum of rank keys is turned into a place in an array by a hash without
collisions. Multiplied by `MULTIPLIER` and cut to 32 bits the sums are scattered, yet they stay sums: the keys
of the cards are multiplied once and for all. The top bits of a sum choose a row, the low bits a place in it,
and each row is moved by a distance of its own, so that no two hands meet. The distances are found when the
tables are made, largest rows first, while there is most room.

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
from uth.ranking.tables import BY_FLUSH, BY_RANKS, RANK_KEYS, build_tables

# Knuth's multiplier, a prime near 2**32 / golden ratio. With it no two hands share row and place, or the
# layout below would never end; most others would serve.
MULTIPLIER: Final[int] = 2_654_435_761
LOW_32: Final[int] = (1 << 32) - 1
ROW_BITS: Final[int] = 14
PLACE_BITS: Final[int] = 17

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


def _by_flush() -> NDArray[np.uint16]:
    strengths = np.zeros(1 << 13, dtype=np.uint16)
    for held, strength in BY_FLUSH.items():
        strengths[held] = strength
    return strengths


def _by_ranks() -> tuple[NDArray[np.uint8], NDArray[np.uint16]]:
    """The distance of each row, and the strengths at their places."""
    keys = np.fromiter(BY_RANKS.keys(), dtype=np.uint64)
    scattered = keys * np.uint64(MULTIPLIER) & np.uint64(LOW_32)
    row_of = scattered >> ROW_SHIFT
    place_of = scattered & PLACE_MASK

    rows: list[list[int]] = [[] for _ in range(1 << ROW_BITS)]
    for row, place in zip(row_of.tolist(), place_of.tolist(), strict=True):
        rows[row].append(place)
    distances = np.zeros(len(rows), dtype=np.uint8)  # NumPy refuses a distance that needs more than a byte
    taken: set[int] = set()
    for row in sorted(range(len(rows)), key=lambda row: len(rows[row]), reverse=True):
        distance, places = 0, rows[row]
        while not taken.isdisjoint(places):
            distance += 1
            places = [(place + distance) % (1 << PLACE_BITS) for place in rows[row]]
        distances[row] = distance
        taken.update(places)

    by_place = np.zeros(1 << PLACE_BITS, dtype=np.uint16)
    by_place[(place_of + distances[row_of]) & PLACE_MASK] = np.fromiter(BY_RANKS.values(), dtype=np.uint16)
    return distances, by_place


build_tables()
CARD_KEYS: Final[NDArray[np.uint64]] = _card_keys()
CARD_BITS: Final[NDArray[np.uint64]] = _card_bits()
"""The cards as bits, 16 to a suit: the ranks held in a suit are the 13 low bits of its 16."""
BY_FLUSH_BITS: Final[NDArray[np.uint16]] = _by_flush()
ROW_DISTANCE, BY_PLACE = _by_ranks()
