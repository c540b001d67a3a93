from __future__ import annotations

import subprocess
import sys

import pytest

from uth.cards import (
    DECK,
    RANKS,
    SIGNS,
    SUITS,
    CardError,
    card_name,
    card_names,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)


def test_a_card_is_rank_times_four_plus_suit() -> None:
    assert [parse_card(rank + suit) for rank in RANKS for suit in SUITS] == list(range(52))
    assert (rank_of(parse_card("Ks")), suit_of(parse_card("Ks"))) == (11, 3)


def test_names_and_cards_are_inverse() -> None:
    assert tuple(parse_card(card_name(card)) for card in DECK) == DECK
    assert parse_cards(card_names(DECK)) == DECK


@pytest.mark.parametrize(
    "text", ["Ts", "ts", "TS", "tS", "10s", "10S", " Ts ", "T♠", "t♠", "10♠", "T♠\ufe0f", "10♠\ufe0e", "T♤"]
)
def test_ways_to_write_a_ten(text: str) -> None:
    assert card_name(parse_card(text)) == "Ts"


@pytest.mark.parametrize(
    "text",
    [
        "Ks Td 2c",
        "KsTd2c",
        "ks10d2c",
        "  Ks,Td, 2c ",
        "Ks\n10d\t2c",
        "K♠ T♦ 2♣",
        "k♠10♦2♣",
        "K♠\ufe0f T♦\ufe0e, 2c",
        "K♤T♢2♧",
        ["Ks", "Td", "2c"],
        ["K♠", "10♦", "2♣\ufe0f"],
        iter(["Ks", "10d", "2c"]),
    ],
)
def test_ways_to_write_cards(text: str | list[str]) -> None:
    assert card_names(parse_cards(text)) == "Ks Td 2c"


def test_the_signs_of_the_suits_name_every_card() -> None:
    written = [f"{rank}{sign}" for rank in RANKS for sign in SIGNS]
    assert tuple(map(parse_card, written)) == parse_cards("".join(written)) == DECK


def test_no_cards() -> None:
    assert parse_cards("") == parse_cards([]) == ()
    assert card_names([]) == ""


@pytest.mark.parametrize(
    "text", ["", "K", "s", "1s", "11s", "Kx", "sK", "Kss", "♠K", "K s", "010s", "K♠s", "K★", "Ks\ufe0f"]
)
def test_not_a_card(text: str) -> None:
    with pytest.raises(
        CardError, match=r"is not a card: a card is a rank of 23456789TJQKA and a suit of cdhs"
    ):
        parse_card(text)


@pytest.mark.parametrize(
    "text", ["Ks K", "KsK", "K s", "Ks-Kd", "Ks 1d", "Ks Kdd", "Ks Kx", "K♠♠", "♠", ["Ks", "KsKd"]]
)
def test_not_cards(text: str | list[str]) -> None:
    with pytest.raises(CardError, match="such as Ks or Td"):
        parse_cards(text)


def test_a_long_text_is_not_said_back_whole() -> None:
    for read in (parse_card, parse_cards):
        with pytest.raises(CardError) as refused:
            read("x" * 5000)
        assert len(str(refused.value)) < 300


@pytest.mark.parametrize("card", [-1, 52])
def test_not_the_number_of_a_card(card: int) -> None:
    with pytest.raises(CardError, match=r"cards are the numbers 0 to 51"):
        card_name(card)


def test_importing_cards_and_ranking_brings_neither_numpy_nor_numba() -> None:
    program = "import sys, uth.cards, uth.ranking; uth.ranking.strength(range(7)); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"numpy", "numba"} & set(loaded.stdout.split())
