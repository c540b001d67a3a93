"""How many dealer hands a hole beats, without looking at dealer hands.

Rank pairs are kept in rising order of strength. Walking up that order we carry, for each rank, how many of
the hands passed so far hold one given card of it. The hands below a hole that the dealer can still have are
then

    all hands passed - those with the hole's higher card - those with its lower card (+ the hole itself, if
    passed)

The thirteen counters and the total are packed, so a step of the walk is one or two additions:

* wide: a byte for each rank in two 64-bit words, the total in the top three bytes of the second. No counter
  passes 46.
* slim, for dealers with two cards of one suit: four bits for each rank in one word, the total above them.
  There are at most 45 such hands and at most nine with a given card.
"""

from typing import NamedTuple

import numpy as np

from uth.solver.kernels.arrays import Array, aligned_zeros
from uth.solver.kernels.compiled import part
from uth.solver.kernels.holes import PAIR_HIGH, PAIR_LOW, PAIRS, RANKS, WIDTH

_WIDE_TOTAL, _WIDE_MASK = np.uint64(40), np.uint64(255)
_SLIM_TOTAL, _SLIM_MASK = np.uint64(52), np.uint64(15)

# By rank pair: where the counters of its two ranks are.
_IN_SECOND_HIGH, _IN_SECOND_LOW = (
    np.where(ranks >= 8, -1, 0).astype(np.int64).view(np.uint64) for ranks in (PAIR_HIGH, PAIR_LOW)
)
_WIDE_HIGH, _WIDE_LOW = ((PAIR_HIGH & 7) * 8).astype(np.uint64), ((PAIR_LOW & 7) * 8).astype(np.uint64)
_SLIM_HIGH, _SLIM_LOW = (PAIR_HIGH * 4).astype(np.uint64), (PAIR_LOW * 4).astype(np.uint64)


class Walk(NamedTuple):
    """Room for a walk over the boards of one size."""

    keys: Array  # the steps; for four ranks in the suit by the rank outside
    passed: Array  # counters before each place
    words: Array  # counters as each rank pair meets them
    left: Array  # cards by rank


def new_walk() -> Walk:
    """Room for one worker."""
    keys, row = aligned_zeros((RANKS, 2 * WIDTH), np.uint64), (2 * WIDTH,)
    passed, words = (aligned_zeros(row, np.uint64) for _ in range(2))
    return Walk(keys, passed, words, np.zeros(RANKS, np.int64))


@part
def _wide_step(high: int, low: int, high_hands: int, low_hands: int, hands: int, word: int) -> np.uint64:
    """One of the two words of a step: hands with a given high card, with a given low card, and all."""
    step = np.uint64(hands) << _WIDE_TOTAL if word else np.uint64(0)
    if high >> 3 == word:
        step += np.uint64(high_hands) << np.uint64((high & 7) << 3)
    if low >> 3 == word:
        step += np.uint64(low_hands) << np.uint64((low & 7) << 3)
    return step


@part
def wide_keys(left: Array, keys: Array) -> None:
    """The steps at all rank pairs when so many cards of each rank are left; second words follow the first."""
    pair = 0
    for high in range(RANKS):
        for low in range(high):
            hands = left[high] * left[low]
            for word in range(2):
                keys[word * WIDTH + pair] = _wide_step(high, low, left[low], left[high], hands, word)
            pair += 1
        hands = left[high] * (left[high] - 1) // 2
        for word in range(2):
            keys[word * WIDTH + pair] = _wide_step(high, high, max(left[high] - 1, 0), 0, hands, word)
        pair += 1


@part
def wide_walk(order: Array, keys: Array, passed: Array) -> None:
    """`passed[i]`: the counters before place i of the order; the second words follow the first."""
    first = np.uint64(0)
    second = np.uint64(0)
    for place in range(PAIRS):
        passed[place] = first
        passed[WIDTH + place] = second
        first += keys[order[place]]
        second += keys[WIDTH + order[place]]
    passed[PAIRS] = first
    passed[WIDTH + PAIRS] = second


@part
def wide_words(passed: Array, places: Array, words: Array) -> None:
    """Fetch the counters before the place of every rank pair."""
    for pair in range(PAIRS):
        words[pair] = passed[places[pair]]
        words[WIDTH + pair] = passed[WIDTH + places[pair]]


@part
def wide_word(passed: Array, place: int, words: Array) -> None:
    """The counters before one place for every rank pair."""
    words[:WIDTH] = passed[place]
    words[WIDTH:] = passed[WIDTH + place]


@part
def wide_total(words: Array, i: int) -> np.int32:
    """All hands passed by rank pair i."""
    return np.int32(words[WIDTH + i] >> _WIDE_TOTAL)


@part
def wide_high(words: Array, i: int) -> np.int32:
    """Those with its higher card."""
    word = words[i] ^ ((words[i] ^ words[WIDTH + i]) & _IN_SECOND_HIGH[i])  # one of the two, without a branch
    return np.int32((word >> _WIDE_HIGH[i]) & _WIDE_MASK)


@part
def wide_low(words: Array, i: int) -> np.int32:
    """Those with its lower card."""
    word = words[i] ^ ((words[i] ^ words[WIDTH + i]) & _IN_SECOND_LOW[i])  # one of the two, without a branch
    return np.int32((word >> _WIDE_LOW[i]) & _WIDE_MASK)


@part
def slim_keys(suited: Array, keys: Array) -> None:
    """The steps over the dealers with two cards of the suit, when these ranks of it are on the board."""
    taken = 0
    for i in range(suited.size):
        taken |= 1 << suited[i]
    for pair in range(PAIRS):
        high, low = PAIR_HIGH[pair], PAIR_LOW[pair]
        keys[pair] = 0
        if high != low and (taken >> high | taken >> low) & 1 == 0:
            keys[pair] = (
                np.uint64(1) << _SLIM_HIGH[pair]
                | np.uint64(1) << _SLIM_LOW[pair]
                | np.uint64(1) << _SLIM_TOTAL
            )


@part
def slim_walk(order: Array, keys: Array, passed: Array) -> None:
    """`passed[i]`: the counters before place i of the order."""
    sofar = np.uint64(0)
    for place in range(PAIRS):
        passed[place] = sofar
        sofar += keys[order[place]]
    passed[PAIRS] = sofar


@part
def slim_total(word: np.uint64) -> np.int32:
    """All hands passed."""
    return np.int32(word >> _SLIM_TOTAL)


@part
def slim_high(word: np.uint64, i: int) -> np.int32:
    """Those with the higher card of rank pair i."""
    return np.int32((word >> _SLIM_HIGH[i]) & _SLIM_MASK)


@part
def slim_low(word: np.uint64, i: int) -> np.int32:
    """Those with the lower card of rank pair i."""
    return np.int32((word >> _SLIM_LOW[i]) & _SLIM_MASK)
