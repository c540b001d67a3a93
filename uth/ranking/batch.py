"""Many hands with Numba.

`strengths` ranks an array of hands. Other kernels call `strength_of_seven`, or add up `CARD_KEYS` and
`CARD_BITS` of the cards themselves, starting at `START` and 0, and ask `strength_of_sum`: then a board is
added only once.

The tables are constants of the compiled code, not arguments. Numba keeps compiled kernels on disk and does
not notice when something that they call has changed; this way an old kernel still has the tables that belong
to it. Whoever changes the tables deletes the `__pycache__` folders to see the change here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from uth.cards import CardError
from uth.ranking.layout import (
    BY_FLUSH_BITS,
    BY_PLACE,
    CARD_BITS,
    CARD_KEYS,
    FLUSH,
    NOT_A_CARD,
    PLACE_MASK,
    ROW_DISTANCE,
    ROW_MASK,
    ROW_SHIFT,
    START,
)

__all__ = ["CARD_BITS", "CARD_KEYS", "START", "strength_of_seven", "strength_of_sum", "strengths"]

P = ParamSpec("P")
R = TypeVar("R")


def _kernel(function: Callable[P, R]) -> Callable[P, R]:
    """`njit`, with the types of the function kept for the checker."""
    return cast(Callable[P, R], njit(cache=True, nogil=True)(function))


def _inlined(function: Callable[P, R]) -> Callable[P, R]:
    """For what is called once per hand: a call from another kernel would cost as much as the answer."""
    return cast(Callable[P, R], njit(cache=True, nogil=True, forceinline=True)(function))


# Numba turns 64 unsigned bits that meet a signed number into a float, so every constant here is unsigned.
_RANKS = np.uint64(0x1FFF)
_FIVE_CLUBS = np.uint64(0x0008 << 48)
_FIVE_DIAMONDS = np.uint64(0x0080 << 48)
_FIVE_HEARTS = np.uint64(0x0800 << 48)
_SPECIAL = FLUSH | NOT_A_CARD


@_inlined
def _by_ranks(key: np.uint64) -> np.uint16:
    distance = np.uint64(ROW_DISTANCE[(key >> ROW_SHIFT) & ROW_MASK])
    strength: np.uint16 = BY_PLACE[(key + distance) & PLACE_MASK]
    return strength


@_kernel
def _by_flush(key: np.uint64, bits: np.uint64) -> np.uint16:
    if key & _FIVE_CLUBS:
        shift = np.uint64(0)
    elif key & _FIVE_DIAMONDS:
        shift = np.uint64(16)
    elif key & _FIVE_HEARTS:
        shift = np.uint64(32)
    else:
        shift = np.uint64(48)
    strength: np.uint16 = BY_FLUSH_BITS[(bits >> shift) & _RANKS]
    return strength


@_inlined
def strength_of_sum(key: np.uint64, bits: np.uint64) -> np.uint16:
    """Of 5, 6 or 7 different cards: `key` is `START` plus their `CARD_KEYS`, `bits` all their `CARD_BITS`."""
    if key & FLUSH:
        return _by_flush(key, bits)
    return _by_ranks(key)


@_inlined
def strength_of_seven(a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> np.uint16:
    """Of seven different cards, not checked; seven arguments, because Numba is slow to walk a tuple."""
    key = START + CARD_KEYS[a] + CARD_KEYS[b] + CARD_KEYS[c] + CARD_KEYS[d]
    key += CARD_KEYS[e] + CARD_KEYS[f] + CARD_KEYS[g]
    if key & FLUSH:
        bits = CARD_BITS[a] | CARD_BITS[b] | CARD_BITS[c] | CARD_BITS[d]
        bits |= CARD_BITS[e] | CARD_BITS[f] | CARD_BITS[g]
        return _by_flush(key, bits)
    return _by_ranks(key)


@_kernel
def _bits_of_row(hands: NDArray[np.uint8], row: int) -> np.uint64:
    bits = np.uint64(0)
    for column in range(hands.shape[1]):
        bits |= CARD_BITS[hands[row, column]]
    return bits


@_kernel
def _rank_sevens(hands: NDArray[np.uint8], out: NDArray[np.uint16]) -> int:
    """Fill `out`; returns a row that holds something that is no card, or -1."""
    wrong = -1
    for row in range(hands.shape[0]):
        key = (
            START
            + CARD_KEYS[hands[row, 0]]
            + CARD_KEYS[hands[row, 1]]
            + CARD_KEYS[hands[row, 2]]
            + CARD_KEYS[hands[row, 3]]
            + CARD_KEYS[hands[row, 4]]
            + CARD_KEYS[hands[row, 5]]
            + CARD_KEYS[hands[row, 6]]
        )
        if key & _SPECIAL:  # one test for both, and rarely true
            if key & NOT_A_CARD:
                wrong = row
            else:
                out[row] = _by_flush(key, _bits_of_row(hands, row))
        else:
            out[row] = _by_ranks(key)
    return wrong


@_kernel
def _rank_any(hands: NDArray[np.uint8], out: NDArray[np.uint16]) -> int:
    """The same for five or six cards, where speed matters less."""
    wrong = -1
    for row in range(hands.shape[0]):
        key = START
        for column in range(hands.shape[1]):
            key += CARD_KEYS[hands[row, column]]
        if key & NOT_A_CARD:
            wrong = row
        else:
            out[row] = strength_of_sum(key, _bits_of_row(hands, row))
    return wrong


def strengths(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """The strength of each row of 7 (or 5, or 6) cards.

    Numbers that are no cards are refused; that the cards of a row are different is up to the caller. It uses
    one core and does not hold the GIL: threads can rank parts of an array side by side.
    """
    if hands.ndim != 2 or not 5 <= hands.shape[1] <= 7:
        raise CardError(f"hands are an array of shape (n, 7), or 5 or 6 cards in a row, not {hands.shape}")
    if hands.dtype != np.uint8:
        raise CardError(f"cards are given as uint8, not {hands.dtype}: use hands.astype(numpy.uint8)")
    hands = np.ascontiguousarray(hands)
    out = np.empty(len(hands), dtype=np.uint16)
    wrong = _rank_sevens(hands, out) if hands.shape[1] == 7 else _rank_any(hands, out)
    if wrong >= 0:
        raise CardError(f"row {wrong} is {hands[wrong].tolist()}: cards are 0 to 51, rank * 4 + suit")
    return out
