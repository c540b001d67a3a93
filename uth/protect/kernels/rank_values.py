"""Boards as if suits did not exist, with some cards known; and bases, summed over what can still come."""

from typing import NamedTuple

import numpy as np

from uth.protect.kernels.compiled import kernel
from uth.protect.kernels.dealers import LOST, WEAK, WON, fill_pays, meet, settle_holes, times, twice
from uth.protect.kernels.layout import BEST, FOLDS, HELD16, LEAD, PLANES, SIDE
from uth.solver.kernels.arrays import Array, aligned_zeros
from uth.solver.kernels.compiled import inlined, part
from uth.solver.kernels.holes import PAIR_AT, PAIR_HIGH, PAIR_LOW, RANKS, WIDTH
from uth.solver.kernels.rules import QUALIFIER


class RankRoom(NamedTuple):
    """Room for one worker."""

    deck: Array  # by rank: cards left
    left: Array  # by rank and rank pair: cards left beside the hole
    counts: Array  # WON, LOST, WEAK
    ways: Array


def new_rank_room() -> RankRoom:
    """Room for one worker."""
    left, counts = (aligned_zeros((rows, WIDTH), np.int16) for rows in (RANKS, 3))
    return RankRoom(np.zeros(RANKS, np.int64), left, counts, aligned_zeros((WIDTH,), np.int16))


@part
def _leave(deck: Array, left: Array) -> None:
    for rank in range(RANKS):
        for i in range(WIDTH):
            left[rank, i] = np.int16(deck[rank] - HELD16[rank, i])


@inlined
def _meet_dealers(dealer: Array, own: Array, qualifier: int, room: RankRoom) -> None:
    """All dealers with these known ranks."""
    won, lost, weak, ways, left = room.counts[WON], room.counts[LOST], room.counts[WEAK], room.ways, room.left
    room.counts[:] = 0
    if dealer.size == 2:
        ways[:] = 1
        meet(own[PAIR_AT[dealer[0], dealer[1]]], qualifier, ways, own, won, lost, weak)
    elif dealer.size == 1:
        for rank in range(RANKS):
            meet(own[PAIR_AT[dealer[0], rank]], qualifier, left[rank], own, won, lost, weak)
    else:
        for high in range(RANKS):
            for low in range(high + 1):
                if high == low:
                    twice(left[high], ways)
                else:
                    times(left[high], left[low], ways)
                meet(own[PAIR_AT[high, low]], qualifier, ways, own, won, lost, weak)


@kernel
def fill_rank_pays(begin: int, end: int, strengths: Array, pays: Array, rank_pays: Array) -> None:
    """What every hole is paid on every rank board, by rows of pays."""
    for board in range(begin, end):
        fill_pays(strengths[board], pays, rank_pays[board])


@kernel
def fill_rank_values(
    begin: int,
    end: int,
    ranks_of: Array,
    strengths: Array,
    deck: Array,
    dealer: Array,
    rank_pays: Array,
    numbers: Array,
    room: RankRoom,
    values: Array,
) -> None:
    """The planes of every rank board that the deck can make; those of the others are left as they are.

    `deck`: by rank, the cards that are not known; `dealer`: the ranks of his known cards.
    """
    for board in range(begin, end):
        possible = True
        for rank in range(RANKS):
            room.deck[rank] = deck[rank]
        for i in range(5):
            room.deck[ranks_of[board, i]] -= 1
            possible &= room.deck[ranks_of[board, i]] >= 0
        if not possible:
            continue
        own = strengths[board]
        _leave(room.deck, room.left)
        _meet_dealers(dealer, own, numbers[QUALIFIER], room)
        counts, row = room.counts, values[board]
        settle_holes(
            own,
            counts[WON],
            counts[LOST],
            counts[WEAK],
            rank_pays[board],
            numbers,
            row[LEAD * WIDTH :],
            row[SIDE * WIDTH :],
            row[BEST * WIDTH :],
            row[FOLDS * WIDTH :],
        )


@part
def _add(values: Array, ways: Array, base: Array) -> None:
    number = base.dtype.type
    for plane in range(PLANES):
        for i in range(WIDTH):
            base[plane * WIDTH + i] += number(number(ways[i]) * values[plane * WIDTH + i])


@kernel
def fill_rank_bases(
    begin: int,
    end: int,
    rows: Array,
    to_come: int,
    grown: Array,
    deck: Array,
    values: Array,
    room: RankRoom,
    bases: Array,
) -> None:
    """Rank bases, each with all cards that can still come, as often as they can."""
    left, ways = room.left, room.ways
    for base in range(begin, end):
        for rank in range(RANKS):
            room.deck[rank] = deck[rank]
        for i in range(rows.shape[1]):
            room.deck[rows[base, i]] -= 1
        _leave(room.deck, left)
        bases[base] = 0
        if to_come == 2:
            for pair in range(grown.shape[1]):
                high, low = PAIR_HIGH[pair], PAIR_LOW[pair]
                if high == low:
                    twice(left[high], ways)
                else:
                    times(left[high], left[low], ways)
                _add(values[grown[base, pair]], ways, bases[base])
        elif to_come == 1:
            for rank in range(RANKS):
                _add(values[grown[base, rank]], left[rank], bases[base])
        else:
            ways[:] = 1
            _add(values[base], ways, bases[base])
