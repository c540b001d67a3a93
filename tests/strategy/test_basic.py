"""The basic strategy, against its published wording."""

import pytest

from uth.cards import DECK, parse_cards
from uth.game.round import Choice
from uth.strategy.basic import (
    basic,
    dealer_outs,
    hidden_pair,
    raises_before_the_flop,
    raises_on_the_flop,
    stays_on_the_river,
)


def test_five_hundred_of_1326_holes_raise_before_the_flop() -> None:
    holes = [(a, b) for a in DECK for b in DECK if a < b]
    assert sum(map(raises_before_the_flop, holes)) == 500


@pytest.mark.parametrize(
    ("hole", "raises"),
    [
        ("3c 3d", True),
        ("2c 2d", False),
        ("Ac 2d", True),
        ("Kc 2c", True),
        ("Kc 5d", True),
        ("Kc 4d", False),
        ("Qc 6c", True),
        ("Qc 5c", False),
        ("Qc 8d", True),
        ("Qc 7d", False),
        ("Jc 8c", True),
        ("Jc 7c", False),
        ("Jc Td", True),
        ("Jc 9d", False),
        ("Tc 9c", False),
    ],
)
def test_before_the_flop(hole: str, raises: bool) -> None:
    assert raises_before_the_flop(parse_cards(hole)) is raises


@pytest.mark.parametrize(
    ("hole", "board", "raises"),
    [
        ("9s 8d", "Kh 5d 2c", False),
        ("9s 8d", "9h 5d 2c", True),
        ("2s 2d", "Kh 9d 5c", False),
        ("9s 8d", "Kh Kd 2c", False),
        ("9s 8d", "9h 8c 2c", True),
        ("Th 4h", "Kh 9h 2c", True),
        ("9h 4h", "Kh 8h 2c", False),
        ("Th 4s", "Kh 9h 2h", True),
        ("9s 8d", "7h 7d 7c", False),
    ],
)
def test_on_the_flop(hole: str, board: str, raises: bool) -> None:
    assert raises_on_the_flop(parse_cards(hole), parse_cards(board)) is raises


@pytest.mark.parametrize(
    ("hole", "board", "stays"),
    [
        ("9s 8d", "9h 5d 2c Kd Qs", True),
        ("3s 2d", "9h 9d Kc Qd 7s", False),
        ("As 2d", "9h 9d Kc Qd 7s", True),
        ("4s 3d", "8s 8d 8c Kh Qs", True),  # eleven cards beat the board
    ],
)
def test_on_the_river(hole: str, board: str, stays: bool) -> None:
    assert stays_on_the_river(parse_cards(hole), parse_cards(board)) is stays


def test_outs_and_hidden_pairs() -> None:
    assert dealer_outs(parse_cards("As Kd"), parse_cards("Qh 9c 7d 4s 2h")) == 15  # any pair with the board
    assert not hidden_pair(parse_cards("9s 8d"), parse_cards("Kh Kd 2c"))


def test_it_takes_the_largest_bet_or_passes() -> None:
    choices = [Choice.CHECK, Choice.BET3, Choice.BET4]
    assert basic(parse_cards("As Ad"), (), choices) is Choice.BET4
    assert basic(parse_cards("7s 2d"), (), choices) is Choice.CHECK
    assert basic(parse_cards("As Ad"), (), choices[:1]) is Choice.CHECK
