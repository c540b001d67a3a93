"""The basic strategy that people carry in their heads, as published by the Wizard of Odds.

4x: any pair of threes or better, any ace, K2 suited or K5, Q6 suited or Q8, J8 suited or JT.
2x: two pair or better, a hidden pair except pocket twos, four to a flush with a hidden ten or better.
1x: a hidden pair or better, or fewer than 21 dealer outs that beat the player; otherwise fold.
"""

from collections.abc import Sequence

from uth.cards import DECK, Card, rank_of, suit_of
from uth.game.round import Choice
from uth.ranking import Category, category, strength

TEN, JACK, QUEEN, KING, ACE = 8, 9, 10, 11, 12
FEW_OUTS = 21

# The least second card for a 4x wager, by the higher card: suited, then offsuit.
LEAST_KICKER = {ACE: (0, 0), KING: (0, 3), QUEEN: (4, 6), JACK: (6, 8)}


def basic(hole: Sequence[Card], board: Sequence[Card], choices: Sequence[str]) -> Choice:
    """What the basic strategy does among the choices it has."""
    wants = {0: raises_before_the_flop, 3: raises_on_the_flop, 5: stays_on_the_river}[len(board)]
    offered = [Choice(choice) for choice in choices]
    bets = [choice for choice in offered if choice.multiple]
    if bets and wants(hole, board):
        return max(bets, key=lambda bet: bet.multiple)
    return next(choice for choice in offered if not choice.multiple)


def raises_before_the_flop(hole: Sequence[Card], board: Sequence[Card] = ()) -> bool:
    low, high = sorted(map(rank_of, hole))
    if low == high:
        return low > 0
    suited = suit_of(hole[0]) == suit_of(hole[1])
    least = LEAST_KICKER.get(high)
    return least is not None and low >= least[0 if suited else 1]


def raises_on_the_flop(hole: Sequence[Card], board: Sequence[Card]) -> bool:
    made = category(strength((*hole, *board)))
    if made >= Category.TWO_PAIR and made > _of_board(board):
        return True
    return hidden_pair(hole, board, pocket_twos=False) or four_to_a_flush(hole, board)


def stays_on_the_river(hole: Sequence[Card], board: Sequence[Card]) -> bool:
    made = category(strength((*hole, *board)))
    better = made > _of_board(board) and made >= Category.ONE_PAIR
    return better or hidden_pair(hole, board) or dealer_outs(hole, board) < FEW_OUTS


def hidden_pair(hole: Sequence[Card], board: Sequence[Card], *, pocket_twos: bool = True) -> bool:
    """A pair that needs a hole card: a pair on the board is everybody's."""
    first, second = map(rank_of, hole)
    if first == second:
        return first > 0 or pocket_twos
    return any(rank_of(card) in (first, second) for card in board)


def four_to_a_flush(hole: Sequence[Card], board: Sequence[Card]) -> bool:
    """Four of a suit with a hole card of that suit of ten or better."""
    return any(
        rank_of(card) >= TEN and sum(suit_of(other) == suit_of(card) for other in (*hole, *board)) >= 4
        for card in hole
    )


def dealer_outs(hole: Sequence[Card], board: Sequence[Card]) -> int:
    """How many single cards in the dealer's hand would beat the player."""
    own = strength((*hole, *board))
    seen = {*hole, *board}
    return sum(strength((*board, card)) > own for card in DECK if card not in seen)


def _of_board(board: Sequence[Card]) -> Category:
    """What the board alone makes; with fewer than five cards, what its ranks make."""
    if len(board) == 5:
        return category(strength(tuple(board)))
    ranks = [rank_of(card) for card in board]
    most = max(map(ranks.count, ranks))
    return (Category.HIGH_CARD, Category.ONE_PAIR, Category.THREE_OF_A_KIND)[most - 1]
