from __future__ import annotations

import numpy as np
import pytest

from uth.cards import parse_cards
from uth.ranking import STRENGTHS, category, describe


@pytest.mark.parametrize(
    ("cards", "words", "with_kickers"),
    [
        ("As Ks Qs Js Ts 2d 2h", "royal flush", ""),
        ("Ks Qs Js Ts 9s 2d 2h", "straight flush, king high", ""),
        ("9s 9h 9d 9c Kh 2d 3s", "four of a kind, nines", ", kicker king"),
        ("Ks Kh Kd 4c 4h 2d 3s", "full house, kings over fours", ""),
        ("As Js 8s 6s 2s Kd Kh", "flush, ace high", ", kickers jack, eight, six, two"),
        ("Ts 9d 8s 7h 6s 2d 2h", "straight, ten high", ""),
        ("As 2d 3s 4h 5s Kd Kh", "straight, five high", ""),
        ("6s 6d 6h Qs Js 2d 3h", "three of a kind, sixes", ", kickers queen, jack"),
        ("Ks Kd 4h 4s As 2d 3h", "two pair, kings and fours", ", kicker ace"),
        ("Ts Td As 9h 7s 2d 3h", "pair of tens", ", kickers ace, nine, seven"),
        ("As Qd 9s 8h 6s 2d 3h", "ace high", ", kickers queen, nine, eight, six"),
    ],
)
def test_as_a_dealer_calls_it(cards: str, words: str, with_kickers: str) -> None:
    assert describe(parse_cards(cards)) == words
    assert describe(parse_cards(cards), kickers=True) == words + with_kickers


def test_a_strength_is_enough() -> None:
    assert describe(7461) == describe(np.uint16(7461)) == "royal flush"
    assert describe(0) == "seven high"


def test_with_kickers_every_strength_has_words_of_its_own() -> None:
    assert len({describe(strength, kickers=True) for strength in range(STRENGTHS)}) == STRENGTHS
    assert len({(category(strength), describe(strength)) for strength in range(STRENGTHS)}) < 500


def test_not_a_strength() -> None:
    with pytest.raises(ValueError, match="strengths are 0 to 7461"):
        describe(7462)
