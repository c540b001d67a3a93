"""Cards by seed and number of the round, so that any part of a simulation can be dealt by anybody.

The stream of a seed is SplitMix64, of which every number can be computed by itself: the state after n steps
is the start plus n times a constant. Each round has its own 16 numbers, each number deals two cards, 32 bits
for each, so a card's chance is off by less than 52 / 2^32, about one in a hundred million.
"""

import numpy as np

from uth.simulate.kernels.compiled import part
from uth.solver.kernels.arrays import Array

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST_MIX = np.uint64(0xBF58476D1CE4E5B9)
SECOND_MIX = np.uint64(0x94D049BB133111EB)
LOW_32 = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
WORDS = np.uint64(16)
DECK = np.arange(52, dtype=np.uint8)
MASK = (1 << 64) - 1


@part
def mix(state: np.uint64) -> np.uint64:
    """The number that SplitMix64 makes of a state."""
    state = (state ^ (state >> np.uint64(30))) * FIRST_MIX
    state = (state ^ (state >> np.uint64(27))) * SECOND_MIX
    return state ^ (state >> np.uint64(31))


def key_of(seed: int) -> np.uint64:
    """Where the stream of a seed starts; seeds that are near each other start far apart."""
    state = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & MASK
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & MASK
    return np.uint64(state ^ (state >> 31))


@part
def deal(key: np.uint64, number: int, count: int, deck: Array) -> None:
    """Put the first `count` cards of a round at the front of the deck."""
    for card in range(52):
        deck[card] = DECK[card]
    state = key + np.uint64(number) * WORDS * GOLDEN
    at = 0
    while at < count:
        state += GOLDEN
        word = mix(state)
        other = at + np.int64(((word >> HALF) * np.uint64(52 - at)) >> HALF)
        card = deck[other]
        deck[other] = deck[at]
        deck[at] = card
        at += 1
        if at < count:
            other = at + np.int64(((word & LOW_32) * np.uint64(52 - at)) >> HALF)
            card = deck[other]
            deck[other] = deck[at]
            deck[at] = card
            at += 1
