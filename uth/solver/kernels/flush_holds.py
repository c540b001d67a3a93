"""Who beats whom among flushes, for a set of board ranks in one suit.

What counts is what a hole holds *in the suit*: nothing, one rank or two. There are at most 56 such holdings,
so each is simply compared with each, a dealer's holding with a whole vector of the player's. A dealer holding
stands for as many hands as there are choices outside the suit.
"""

from typing import Any, NamedTuple

import numpy as np

from uth.solver.kernels.arrays import Array, aligned_zeros
from uth.solver.kernels.compiled import Integer, part
from uth.solver.kernels.holes import (
    BOTH,
    HIGH,
    LANES,
    LOW,
    OUT,
    PAIR_HIGH,
    PAIR_LOW,
    PAIRS,
    RANKS,
    SEGMENTS,
    WIDTH,
)
from uth.solver.kernels.rules import PAY_ROWS, QUALIFIER
from uth.solver.kernels.settling import COUNT_ROWS, LOST, UNQUALIFIED, WON, fill_pays
from uth.solver.kernels.strength import CATEGORY_OF, FIRST_STRAIGHT_FLUSH, FLUSH_OF

_SHORT = 16  # a row of thirteen single ranks, padded
_NOTHING = RANKS  # the place in it of a holding of nothing
_PLAIN = 3  # a row of counts beside won, lost and unqualified


class FlushHolds(NamedTuple):
    """Flat blocks by segment and lane, for one set of ranks in the suit.

    Holes without a flush use only `plain`, the unqualified row of `counts`, and `live`.
    """

    counts: Array  # dealers beaten (as if no full house existed), with a better flush, with one too weak
    plain: Array  # with a flush: 1 if a full house beats it; without: dealers whose flush a full house beats
    kind: Array  # twice the category, plus 1 if it would qualify
    pays: Array  # by segment
    live: Array  # -1, or 0 if the hole needs a card of the suit that is on the board
    # What is compared. Holdings of two ranks lie in the order of the lanes; single ranks in their order,
    # nothing behind them.
    two_held: Array
    two_strength: Array
    one_held: Array
    one_strength: Array
    dealers: Array  # holding, strength and number of cards of each dealer who has a flush
    hands: Array  # how many hands a holding of so many cards stands for
    met: Array  # counts of a row of holdings


def new_flush_holds(number: np.dtype[Any]) -> FlushHolds:
    """Room for one set, its money in this type."""
    return FlushHolds(
        counts=aligned_zeros((COUNT_ROWS * LANES,), np.int32),
        plain=aligned_zeros((LANES,), np.int32),
        kind=aligned_zeros((LANES,), np.uint8),
        pays=aligned_zeros((SEGMENTS * PAY_ROWS * WIDTH,), number),
        live=aligned_zeros((LANES,), number),
        two_held=aligned_zeros((WIDTH,), np.int32),
        two_strength=aligned_zeros((WIDTH,), np.int32),
        one_held=aligned_zeros((_SHORT,), np.int32),
        one_strength=aligned_zeros((_SHORT,), np.int32),
        dealers=aligned_zeros((1 + RANKS + PAIRS, 3), np.int32),
        hands=aligned_zeros((3,), np.int32),
        met=aligned_zeros((COUNT_ROWS + 1, WIDTH), np.int32),
    )


@part
def _compare(
    held: Array,
    strength: Array,
    dealers: Array,
    count: int,
    hands: Array,
    won: Integer,
    qualifier: int,
    counts: Array,
) -> None:
    """Meet every holding of a row (`held`, `strength`, -1 without a flush) with so many dealers, and `won`
    others who have no flush."""
    size = held.size
    for i in range(size):
        counts[WON, i] = won
        counts[LOST, i] = 0
        counts[UNQUALIFIED, i] = 0
        counts[_PLAIN, i] = 0
    for dealer in range(count):
        other, other_strength, ways = dealers[dealer, 0], dealers[dealer, 1], hands[dealers[dealer, 2]]
        plain = ways if other_strength < FIRST_STRAIGHT_FLUSH else np.int32(0)
        for i in range(size):
            free = np.int32(-1) if held[i] & other == 0 else np.int32(0)
            counts[WON, i] += free & (ways if other_strength < strength[i] else np.int32(0))
            counts[LOST, i] += free & (ways if other_strength > strength[i] else np.int32(0))
            counts[_PLAIN, i] += free & plain
        if other_strength < qualifier:
            for i in range(size):
                counts[UNQUALIFIED, i] += ways if held[i] & other == 0 else np.int32(0)
    for i in range(size):
        if strength[i] >= 0:
            counts[_PLAIN, i] = strength[i] < FIRST_STRAIGHT_FLUSH


@part
def fill_flush_holds(suited: Array, pays: Array, numbers: Array, holds: FlushHolds) -> None:
    """Compare all holdings on a board with these ranks in the suit."""
    size = suited.size
    qualifier = numbers[QUALIFIER]
    mask = 0
    for i in range(size):
        mask |= 1 << suited[i]
    outside = 39 - (5 - size)  # cards of the other suits that are not on the board
    two_held, two_strength, dealers = holds.two_held, holds.two_strength, holds.dealers
    one_held, one_strength, hands, counts = holds.one_held, holds.one_strength, holds.hands, holds.met
    for i in range(WIDTH):
        two_held[i] = 0
        two_strength[i] = -1
    for i in range(_SHORT):
        one_held[i] = 0
        one_strength[i] = -1
    count = 0
    for pair in range(PAIRS):
        high, low = PAIR_HIGH[pair], PAIR_LOW[pair]
        own = 1 << high | 1 << low
        if high != low and own & mask == 0:
            two_held[pair] = own
            two_strength[pair] = FLUSH_OF[mask | own]
            count = _put(dealers, count, own, two_strength[pair], 2)
    for rank in range(RANKS):
        if mask >> rank & 1 == 0:
            one_held[rank] = 1 << rank
            if size >= 4:
                one_strength[rank] = FLUSH_OF[mask | 1 << rank]
                count = _put(dealers, count, 1 << rank, one_strength[rank], 1)
    if size == 5:
        one_strength[_NOTHING] = FLUSH_OF[mask]
        count = _put(dealers, count, 0, one_strength[_NOTHING], 0)

    # A hole blocks as many cards outside the suit as it has there: none, one or two.
    _fill_hands(outside, hands)
    plain = hands[0] + (RANKS - 5) * hands[1] if size == 3 else hands[0] if size == 4 else 0
    _compare(two_held, two_strength, dealers, count, hands, plain, qualifier, counts)
    _spread(counts, BOTH, holds)
    _fill_hands(outside - 1, hands)
    plain = hands[0] if size == 4 else 0
    _compare(one_held[:_NOTHING], one_strength[:_NOTHING], dealers, count, hands, plain, qualifier, counts)
    _spread(counts, HIGH, holds)
    _spread(counts, LOW, holds)
    _fill_hands(outside - 2, hands)
    _compare(one_held[_NOTHING:], one_strength[_NOTHING:], dealers, count, hands, 0, qualifier, counts)
    _spread(counts, OUT, holds)

    for pair in range(PAIRS):
        holds.live[OUT * WIDTH + pair] = -1
        holds.live[HIGH * WIDTH + pair] = -1 if one_held[PAIR_HIGH[pair]] else 0
        holds.live[LOW * WIDTH + pair] = -1 if one_held[PAIR_LOW[pair]] else 0
        holds.live[BOTH * WIDTH + pair] = -1 if two_held[pair] else 0
    _set_kinds(BOTH, two_strength, qualifier, pays, holds)
    if size >= 4:
        _set_kinds(HIGH, one_strength, qualifier, pays, holds)
        _set_kinds(LOW, one_strength, qualifier, pays, holds)
    if size == 5:
        _set_kinds(OUT, one_strength, qualifier, pays, holds)


@part
def _place(segment: int, pair: int) -> int:
    """Where the holding of a rank pair is in its row."""
    return (
        pair
        if segment == BOTH
        else PAIR_HIGH[pair]
        if segment == HIGH
        else PAIR_LOW[pair]
        if segment == LOW
        else 0
    )


@part
def _spread(counts: Array, segment: int, holds: FlushHolds) -> None:
    """From holdings to rank pairs."""
    for pair in range(PAIRS):
        place, lane = _place(segment, pair), segment * WIDTH + pair
        holds.counts[WON * LANES + lane] = counts[WON, place]
        holds.counts[LOST * LANES + lane] = counts[LOST, place]
        holds.counts[UNQUALIFIED * LANES + lane] = counts[UNQUALIFIED, place]
        holds.plain[lane] = counts[_PLAIN, place]


@part
def _set_kinds(segment: int, strengths: Array, qualifier: int, pays: Array, holds: FlushHolds) -> None:
    """Category, qualification and pay of every rank pair that has a flush."""
    kind = holds.kind[segment * WIDTH : (segment + 1) * WIDTH]
    for pair in range(PAIRS):
        strength = strengths[_NOTHING if segment == OUT else _place(segment, pair)]
        if strength >= 0:
            kind[pair] = 2 * CATEGORY_OF[strength] + (strength >= qualifier)
    fill_pays(kind, pays, holds.pays[segment * PAY_ROWS * WIDTH :])


@part
def _put(dealers: Array, count: int, held: int, strength: int, cards: int) -> int:
    dealers[count, 0] = held
    dealers[count, 1] = strength
    dealers[count, 2] = cards
    return count + 1


@part
def _fill_hands(outside: int, hands: Array) -> None:
    """How many hands a dealer's holding of none, one or two cards of the suit stands for."""
    hands[0] = outside * (outside - 1) // 2
    hands[1] = outside
    hands[2] = 1
