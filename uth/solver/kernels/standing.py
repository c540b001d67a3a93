"""One hole against all dealers, with any cards known to be out: at the river, on a flop, before the flop.

What one board brings is counted in `one_board`. Boards that share their ranks, and on which nobody can have a
flush, are counted once.
"""

from math import comb

import numpy as np

from uth.ranking.layout import strengths_of_sums
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.boards import BOARD_OF_FLOP, RANK_BOARDS
from uth.solver.kernels.compiled import Integer, allocating, copy, inlined, part
from uth.solver.kernels.flush_boards import rank_flop_number
from uth.solver.kernels.holes import PAIR_AT, PAIR_HIGH, PAIR_LOW, PAIRS, RANKS, WIDTH
from uth.solver.kernels.one_board import (
    ONE_FOLD,
    ONE_LEAD,
    ONE_LOST,
    ONE_SIDE,
    ONE_WON,
    deal,
    new_room,
    stand_with_flush,
    stand_without_flush,
    take_back,
)
from uth.solver.kernels.rules import PLAY_LEAST, PLAY_MOST
from uth.solver.kernels.strength import RANK_KEYS, hand_on_flop

# What is added up over boards, as `totals.HoleSums` has it: a bet, for each Ante of Play and besides,
# and the dealers it wins and loses to; then the better of bet and fold at the river, and its dealers.
SUM_LEAD, SUM_SIDE, SUM_WON, SUM_LOST, SUM_RIVER, RIVER_WON, RIVER_LOST, RIVER_FOLDED = range(8)
SUMS = 8

_CHOOSE = np.array([[comb(n, k) for k in range(4)] for n in range(53)])
_NUMBER = np.array([[comb(rank + place, place + 1) for place in range(5)] for rank in range(RANKS)])
"""By rank and its place in a rising board: what it adds to the number of the rank board."""


def strengths_by_rank() -> Array:
    """By rank board and rank pair: the strength without a flush."""
    pairs = RANK_KEYS[PAIR_HIGH[:PAIRS]] + RANK_KEYS[PAIR_LOW[:PAIRS]]
    keys = RANK_KEYS[RANK_BOARDS].sum(axis=1)[:, None] + pairs
    strengths = np.zeros((len(RANK_BOARDS), WIDTH), np.int16)
    strengths[:, :PAIRS] = strengths_of_sums(keys, keys)
    return strengths


@inlined
def _suit_bit(card: int) -> int:
    """One card of a suit, four bits to a suit."""
    return 1 << (4 * (card & 3))


@inlined
def _flush_suit(suits: int) -> int:
    """The suit of which three or more cards were counted with `_suit_bit`, or -1."""
    full = (suits + 0x5555) & 0x8888
    return -1 if full == 0 else 0 if full & 0xF else 1 if full & 0xF0 else 2 if full & 0xF00 else 3


@inlined
def _add(row: Array, one: Array, dealers: int, prize: int, numbers: Array) -> None:
    """Add what one board brings to the sums of a flop."""
    lead, side = one[ONE_LEAD], one[ONE_SIDE] + prize * dealers
    bet = side + (numbers[PLAY_MOST] if lead >= 0 else numbers[PLAY_LEAST]) * lead
    row[SUM_LEAD] += lead
    row[SUM_SIDE] += side
    row[SUM_WON] += one[ONE_WON]
    row[SUM_LOST] += one[ONE_LOST]
    if bet >= one[ONE_FOLD]:
        row[SUM_RIVER] += bet
        row[RIVER_WON] += one[ONE_WON]
        row[RIVER_LOST] += one[ONE_LOST]
    else:
        row[SUM_RIVER] += one[ONE_FOLD]
        row[RIVER_FOLDED] += dealers


@part
def _prize(first: int, second: int, flop: Array, prize_of: Array, prizes: Array) -> Integer:
    """What the progressive pays for these five cards."""
    if prizes.size == 1:
        return 0
    return np.int64(prizes[prize_of[hand_on_flop(flop, first, second)]])


@allocating
def stand_at_river(
    first: int,
    second: int,
    board: tuple[int, ...],
    seen: int,
    strengths: Array,
    pays: Array,
    numbers: Array,
    prize_of: Array,
    prizes: Array,
) -> tuple[int, int, int, int, int, int]:
    """Dealers, those beaten and lost to; a bet for each Ante of Play and besides; a fold.

    `seen` is the set of all cards known, those of hole and board among them; the flop comes first on the
    board.
    """
    free = np.empty(52, np.int64)
    room = new_room(first, second, seen, free)
    flop = np.empty(3, np.int64)
    ranks = np.empty(5, np.int64)
    suits = cards = number = 0
    for i in range(5):
        card = board[i]
        suits += _suit_bit(card)
        room.board_suits[card & 3] |= 1 << (card >> 2)
        if i < 3:
            flop[i] = card
        place = i
        while place > 0 and ranks[place - 1] > card >> 2:
            ranks[place] = ranks[place - 1]
            place -= 1
        ranks[place] = card >> 2
    for i in range(5):
        number += _NUMBER[ranks[i], i]
    for rank in range(RANKS):
        cards += room.left[rank]
    dealers = cards * (cards - 1) >> 1
    own_pair, suit = PAIR_AT[first >> 2, second >> 2], _flush_suit(suits)
    one = np.empty(5, np.int64)
    stand_without_flush(strengths[number], room.ways, own_pair, dealers, room, pays, numbers, one)
    if suit >= 0:
        stand_with_flush(suit, strengths[number], room.ways, own_pair, dealers, room, pays, numbers, one)
    side = one[ONE_SIDE] + dealers * _prize(first, second, flop, prize_of, prizes)
    return dealers, one[ONE_WON], one[ONE_LOST], one[ONE_LEAD], side, one[ONE_FOLD]


@allocating
def stand_on_flop(
    first: int,
    second: int,
    board: tuple[int, ...],
    seen: int,
    strengths: Array,
    pays: Array,
    numbers: Array,
    prize_of: Array,
    prizes: Array,
    sums: Array,
) -> None:
    """Add all run-outs of a flop into a row of `sums`."""
    free = np.empty(52, np.int64)
    room = new_room(first, second, seen, free)
    flop = np.empty(3, np.int64)
    suits = count = 0
    for i in range(3):
        flop[i] = board[i]
        suits += _suit_bit(board[i])
        room.board_suits[board[i] & 3] |= 1 << (board[i] >> 2)
    for rank in range(RANKS):
        count += room.left[rank]
    dealers = (count - 2) * (count - 3) >> 1
    prize = _prize(first, second, flop, prize_of, prizes)
    ranks = np.sort(flop >> 2)
    rank_boards = BOARD_OF_FLOP[rank_flop_number(ranks[0], ranks[1], ranks[2])]
    own_pair = PAIR_AT[first >> 2, second >> 2]

    by_rank = np.zeros((PAIRS, 5), np.int64)  # what run-outs of two ranks without a possible flush bring
    ways = np.zeros((PAIRS, WIDTH), np.int16)
    for pair in range(PAIRS):
        high, low = PAIR_HIGH[pair], PAIR_LOW[pair]
        room.left[high] -= 1
        room.left[low] -= 1
        if room.left[high] >= 0 and room.left[low] >= 0:
            row = strengths[rank_boards[pair]]
            stand_without_flush(row, ways[pair], own_pair, dealers, room, pays, numbers, by_rank[pair])
        room.left[high] += 1
        room.left[low] += 1

    one = np.empty(5, np.int64)
    for i in range(count):
        turn = free[i]
        deal(turn, room)
        for j in range(i):
            river = free[j]
            pair = PAIR_AT[turn >> 2, river >> 2]
            suit = _flush_suit(suits + _suit_bit(turn) + _suit_bit(river))
            if suit < 0:
                _add(sums, by_rank[pair], dealers, prize, numbers)
                continue
            deal(river, room)
            row = strengths[rank_boards[pair]]
            stand_with_flush(suit, row, ways[pair], own_pair, dealers, room, pays, numbers, one)
            _add(sums, one, dealers, prize, numbers)
            take_back(river, room)
        take_back(turn, room)


@allocating
def stand_by_ranks(
    begin: int,
    end: int,
    first: int,
    second: int,
    seen: int,
    ranks_of: Array,
    strengths: Array,
    pays: Array,
    numbers: Array,
    by_rank: Array,
    ways: Array,
) -> None:
    """What the rank boards from `begin` to `end` bring before the flop, where nobody can have a flush."""
    free = np.empty(52, np.int64)
    room = new_room(first, second, seen, free)
    cards = 0
    for rank in range(RANKS):
        cards += room.left[rank]
    dealers = (cards - 5) * (cards - 6) >> 1
    for board in range(begin, end):
        possible = True
        for i in range(5):
            room.left[ranks_of[board, i]] -= 1
            possible &= room.left[ranks_of[board, i]] >= 0
        if possible:
            own_pair = PAIR_AT[first >> 2, second >> 2]
            row = strengths[board]
            stand_without_flush(row, ways[board], own_pair, dealers, room, pays, numbers, by_rank[board])
        for i in range(5):
            room.left[ranks_of[board, i]] += 1


@inlined
def _place(i: int, j: int, k: int) -> Integer:
    """The place of three rising numbers among all of them."""
    return i + _CHOOSE[j, 2] + _CHOOSE[k, 3]


@allocating
def stand_before_flop(
    begin: int,
    end: int,
    first: int,
    second: int,
    seen: int,
    strengths: Array,
    pays: Array,
    numbers: Array,
    prize_of: Array,
    prizes: Array,
    by_rank: Array,
    ways: Array,
    sums: Array,
) -> None:
    """Add all boards whose two lowest cards are one of the pairs from `begin` to `end` to their ten flops."""
    free = np.empty(52, np.int64)
    room = new_room(first, second, seen, free)
    count = 0
    for rank in range(RANKS):
        count += room.left[rank]
    dealers = (count - 5) * (count - 6) >> 1
    own_pair = PAIR_AT[first >> 2, second >> 2]
    at = np.zeros(5, np.int64)
    flop = np.zeros(3, np.int64)
    one = np.empty(5, np.int64)
    prize = 0
    for lowest in range(begin, end):
        b = 1
        while _CHOOSE[b + 1, 2] <= lowest:
            b += 1
        a = lowest - _CHOOSE[b, 2]
        at[0], at[1] = a, b
        number2 = _NUMBER[free[a] >> 2, 0] + _NUMBER[free[b] >> 2, 1]
        suits2 = _suit_bit(free[a]) + _suit_bit(free[b])
        for c in range(b + 1, count):
            at[2] = c
            number3 = number2 + _NUMBER[free[c] >> 2, 2]
            suits3 = suits2 + _suit_bit(free[c])
            for d in range(c + 1, count):
                at[3] = d
                number4 = number3 + _NUMBER[free[d] >> 2, 3]
                suits4 = suits3 + _suit_bit(free[d])
                for e in range(d + 1, count):
                    at[4] = e
                    number = number4 + _NUMBER[free[e] >> 2, 4]
                    suit = _flush_suit(suits4 + _suit_bit(free[e]))
                    if suit < 0:
                        copy(by_rank[number], one)
                    else:
                        for i in range(5):
                            deal(free[at[i]], room)
                        row = strengths[number]
                        stand_with_flush(suit, row, ways[number], own_pair, dealers, room, pays, numbers, one)
                        for i in range(5):
                            take_back(free[at[i]], room)
                    for i in range(3):
                        for j in range(i + 1, 4):
                            for k in range(j + 1, 5):
                                if prizes.size > 1:
                                    flop[0], flop[1], flop[2] = free[at[i]], free[at[j]], free[at[k]]
                                    prize = _prize(first, second, flop, prize_of, prizes)
                                _add(sums[_place(at[i], at[j], at[k])], one, dealers, prize, numbers)
