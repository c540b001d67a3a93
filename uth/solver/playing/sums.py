"""The sums over all rivers: how often each hole comes there unbet, and how every deal ends."""

from math import comb
from typing import Any, NamedTuple

import numpy as np

from uth.solver.kernels.arrays import Array
from uth.solver.kernels.holes import LANES, RANKS
from uth.solver.kernels.strength import CATEGORIES, CATEGORY_OF
from uth.solver.playing.boards import HOLES, ROW, Rivers
from uth.solver.playing.compiled import kernel, part
from uth.solver.playing.counting import DEALERS, KINDS, count_dealers, open_river

WIN, TIE, LOSE, FOLD = range(4)

# What is summed by play, category and whether the hand would qualify.
HANDS, TIMES_WON, TIMES_LOST, TIMES_WEAK = range(4)
SUMS = 4

MOST_PLAYS = 8

MULTISET = np.array([[comb(rank + place, place + 1) for rank in range(RANKS)] for place in range(5)])
"""What a rank adds at its place to the number of a rising row of ranks; see `numbers_of_multisets`."""
BIT_COUNT = np.array([held.bit_count() for held in range(1 << RANKS)], np.uint8)


class Room(NamedTuple):
    """Room for one worker."""

    left: Array
    strength: Array
    order: Array
    passed: Array
    counts: Array  # won, lost, weak
    checked: Array  # by hole: in how many of the ten flops of a board it was checked
    reach: Array  # by play and lane: how many holes, flops and run-outs


def new_room() -> Room:
    """Room for one worker."""
    return Room(
        np.zeros(KINDS, np.int64),
        np.zeros(LANES, np.int64),
        np.zeros(LANES, np.int64),
        np.zeros(KINDS, np.int64),
        np.zeros((3, LANES), np.int64),
        np.zeros(ROW, np.uint8),
        np.zeros((MOST_PLAYS, LANES), np.int32),
    )


@kernel
def fill_rows(
    begin: int, end: int, form: Array, way: Array, renamed: Array, checks: Array, rows: Array
) -> None:
    """By any flop and hole, from those by canonical flop: whether it is checked."""
    for flop in range(begin, end):
        of_form, names = checks[form[flop]], renamed[way[flop]]
        row = rows[flop]
        for hole in range(HOLES):
            row[hole] = of_form[names[hole]]


@part
def _add_flops(cards: Array, rows: Array, checked: Array) -> None:
    """Add up the rows of the ten flops inside a board, whose cards rise."""
    checked[:] = 0
    for i in range(2, 5):
        high = np.int64(cards[i])
        for j in range(1, i):
            mid = np.int64(cards[j])
            for k in range(j):
                flop = high * (high - 1) * (high - 2) // 6 + mid * (mid - 1) // 2 + np.int64(cards[k])
                row = rows[flop]
                for hole in range(ROW):
                    checked[hole] += row[hole]


@part
def _meet_board(
    cards: Array,
    orbit: int,
    before: Array,
    lane_of: Array,
    checked: Array,
    stays: Array,
    by_hole: bool,
    reach: Array,
) -> None:
    """Add the holes of one board to their lanes.

    `before`: by hole the place of its bet before the flop, from 0 on, or a negative number. The last three
    plays are the bet on the flop, the bet on the river, the fold. With `by_hole`, `stays` says which holes
    bet on the river; else all that are unbet are counted as bets, and sorted out by lane.
    """
    board = np.uint64(0)
    for i in range(5):
        board |= np.uint64(1) << np.uint64(cards[i])
    on_flop, on_river, folded = reach.shape[0] - 3, reach.shape[0] - 2, reach.shape[0] - 1
    ten = np.int32(10 * orbit)
    hole = 0
    for high in range(52):
        if board >> np.uint64(high) & np.uint64(1):
            hole += high
            continue
        for low in range(high):
            if not board >> np.uint64(low) & np.uint64(1):
                lane = lane_of[hole]
                if before[hole] >= 0:
                    reach[before[hole], lane] += ten
                else:
                    unbet = np.int32(checked[hole] * orbit)
                    reach[on_flop, lane] += ten - unbet
                    play = folded if by_hole and not stays[hole] else on_river
                    reach[play, lane] += unbet
            hole += 1


@part
def _gain(
    won: int, lost: int, weak: int, strong: bool, hand: int, gains: Array, dealers: Any
) -> tuple[int, int]:
    """What a bet and a fold gain over all dealers; `gains` by bet or fold, qualified, result and hand."""
    tied = dealers - won - lost
    bet = gains[0]
    if strong:
        gain = weak * bet[0, WIN, hand] + (won - weak) * bet[1, WIN, hand]
        gain += lost * bet[1, LOSE, hand] + tied * bet[1, TIE, hand]
    else:
        gain = won * bet[0, WIN, hand] + tied * bet[0, TIE, hand]
        gain += (weak - won - tied) * bet[0, LOSE, hand] + (dealers - weak) * bet[1, LOSE, hand]
    fold = weak * gains[1, 0, FOLD, hand] + (dealers - weak) * gains[1, 1, FOLD, hand]
    return gain, fold


@kernel
def play_rivers(
    begin: int,
    end: int,
    rivers: Rivers,
    rows: Array,
    before: Array,
    lane_of: Array,
    decided: Array,
    stays: Array,
    qualifier: int,
    gains: Array,
    room: Room,
    plays: int,
    table: Array,
    advantage: Array,
    unbet: Array,
) -> None:
    """Rivers from `begin` to `end`: how their deals end, by play, hand and whether it would qualify.

    `decided`: by river and lane whether it is bet; if empty, what is better is done. `stays`: by board, from
    the first of `begin` on, and hole, if that is how decisions are given. Kept by river and lane, unless
    empty: by how much a bet is better than a fold (`advantage`), and how many holes come unbet (`unbet`).
    """
    won, lost, weak = room.counts[0], room.counts[1], room.counts[2]
    reach = room.reach[:plays]
    by_hole = stays.size > 0
    on_river, folded = plays - 2, plays - 1
    for river in range(begin, end):
        open_river(rivers.ranks[river], rivers.suited[river], room.left, room.strength)
        count_dealers(room.left, room.strength, qualifier, room.order, room.passed, won, lost, weak)
        reach[:] = 0
        lanes = lane_of[1 if rivers.suited[river] else 0]
        for board in range(rivers.first[river], rivers.first[river + 1]):
            own = stays[board - rivers.first[begin] if by_hole else 0]
            _add_flops(rivers.cards[board], rows, room.checked)
            _meet_board(
                rivers.cards[board], rivers.orbit[board], before, lanes, room.checked, own, by_hole, reach
            )
        for lane in range(LANES):
            if room.strength[lane] < 0:
                continue
            hand = CATEGORY_OF[room.strength[lane]]
            strong = room.strength[lane] >= qualifier
            bet, fold = _gain(won[lane], lost[lane], weak[lane], strong, hand, gains, DEALERS)
            if advantage.size:
                advantage[river, lane] = bet - fold
            if unbet.size:
                unbet[river, lane] = reach[on_river, lane] + reach[folded, lane]
            if not by_hole:
                bets = decided[river, lane] > 0 if decided.size else bet >= fold
                if not bets:
                    reach[folded, lane], reach[on_river, lane] = reach[on_river, lane], 0
            for play in range(plays):
                hands = np.int64(reach[play, lane])
                if hands:
                    sums = table[play, hand, 1 if strong else 0]
                    sums[HANDS] += hands
                    sums[TIMES_WON] += hands * won[lane]
                    sums[TIMES_LOST] += hands * lost[lane]
                    sums[TIMES_WEAK] += hands * weak[lane]


def new_table(plays: int) -> Array:
    """Room for the sums of one worker."""
    return np.zeros((plays, CATEGORIES, 2, SUMS), np.int64)


@kernel
def add_runouts(
    begin: int,
    end: int,
    flops: Array,
    rivers: Rivers,
    keys: Array,
    lane_of_suit: Array,
    amounts: Array,
    sums: Array,
) -> None:
    """By canonical flop and hole: the sum over its run-outs of an amount by river and lane.

    `keys`: by river its number, rising, see `boards.river_keys`. `lane_of_suit`: by suit and hole, the suit
    of the flush; the last row is for no flush.
    """
    for flop in range(begin, end):
        total = sums[flop]
        total[:] = 0
        cards = flops[flop]
        for river in range(1, 52):
            if river == cards[0] or river == cards[1] or river == cards[2]:
                continue
            for turn in range(river):
                if turn == cards[0] or turn == cards[1] or turn == cards[2]:
                    continue
                suit, number = _river_of(cards, turn, river, keys)
                lanes, row = lane_of_suit[suit], amounts[number]
                for hole in range(HOLES):
                    total[hole] += row[lanes[hole]]
                for card in range(52):  # holes that need the turn or the river never come here
                    if card != river:
                        hole = _hole(card, river)
                        total[hole] -= row[lanes[hole]]
                        if card != turn:
                            hole = _hole(card, turn)
                            total[hole] -= row[lanes[hole]]


@part
def _hole(first: int, second: int) -> int:
    high, low = max(first, second), min(first, second)
    return high * (high - 1) // 2 + low


@part
def _river_of(cards: Array, turn: int, river: int, keys: Array) -> tuple[int, Any]:
    """The suit of a possible flush, 4 for none, and the number of the river."""
    count = np.zeros(RANKS, np.int64)
    held = np.zeros(4, np.int64)
    for i in range(5):
        card = turn if i == 3 else river if i == 4 else cards[i]
        count[card >> 2] += 1
        held[card & 3] |= 1 << (card >> 2)
    number = place = 0
    for rank in range(RANKS):
        for _ in range(count[rank]):
            number += MULTISET[place, rank]
            place += 1
    suit, suited = 4, 0
    for one in range(4):
        if held[one] and BIT_COUNT[held[one]] >= 3:
            suit, suited = one, held[one]
    return suit, np.searchsorted(keys, suited * 2**13 + number)
