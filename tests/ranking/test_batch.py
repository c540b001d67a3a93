"""Many hands: the kernels give what the one-hand function gives, whose tables they share."""

from __future__ import annotations

from itertools import combinations, islice

import numpy as np
import pytest
from numpy.typing import NDArray

import uth.ranking
from uth.cards import DECK, CardError
from uth.ranking import strength
from uth.ranking.batch import CARD_BITS, CARD_KEYS, START, strength_of_seven, strength_of_sum, strengths

Hands = NDArray[np.uint8]


def random_hands(count: int, cards: int, seed: int) -> Hands:
    shuffled = np.random.default_rng(seed).random((count, 52), dtype=np.float32).argpartition(cards, axis=1)
    return shuffled[:, :cards].astype(np.uint8)


@pytest.mark.parametrize(("cards", "count"), [(5, 100_000), (6, 100_000), (7, 500_000)])
def test_same_as_one_by_one(cards: int, count: int) -> None:
    hands = random_hands(count, cards, seed=cards)
    assert strengths(hands).tolist() == [strength(hand) for hand in hands.tolist()]


@pytest.mark.parametrize("cards", [6, 7])
def test_a_hand_is_worth_its_best_five_cards(cards: int) -> None:
    hands = random_hands(100_000, cards, seed=cards)
    fives = [strengths(hands[:, five]) for five in combinations(range(cards), 5)]
    assert np.array_equal(strengths(hands), np.max(fives, axis=0))


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_flushes_of_every_suit_are_the_same_as_one_by_one(cards: int) -> None:
    """Random hands hold few; here every hand is of one suit, or of one suit but for a card."""
    for suit in range(4):
        suited = list(combinations(DECK[suit::4], cards))
        nearly = [(*hand[:-1], (hand[-1] + 1) % 52) for hand in suited]
        hands = np.array(suited + nearly, dtype=np.uint8)
        assert strengths(hands).tolist() == [strength(hand) for hand in suited + nearly]


def test_functions_for_other_kernels() -> None:
    for hand in random_hands(2_000, 7, seed=1):
        expected = strength(hand.tolist())
        assert strength_of_seven(*hand.tolist()) == expected
        assert strength_of_sum(START + CARD_KEYS[hand].sum(), CARD_BITS[hand].sum()) == expected
        five = hand[:5]
        assert strength_of_sum(START + CARD_KEYS[five].sum(), CARD_BITS[five].sum()) == strength(
            five.tolist()
        )


def test_order_in_memory_does_not_matter() -> None:
    hands = random_hands(1_000, 7, seed=2)
    assert np.array_equal(strengths(np.asfortranarray(hands)), strengths(hands))
    assert np.array_equal(strengths(hands[::-3]), strengths(hands)[::-3])


def test_no_hands() -> None:
    assert strengths(np.empty((0, 7), dtype=np.uint8)).shape == (0,)


def test_the_package_offers_it() -> None:
    assert uth.ranking.strengths is strengths
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = uth.ranking.nothing  # type: ignore[attr-defined]


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("wrong", [52, 255])
def test_what_is_no_card_is_refused(cards: int, wrong: int) -> None:
    hands = random_hands(100, cards, seed=3)
    hands[41, cards - 1] = wrong
    with pytest.raises(CardError, match=rf"row 41 is \[.*{wrong}\]: cards are 0 to 51"):
        strengths(hands)
    hands[41, :] = wrong
    with pytest.raises(CardError, match="row 41"):
        strengths(hands)


@pytest.mark.parametrize("shape", [(7,), (10, 4), (10, 8), (2, 10, 7)])
def test_what_is_no_array_of_hands_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(CardError, match=r"shape \(n, 7\)"):
        strengths(np.zeros(shape, dtype=np.uint8))


def test_other_numbers_than_bytes_are_refused() -> None:
    hands = np.array(list(islice(combinations(DECK, 7), 10)))
    with pytest.raises(CardError, match="uint8"):
        strengths(hands)
