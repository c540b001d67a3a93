"""What flushes change: boards with three or more cards of one suit, less their value by ranks alone.

A board is the set of its ranks in the suit and the ranks outside. Its difference is added to every base that
it can grow from: a card of the suit is there or not, and a card outside can come in as many suits as base,
hole and known cards leave. Holes that hold one of the board's cards of the suit get nothing.

Where the dealer cannot have a flush, holes without one are as ranks say, and only the others are looked at.
"""

from typing import NamedTuple

import numpy as np

from uth.protect.kernels.compiled import kernel
from uth.protect.kernels.dealers import LOST, PAYS, WEAK, WON, fill_pays, meet, settle_holes, times, twice
from uth.protect.kernels.layout import (
    BEST,
    FOLDS,
    INSIDE,
    LEAD,
    OUTSIDES,
    PLANES,
    SET_NUMBER,
    SIDE,
    SPARE16,
)
from uth.solver.kernels.arrays import Array, aligned_zeros
from uth.solver.kernels.compiled import Integer, inlined, part
from uth.solver.kernels.flush_boards import board_of
from uth.solver.kernels.holes import (
    BOTH,
    HIGH,
    LANES,
    LOW,
    OUT,
    PAIR_AT,
    PAIR_HIGH,
    PAIR_LOW,
    PAIRS,
    RANKS,
    SEGMENTS,
    WIDTH,
)
from uth.solver.kernels.rules import QUALIFIER
from uth.solver.kernels.strength import FLUSH_OF


class Suit(NamedTuple):
    """The known cards as one suit sees them."""

    gone: int
    """Ranks of the suit that are known, a bit each."""
    dealer: int
    """Those of the dealer among them."""
    outside: Array
    """By rank: cards left in the other suits."""


class FlushRoom(NamedTuple):
    """Room for one worker."""

    own: Array  # strengths by lane
    live: Array  # -1, or 0 where the hole needs a card that is gone
    inside: Array  # by rank and lane: cards of the suit left beside the hole
    outside: Array
    both: Array
    all_outside: Array  # by lane
    counts: Array
    ways: Array
    row: Array  # planes of one board
    weighed: Array
    suited: Array  # its ranks in the suit
    pays: Array  # by segment: what holes with a flush are paid


def new_flush_room(number: type) -> FlushRoom:
    """Room for one worker."""
    own, live, all_outside, ways = (aligned_zeros((LANES,), np.int16) for _ in range(4))
    inside, outside, both = (aligned_zeros((RANKS, LANES), np.int16) for _ in range(3))
    row, weighed = (aligned_zeros((PLANES * LANES,), number) for _ in range(2))
    counts, suited = aligned_zeros((3, LANES), np.int16), np.zeros(5, np.int64)
    pays = aligned_zeros((SEGMENTS, PAYS * WIDTH), number)
    return FlushRoom(own, live, inside, outside, both, all_outside, counts, ways, row, weighed, suited, pays)


@part
def _flush_strengths(ranks: int, size: int, gone: int, own: Array, live: Array) -> None:
    """Strengths of the holes that make a flush, and which holes are possible at all."""
    for pair in range(PAIRS):
        high, low = 1 << PAIR_HIGH[pair], 1 << PAIR_LOW[pair]
        for segment in range(SEGMENTS):
            added = (high if segment in (HIGH, BOTH) else 0) | (low if segment in (LOW, BOTH) else 0)
            lane = segment * WIDTH + pair
            dead = (added & (ranks | gone)) != 0 or (segment == BOTH and high == low)
            live[lane] = 0 if dead else -1
            cards = size + (0 if segment == OUT else 2 if segment == BOTH else 1)
            if not dead and cards >= 5:
                own[lane] = FLUSH_OF[ranks | added]
            elif cards >= 5:
                own[lane] = 0


@part
def _leave(ranks: int, suit_gone: int, outside: Array, room: FlushRoom) -> None:
    """Cards left beside each hole, before the board's cards outside the suit are taken."""
    room.all_outside[:] = 0
    for rank in range(RANKS):
        there = np.int16(0 if (ranks | suit_gone) >> rank & 1 else 1)
        taken = np.int16(3 - outside[rank])
        for i in range(LANES):
            room.inside[rank, i] = np.int16(there - INSIDE[rank, i]) if there else np.int16(0)
            room.outside[rank, i] = np.int16(SPARE16[rank, i] - taken)
            room.all_outside[i] = np.int16(room.all_outside[i] + room.outside[rank, i])


@part
def _take(cards: int, outside: Array, all_outside: Array) -> None:
    """Take cards of a rank outside the suit from the deck; a negative number puts them back."""
    taken = np.int16(cards)
    for i in range(outside.size):
        outside[i] = np.int16(outside[i] - taken)
    for i in range(all_outside.size):
        all_outside[i] = np.int16(all_outside[i] - taken)


@part
def _add_up(inside: Array, outside: Array, both: Array) -> None:
    for i in range(both.size):
        both[i] = np.int16(inside[i] + outside[i])


@inlined
def _meet_known(
    ranks: int,
    size: int,
    by_rank: Array,
    dealer: Array,
    dealer_in: int,
    qualifier: int,
    at: int,
    room: FlushRoom,
) -> None:
    """Dealers of whom one card or both are known, and holes from lane `at` on."""
    own, ways, held = room.own[at:], room.ways[at:], ranks | dealer_in
    won, lost, weak = room.counts[WON, at:], room.counts[LOST, at:], room.counts[WEAK, at:]
    for rank in range(RANKS):
        size += dealer_in >> rank & 1
    if dealer.size == 2:
        ways[:] = 1
        strength = FLUSH_OF[held] if size >= 5 else by_rank[PAIR_AT[dealer[0], dealer[1]]]
        meet(strength, qualifier, ways, own, won, lost, weak)
        return
    if size < 4:
        for rank in range(RANKS):
            _add_up(room.inside[rank, at:], room.outside[rank, at:], ways)
            meet(by_rank[PAIR_AT[dealer[0], rank]], qualifier, ways, own, won, lost, weak)
        return
    for rank in range(RANKS):
        if (held >> rank & 1) == 0:
            meet(FLUSH_OF[held | 1 << rank], qualifier, room.inside[rank, at:], own, won, lost, weak)
    if size >= 5:
        meet(FLUSH_OF[held], qualifier, room.all_outside[at:], own, won, lost, weak)
        return
    for rank in range(RANKS):
        meet(by_rank[PAIR_AT[dealer[0], rank]], qualifier, room.outside[rank, at:], own, won, lost, weak)


@inlined
def _meet_unknown(ranks: int, size: int, by_rank: Array, qualifier: int, room: FlushRoom) -> None:
    """All dealers, none of whose cards is known."""
    own, won, lost, weak = room.own, room.counts[WON], room.counts[LOST], room.counts[WEAK]
    ways, inside = room.ways, room.inside
    for high in range(RANKS):
        if ranks >> high & 1:
            continue
        for low in range(high):
            if ranks >> low & 1:
                continue
            times(inside[high], inside[low], ways)
            meet(FLUSH_OF[ranks | 1 << high | 1 << low], qualifier, ways, own, won, lost, weak)
        if size >= 4:
            times(inside[high], room.all_outside, ways)
            meet(FLUSH_OF[ranks | 1 << high], qualifier, ways, own, won, lost, weak)
    if size == 5:
        twice(room.all_outside, ways)
        meet(FLUSH_OF[ranks], qualifier, ways, own, won, lost, weak)
        return
    if size == 3:  # of the suit is at most one card
        for rank in range(RANKS):
            _add_up(inside[rank], room.outside[rank], room.both[rank])
    for high in range(RANKS):
        for low in range(high + 1):
            if high == low:
                twice(room.both[high] if size == 3 else room.outside[high], ways)
            elif size == 3:
                _not_both_inside(room.both, room.inside, high, low, ways)
            else:
                times(room.outside[high], room.outside[low], ways)
            meet(by_rank[PAIR_AT[high, low]], qualifier, ways, own, won, lost, weak)


@part
def _not_both_inside(both: Array, inside: Array, high: int, low: int, ways: Array) -> None:
    for i in range(LANES):
        ways[i] = np.int16(both[high, i] * both[low, i] - inside[high, i] * inside[low, i])


@part
def _compare(row: Array, by_rank: Array, live: Array, first: int) -> None:
    """Leave the difference to the value by ranks; nothing for holes that cannot be."""
    number = row.dtype.type
    for plane in range(PLANES):
        for segment in range(SEGMENTS):
            if segment < first:
                continue
            for i in range(WIDTH):
                lane = segment * WIDTH + i
                at = plane * LANES + lane
                row[at] = number(row[at] - by_rank[plane * WIDTH + i]) & number(live[lane])


@part
def _add(row: Array, first: int, view: Array) -> None:
    for plane in range(PLANES):
        for segment in range(SEGMENTS):
            if segment < first:
                continue
            for i in range(WIDTH):
                at = plane * LANES + segment * WIDTH + i
                view[at] += row[at]


@part
def _weigh(row: Array, ways: Array, first: int, weighed: Array) -> None:
    number = row.dtype.type
    for plane in range(PLANES):
        for segment in range(SEGMENTS):
            if segment < first:
                continue
            for i in range(WIDTH):
                lane = segment * WIDTH + i
                weighed[plane * LANES + lane] = number(number(ways[lane]) * row[plane * LANES + lane])


@part
def _one_comes(left: Array, ways: Array) -> None:
    """A card that is on the board, and so is not left, comes in these ways."""
    for i in range(LANES):
        ways[i] = np.int16(left[i] + 1)


@part
def _two_come(first: Array, second: Array, ways: Array) -> None:
    for i in range(LANES):
        ways[i] = np.int16((first[i] + 1) * (second[i] + 1))


@part
def _two_of_rank_come(left: Array, ways: Array) -> None:
    for i in range(LANES):
        ways[i] = np.int16(((left[i] + 1) * (left[i] + 2)) >> 1)


@inlined
def view_number(first: Array, inside: int, size: int, outside: int, choice: Integer) -> Integer:
    """The view of these ranks in the suit and that choice of so many outside."""
    return first[size] + SET_NUMBER[inside] * OUTSIDES[outside] + choice


@inlined
def _spread(
    ranks: int,
    size: int,
    outside: int,
    to_come: int,
    views_from: Array,
    first: int,
    room: FlushRoom,
    views: Array,
) -> None:
    """Add a board's row to every base that it grows from."""
    row, weighed, ways, suited = room.row, room.weighed, room.ways, room.suited
    others = 5 - size
    high = low = 0
    if others == 2:
        high, low = PAIR_HIGH[outside], PAIR_LOW[outside]
    elif others == 1:
        high = low = outside
    if to_come == 0:
        _add(row, first, views[view_number(views_from, ranks, size, others, outside)])
        return
    if to_come == 1:
        for i in range(size):
            less = ranks ^ 1 << suited[i]
            _add(row, first, views[view_number(views_from, less, size - 1, others, outside)])
    else:
        for i in range(size):
            for j in range(i):
                less = ranks ^ 1 << suited[i] ^ 1 << suited[j]
                _add(row, first, views[view_number(views_from, less, size - 2, others, outside)])
    for side in range(2):  # the higher card outside comes, then the lower one
        if others == 0 or (side == 1 and (others == 1 or high == low)):
            continue
        comes, stays = (low, high) if side else (high, low)
        choice = stays if others == 2 else 0
        _one_comes(room.outside[comes], ways)
        _weigh(row, ways, first, weighed)
        if to_come == 1:
            _add(weighed, first, views[view_number(views_from, ranks, size, others - 1, choice)])
        else:
            for i in range(size):
                less = ranks ^ 1 << suited[i]
                _add(weighed, first, views[view_number(views_from, less, size - 1, others - 1, choice)])
    if to_come == 2 and others == 2:
        if high == low:
            _two_of_rank_come(room.outside[high], ways)
        else:
            _two_come(room.outside[high], room.outside[low], ways)
        _weigh(row, ways, first, weighed)
        _add(weighed, first, views[view_number(views_from, ranks, size, 0, 0)])


@kernel
def add_flush_values(
    begin: int,
    end: int,
    sets: Array,
    suit: Suit,
    dealer: Array,
    strengths: Array,
    by_rank: Array,
    to_come: int,
    views_from: Array,
    pays: Array,
    rank_pays: Array,
    numbers: Array,
    room: FlushRoom,
    views: Array,
) -> None:
    """All boards whose ranks in the suit are one of the sets from `begin` to `end`, all of one size.

    `dealer`: the ranks of his known cards; `by_rank`: the planes of rank boards.
    """
    size, qualifier = sets.shape[1], numbers[QUALIFIER]
    own, counts = room.own, room.counts
    in_suit = 0
    for rank in range(RANKS):
        in_suit += suit.dealer >> rank & 1
    no_dealer_flush = size + in_suit + 2 - dealer.size < 5
    flush_from = BOTH if size == 3 else HIGH if size == 4 else OUT
    first = flush_from if no_dealer_flush else OUT
    at = first * WIDTH
    for number in range(begin, end):
        ranks = 0
        for i in range(size):
            room.suited[i] = sets[number, i]
            ranks |= 1 << sets[number, i]
        if ranks & suit.gone:
            continue
        _flush_strengths(ranks, size, suit.gone, own, room.live)
        for segment in range(SEGMENTS):
            if segment >= flush_from:
                fill_pays(own[segment * WIDTH :], pays, room.pays[segment])
        _leave(ranks, suit.gone, suit.outside, room)
        for outside in range(OUTSIDES[5 - size]):
            high = PAIR_HIGH[outside] if size == 3 else outside
            low = PAIR_LOW[outside] if size == 3 else outside
            if size == 3 and suit.outside[high] < (2 if high == low else 1):
                continue
            if size < 5 and suit.outside[low] < 1:
                continue
            board = board_of(sets[number], outside)
            for segment in range(SEGMENTS):
                if segment < flush_from:
                    for i in range(WIDTH):
                        own[segment * WIDTH + i] = strengths[board, i]
            if size < 5:
                _take(1, room.outside[high, at:], room.all_outside[at:])
            if size == 3:
                _take(1, room.outside[low, at:], room.all_outside[at:])
            counts[WON, at:] = 0
            counts[LOST, at:] = 0
            counts[WEAK, at:] = 0
            if dealer.size:
                _meet_known(ranks, size, strengths[board], dealer, suit.dealer, qualifier, at, room)
            else:
                _meet_unknown(ranks, size, strengths[board], qualifier, room)
            for segment in range(SEGMENTS):
                if segment >= first:
                    lane = segment * WIDTH
                    settle_holes(
                        own[lane:],
                        counts[WON, lane:],
                        counts[LOST, lane:],
                        counts[WEAK, lane:],
                        room.pays[segment] if segment >= flush_from else rank_pays[board],
                        numbers,
                        room.row[LEAD * LANES + lane :],
                        room.row[SIDE * LANES + lane :],
                        room.row[BEST * LANES + lane :],
                        room.row[FOLDS * LANES + lane :],
                    )
            _compare(room.row, by_rank[board], room.live, first)
            _spread(ranks, size, outside, to_come, views_from, first, room, views)
            if size < 5:
                _take(-1, room.outside[high, at:], room.all_outside[at:])
            if size == 3:
                _take(-1, room.outside[low, at:], room.all_outside[at:])
