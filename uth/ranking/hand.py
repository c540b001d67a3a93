"""One hand in plain Python."""

from __future__ import annotations

from collections.abc import Sequence

from uth.cards import Card, CardError, card_name, card_names, rank_of, suit_of
from uth.ranking.classes import hand_classes
from uth.ranking.tables import (
    BY_FLUSH,
    BY_RANKS,
    CARD_KEYS,
    PAIR_KEYS,
    RANK_PART,
    SUIT_FLUSH,
    SUIT_SHIFT,
    SUIT_START,
    load_tables,
)

# Looked up, not shifted: a card out of a NumPy array has eight bits, and 1 << 12 would be lost in them.
_RANK_BITS = tuple(1 << rank for rank in range(13))


def strength(cards: Sequence[Card]) -> int:
    """The strength, 0 to 7461, of the best five of 5, 6 or 7 cards; more is better, equal is a tie.

    The cards must be different ones, and a card given twice is not always noticed: to look for it takes as
    long as the answer itself, and whoever deals the cards knows.
    """
    try:
        if len(cards) == 7:  # the common case, written out
            a, b, c, d, e, f, g = cards
            key = PAIR_KEYS[a][b] + PAIR_KEYS[c][d] + PAIR_KEYS[e][f] + CARD_KEYS[g]
            if not key & SUIT_FLUSH:
                return BY_RANKS[key & RANK_PART]
        return _look_up(cards)
    except LookupError:
        _check_hand(cards)  # if this finds nothing wrong, it is the first hand that this process looks at
        load_tables()
        return _look_up(cards)


def _look_up(cards: Sequence[Card]) -> int:
    _check_count(cards)
    key = SUIT_START
    for card in cards:
        key += CARD_KEYS[card]
    if not key & SUIT_FLUSH:
        return BY_RANKS[key & RANK_PART]
    suit = (key & SUIT_FLUSH).bit_length() // 4 - SUIT_SHIFT // 4 - 1
    held = 0
    for card in cards:
        if suit_of(card) == suit:
            held |= _RANK_BITS[rank_of(card)]
    return BY_FLUSH[held]


def _check_count(cards: Sequence[Card]) -> None:
    if not 5 <= len(cards) <= 7:
        raise CardError(f"a hand is 5, 6 or 7 cards, not {len(cards)}: {card_names(cards) or 'no card'}")


def _check_hand(cards: Sequence[Card]) -> None:
    _check_count(cards)
    names = card_names(cards)
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise CardError(f"{card_name(card)} is in the hand twice: {names}")


def best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that count, by rank from the highest (an ace always first).

    Where several cards would serve, those given first are taken: with the hole cards before the board,
    players see their own cards used.
    """
    if len(set(cards)) < len(cards) or min(cards, default=-1) < 0:
        _check_hand(cards)
    category, ranks = hand_classes()[strength(cards)]
    usable = cards
    if category.suited:
        suits = [suit_of(card) for card in cards]
        usable = [card for card in cards if suits.count(suit_of(card)) >= 5]
    wanted = list(ranks)
    five: list[Card] = []
    for card in usable:
        rank = rank_of(card)
        if rank in wanted:
            wanted.remove(rank)
            five.append(card)
    five.sort(key=rank_of, reverse=True)  # stable, also in reverse
    return tuple(five)
