"""Cards, and how they are written.

A card is a small integer, `rank * 4 + suit`: rank 0..12 for 2..A, suit 0..3 for clubs, diamonds, hearts,
spades. So the deck is `range(52)`, cards sort by rank, and a kernel can use a card as an index. On paper a
card is two letters: "Ks", "Td".
"""

from __future__ import annotations

import re
from collections.abc import Iterable

Card = int

RANKS = "23456789TJQKA"
SUITS = "cdhs"
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
_CARDS: dict[str, Card] = {name: card for card, name in enumerate(_NAMES)}
_EXAMPLE = f"a card is a rank of {RANKS} and a suit of {SUITS}, such as Ks or Td"
# A ten may also be written as on the card itself; two such names never run into each other.
_ONE_CARD = re.compile(r"10[A-Za-z]|[A-Za-z2-9][A-Za-z]")


def parse_card(text: str) -> Card:
    """The card written as "Ks"; "kS" and "10s" are read as well."""
    name = text.strip()
    rank, suit = name[:-1].upper(), name[-1:].lower()
    card = _CARDS.get(("T" if rank == "10" else rank) + suit)
    if card is None:
        raise CardError(f"{text!r} is not a card: {_EXAMPLE}")
    return card


def parse_cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """The cards in "Ks Kd", "KsKd", "Ks, Kd" or ["Ks", "Kd"], in that order.

    A card may appear twice here: whether that is an error, and whose, only the one who sees all hands can
    tell.
    """
    if not isinstance(text, str):
        return tuple(parse_card(one) for one in text)
    cards: list[Card] = []
    for word in re.split(r"[\s,]+", text.strip()):
        names = _ONE_CARD.findall(word)
        if "".join(names) != word:
            raise CardError(f"{word!r} in {text!r} cannot be read as cards: {_EXAMPLE}")
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
