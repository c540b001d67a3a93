"""Kinds of decisions, to sort them by: two cards before the flop, what is made or drawn to after it."""

from collections.abc import Sequence

from uth.cards import SUITS, Card, rank_of, suit_of
from uth.ranking import Category, category, strength

ACE, TEN = 12, 8
HIGH = {12: "ace", 11: "king", 10: "queen", 9: "jack", 8: "ten"}


def kind_of(hole: Sequence[Card], board: Sequence[Card]) -> str:
    """What sort of decision this is, in a few words."""
    if not board:
        return _start(hole)
    cards = (*hole, *board)
    made = category(strength(cards))
    if made is Category.ONE_PAIR and not _pairs(hole, board):
        return "pair on the board"
    if made > Category.ONE_PAIR or len(board) > 3:
        return made.label
    return _draw(cards) or made.label


def _start(hole: Sequence[Card]) -> str:
    first, second = hole
    if rank_of(first) == rank_of(second):
        return "pair"
    suited = "suited" if suit_of(first) == suit_of(second) else "unsuited"
    high = HIGH.get(max(map(rank_of, hole)))
    return f"{suited}, {f'{high} high' if high else 'nine high or less'}"


def _pairs(hole: Sequence[Card], board: Sequence[Card]) -> bool:
    """Whether a card of the hole is part of a pair."""
    ranks = [rank_of(card) for card in (*hole, *board)]
    return any(ranks.count(rank_of(card)) > 1 for card in hole)


def _draw(cards: Sequence[Card]) -> str:
    """Four of five to a flush, or to a straight; the ace stands below the two as well."""
    suits = [suit_of(card) for card in cards]
    if any(suits.count(suit) == 4 for suit in range(len(SUITS))):
        return "flush draw"
    ranks = {rank_of(card) for card in cards}
    ranks |= {-1} if ACE in ranks else set()
    runs = (ranks & set(range(low, low + 5)) for low in range(-1, TEN + 1))
    return "straight draw" if any(len(run) == 4 for run in runs) else ""
