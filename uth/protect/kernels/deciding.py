"""Every decision before the flop and on it, with cards known.

Before the flop a player knows his hole, the cards off the board, and some cards of the board, `seen`. The
rest of the flop comes; with it the base is complete, and the flop is decided. The sums over all flops of the
better choice, and of a bet, decide before the flop.

Holes are in slots: with the suits of both cards fixed, the rank pairs are one vector.
"""

from typing import NamedTuple

import numpy as np

from uth.protect.kernels.compiled import kernel
from uth.protect.kernels.flush_values import view_number
from uth.protect.kernels.layout import BEST, FOLDS, MULTISET_PART, PLANES, SIDE, SLOT_CLASS, SLOTS
from uth.protect.kernels.suits import is_first
from uth.solver.kernels.arrays import Array, aligned_zeros
from uth.solver.kernels.compiled import inlined, part
from uth.solver.kernels.holes import BOTH, HIGH, LANES, LOW, PAIR_AT, PAIR_HIGH, PAIR_LOW, WIDTH

# Sums over the flops, by slot.
ALL_LEAD, ALL_SIDE, ALL_CHECK, FLOP_VALUE, FLOP_BETS, ALL_FOLDS = range(6)
SUMS = 6

# What is counted for each of the 169 starting hands: how often the hole is there at all, and is bet with the
# largest or smallest multiple; what those bets are worth, and the checks; of the checks what the bets on the
# flop are worth, how many flops are bet, and how many run-outs folded.
HOLES, BETS_MOST, BETS_LEAST, BET_VALUE, CHECK_VALUE, ON_FLOP_VALUE, ON_FLOP, FOLDED = range(8)
COLUMNS = 8

_HIGH32, _LOW32 = PAIR_HIGH.astype(np.int32), PAIR_LOW.astype(np.int32)
_CORRECTIONS = np.array([HIGH, LOW, BOTH])


class DecidingRoom(NamedTuple):
    """Room for one worker."""

    base: Array  # planes of holes without a card of any suit that matters
    corrections: Array  # by suit and HIGH, LOW, BOTH: what changes with such a card; a row of nothing last
    live: Array  # by suit, and higher or lower card: -1, or 0 where the card is gone
    sums: Array  # by slot
    even: Array  # the same, after suits that are alike were evened out
    free: Array
    flop: Array  # the cards that come
    cards: Array  # the base
    group: Array


def new_deciding_room(number: type) -> DecidingRoom:
    """Room for one worker."""
    return DecidingRoom(
        aligned_zeros((PLANES * WIDTH,), number),
        aligned_zeros((13, PLANES * WIDTH), number),
        aligned_zeros((8, WIDTH), number),
        aligned_zeros((SUMS, SLOTS), np.int64),
        aligned_zeros((SUMS, SLOTS), np.int64),
        np.zeros(52, np.int64),
        np.zeros(4, np.int64),
        np.zeros(5, np.int64),
        np.zeros((24, 4), np.int64),
    )


@part
def _add_out(view: Array, base: Array) -> None:
    for plane in range(PLANES):
        for i in range(WIDTH):
            base[plane * WIDTH + i] += view[plane * LANES + i]


@part
def _correct(view: Array, segment: int, row: Array) -> None:
    number = row.dtype.type
    held = view[segment * WIDTH :]
    for plane in range(PLANES):
        for i in range(WIDTH):
            row[plane * WIDTH + i] = number(held[plane * LANES + i] - view[plane * LANES + i])


@part
def _copy(row: Array, base: Array) -> None:
    for i in range(PLANES * WIDTH):
        base[i] = row[i]


@part
def _decide_flop(
    base: Array,
    one: Array,
    other: Array,
    high_live: Array,
    low_live: Array,
    least: int,
    most: int,
    is_open: bool,
    weight: int,
    lead_sum: Array,
    side_sum: Array,
    check_sum: Array,
    bet_sum: Array,
    bets: Array,
    folds_sum: Array,
) -> None:
    number = base.dtype.type
    for i in range(WIDTH):
        live = high_live[i] & low_live[i]
        lead = number(base[i] + one[i] + other[i]) & live
        at = SIDE * WIDTH + i
        side = number(base[at] + one[at] + other[at]) & live
        at = BEST * WIDTH + i
        best = number(base[at] + one[at] + other[at]) & live
        at = FOLDS * WIDTH + i
        folds = number(base[at] + one[at] + other[at]) & live
        value = number(side + number((most if lead >= 0 else least) * lead))
        does_bet = is_open and value >= best
        lead_sum[i] += weight * lead
        side_sum[i] += weight * side
        check_sum[i] += weight * (value if does_bet else best)
        bet_sum[i] += weight * (value if does_bet else number(0))
        bets[i] += -weight * (live if does_bet else number(0))
        folds_sum[i] += weight * (number(0) if does_bet else folds)


@inlined
def _add_base(
    size: int,
    off_board: int,
    kinds: Array,
    views_from: Array,
    views: Array,
    rank_bases: Array,
    plays: Array,
    weight: int,
    room: DecidingRoom,
) -> None:
    """Decide on the flop for all holes, and add what comes of it to the sums."""
    cards, base, corrections, live = room.cards, room.base, room.corrections, room.live
    least, most, is_open = plays[0], plays[1], plays[2] != 0
    gone = off_board
    for i in range(size):
        gone |= 1 << cards[i]
    number = 0
    place = 0
    for card in range(52):  # cards rise by rank
        if place < size and gone >> card & 1 and off_board >> card & 1 == 0:
            number += MULTISET_PART[card >> 2, place]
            place += 1
    _copy(rank_bases[number], base)
    for suit in range(4):
        inside = count = outside = 0
        first = second = 0
        for i in range(size):
            if cards[i] & 3 == suit:
                inside |= 1 << (cards[i] >> 2)
                count += 1
            else:
                first, second = second, cards[i] >> 2
                outside += 1
        if views_from[count] >= 0:
            choice = PAIR_AT[first, second] if outside == 2 else second if outside == 1 else 0
            view = views[kinds[suit], view_number(views_from, inside, count, outside, choice)]
            _add_out(view, base)
            for kind in range(3):
                _correct(view, _CORRECTIONS[kind], corrections[suit * 3 + kind])
        else:
            for kind in range(3):
                corrections[suit * 3 + kind] = 0
        ranks = 0
        for rank in range(13):
            ranks |= (gone >> (rank * 4 + suit) & 1) << rank
        taken = np.int32(ranks)
        for i in range(WIDTH):
            live[suit, i] = (taken >> _HIGH32[i] & 1) - 1
            live[4 + suit, i] = (taken >> _LOW32[i] & 1) - 1
    for high_suit in range(4):
        for low_suit in range(4):
            one = corrections[high_suit * 3 + (2 if high_suit == low_suit else 0)]
            other = corrections[12 if high_suit == low_suit else low_suit * 3 + 1]
            at = (high_suit * 4 + low_suit) * WIDTH
            _decide_flop(
                base,
                one,
                other,
                live[high_suit],
                live[4 + low_suit],
                least,
                most,
                is_open,
                weight,
                room.sums[ALL_LEAD, at:],
                room.sums[ALL_SIDE, at:],
                room.sums[ALL_CHECK, at:],
                room.sums[FLOP_VALUE, at:],
                room.sums[FLOP_BETS, at:],
                room.sums[ALL_FOLDS, at:],
            )


@inlined
def _even_out(count: int, room: DecidingRoom) -> None:
    """Holes that suits make alike have their average, which is whole.

    Only one flop of each kind was looked at, counted as often as there are flops of its kind.
    """
    room.even[:] = 0
    for number in range(count):
        names = room.group[number]
        for high in range(4):
            for low in range(4):
                to, at = (high * 4 + low) * WIDTH, (names[high] * 4 + names[low]) * WIDTH
                for row in range(SUMS):
                    for i in range(WIDTH):
                        room.even[row, to + i] += room.sums[row, at + i]
    for row in range(SUMS):
        for slot in range(SLOTS):
            room.even[row, slot] //= count


@inlined
def _decide_before_flop(off_board: int, plays: Array, weight: int, even: Array, table: Array) -> None:
    """Bet or check for every hole, and count what comes of it.

    `plays`: smallest and largest Play before the flop, and whether there is one.
    """
    least, most, is_open = plays[3], plays[4], plays[5] != 0
    for slot in range(SLOTS):
        hand = SLOT_CLASS[slot]
        if hand < 0:
            continue
        suits, pair = slot // WIDTH, slot % WIDTH
        first, second = PAIR_HIGH[pair] * 4 + (suits >> 2), PAIR_LOW[pair] * 4 + (suits & 3)
        if (off_board >> first | off_board >> second) & 1:
            continue
        lead, side, check = even[ALL_LEAD, slot], even[ALL_SIDE, slot], even[ALL_CHECK, slot]
        bet = side + (most if lead >= 0 else least) * lead
        row = table[hand]
        row[HOLES] += weight
        if is_open and bet >= check:
            row[BETS_MOST if lead >= 0 else BETS_LEAST] += weight
            row[BET_VALUE] += weight * bet
        else:
            row[CHECK_VALUE] += weight * check
            row[ON_FLOP_VALUE] += weight * even[FLOP_VALUE, slot]
            row[ON_FLOP] += weight * even[FLOP_BETS, slot]
            row[FOLDED] += weight * even[ALL_FOLDS, slot]


@kernel
def decide(
    begin: int,
    end: int,
    seen: Array,
    orbits: Array,
    off_board: int,
    renamings: Array,
    unseen: int,
    kinds: Array,
    views_from: Array,
    views: Array,
    rank_bases: Array,
    plays: Array,
    room: DecidingRoom,
    table: Array,
) -> None:
    """Everything with these cards of the board seen; `unseen` cards of the flop are still to come.

    `off_board`: the set of known cards off the board; `kinds`: by suit, which views are its own. `table` is
    emptied first.
    """
    table[:] = 0
    free, flop, cards, group = room.free, room.flop, room.cards, room.group
    size = seen.shape[1]
    for number in range(begin, end):
        mask = 0
        for i in range(size):
            cards[unseen + i] = seen[number, i]
            mask |= 1 << seen[number, i]
        count = 0
        for i in range(renamings.shape[0]):
            if is_first(seen[number], size, mask, renamings[i : i + 1], 1):
                for suit in range(4):
                    group[count, suit] = renamings[i, suit]
                count += 1
        left = 0
        for card in range(52):
            if (mask | off_board) >> card & 1 == 0:
                free[left] = card
                left += 1
        room.sums[:] = 0
        for i in range(unseen):
            flop[i] = i
        while True:
            comes = 0
            for i in range(unseen):
                cards[i] = free[flop[i]]
                comes |= 1 << cards[i]
            same = is_first(cards, unseen, comes, group, count) if count > 1 else 1
            if same:
                _add_base(
                    unseen + size,
                    off_board,
                    kinds,
                    views_from,
                    views,
                    rank_bases,
                    plays,
                    count // same,
                    room,
                )
            i = unseen - 1
            while i >= 0 and flop[i] == left - unseen + i:
                i -= 1
            if i < 0:
                break
            flop[i] += 1
            for j in range(i + 1, unseen):
                flop[j] = flop[j - 1] + 1
        _even_out(count, room)
        _decide_before_flop(off_board | mask, plays, orbits[number], room.even, table)
