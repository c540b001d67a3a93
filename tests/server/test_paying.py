"""The line of a pay table that a hand would win, as its holder is told it."""

import random

import pytest

from uth.cards import DECK, card_name
from uth.cli.practice import practice_settings
from uth.proof.happenings import encode
from uth.rules import load_book
from uth.rules.wagers import pay_lines
from uth.server.paying import Worth, worth
from uth.server.steps import _short_worth

BOOKS = ("california-shfl", "california-bally", "florida", "iowa-catfish-bend")


@pytest.mark.parametrize(
    ("hole", "board", "held"),
    [
        ("Ks Kd", "Kh 5d 2c", {"trips": "three of a kind", "progressive": "three of a kind"}),
        ("Ks Kd", "7h 5d 2c", {}),
        ("As Ks", "Qs Js 2c 3d Ts", {"blind": "royal flush", "trips": "royal flush"}),
        ("9s 8d", "7c 6h 5s 2d 2c", dict.fromkeys(("blind", "trips", "progressive"), "straight")),
    ],
)
def test_the_line_that_a_hand_would_win(hole: str, board: str, held: dict[str, str]) -> None:
    book = load_book("iowa-catfish-bend")
    told = worth(book, hole.split(), board.split())
    found = {name: pay_lines(book.bets[name])[line][0] for name, line in told.lines.items() if line >= 0}
    assert found == held
    assert told.great is bool(set(held.values()) - {"three of a kind"})


@pytest.mark.parametrize("name", BOOKS)
def test_its_length_says_nothing_of_the_hand(name: str) -> None:
    book, chance = load_book(name, practice_settings(name)), random.Random(1)
    lengths = set()
    for _ in range(3000):
        cards = [card_name(card) for card in chance.sample(DECK, 7)]
        told: dict[str, Worth] = {"3": worth(book, cards[:2], cards[2:])}
        lengths.add(len(encode(told)) + _short_worth(told))
    assert len(lengths) == 1
