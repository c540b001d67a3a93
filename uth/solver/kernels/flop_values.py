"""Both choices of every hole on every flop, and from them the choice before the flop.

A flop's value is the part by ranks plus a part from each of its suits. Holes are taken in slots: with the
suits of both cards fixed, the rank pairs are one vector, and what a suit of the flop contributes is one
segment of its view.
"""

from typing import Any, NamedTuple

import numpy as np

from uth.solver.deals import RUNOUTS
from uth.solver.kernels.arrays import Array, aligned_zeros
from uth.solver.kernels.compiled import Integer, copy, kernel, part
from uth.solver.kernels.flops import BET, DEAD, SMALLER, Flops
from uth.solver.kernels.holes import BOTH, HIGH, LANES, LOW, OUT, PAIR_HIGH, PAIR_LOW, PAIRS, WIDTH
from uth.solver.kernels.rules import MOST_PLANES, RIVER, SIDE, Carried
from uth.solver.kernels.strength import hand_on_flop

# What is added up for each class before the flop: rows by suited or not.
ALL_LEAD, ALL_SIDE, ALL_BEST = range(3)
ALL_ROWS = 3


_HIGH32, _LOW32 = PAIR_HIGH.astype(np.int32), PAIR_LOW.astype(np.int32)
_NO_HOLE = (np.arange(WIDTH) >= PAIRS).astype(np.int32)
_EQUAL = (PAIR_HIGH == PAIR_LOW).astype(np.int32)


@part
def _carry(flop: Array, high_suit: int, low_suit: int, told: Carried, total: Array, carried: Array) -> None:
    """Give each hole what its five cards tell the side wagers."""
    suited = np.int64(high_suit == low_suit)
    for pair in range(PAIRS):
        first, second = PAIR_HIGH[pair] * 4 + high_suit, PAIR_LOW[pair] * 4 + low_suit
        on_flop = told.flop_class[hand_on_flop(flop, first, second)]
        carried[pair] = on_flop
        total[SIDE * WIDTH + pair] += told.bet[suited, pair, on_flop] * RUNOUTS
        plane = RIVER + told.plane[suited, pair, on_flop]
        total[RIVER * WIDTH + pair] = (
            total[plane * WIDTH + pair] + told.later[suited, pair, on_flop] * RUNOUTS
        )


@part
def _add_side(view: Array, total: Array) -> None:
    """Add one segment of a view."""
    for plane in range(MOST_PLANES):
        if plane * WIDTH >= total.size:
            break
        for i in range(WIDTH):
            total[plane * WIDTH + i] += view[plane * LANES + i]


@part
def _choose(
    total: Array,
    carried: Array,
    high_gone: int,
    low_gone: int,
    equal_gone: Integer,
    least: int,
    most: int,
    is_open: bool,
    bet: Array,
    check: Array,
    choice: Array,
) -> None:
    """Compare; then leave LEAD, SIDE and the better value in `total`, with 0 for holes that need a card of
    the flop.

    `high_gone`, `low_gone`: the flop's ranks in the suits of the two cards.
    """
    number = total.dtype.type
    for i in range(WIDTH):
        dead = (high_gone >> _HIGH32[i] | low_gone >> _LOW32[i] | equal_gone & _EQUAL[i] | _NO_HOLE[i]) & 1
        live = number(dead - 1)
        lead, side, river = total[i] & live, total[SIDE * WIDTH + i] & live, total[RIVER * WIDTH + i] & live
        value = number(side + number((most if lead >= 0 else least) * lead))
        bet[i] = value
        check[i] = river
        does_bet = is_open and value >= river
        total[i] = lead
        total[SIDE * WIDTH + i] = side
        total[RIVER * WIDTH + i] = value if does_bet else river
        done = (BET if does_bet else 0) | (0 if lead >= 0 or least == most else SMALLER)
        choice[i] = DEAD if dead else done | carried[i]


@part
def _sum(total: Array, orbit: int, sums: Array) -> None:
    for i in range(ALL_ROWS * WIDTH):
        sums[i] += orbit * total[i]


class FlopRoom(NamedTuple):
    """Room for the flops of one worker."""

    total: Array  # planes of one slot
    carried: Array  # what the flop tells its holes
    gone: Array  # ranks of the flop by suit


def new_flop_room(number: np.dtype[Any], planes: int) -> FlopRoom:
    """Room for so many planes, their money in this type."""
    return FlopRoom(
        aligned_zeros((planes * WIDTH,), number), aligned_zeros((WIDTH,), np.uint8), np.zeros(4, np.int32)
    )


@kernel
def fill_flops(
    begin: int,
    end: int,
    flops: Flops,
    views: Array,
    rank_flops: Array,
    told: Carried,
    plays: Array,
    room: FlopRoom,
    bet: Array,
    check: Array,
    choice: Array,
    sums: Array,
) -> None:
    """The flops from `begin` to `end`, and their part in the sums before the flop.

    `plays`: smallest and largest Play on the flop, and whether there is one.
    """
    total, carried, gone = room.total, room.carried, room.gone
    least, most, is_open = plays[0], plays[1], plays[2] != 0
    for flop in range(begin, end):
        gone[:] = 0
        for i in range(3):
            gone[flops.cards[flop, i] & 3] |= 1 << (flops.cards[flop, i] >> 2)
        for high_suit in range(4):
            for low_suit in range(4):
                copy(rank_flops[flops.ranks[flop]], total)
                for i in range(3):
                    if flops.views[flop, i] < 0:
                        break
                    suit = flops.suits[flop, i]
                    high, low = suit == high_suit, suit == low_suit
                    segment = BOTH if high and low else HIGH if high else LOW if low else OUT
                    _add_side(views[flops.views[flop, i], segment * WIDTH :], total)
                if told.plane.size > 0:
                    _carry(flops.cards[flop], high_suit, low_suit, told, total, carried)
                slot = high_suit * 4 + low_suit
                _choose(
                    total,
                    carried,
                    gone[high_suit],
                    gone[low_suit],
                    np.int32(high_suit <= low_suit),
                    least,
                    most,
                    is_open,
                    bet[flop, slot],
                    check[flop, slot],
                    choice[flop, slot],
                )
                _sum(total, flops.orbit[flop], sums[np.int64(high_suit == low_suit)])
