"""All hands there are, counted."""

from __future__ import annotations

import tomllib
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from uth.cards import DECK
from uth.ranking import STRENGTHS, Category, category, strengths

FIGURES = Path(__file__).parents[1] / "figures" / "seven-card-frequencies.toml"


def by_category(counts: NDArray[np.int64]) -> dict[str, int]:
    frequency = dict.fromkeys((name.key for name in Category), 0)
    for strength, count in enumerate(counts.tolist()):
        frequency[category(strength).key] += count
    return frequency


def test_five_cards() -> None:
    straights = 10
    unpaired = comb(13, 5) - straights
    hands = np.fromiter(chain.from_iterable(combinations(DECK, 5)), dtype=np.uint8).reshape(-1, 5)
    counts = np.bincount(strengths(hands), minlength=STRENGTHS)
    assert counts.all(), "every strength occurs"
    assert by_category(counts) == {
        "royal_flush": 4,
        "straight_flush": (straights - 1) * 4,
        "four_of_a_kind": 13 * 48,
        "full_house": 13 * comb(4, 3) * 12 * comb(4, 2),
        "flush": unpaired * 4,
        "straight": straights * (4**5 - 4),
        "three_of_a_kind": 13 * comb(4, 3) * comb(12, 2) * 4**2,
        "two_pair": comb(13, 2) * comb(4, 2) ** 2 * 44,
        "one_pair": 13 * comb(4, 2) * comb(12, 3) * 4**3,
        "high_card": unpaired * (4**5 - 4),
    }


@njit(nogil=True)  # type: ignore[untyped-decorator,unused-ignore]
def write_hands(first: int, second: int, hands: NDArray[np.uint8]) -> None:
    """All hands of seven whose two lowest cards are these."""
    row = 0
    for c in range(second + 1, 52):
        for d in range(c + 1, 52):
            for e in range(d + 1, 52):
                for f in range(e + 1, 52):
                    for g in range(f + 1, 52):
                        hands[row, 0] = first
                        hands[row, 1] = second
                        hands[row, 2] = c
                        hands[row, 3] = d
                        hands[row, 4] = e
                        hands[row, 5] = f
                        hands[row, 6] = g
                        row += 1


def count_hands(lowest: tuple[int, int]) -> NDArray[np.int64]:
    first, second = lowest
    hands = np.empty((comb(51 - second, 5), 7), dtype=np.uint8)
    write_hands(first, second, hands)
    return np.bincount(strengths(hands), minlength=STRENGTHS)


@pytest.mark.slow
def test_seven_cards() -> None:
    figures = tomllib.loads(FIGURES.read_text())
    with ThreadPoolExecutor(2) as threads:
        counts = sum(threads.map(count_hands, combinations(DECK, 2)), np.zeros(STRENGTHS, dtype=np.int64))
    assert counts.sum() == figures["hands"] == comb(52, 7)
    assert by_category(counts) == figures["frequency"]
    assert np.count_nonzero(counts) == figures["distinct_strengths"]
