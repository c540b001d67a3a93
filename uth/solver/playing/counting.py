"""Which dealers each lane of a river beats, by one walk from the weakest hand to the strongest.

A card of a river is its rank and whether it is of the suit of the flush: 26 kinds, of which so many cards are
left each. The walk carries how many hands it has passed, and for each kind how many of them hold one given
card of it. Hands that a hole can still meet are then all passed, less those with its first card, less those
with its second, and the hole itself taken off only once.
"""

from typing import Any

import numpy as np

from uth.ranking.layout import START
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.holes import BOTH, HIGH, LANES, LOW, RANKS, WIDTH
from uth.solver.kernels.strength import FLUSH_OF, RANK_KEYS, strength_of_ranks
from uth.solver.playing.compiled import part

KINDS = 2 * RANKS
DEALERS = np.int64(990)
DEAD = -1


def _kinds() -> Array:
    """By lane: the kinds of its two cards; no lane is DEAD."""
    kinds = np.full((LANES, 2), DEAD, np.int64)
    for high in range(RANKS):
        for low in range(high + 1):
            pair = high * (high + 1) // 2 + low
            kinds[pair] = high, low
            kinds[HIGH * WIDTH + pair] = RANKS + high, low
            if low < high:
                kinds[LOW * WIDTH + pair] = high, RANKS + low
                kinds[BOTH * WIDTH + pair] = RANKS + high, RANKS + low
    return kinds


KIND_OF = _kinds()


@part
def open_river(ranks: Array, suited: int, left: Array, strength: Array) -> int:
    """Fill in the cards left of each kind and the strength of each lane, DEAD if no hole has it.

    Gives back how many cards of the board are of the suit.
    """
    left[:RANKS] = 4
    left[RANKS:] = 0
    key = START
    for i in range(5):
        left[ranks[i]] -= 1
        key += RANK_KEYS[ranks[i]]
    size = 0
    if suited:
        for rank in range(RANKS):
            inside = suited >> rank & 1
            size += inside
            left[RANKS + rank] = 1 - inside
            left[rank] -= 1 - inside
    segments = 4 if suited else 1
    strength[:] = DEAD
    pair = 0
    for high in range(RANKS):
        with_high = key + RANK_KEYS[high]
        for low in range(high + 1):
            by_ranks = np.int64(strength_of_ranks(with_high + RANK_KEYS[low]))
            for segment in range(segments):
                lane = segment * WIDTH + pair
                one, other = KIND_OF[lane, 0], KIND_OF[lane, 1]
                if one < 0 or left[one] == 0 or left[other] == 0 or (one == other and left[one] < 2):
                    continue
                held, count = suited, size
                if one >= RANKS:
                    held, count = held | 1 << high, count + 1
                if other >= RANKS:
                    held, count = held | 1 << low, count + 1
                strength[lane] = np.int64(FLUSH_OF[held]) if count >= 5 else by_ranks
            pair += 1
    return size


@part
def count_dealers(
    left: Array,
    strength: Array,
    qualifier: int,
    order: Array,
    passed: Array,
    won: Array,
    lost: Array,
    weak: Array,
) -> None:
    """Fill in by lane: dealers beaten, lost to, and not qualified.

    `order`, `passed`: room for the walk.
    """
    live = 0
    for lane in range(LANES):
        if strength[lane] >= 0:
            order[live] = strength[lane] << 9 | lane
            live += 1
    order[:live].sort()
    passed[:] = 0
    total = np.int64(0)
    is_weak = True
    weak[:] = 0
    begin = 0
    while begin < live:
        own = order[begin] >> 9
        if is_weak and own >= qualifier:  # all that do not qualify are passed
            is_weak = False
            _note_weak(order[:live], begin, total, passed, weak)
        end = begin
        while end < live and order[end] >> 9 == own:
            lane = order[end] & 511
            won[lane] = total - passed[KIND_OF[lane, 0]] - passed[KIND_OF[lane, 1]]
            end += 1
        for place in range(begin, end):
            lane = order[place] & 511
            one, other = KIND_OF[lane, 0], KIND_OF[lane, 1]
            if one == other:
                total += left[one] * (left[one] - 1) // 2
                passed[one] += left[one] - 1
            else:
                total += left[one] * left[other]
                passed[one] += left[other]
                passed[other] += left[one]
        for place in range(begin, end):
            lane = order[place] & 511
            lost[lane] = DEALERS - (total - passed[KIND_OF[lane, 0]] - passed[KIND_OF[lane, 1]] + 1)
        begin = end
    if is_weak:
        _note_weak(order[:live], live, total, passed, weak)


@part
def _note_weak(order: Array, begin: int, total: Any, passed: Array, weak: Array) -> None:
    """By lane: the passed hands that it can meet; those before `begin` are among them."""
    for place in range(order.size):
        lane = order[place] & 511
        itself = 1 if place < begin else 0
        weak[lane] = total - passed[KIND_OF[lane, 0]] - passed[KIND_OF[lane, 1]] + itself
