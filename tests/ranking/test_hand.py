"""One hand: cases that are easily got wrong, and properties of any hand."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from uth.cards import DECK, CardError, card_names, parse_cards, rank_of, suit_of
from uth.ranking import FIRST_STRENGTH, Category, best_five, category, strength
from uth.ranking.tables import BY_FLUSH, BY_RANKS

hands = st.lists(st.sampled_from(DECK), min_size=5, max_size=7, unique=True)


def of(text: str) -> int:
    return strength(parse_cards(text))


@pytest.mark.parametrize(
    ("cards", "name", "five"),
    [
        ("As Ks Qs Js Ts 9s 8s", Category.ROYAL_FLUSH, "As Ks Qs Js Ts"),
        ("Ah Ks Qs Js Ts 9s 2d", Category.STRAIGHT_FLUSH, "Ks Qs Js Ts 9s"),  # the ace is of another suit
        ("As 2s 3s 4s 5s Kh Kd", Category.STRAIGHT_FLUSH, "As 5s 4s 3s 2s"),
        ("As 2s 3s 4s 5s 6s Kd", Category.STRAIGHT_FLUSH, "6s 5s 4s 3s 2s"),
        ("9s 9h 9d 9c Kh Kd Ks", Category.FOUR_OF_A_KIND, "Kh 9s 9h 9d 9c"),
        ("9s 9h 9d Kc Kh Kd 2s", Category.FULL_HOUSE, "Kc Kh Kd 9s 9h"),  # two times three of a kind
        ("9s 9h 9d Kc Kh Ad As", Category.FULL_HOUSE, "Ad As 9s 9h 9d"),
        ("2s 4s 6s 8s Ts Qs Ks", Category.FLUSH, "Ks Qs Ts 8s 6s"),
        ("2s 3s 4s 5s 6h 9s Ah", Category.FLUSH, "9s 5s 4s 3s 2s"),  # better than the straight beside it
        ("2s 2h 2d 5s 6s 9s Ts", Category.FLUSH, "Ts 9s 6s 5s 2s"),  # and than the three of a kind
        ("2h Td 2s 5s 6s 9s Ts", Category.FLUSH, "Ts 9s 6s 5s 2s"),  # cards of other suits come first
        ("As 2d 3s 4h 5s 6c 6d", Category.STRAIGHT, "6c 5s 4h 3s 2d"),  # A-2-3-4-5-6 is six-high
        ("As 2d 3s 4h 5s 9c 9d", Category.STRAIGHT, "As 5s 4h 3s 2d"),
        ("Ts Jd Qs Kh As 2c 3d", Category.STRAIGHT, "As Kh Qs Jd Ts"),
        ("2s 9d Qh Jh Th 2c 2d", Category.THREE_OF_A_KIND, "Qh Jh 2s 2c 2d"),
        ("4s 4d 9s 9h Ks Kd 2c", Category.TWO_PAIR, "Ks Kd 9s 9h 4s"),  # the third pair gives the kicker
        ("4s 4d 9s 9h Ks Kd Ac", Category.TWO_PAIR, "Ac Ks Kd 9s 9h"),
        ("Js Qd Ks Ah 2s 3c Jd", Category.ONE_PAIR, "Ah Ks Qd Js Jd"),  # no straight wraps round
        ("Js Qd Ks Ah 2s 3c 7d", Category.HIGH_CARD, "Ah Ks Qd Js 7d"),
        ("2s 3c 9d Td Jh Qs Kc", Category.STRAIGHT, "Kc Qs Jh Td 9d"),  # the board plays
        ("2s 3c 4d 5d 7h", Category.HIGH_CARD, "7h 5d 4d 3c 2s"),
    ],
)
def test_category_and_five(cards: str, name: Category, five: str) -> None:
    given_cards = parse_cards(cards)
    assert category(strength(given_cards)) is name
    assert card_names(best_five(given_cards)) == five


def test_the_ends_of_the_scale() -> None:
    assert of("2s 3c 4d 5d 7h") == 0
    assert of("As Ks Qs Js Ts") == 7461
    assert of("5h 4h 3h 2h Ah") == FIRST_STRENGTH[Category.STRAIGHT_FLUSH]
    assert of("5h 4h 3h 2h Ac") == FIRST_STRENGTH[Category.STRAIGHT]


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("As 2d 3s 4h 5s 6c 9d", "As 2d 3s 4h 5s Kc Kd"),  # six-high against five-high
        ("Ks Kd 9s 9h 4s 4d 3c", "Ks Kd 8s 8h 7s 7d Ac"),
        ("Ks Kd 9s 9h 4s 4d 3c", "Ks Kd 9s 9h 3s 3d 2c"),  # only the third pair differs
        ("Ks Kd As 9h 7s 4d 3c", "Ks Kd Qs 9h 7s 4d 3c"),
        ("9s 9h 9d 9c Ah 3d 2s", "9s 9h 9d 9c Kh Kd Ks"),
        ("9s 9h 9d Kc Kh Qd Qs", "9s 9h 9d Qc Qh Jd Js"),
        ("Ah Ks Qs Js Ts 9s 2d", "As Ah Ad Ac Ks Qs Js"),
    ],
)
def test_what_beats_what(stronger: str, weaker: str) -> None:
    assert of(stronger) > of(weaker)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2s 3c 9d Td Jh Qs Kc", "2d 4c 9d Td Jh Qs Kc"),  # the board plays
        ("As 2c Kd Kh 9s 9d 8c", "Ah 3c Kd Kh 9s 9d 8c"),
        ("As Ks 9s 5s 3s 2d 2h", "Ah Kh 9h 5h 3h Ad Kd"),  # suits have no order
        ("Ks Kd 9s 9h 4s 4d 3c", "Ks Kd 9s 9h 4s 3d 2c"),
    ],
)
def test_ties(one: str, other: str) -> None:
    assert of(one) == of(other)


def test_best_five_takes_what_is_given_first() -> None:
    assert card_names(best_five(parse_cards("9c Kd 9s 9h 9d Kh Ks"))) == "Kd 9c 9s 9h 9d"
    assert card_names(best_five(parse_cards("Kh 9d Ks Kd 9s 9h 2c"))) == "Kh Ks Kd 9d 9s"


@given(hands, st.permutations(range(4)), st.randoms(use_true_random=False))
def test_neither_order_nor_names_of_suits_matter(
    cards: list[int], suits: list[int], shuffle: random.Random
) -> None:
    relabelled = [rank_of(card) * 4 + suits[suit_of(card)] for card in cards]
    shuffle.shuffle(relabelled)
    assert strength(relabelled) == strength(cards)


@given(hands)
def test_a_hand_is_worth_its_best_five_cards(cards: list[int]) -> None:
    assert strength(cards) == max(strength(five) for five in combinations(cards, 5))


@given(hands)
def test_best_five_are_five_of_the_cards_and_worth_as_much(cards: list[int]) -> None:
    five = best_five(cards)
    assert len(five) == len(set(five)) == 5
    assert set(five) <= set(cards)
    assert strength(five) == strength(cards)
    assert [rank_of(card) for card in five] == sorted((rank_of(card) for card in five), reverse=True)


@given(hands)
def test_a_card_left_out_of_best_five_was_not_given_before_its_equal(cards: list[int]) -> None:
    five = best_five(cards)
    for place, left_out in enumerate(cards):
        if left_out not in five:
            for later in cards[place + 1 :]:
                swapped = [left_out if card == later else card for card in five]
                if later in five and rank_of(later) == rank_of(left_out):
                    assert strength(swapped) < strength(five)


@given(hands, st.sampled_from(DECK))
def test_one_more_card_never_hurts(cards: list[int], card: int) -> None:
    if len(cards) < 7 and card not in cards:
        assert strength([*cards, card]) >= strength(cards)


def test_a_row_of_an_array_is_a_hand() -> None:
    for text in ("As Ks Qs Js Ts 9s 8s", "2s 4s 6s 8s Ts Qd Kd", "Ks Kd 9s 9h 4s 4d 3c"):
        row = np.array(parse_cards(text), dtype=np.uint8)
        assert strength(row) == of(text)  # type: ignore[arg-type]  # an array is no Sequence in name


@pytest.mark.parametrize("count", [0, 1, 4, 8, 52])
def test_too_few_or_too_many(count: int) -> None:
    for cards in (DECK[:count], DECK[::4][:count]):
        if len(cards) == count:
            with pytest.raises(CardError, match=f"a hand is 5, 6 or 7 cards, not {count}"):
                strength(cards)
            with pytest.raises(CardError, match="5, 6 or 7"):
                best_five(cards)


def test_a_flush_among_eight_cards_is_no_hand_either() -> None:
    with pytest.raises(CardError, match="not 8: 2s 4s 6s 8s Ts Kd Kh Qd"):
        of("2s 4s 6s 8s Ts Kd Kh Qd")


def test_cards_that_are_none() -> None:
    with pytest.raises(CardError, match="52 is not a card"):
        strength([0, 5, 10, 15, 20, 25, 52])
    with pytest.raises(CardError, match="-1 is not a card"):
        best_five([0, 5, 10, 15, 20, 25, -1])


def test_a_card_given_twice() -> None:
    with pytest.raises(CardError, match="Ks is in the hand twice: Ks 2d Ks 4h 5c"):
        best_five(parse_cards("Ks 2d Ks 4h 5c"))
    with pytest.raises(CardError, match="2c is in the hand twice"):
        strength(parse_cards("2c 2d 2h 2s 2c 9d Th"))  # five of a kind is in no table
    with pytest.raises(CardError, match="Ks is in the hand twice"):
        strength(parse_cards("Ks Ks Qs 4s 5s 9d Th"))  # a flush of four different cards neither


def test_the_tables_hold_every_hand_of_five_to_seven_ranks_and_no_other() -> None:
    strength(DECK[:7])
    counts = {5: 6175, 6: 18395, 7: 49205}  # multisets of 13 ranks, none more than four times
    sizes = [_digit_sum(key) for key in BY_RANKS]
    assert {size: sizes.count(size) for size in set(sizes)} == counts
    assert sorted({held.bit_count() for held in BY_FLUSH}) == [5, 6, 7]
    assert len(BY_FLUSH) == 1287 + 1716 + 1716


def _digit_sum(key: int) -> int:
    total = 0
    while key:
        key, digit = divmod(key, 5)
        total += digit
    return total
