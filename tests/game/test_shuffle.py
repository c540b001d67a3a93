"""The sealed shuffle: nothing favours a card or a place. Tests are of cards, not only of bits: a shuffle that
never leaves a card where it was passes any test of bits and fails these."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import islice, permutations
from math import factorial, sqrt
from typing import Any

import numpy as np
import pytest

from uth.game.deck.sealed import commitment, index, seed_of, shuffled, stream

DECKS = 20_000


def test_the_stream_and_the_deck_are_known_answers() -> None:
    """Worked out apart from this code: HMAC-SHA-256 with the seed as key over an 8-byte counter from 0 on."""
    import hashlib
    import hmac

    seed = bytes(range(32))
    plain = b"".join(hmac.new(seed, n.to_bytes(8, "big"), hashlib.sha256).digest() for n in range(3))
    assert bytes(islice(stream(seed), 96)) == plain
    deck = list(range(52))
    at = 0
    for last in range(51, 0, -1):
        while plain[at] >= 256 - 256 % (last + 1):
            at += 1
        other = plain[at] % (last + 1)
        at += 1
        deck[last], deck[other] = deck[other], deck[last]
    assert shuffled(seed) == tuple(deck)
    assert (
        commitment("T1", 3, "d", seed).hex() == hashlib.sha256(b"uth shuffle\nT1\n3\nd\n" + seed).hexdigest()
    )


@pytest.mark.parametrize("size", range(2, 53))
def test_an_index_is_drawn_without_bias(size: int) -> None:
    """By exhaustion: over all bytes that count, every index comes up as often; the others draw anew."""
    fair = 256 - 256 % size
    drawn = Counter(index(iter([byte, *range(fair)]), size) for byte in range(fair))
    assert set(drawn.values()) == {fair // size}
    assert len(drawn) == size
    for byte in range(fair, 256):
        assert index(iter([byte, 7 % fair]), size) == 7 % fair % size


def test_every_order_of_a_small_deck_is_as_likely() -> None:
    """Fisher-Yates over all ways of drawing: each of the n! orders comes from exactly one."""
    for size in (2, 3, 4, 5):
        orders: Counter[tuple[int, ...]] = Counter()
        for draws in _all_draws(size):
            deck = list(range(size))
            for last, other in zip(range(size - 1, 0, -1), draws, strict=True):
                deck[last], deck[other] = deck[other], deck[last]
            orders[tuple(deck)] += 1
        assert set(orders) == set(permutations(range(size)))
        assert set(orders.values()) == {1}
        assert len(orders) == factorial(size)


def _all_draws(size: int) -> list[tuple[int, ...]]:
    draws: list[tuple[int, ...]] = [()]
    for last in range(size - 1, 0, -1):
        draws = [(*before, other) for before in draws for other in range(last + 1)]
    return draws


@cache
def decks() -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.array([shuffled(seed_of("statistics", number)) for number in range(DECKS)])


def too_far(found: np.ndarray[Any, Any], expected: float, freedom: int) -> float:
    """How many standard deviations a chi-square is above what chance gives."""
    chi = float(((found - expected) ** 2 / expected).sum())
    return (chi - freedom) / sqrt(2 * freedom)


def sattolo(seed: bytes) -> Sequence[int]:
    """A well-known mistake: one less in the draw, so that no card stays where it was."""
    deck = list(range(52))
    source = stream(seed)
    for last in range(51, 0, -1):
        other = index(source, last)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def positions(dealt: np.ndarray[Any, Any]) -> float:
    table = np.array([np.bincount(dealt[:, place], minlength=52) for place in range(52)])
    return too_far(table, len(dealt) / 52, 51 * 51)


def test_every_card_is_in_every_place_as_often() -> None:
    assert abs(positions(decks())) < 4
    wrong = np.array([sattolo(seed_of("statistics", number)) for number in range(1000)])
    assert positions(wrong) > 4  # and the test can tell


def test_neighbours_are_any_two_cards() -> None:
    dealt = decks()
    pairs = np.zeros((52, 52))
    np.add.at(pairs, (dealt[:, :-1].ravel(), dealt[:, 1:].ravel()), 1)
    apart = pairs[~np.eye(52, dtype=bool)]
    assert abs(too_far(apart, DECKS * 51 / (52 * 51), 52 * 51 - 1)) < 4


def test_as_many_cards_stay_in_place_as_chance_leaves() -> None:
    fixed = (decks() == np.arange(52)).sum(axis=1)
    found = np.bincount(fixed, minlength=6)[:6]
    expected = DECKS * np.array([np.exp(-1) / factorial(k) for k in range(6)])
    assert abs(((found - expected) ** 2 / expected).sum() - 5) / sqrt(10) < 4
    assert found[0] > 0


def test_half_of_all_pairs_of_cards_change_their_order() -> None:
    dealt = decks()[:4000]
    inverted = np.array([int((np.triu(deck[:, None] > deck[None, :])).sum()) for deck in dealt])
    mean, deviation = 52 * 51 / 4, sqrt(52 * 51 * (2 * 52 + 5) / 72)
    assert abs(inverted.mean() - mean) < 4 * deviation / sqrt(len(dealt))
    assert abs(inverted.std() / deviation - 1) < 0.06


def test_hands_come_as_often_as_they_should() -> None:
    """What is dealt, at the end: pairs and suited hands in the first two cards, rising cards overall."""
    first, second = decks()[:, 0], decks()[:, 1]
    for found, chance in (
        ((first // 4 == second // 4).mean(), 3 / 51),
        ((first % 4 == second % 4).mean(), 12 / 51),
    ):
        assert abs(found - chance) < 4 * sqrt(chance * (1 - chance) / DECKS)


def test_one_round_says_nothing_about_the_next() -> None:
    dealt = decks()
    table = np.zeros((52, 52))
    np.add.at(table, (dealt[:-1, 0], dealt[1:, 0]), 1)
    assert abs(too_far(table, (DECKS - 1) / 52**2, 52**2 - 1)) < 4
