"""Kinds of decisions, by which a trainer sums them."""

import pytest

from uth.cards import parse_cards
from uth.strategy.kinds import kind_of


@pytest.mark.parametrize(
    ("hole", "board", "kind"),
    [
        ("2c 2d", "", "pair"),
        ("2c Ac", "", "suited, ace high"),
        ("2c 9d", "", "unsuited, nine high or less"),
        ("2c Td", "", "unsuited, ten high"),
        ("9s 8d", "Kh 5d 2c", "high card"),
        ("9s 8s", "Ks 5s 2c", "flush draw"),
        ("9s 8d", "Th 7c 2c", "straight draw"),
        ("As 2d", "3h 5c Kc", "straight draw"),
        ("As Kd", "Qh Jc 2c", "straight draw"),
        ("9s 8d", "Kh Kd 2c", "pair on the board"),
        ("9s 8d", "9h Kd 2c", "one pair"),
        ("9s 8s", "Ks 5s 2c 3d 4h", "high card"),
        ("9s 8s", "Ks 5s 2s 3d 4h", "flush"),
    ],
)
def test_a_decision_has_a_kind(hole: str, board: str, kind: str) -> None:
    assert kind_of(parse_cards(hole), parse_cards(board) if board else ()) == kind
