"""How many of the dealer's hands a hole beats, loses to, and finds unqualified, and what that is worth.

A dealer hand of one kind (its unknown cards by rank, and whether they are of the flush suit) meets a whole
vector of holes at once: by hole, so many ways are left. Counts and strengths fit 16 bits.
"""

import numpy as np

from uth.protect.kernels.layout import BEST, FOLDS, PLANES, SIDE
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
def settle_holes(
    own: Array, won: Array, lost: Array, weak: Array, pays: Array, numbers: Array, found: Array, lanes: int
) -> None:
    """All four planes of a segment, in rows `lanes` apart."""
    number = pays.dtype.type
    dealers, qualifier = numbers[ALL_DEALERS], numbers[QUALIFIER]
    least, most = numbers[PLAY_LEAST], numbers[PLAY_MOST]
    for i in range(WIDTH):
        hand = np.int64(CATEGORY_OF[own[i]])
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
            pays[PER_WIN, hand],
            pays[PER_LOSS, hand],
            pays[FIXED, hand],
        )
        lead, side = number(wide_lead), number(wide_side)
        bet = number(side + number((most if lead >= 0 else least) * lead))
        fold = pays[FOLD, hand]
        found[i] = lead
        found[SIDE * lanes + i] = side
        found[BEST * lanes + i] = bet if bet >= fold else fold
        found[FOLDS * lanes + i] = number(0) if bet >= fold else number(1)


ROWS = PLANES * WIDTH
