"""Cards, and how they are written.

A card is a small integer, `rank * 4 + suit`: rank 0..12 for 2..A, suit 0..3 for clubs, diamonds, hearts,
spades. So the deck is `range(52)`, cards sort by rank, and a kernel can use a card as an index. On paper a
card is two letters: "Ks", "Td"; the signs of the suits are read as well: "K♠", "T♦".
"""

from __future__ import annotations

import re
from collections.abc import Iterable

Card = int

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SIGNS = "♣♦♥♠"
DECK: tuple[Card, ...] = tuple(range(52))


class CardError(ValueError):
    """Not a card, or not the cards that are needed; the message says what would be right."""


def rank_of(card: Card) -> int:
    """0 for a two, 12 for an ace."""
    return card >> 2


def suit_of(card: Card) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


_NAMES: tuple[str, ...] = tuple(RANKS[rank_of(card)] + SUITS[suit_of(card)] for card in DECK)
_SIGNS = ("♣♧", "♦♢", "♥♡", "♠♤")  # full and hollow
_SHAPES = ("", "\ufe0e", "\ufe0f")  # after a sign, invisible: shown as text, or as a picture
_EXAMPLE = f"a card is a rank of {RANKS} and a suit of {SUITS}, such as Ks or Td"
# A ten may also be written as on the card itself; two such names never run into each other.
_ONE_CARD = re.compile(rf"(?:10|[A-Za-z2-9])(?:[A-Za-z]|[{''.join(_SIGNS)}][{''.join(_SHAPES)}]?)")


def _spellings(card: Card) -> Iterable[str]:
    rank, suit = RANKS[rank_of(card)], SUITS[suit_of(card)]
    suits = [suit, suit.upper(), *(sign + shape for sign in _SIGNS[suit_of(card)] for shape in _SHAPES)]
    ranks = {rank, rank.lower(), "10" if rank == "T" else rank}
    return (rank + suit for rank in ranks for suit in suits)


_CARDS: dict[str, Card] = {name: card for card in DECK for name in _spellings(card)}


def parse_card(text: str) -> Card:
    """The card written as "Ks"; "kS", "10s" and "K♠" are read as well."""
    card = _CARDS.get(text)
    if card is None:
        card = _CARDS.get(text.strip())
    if card is None:
        raise CardError(f"{_quoted(text)} is not a card: {_EXAMPLE}")
    return card


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:60]}…")


def parse_cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """The cards in "Ks Kd", "KsKd", "Ks, Kd", "K♠ K♦" or ["Ks", "Kd"], in that order.

    A card may appear twice here: whether that is an error, and whose, only the one who sees all hands can
    tell.
    """
    if not isinstance(text, str):
        return tuple(parse_card(one) for one in text)
    cards: list[Card] = []
    for word in re.split(r"[\s,]+", text.strip()):
        names = _ONE_CARD.findall(word)
        if "".join(names) != word:
            raise CardError(f"{_quoted(word)} in {_quoted(text)} cannot be read as cards: {_EXAMPLE}")
        cards.extend(parse_card(name) for name in names)
    return tuple(cards)


def card_name(card: Card) -> str:
    """How the card is written: "Ks"."""
    if not 0 <= card < 52:  # an index below zero would silently name another card
        raise CardError(f"{card} is not a card: cards are the numbers 0 to 51, rank * 4 + suit")
    return _NAMES[card]


def card_names(cards: Iterable[Card]) -> str:
    """How several cards are written: "Ks Kd"."""
    return " ".join(map(card_name, cards))
