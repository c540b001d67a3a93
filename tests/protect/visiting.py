"""One situation before the flop counted the slow and obvious way: every flop, run-out and dealer visited.

It shares with the kernels only the evaluator of hands, which is proven by itself, and the terms of a game.
"""

from itertools import combinations
from typing import Any

import numpy as np
from numba import njit

from tests.solver.plainly import LOSE, TIE, WIN, category_of, strength_with
from uth.solver.terms import Terms

Array = np.ndarray[Any, np.dtype[Any]]
FOLD = 3


def numbers_of(terms: Terms) -> tuple[Array, ...]:
    """Pays by result and hand; Play and Ante by result; multiples on flop and river; the qualifier."""
    return (
        np.array(terms.pays, np.int64),
        np.array(terms.play_by_result, np.int64),
        np.array(terms.ante, np.int64),
        np.array(terms.flop, np.int64),
        np.array(terms.river, np.int64),
        np.array([terms.qualifies], np.int64),
    )


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator,unused-ignore]
def river(
    first: int,
    second: int,
    board: Array,
    hands: Array,
    out: Array,
    pays: Array,
    play: Array,
    ante: Array,
    river_bets: Array,
    qualifies: int,
) -> tuple[int, int, int, int]:
    """Play, everything else of a bet, the best at the river, and whether that is a fold."""
    own = strength_with(first, second, board, 5)
    hand = category_of(own)
    lead = side = fold = 0
    for number in range(hands.shape[0]):
        a, b = hands[number, 0], hands[number, 1]
        if out[a] or out[b]:
            continue
        its = strength_with(a, b, board, 5)
        result = WIN if own > its else LOSE if own < its else TIE
        lead += play[result]
        side += pays[result, hand] + (ante[result] if its >= qualifies else 0)
        fold += pays[FOLD, hand]
    best, folds = fold, 1
    for bet in river_bets:
        if side + bet * lead >= best:
            best, folds = side + bet * lead, 0
    return lead, side, best, folds


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator,unused-ignore]
def base_sums(
    first: int,
    second: int,
    base: Array,
    hands: Array,
    off_board: Array,
    pays: Array,
    play: Array,
    ante: Array,
    flop_bets: Array,
    river_bets: Array,
    qualifies: int,
) -> Array:
    """The six sums of `deciding` for one flop, with what is known of turn and river.

    `hands`: those that the dealer may have. `off_board`: cards that cannot come.
    """
    out = np.zeros(52, np.bool_)
    for card in base:
        out[card] = True
    out[first] = out[second] = True
    kept = np.zeros(52, np.bool_)
    for card in off_board:
        kept[card] = True
    board = np.zeros(5, np.int64)
    board[: base.size] = base
    lead = side = best = folds = 0
    for turn in range(52):
        for last in range(52):
            if base.size == 3 and (out[turn] or out[last] or last >= turn or kept[turn] or kept[last]):
                continue
            if base.size == 4 and (out[last] or kept[last] or turn > 0):
                continue
            if base.size == 5 and (turn > 0 or last > 0):
                continue
            if base.size == 3:
                board[3], board[4] = turn, last
                out[turn] = out[last] = True
            elif base.size == 4:
                board[4] = last
                out[last] = True
            one = river(first, second, board, hands, out, pays, play, ante, river_bets, qualifies)
            if base.size == 3:
                out[turn] = out[last] = False
            elif base.size == 4:
                out[last] = False
            lead, side, best, folds = lead + one[0], side + one[1], best + one[2], folds + one[3]
    check, value, bets = best, 0, 0
    for bet in flop_bets:
        if side + bet * lead >= check:
            check = value = side + bet * lead
            bets, folds = 1, 0
    return np.array([lead, side, check, value, bets, folds])


def visit(
    terms: Terms,
    hole: tuple[int, int],
    dealer: tuple[int, ...],
    dead: tuple[int, ...],
    seen: tuple[int, ...],
    unseen: int,
) -> list[int]:
    """The six sums, over all flops that complete what was seen of the board."""
    pays, play, ante, flop, river_bets, qualifier = numbers_of(terms)
    gone = {*hole, *dealer, *dead, *seen}
    total = np.zeros(6, np.int64)
    free = [card for card in range(52) if card not in gone]
    hands = np.array([(*dealer, *rest) for rest in combinations(free, 2 - len(dealer))], np.int64)
    kept = np.array([*dealer, *dead], np.int64)
    for flop_cards in combinations(free, unseen):
        base = np.array([*seen, *flop_cards], np.int64)
        total += base_sums(*hole, base, hands, kept, pays, play, ante, flop, river_bets, int(qualifier[0]))
    found: list[int] = total.tolist()
    return found
