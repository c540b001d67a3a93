"""By how much hands in one suit gain more or less than the average over suits that all sums hold.

The whole game knows no suits: a royal flush in spades comes as often as one in hearts, and a hand that is
paid by suit is never folded in any. Only who holds cards of a suit wants to know.
"""

from collections.abc import Sequence
from itertools import combinations
from math import comb

from uth.cards import DECK, Card, suit_of
from uth.ranking import category, strength
from uth.rules.payoffs import Cards
from uth.solver.faults import SolverError
from uth.solver.terms import SHOWN, SUITS, Side, Terms


def beyond_average(terms: Terms, hole: Sequence[Card], board: Sequence[Card], seen: int) -> int:
    """What has to be added to the sum of every action but a fold."""
    return sum(
        _gain(side, hand, suit) * _deals(side, hand, suit, hole, board, seen)
        for side in terms.sides
        for hand in {hand for hand, _ in side.suited}
        for suit in range(SUITS)
    )


def _gain(side: Side, hand: int, suit: int) -> int:
    gains = {
        side.gains[qualified][result][side.class_in(hand, suit)] - side.of_hand(hand, qualified, result)
        for qualified in (0, 1)
        for result in SHOWN
    }
    if len(gains) > 1:
        says = f"{side.name} pays by suit and by result: a single hand is not advised on with it"
        raise SolverError([f"{says}; leave it out"])
    return gains.pop()


def _deals(side: Side, hand: int, suit: int, hole: Sequence[Card], board: Sequence[Card], seen: int) -> int:
    """In how many deals the cards it looks at make this hand in this suit."""
    looks_at = 3 if side.cards is Cards.FLOP else 5
    shown = board[:looks_at]
    held = [card for card in (*hole, *shown) if suit_of(card) == suit]
    left = [card for card in DECK if not seen >> card & 1]
    of_suit = [card for card in left if suit_of(card) == suit]
    to_come, others = looks_at - len(shown), len(left) - len(of_suit)
    boards = sum(
        comb(others, to_come - more)
        for more in range(max(0, 5 - len(held)), to_come + 1)
        for cards in combinations(of_suit, more)
        if category(strength((*held, *cards))) == hand
    )
    after = len(left) - to_come
    rest = 5 - len(board) - to_come
    return boards * comb(after, rest) * comb(after - rest, 2)
