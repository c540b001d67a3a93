"""The game counted the slow and obvious way: board by board, dealer by dealer, no classes, no symmetry.

It shares with the solver only the evaluator of hands, which is proven by itself, and the terms of a game.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numba import njit

from uth.ranking import FIRST_STRENGTH, Category
from uth.ranking.batch import CARD_BITS, CARD_KEYS, START, strength_of_sum
from uth.rules.payoffs import Cards, Result
from uth.solver.starting_hands import hand_number
from uth.solver.terms import Terms

Array = np.ndarray[Any, np.dtype[Any]]
FIRST = np.array(FIRST_STRENGTH)
WIN, TIE, LOSE = range(3)

# A bet by multiple, then the check or fold; then wins, ties, losses and folds after a check.
COLUMNS = 12


def numbers_of(terms: Terms, hole: tuple[int, ...] = (0, 4)) -> tuple[Array, ...]:
    """What a bet gains beside Play, and a fold, by whether the dealer qualifies, result and both hands; Play
    by the first three; what hole cards and flop add to a bet and a fold, by their hand; multiples on flop and
    river; the qualifier."""
    sides = [side for side in terms.deciding if side.cards in (Cards.DEALER, Cards.LOSER, Cards.WINNER)]
    shape = 2, 3, len(Category), len(Category)
    bets, folds = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    for qualified, result, own, dealer in np.ndindex(shape):
        for folded, table in ((False, bets), (True, folds)):
            shown = Result.FOLD if folded else Result(result)
            table[qualified, result, own, dealer] = terms.shows[qualified][shown][own] + sum(
                side.of_showdown(own, dealer, Result(result), qualified, folded) for side in sides
            )
    tags = [terms.tags[terms.tag_of[hand_number(*hole)][terms.flop_class[hand]]] for hand in Category]
    return (
        bets,
        folds,
        np.array(terms.play, np.int64)[:, :3],
        np.array([(tag.kept, tag.left) for tag in tags], np.int64),
        np.array(terms.flop, np.int64),
        np.array(terms.river, np.int64),
        np.array([terms.qualifies], np.int64),
    )


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator,unused-ignore]
def strength_with(first: int, second: int, board: Array, cards: int) -> int:
    """Strength of two cards and the first so many of the board."""
    key, bits = START + CARD_KEYS[first] + CARD_KEYS[second], CARD_BITS[first] | CARD_BITS[second]
    for i in range(cards):
        key += CARD_KEYS[board[i]]
        bits |= CARD_BITS[board[i]]
    return int(strength_of_sum(key, bits))


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator,unused-ignore]
def category_of(strength: int) -> int:
    return int(np.searchsorted(FIRST, strength, side="right")) - 1


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator,unused-ignore]
def one_board(
    first: int,
    second: int,
    board: Array,
    out: Array,
    bets: Array,
    folds: Array,
    play: Array,
    qualifies: int,
    found: Array,
) -> None:
    """Wins, ties, losses; everything but Play; Play; and the fold, over all dealers."""
    own = strength_with(first, second, board, 5)
    hand = category_of(own)
    found[:] = 0
    for a in range(52):
        if out[a]:
            continue
        for b in range(a):
            if out[b]:
                continue
            dealer = strength_with(a, b, board, 5)
            result = WIN if own > dealer else LOSE if own < dealer else TIE
            qualified, other = np.int64(dealer >= qualifies), category_of(dealer)
            found[result] += 1
            found[3] += bets[qualified, result, hand, other]
            found[4] += play[qualified, result, hand]
            found[5] += folds[qualified, result, hand, other]


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator,unused-ignore]
def one_flop(
    first: int,
    second: int,
    flop: Array,
    dead: Array,
    bets: Array,
    folds: Array,
    play: Array,
    told: Array,
    flop_bets: Array,
    river_bets: Array,
    qualifier: Array,
) -> Array:
    """Values of each bet and of the check, and what becomes of the check."""
    out = np.zeros(52, np.bool_)
    board = np.zeros(5, np.int64)
    board[:3] = flop
    for card in dead:
        out[card] = True
    for card in flop:
        out[card] = True
    out[first] = out[second] = True
    kept, left = told[category_of(strength_with(first, second, flop, 3))]
    total = np.zeros(COLUMNS, np.int64)
    found = np.zeros(6, np.int64)
    for turn in range(52):
        if out[turn]:
            continue
        out[turn] = True
        for river in range(turn):
            if out[river]:
                continue
            out[river] = True
            board[3], board[4] = turn, river
            one_board(first, second, board, out, bets, folds, play, qualifier[0], found)
            out[river] = False
            dealers = found[0] + found[1] + found[2]
            for i in range(flop_bets.size):
                total[i] += found[3] + flop_bets[i] * found[4] + kept * dealers
            best = found[5] + left * dealers
            stays = False
            for i in range(river_bets.size):
                value = found[3] + river_bets[i] * found[4] + kept * dealers
                if value >= best:
                    best, stays = value, True
            total[7] += best
            if stays:
                total[8:11] += found[:3]
            else:
                total[11] += dealers
        out[turn] = False
    return total


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator,unused-ignore]
def boards_from(
    lowest: int,
    first: int,
    second: int,
    bets: Array,
    folds: Array,
    play: Array,
    qualifier: Array,
    counts: Array,
) -> None:
    """Every board with this lowest card, added to its ten flops: bet, Play, and the best at the river."""
    out = np.zeros(52, np.bool_)
    out[first] = out[second] = True
    if out[lowest]:
        return
    board = np.zeros(5, np.int64)
    found = np.zeros(6, np.int64)
    board[0] = lowest
    for b in range(lowest + 1, 52):
        for c in range(b + 1, 52):
            for d in range(c + 1, 52):
                for e in range(d + 1, 52):
                    if out[b] or out[c] or out[d] or out[e]:
                        continue
                    board[1], board[2], board[3], board[4] = b, c, d, e
                    for card in board:
                        out[card] = True
                    one_board(first, second, board, out, bets, folds, play, qualifier[0], found)
                    for card in board:
                        out[card] = False
                    best = max(found[3] + found[4], found[5])
                    for i in range(5):
                        for j in range(i + 1, 5):
                            for k in range(j + 1, 5):
                                x, y, z = board[i], board[j], board[k]
                                counts[x, y, z, 0] += found[3]
                                counts[x, y, z, 1] += found[4]
                                counts[x, y, z, 2] += best


def whole_game(terms: Terms, hole: tuple[int, int]) -> tuple[dict[str, int], int]:
    """Bets by multiple and the check of one hole over all boards; later bets are one on the flop and 1x."""
    bets, folds, play, _, flop, river, qualifier = numbers_of(terms)
    assert flop.size == 1
    assert river.tolist() == [1]

    def part(lowest: int) -> Array:
        counts = np.zeros((52, 52, 52, 3), np.int64)
        boards_from(lowest, *hole, bets, folds, play, qualifier, counts)
        return counts

    total = np.zeros((52, 52, 52, 3), np.int64)
    with ThreadPoolExecutor(2) as threads:
        for counts in threads.map(part, range(52)):
            total += counts
    side, lead, best = total[..., 0], total[..., 1], total[..., 2]
    by_bet = {f"bet{k}": int(side.sum() + k * lead.sum()) for k in terms.preflop}
    return by_bet, int(np.maximum(side + flop[0] * lead, best).sum())
