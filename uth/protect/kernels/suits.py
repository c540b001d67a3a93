"""Known cards that differ by more than the names of the suits."""

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np

from uth.protect.kernels.compiled import kernel
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.compiled import Integer, part

RENAMINGS = tuple(permutations(range(4)))


def every_renaming() -> Array:
    """All ways to rename suits."""
    return np.array(RENAMINGS, np.int64)


class OffBoard(NamedTuple):
    """Known cards that are not on the board, and how many sets of cards they stand for."""

    dealer: tuple[int, ...]
    dead: tuple[int, ...]
    orbit: int
    renamings: Array
    """The ways to rename suits that leave these cards as they are."""

    @property
    def cards(self) -> tuple[int, ...]:
        return self.dealer + self.dead


def _renamed(cards: tuple[int, ...], names: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(card & ~3 | names[card & 3] for card in cards))


def off_board(dealer: int, dead: int) -> Iterator[OffBoard]:
    """All sets of so many dealer's cards and dead cards, one for each that suits make alike."""
    for hand in combinations(range(52), dealer):
        images = [_renamed(hand, names) for names in RENAMINGS]
        if min(images) < hand:
            continue
        keep = [names for names, image in zip(RENAMINGS, images, strict=True) if image == hand]
        others = [card for card in range(52) if card not in hand]
        for out in combinations(others, dead):
            again = [_renamed(out, names) for names in keep]
            if min(again) < out:
                continue
            stay = [names for names, image in zip(keep, again, strict=True) if image == out]
            yield OffBoard(hand, out, len(RENAMINGS) // len(stay), np.array(stay, np.int64))


@part
def is_first(cards: Array, size: int, mask: int, renamings: Array, count: int) -> Integer:
    """In how many ways the cards stay as they are, or 0 if a renaming makes a smaller set of them."""
    same = 0
    for number in range(count):
        image = 0
        for i in range(size):
            image |= 1 << (cards[i] & ~3 | renamings[number, cards[i] & 3])
        if image < mask:
            return 0
        same += image == mask
    return same


@kernel
def list_on_board(
    size: int, gone: int, renamings: Array, place: Array, found: Array, orbits: Array
) -> Integer:
    """All sets of so many cards, none of them in `gone`, one for each that the renamings make alike.

    Fills `found` and `orbits` as far as they go, and returns how many there are. `place`: room for a set.
    """
    for i in range(size):
        place[i] = i
    count = 0
    while True:
        mask = 0
        for i in range(size):
            mask |= 1 << place[i]
        if mask & gone == 0:
            same = is_first(place, size, mask, renamings, renamings.shape[0])
            if same:
                if count < found.shape[0]:
                    for i in range(size):
                        found[count, i] = place[i]
                    orbits[count] = renamings.shape[0] // same
                count += 1
        i = size - 1
        while i >= 0 and place[i] == 52 - size + i:
            i -= 1
        if i < 0:
            return count
        place[i] += 1
        for j in range(i + 1, size):
            place[j] = place[j - 1] + 1
