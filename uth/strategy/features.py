"""The words of the rule language: what a player sees in two hole cards and a board.

Every feature is a whole number. Ranks are 2 to 14 (T J Q K A are read as 10 to 14), hands are the ten
categories, and a yes is 1. This file looks at one hand in plain Python; `uth.strategy.kernels` looks at all
of them, and the tests compare the two.
"""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from uth.cards import DECK, Card, rank_of, suit_of
from uth.ranking import Category, category, strength

NONE = 15
"""What a count of better cards is when there is nothing to compare."""


COUNTS_ABOVE = ("over_pair", "pair_risk", "flush_over")
"""The features that can be `NONE`."""


class Kind(Enum):
    """How the values of a feature are written."""

    NUMBER = "a number"
    RANK = "a rank, 2 to 9 or T J Q K A"
    HAND = "a hand, such as two_pair"
    FLAG = "yes or no"


class Street(Enum):
    """Where rules decide."""

    FLOP = "flop"
    RIVER = "river"


class Feature(NamedTuple):
    """One of the things that a rule can ask."""

    name: str
    kind: Kind
    streets: tuple[Street, ...]
    says: str
    """What it is, for the page of the language."""


_BOTH, _FLOP, _RIVER = (Street.FLOP, Street.RIVER), (Street.FLOP,), (Street.RIVER,)

FEATURES: tuple[Feature, ...] = (
    Feature("made", Kind.HAND, _BOTH, "the hand that hole cards and board make"),
    Feature(
        "hidden",
        Kind.FLAG,
        _BOTH,
        "a hidden pair or better: a hole card pairs, or the hand is better than the board",
    ),
    Feature(
        "pair", Kind.RANK, _BOTH, "the rank of the hidden pair: a hole card with the board, or a pocket pair"
    ),
    Feature("pocket", Kind.RANK, _BOTH, "the rank of a pocket pair"),
    Feature(
        "over_pair", Kind.NUMBER, _BOTH, "board cards above the hidden pair: 0 for top pair or an overpair"
    ),
    Feature("high", Kind.RANK, _BOTH, "the higher hole card"),
    Feature("low", Kind.RANK, _BOTH, "the lower hole card"),
    Feature(
        "better_kickers",
        Kind.NUMBER,
        _BOTH,
        "ranks above the higher hole card that are not on the board: 0 for the best",
    ),
    Feature("overcards", Kind.NUMBER, _BOTH, "hole cards above every card of the board"),
    Feature("board", Kind.HAND, _BOTH, "the hand that the board makes alone"),
    Feature("board_high", Kind.RANK, _BOTH, "the highest card of the board"),
    Feature(
        "board_suited",
        Kind.NUMBER,
        _BOTH,
        "most cards of the board in one suit; on the river 2 for two or fewer",
    ),
    Feature("board_run", Kind.NUMBER, _BOTH, "most ranks of the board within five in a row"),
    Feature(
        "pair_risk",
        Kind.NUMBER,
        _FLOP,
        "board cards above the hidden pair, one more if the board is of one suit and no hole card is",
    ),
    Feature("flush_draw", Kind.RANK, _FLOP, "four to a flush: the higher hole card of the suit"),
    Feature(
        "flush_over",
        Kind.NUMBER,
        _FLOP,
        "four to a flush: higher cards of the suit that are not on the board",
    ),
    Feature("flush_cards", Kind.NUMBER, _FLOP, "four to a flush: hole cards of the suit"),
    Feature(
        "straight_draw",
        Kind.NUMBER,
        _FLOP,
        "ranks that would make a straight: 1 for a gutshot, 2 for open-ended",
    ),
    Feature(
        "my_outs",
        Kind.NUMBER,
        _FLOP,
        "cards that would make a straight, a flush, or a pair with a hole card above the board",
    ),
    Feature("outs", Kind.NUMBER, _RIVER, "single cards in the dealer's hand that would beat the player"),
    Feature("plays_board", Kind.FLAG, _RIVER, "neither hole card plays: the hand is the board's"),
    Feature("ties", Kind.NUMBER, _RIVER, "single cards in the dealer's hand that would tie"),
)
NAMES = tuple(feature.name for feature in FEATURES)
PLACE = {name: place for place, name in enumerate(NAMES)}
COUNT = len(FEATURES)


def features(hole: Sequence[Card], board: Sequence[Card]) -> dict[str, int]:
    """Everything that a rule can ask of one hand, by name; board is a flop or all five cards."""
    high, low = sorted(map(rank_of, hole), reverse=True)
    ranks, suits = [rank_of(card) for card in board], [suit_of(card) for card in board]
    own = strength((*hole, *board))
    of_board = board_hand(board)
    pair = high if high == low or high in ranks else low if low in ranks else None
    found = {
        "made": int(category(own)),
        "hidden": int(category(own) > of_board or pair is not None),
        "pair": _rank(pair),
        "pocket": _rank(high if high == low else None),
        "over_pair": NONE if pair is None else sum(rank > pair for rank in ranks),
        "high": _rank(high),
        "low": _rank(low),
        "better_kickers": len(set(range(high + 1, 13)) - set(ranks)),
        "overcards": sum(rank > max(ranks) for rank in (high, low)),
        "board": int(of_board),
        "board_high": _rank(max(ranks)),
        "board_suited": max(map(suits.count, suits)),
        "board_run": max(
            len({*ranks, *_low_ace(ranks)} & set(range(top - 4, top + 1))) for top in range(3, 13)
        ),
    }
    if len(board) == 3:
        found |= _flop_features(hole, board)
        suited_against = found["board_suited"] == 3 and not found["flush_cards"]
        return found | {"pair_risk": NONE if pair is None else found["over_pair"] + suited_against}
    single = [strength((*board, card)) for card in DECK if card not in (*hole, *board)]
    found["board_suited"] = max(found["board_suited"], 2)
    return found | {
        "outs": sum(one > own for one in single),
        "ties": sum(one == own for one in single),
        "plays_board": int(own == strength(tuple(board))),
    }


def board_hand(board: Sequence[Card]) -> Category:
    """What the board makes alone; a flop, what its ranks make."""
    if len(board) == 5:
        return category(strength(tuple(board)))
    ranks = [rank_of(card) for card in board]
    return (Category.HIGH_CARD, Category.ONE_PAIR, Category.THREE_OF_A_KIND)[max(map(ranks.count, ranks)) - 1]


def _flop_features(hole: Sequence[Card], board: Sequence[Card]) -> dict[str, int]:
    cards = (*hole, *board)
    drawing = [card for card in hole if sum(suit_of(other) == suit_of(card) for other in cards) >= 4]
    best = max((rank_of(card) for card in drawing), default=None)
    over = NONE
    if best is not None:
        over = len(
            set(range(best + 1, 13))
            - {rank_of(card) for card in board if suit_of(card) == suit_of(drawing[0])}
        )
    held = {rank_of(card) for card in cards}
    draws = [] if _straight(held) else [rank for rank in range(13) if _straight(held | {rank})]
    top = max(rank_of(card) for card in board)
    helping = {*draws, *(rank_of(card) for card in hole if rank_of(card) > top)}
    suits = {suit_of(card) for card in drawing}
    outs = sum(rank_of(card) in helping or suit_of(card) in suits for card in DECK if card not in cards)
    return {
        "flush_draw": _rank(best),
        "flush_over": over,
        "flush_cards": len(drawing),
        "straight_draw": len(draws),
        "my_outs": outs,
    }


def _straight(ranks: set[int]) -> bool:
    with_low = {*ranks, *_low_ace(ranks)}
    return any(with_low >= set(range(top - 4, top + 1)) for top in range(3, 13))


def _low_ace(ranks: Sequence[int] | set[int]) -> set[int]:
    """An ace also counts below the two."""
    return {-1} if 12 in ranks else set()


def _rank(rank: int | None) -> int:
    return 0 if rank is None else rank + 2
