"""One hole on one board, against all dealers.

Dealers are not visited one by one. Those without a flush are as strong as their ranks say: 91 pairs of ranks,
each as often as cards are left. Those with a flush hold cards of one suit, at most 92 holdings.
"""

from typing import NamedTuple

import numpy as np

from uth.solver.kernels.arrays import Array
from uth.solver.kernels.compiled import Integer, fused, inlined, part
from uth.solver.kernels.holes import PAIR_AT, RANKS, WIDTH
from uth.solver.kernels.rules import (
    ANTE_LOSE,
    ANTE_WIN,
    FIXED,
    FOLD,
    PER_LOSS,
    PER_WIN,
    PLAY_LOSE,
    PLAY_WIN,
    QUALIFIER,
)
from uth.solver.kernels.settling import settle
from uth.solver.kernels.strength import CATEGORY_OF, FLUSH_OF

# What one board brings.
ONE_WON, ONE_LOST, ONE_LEAD, ONE_SIDE, ONE_FOLD = range(5)

# The suit whose flushes are listed, its ranks on the board and their number, and the hole's own flush, or -1.
OPEN_SUIT, OPEN_BOARD, OPEN_SIZE, OPEN_OWN = range(4)


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


@part
def new_room(first: int, second: int, seen: int, free: Array) -> Room:
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
def deal(card: int, room: Room) -> None:
    """Move a card from the deck to the board."""
    room.left[card >> 2] -= 1
    room.free_suits[card & 3] ^= 1 << (card >> 2)
    room.board_suits[card & 3] ^= 1 << (card >> 2)


@inlined
def take_back(card: int, room: Room) -> None:
    """Move it from the board to the deck."""
    room.left[card >> 2] += 1
    room.free_suits[card & 3] ^= 1 << (card >> 2)
    room.board_suits[card & 3] ^= 1 << (card >> 2)


@part
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


@part
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


@part
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
def stand_without_flush(
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
def stand_with_flush(
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
