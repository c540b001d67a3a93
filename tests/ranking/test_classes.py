"""The list of hands from which all tables come."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest

from uth.ranking import FIRST_STRENGTH, STRENGTHS, Category, category
from uth.ranking.classes import hand_classes


def test_there_are_7462_and_each_is_called_what_it_is() -> None:
    assert len(hand_classes()) == STRENGTHS == 7462
    assert [one.category for one in hand_classes()] == [category(strength) for strength in range(STRENGTHS)]
    assert len(set(hand_classes())) == STRENGTHS


def test_first_strengths() -> None:
    assert FIRST_STRENGTH == (0, 1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452, 7461)
    for name in Category:
        assert category(FIRST_STRENGTH[name]) is name
        assert name is Category.HIGH_CARD or category(FIRST_STRENGTH[name] - 1) == name - 1


@pytest.mark.parametrize("strength", [-1, 7462])
def test_not_a_strength(strength: int) -> None:
    with pytest.raises(ValueError, match="strengths are 0 to 7461"):
        category(strength)


def test_within_a_category_the_first_different_rank_decides() -> None:
    for weaker, stronger in zip(hand_classes(), hand_classes()[1:], strict=False):
        if weaker.category == stronger.category:
            assert weaker.ranks < stronger.ranks


def test_ranks_repeat_as_the_category_says() -> None:
    repeats = {
        Category.ONE_PAIR: [2, 1, 1, 1],
        Category.TWO_PAIR: [2, 2, 1],
        Category.THREE_OF_A_KIND: [3, 1, 1],
        Category.FULL_HOUSE: [3, 2],
        Category.FOUR_OF_A_KIND: [4, 1],
    }
    for name, ranks in hand_classes():
        assert list(Counter(ranks).values()) == repeats.get(name, [1] * 5)


def test_suits_multiply_the_classes_to_all_hands_of_five() -> None:
    """Each class stands for as many hands as it has ways to choose suits; together they are the deck's."""
    hands = 0
    for name, ranks in hand_classes():
        ways = 1
        for times in Counter(ranks).values():
            ways *= comb(4, times)
        if name.suited:
            ways = 4
        elif name in (Category.HIGH_CARD, Category.STRAIGHT):
            ways -= 4
        hands += ways
    assert hands == comb(52, 5)


def test_names() -> None:
    assert [name.key for name in Category][:3] == ["high_card", "one_pair", "two_pair"]
    assert [name.label for name in Category][3:6] == ["three of a kind", "straight", "flush"]
    assert [int(name) for name in Category] == list(range(10))
