"""One hole against all dealers, with any cards known to be out: at the river, on a flop, before the flop.

Here, too, dealers are not visited one by one. Those without a flush are as strong as their ranks say: 91
pairs of ranks, each as often as cards are left. Those with a flush hold cards of one suit, at most 92
holdings. Boards that share their ranks, and on which nobody can have a flush, are counted once.
"""

from math import comb
from typing import NamedTuple

import numpy as np

from uth.solver.kernels.arrays import Array
from uth.solver.kernels.boards import BOARD_OF_FLOP, RANK_BOARDS
from uth.solver.kernels.compiled import Integer, fused, inlined, kernel
from uth.solver.kernels.flush_boards import rank_flop_number
from uth.solver.kernels.holes import PAIR_AT, PAIR_HIGH, PAIR_LOW, PAIRS, RANKS, WIDTH
from uth.solver.kernels.rank_boards import fill_strengths
from uth.solver.kernels.rules import (
    ANTE_LOSE,
    ANTE_WIN,
    FIXED,
    FOLD,
    PER_LOSS,
    PER_WIN,
    PLAY_LEAST,
    PLAY_LOSE,
    PLAY_MOST,
    PLAY_WIN,
    QUALIFIER,
)
from uth.solver.kernels.settling import settle
from uth.solver.kernels.strength import CATEGORY_OF, FLUSH_OF, hand_on_flop

# What is added up over boards: a bet, in parts for each Ante of Play and besides, and the dealers it wins and
# loses to; then the better of bet and fold at the river, and the dealers that it wins, loses and folds to.
SUM_LEAD, SUM_SIDE, SUM_WON, SUM_LOST, SUM_RIVER, RIVER_WON, RIVER_LOST, RIVER_FOLDED = range(8)
SUMS = 8

# What one board brings.
ONE_WON, ONE_LOST, ONE_LEAD, ONE_SIDE, ONE_FOLD = range(5)

# The suit whose flushes are listed, its ranks on the board and their number, and the hole's own flush, or -1.
OPEN_SUIT, OPEN_BOARD, OPEN_SIZE, OPEN_OWN = range(4)

_CHOOSE = np.array([[comb(n, k) for k in range(4)] for n in range(53)])
_NUMBER = np.array([[comb(rank + place, place + 1) for place in range(5)] for rank in range(RANKS)])
"""By rank and its place in a rising board: what it adds to the number of the rank board."""


@kernel
def _fill_all_strengths(ranks_of: Array, strengths: Array) -> None:
    for board in range(ranks_of.shape[0]):
        fill_strengths(ranks_of[board], strengths[board])


def strengths_by_rank() -> Array:
    """By rank board and rank pair: the strength without a flush."""
    strengths = np.zeros((len(RANK_BOARDS), WIDTH), np.int16)
    _fill_all_strengths(RANK_BOARDS, strengths)
    return strengths


class Room(NamedTuple):
    """The deck as one hole sees it, and room to count the dealers of a board."""

    left: Array  # cards left by rank
    free_suits: Array  # the same by suit, as sets of ranks
    own_suits: Array  # the hole's cards by suit
    board_suits: Array  # the board's
    rest: Array  # cards left by rank, less those of a suit
    ranks: Array  # ranks left in that suit
    open: Array  # which suit the rows of flushes are for, see `_open_suit`
    ways: Array  # hands by rank pair
    flush_strengths: Array
    flush_ways: Array
    flush_pairs: Array  # hands by rank pair that have a flush, when the board has three of the suit
    nothing: Array


@kernel
def _new_room(first: int, second: int, seen: int, free: Array) -> Room:
    """Take the cards of the set `seen` out of the deck; the others are listed in `free`."""
    sets = np.zeros((4, 4), np.int64)
    by_rank = np.zeros((3, RANKS + 1), np.int64)
    rows = np.zeros((5, WIDTH), np.int16)
    room = Room(
        by_rank[0],
        sets[0],
        sets[1],
        sets[2],
        by_rank[1],
        by_rank[2],
        sets[3],
        rows[0],
        rows[1],
        rows[2],
        rows[3],
        rows[4],
    )
    room.open[OPEN_SUIT] = -1
    room.own_suits[first & 3] |= 1 << (first >> 2)
    room.own_suits[second & 3] |= 1 << (second >> 2)
    count = 0
    for card in range(52):
        if seen >> card & 1 == 0:
            room.left[card >> 2] += 1
            room.free_suits[card & 3] |= 1 << (card >> 2)
            free[count] = card
            count += 1
    return room


@inlined
def _deal(card: int, room: Room) -> None:
    """Move a card from the deck to the board."""
    room.left[card >> 2] -= 1
    room.free_suits[card & 3] ^= 1 << (card >> 2)
    room.board_suits[card & 3] ^= 1 << (card >> 2)


@inlined
def _take_back(card: int, room: Room) -> None:
    """Move it from the board to the deck."""
    room.left[card >> 2] += 1
    room.free_suits[card & 3] ^= 1 << (card >> 2)
    room.board_suits[card & 3] ^= 1 << (card >> 2)


@kernel
def _fill_ways(left: Array, ways: Array) -> None:
    """By rank pair: how many hands have these two ranks, with so many cards of each rank left."""
    pair = 0
    for high in range(RANKS):
        for low in range(high):
            ways[pair] = left[high] * left[low]
            pair += 1
        ways[pair] = left[high] * (left[high] - 1) >> 1
        pair += 1


@fused
def _open_suit(suit: int, room: Room) -> None:
    """List all dealers with a flush in this suit, unless the last board had the same ranks of it."""
    board, free = room.board_suits[suit], room.free_suits[suit]
    if room.open[OPEN_SUIT] == suit and room.open[OPEN_BOARD] == board:
        return
    held = board | room.own_suits[suit]
    strengths, ways, ranks, pairs = room.flush_strengths, room.flush_ways, room.ranks, room.flush_pairs
    size = own_size = suited = outside = found = 0
    for rank in range(RANKS):
        size += board >> rank & 1
        own_size += held >> rank & 1
        outside += room.left[rank] - (free >> rank & 1)
        ranks[suited] = rank
        suited += free >> rank & 1
    room.open[OPEN_SUIT] = suit
    room.open[OPEN_BOARD] = board
    room.open[OPEN_SIZE] = size
    room.open[OPEN_OWN] = FLUSH_OF[held] if own_size >= 5 else -1
    ways[:] = 0
    pairs[:] = 0
    for i in range(suited):
        with_one = board | 1 << ranks[i]
        for j in range(i):
            strengths[found] = FLUSH_OF[with_one | 1 << ranks[j]]
            ways[found] = 1
            found += 1
            pairs[PAIR_AT[ranks[i], ranks[j]]] = 1
        if size >= 4:
            strengths[found] = FLUSH_OF[with_one]
            ways[found] = outside
            found += 1
    if size == 5:
        strengths[found] = FLUSH_OF[board]
        ways[found] = outside * (outside - 1) >> 1


@kernel
def _count(
    strengths: Array, ways: Array, less: Array, own: Integer, qualifier: int
) -> tuple[Integer, Integer, Integer]:
    """Dealers beaten, lost to and unqualified: hands of these strengths, each so many ways less so many."""
    won = lost = weak = np.int32(0)
    bar, floor = np.int16(own), np.int16(qualifier)
    for i in range(WIDTH):
        hands = np.int32(ways[i] - less[i])
        won += hands if strengths[i] < bar else np.int32(0)
        lost += hands if strengths[i] > bar else np.int32(0)
        weak += hands if strengths[i] < floor else np.int32(0)
    return np.int64(won), np.int64(lost), np.int64(weak)


@kernel
def _settle(
    own: Integer, won: int, lost: int, weak: int, dealers: int, pays: Array, numbers: Array, one: Array
) -> None:
    """What one board brings: a bet for each Ante of Play and besides, and a fold, over all dealers.

    `pays`, `numbers`: the rules against each dealer.
    """
    hand = CATEGORY_OF[own]
    lead, side = settle(
        won,
        lost,
        weak,
        own >= numbers[QUALIFIER],
        dealers,
        numbers[PLAY_WIN],
        numbers[PLAY_LOSE],
        numbers[ANTE_WIN],
        numbers[ANTE_LOSE],
        pays[PER_WIN, hand],
        pays[PER_LOSS, hand],
        pays[FIXED, hand] * dealers,
    )
    one[ONE_WON] = won
    one[ONE_LOST] = lost
    one[ONE_LEAD] = lead
    one[ONE_SIDE] = side
    one[ONE_FOLD] = pays[FOLD, hand] * dealers


@fused
def _stand_by_ranks(
    strengths: Array,
    ways: Array,
    own_pair: int,
    dealers: int,
    room: Room,
    pays: Array,
    numbers: Array,
    one: Array,
) -> None:
    """One board on which nobody can have a flush; `ways` is filled with the hands by rank pair."""
    own = np.int64(strengths[own_pair])
    _fill_ways(room.left, ways)
    won, lost, weak = _count(strengths, ways, room.nothing, own, numbers[QUALIFIER])
    _settle(own, won, lost, weak, dealers, pays, numbers, one)


@fused
def _stand_with_flush(
    suit: int,
    strengths: Array,
    ways: Array,
    own_pair: int,
    dealers: int,
    room: Room,
    pays: Array,
    numbers: Array,
    one: Array,
) -> None:
    """One board on which `suit` can make a flush; `ways` are the hands by rank pair as if none could."""
    _open_suit(suit, room)
    size, own, qualifier = room.open[OPEN_SIZE], room.open[OPEN_OWN], numbers[QUALIFIER]
    if own < 0:
        own = np.int64(strengths[own_pair])
    won, lost, weak = _count(room.flush_strengths, room.flush_ways, room.nothing, own, qualifier)
    if size < 5:
        if size == 3:  # not both cards are of the suit
            more_won, more_lost, more_weak = _count(strengths, ways, room.flush_pairs, own, qualifier)
        else:  # neither is
            for rank in range(RANKS):
                room.rest[rank] = room.left[rank] - (room.free_suits[suit] >> rank & 1)
            _fill_ways(room.rest, room.ways)
            more_won, more_lost, more_weak = _count(strengths, room.ways, room.nothing, own, qualifier)
        won, lost, weak = won + more_won, lost + more_lost, weak + more_weak
    _settle(own, won, lost, weak, dealers, pays, numbers, one)


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


@kernel
def _prize(first: int, second: int, flop: Array, prize_of: Array, prizes: Array) -> Integer:
    """What the progressive pays for these five cards."""
    if prizes.size == 1:
        return 0
    return np.int64(prizes[prize_of[hand_on_flop(flop, first, second)]])


@kernel
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
    room = _new_room(first, second, seen, free)
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
    _stand_by_ranks(strengths[number], room.ways, own_pair, dealers, room, pays, numbers, one)
    if suit >= 0:
        _stand_with_flush(suit, strengths[number], room.ways, own_pair, dealers, room, pays, numbers, one)
    side = one[ONE_SIDE] + dealers * _prize(first, second, flop, prize_of, prizes)
    return dealers, one[ONE_WON], one[ONE_LOST], one[ONE_LEAD], side, one[ONE_FOLD]


@kernel
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
    room = _new_room(first, second, seen, free)
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
            _stand_by_ranks(row, ways[pair], own_pair, dealers, room, pays, numbers, by_rank[pair])
        room.left[high] += 1
        room.left[low] += 1

    one = np.empty(5, np.int64)
    for i in range(count):
        turn = free[i]
        _deal(turn, room)
        for j in range(i):
            river = free[j]
            pair = PAIR_AT[turn >> 2, river >> 2]
            suit = _flush_suit(suits + _suit_bit(turn) + _suit_bit(river))
            if suit < 0:
                _add(sums, by_rank[pair], dealers, prize, numbers)
                continue
            _deal(river, room)
            row = strengths[rank_boards[pair]]
            _stand_with_flush(suit, row, ways[pair], own_pair, dealers, room, pays, numbers, one)
            _add(sums, one, dealers, prize, numbers)
            _take_back(river, room)
        _take_back(turn, room)


@kernel
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
    room = _new_room(first, second, seen, free)
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
            _stand_by_ranks(row, ways[board], own_pair, dealers, room, pays, numbers, by_rank[board])
        for i in range(5):
            room.left[ranks_of[board, i]] += 1


@inlined
def _place(i: int, j: int, k: int) -> Integer:
    """The place of three rising numbers among all of them."""
    return i + _CHOOSE[j, 2] + _CHOOSE[k, 3]


@kernel
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
    room = _new_room(first, second, seen, free)
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
                        one[:] = by_rank[number]
                    else:
                        for i in range(5):
                            _deal(free[at[i]], room)
                        row = strengths[number]
                        _stand_with_flush(
                            suit, row, ways[number], own_pair, dealers, room, pays, numbers, one
                        )
                        for i in range(5):
                            _take_back(free[at[i]], room)
                    for i in range(3):
                        for j in range(i + 1, 4):
                            for k in range(j + 1, 5):
                                if prizes.size > 1:
                                    flop[0], flop[1], flop[2] = free[at[i]], free[at[j]], free[at[k]]
                                    prize = _prize(first, second, flop, prize_of, prizes)
                                _add(sums[_place(at[i], at[j], at[k])], one, dealers, prize, numbers)
