"""How the stored tables are made: every strength from the list of hands, and the rows of the arrays.

    python scripts/write_data.py

writes them into the file that `uth.ranking.tables` reads. A test makes them anew and compares.
"""

from __future__ import annotations

import struct
import zlib
from itertools import pairwise

from uth.ranking.classes import hand_classes
from uth.ranking.tables import LOW_32, MULTIPLIER, PLACE_BITS, RANK_KEYS, ROW_BITS, SETS, Stored


def make_tables() -> tuple[dict[int, int], dict[int, int]]:
    """`BY_RANKS` and `BY_FLUSH`."""
    five: dict[int, int] = {}
    flush: dict[int, int] = {}
    for strength, (category, ranks) in enumerate(hand_classes()):
        if category.suited:
            flush[sum(1 << rank for rank in ranks)] = strength
        else:
            five[sum(RANK_KEYS[rank] for rank in ranks)] = strength
    six_suited = _with_one_more_suited(flush)
    six = _with_one_more(five)
    return five | six | _with_one_more(six), flush | six_suited | _with_one_more_suited(six_suited)


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


def _distances(by_ranks: dict[int, int]) -> list[int]:
    """How far each row is moved so that no two hands meet: largest rows first, while there is most room."""
    rows: list[list[int]] = [[] for _ in range(1 << ROW_BITS)]
    for key in by_ranks:
        scattered = key * MULTIPLIER & LOW_32
        rows[scattered >> (32 - ROW_BITS)].append(scattered & ((1 << PLACE_BITS) - 1))
    distances = [0] * len(rows)
    taken: set[int] = set()
    for row in sorted(range(len(rows)), key=lambda row: len(rows[row]), reverse=True):
        distance, places = 0, rows[row]
        while not taken.isdisjoint(places):
            distance += 1
            places = [(place + distance) % (1 << PLACE_BITS) for place in rows[row]]
        distances[row] = distance
        taken.update(places)
    return distances


def make_stored() -> Stored:
    """All parts of the file. A number that does not fit its part is refused."""
    by_ranks, by_flush = make_tables()
    keys = sorted(by_ranks)
    steps = [after - before for before, after in pairwise([0, *keys])]
    strengths = [by_ranks[key] for key in keys]
    flushes = [by_flush.get(held, 0) for held in range(SETS)]
    parts = zip("IHHB", (steps, strengths, flushes, _distances(by_ranks)), strict=True)
    return Stored(*(struct.pack(f"<{len(numbers)}{kind}", *numbers) for kind, numbers in parts))


def packed(kept: Stored) -> bytes:
    """As the file has it."""
    return zlib.compress(b"".join(kept), 9)
