"""How many of the dealer's hands a hole beats, loses to, and finds unqualified, and what that is worth.

A dealer hand of one kind (its unknown cards by rank, and whether they are of the flush suit) meets a whole
vector of holes at once: by hole, so many ways are left. Counts and strengths fit 16 bits.
"""

import numpy as np

from uth.solver.kernels import rules
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.compiled import inlined, part
from uth.solver.kernels.holes import WIDTH
from uth.solver.kernels.rules import (
    ALL_DEALERS,
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
from uth.solver.kernels.strength import CATEGORY_OF

WON, LOST, WEAK = range(3)
"""Rows of counts."""

PAYS = FOLD + 1
"""Rows of pays."""

settle = inlined(rules.settle)


@part
def meet(dealer: int, qualifier: int, ways: Array, own: Array, won: Array, lost: Array, weak: Array) -> None:
    """Dealers of one strength, by hole so many."""
    strength = np.int16(dealer)
    for i in range(own.size):
        won[i] = np.int16(won[i] + (ways[i] if strength < own[i] else np.int16(0)))
        lost[i] = np.int16(lost[i] + (ways[i] if strength > own[i] else np.int16(0)))
    if dealer < qualifier:
        for i in range(own.size):
            weak[i] = np.int16(weak[i] + ways[i])


@part
def times(first: Array, second: Array, ways: Array) -> None:
    """Hands of a card of each kind."""
    for i in range(ways.size):
        ways[i] = np.int16(first[i] * second[i])


@part
def twice(first: Array, ways: Array) -> None:
    """Hands of two cards of one kind."""
    for i in range(ways.size):
        ways[i] = np.int16((first[i] * (first[i] - 1)) >> 1)


@part
def fill_pays(own: Array, pays: Array, lane_pays: Array) -> None:
    """What each hole of a segment is paid: the rows of `pays`, one after the other."""
    for i in range(WIDTH):
        hand = np.int64(CATEGORY_OF[own[i]])
        for row in range(PAYS):
            lane_pays[row * WIDTH + i] = pays[row, hand]


@part
def settle_holes(
    own: Array,
    won: Array,
    lost: Array,
    weak: Array,
    lane_pays: Array,
    numbers: Array,
    leads: Array,
    sides: Array,
    bests: Array,
    folds: Array,
) -> None:
    """All four planes of a segment."""
    number = lane_pays.dtype.type
    dealers, qualifier = numbers[ALL_DEALERS], np.int16(numbers[QUALIFIER])
    least, most = numbers[PLAY_LEAST], numbers[PLAY_MOST]
    for i in range(WIDTH):
        wide_lead, wide_side = settle(
            number(won[i]),
            number(lost[i]),
            number(weak[i]),
            own[i] >= qualifier,
            dealers,
            numbers[PLAY_WIN],
            numbers[PLAY_LOSE],
            numbers[ANTE_WIN],
            numbers[ANTE_LOSE],
            lane_pays[PER_WIN * WIDTH + i],
            lane_pays[PER_LOSS * WIDTH + i],
            lane_pays[FIXED * WIDTH + i],
        )
        lead, side = number(wide_lead), number(wide_side)
        bet = number(side + number((most if lead >= 0 else least) * lead))
        fold = lane_pays[FOLD * WIDTH + i]
        leads[i] = lead
        sides[i] = side
        bests[i] = bet if bet >= fold else fold
        folds[i] = number(0) if bet >= fold else number(1)
