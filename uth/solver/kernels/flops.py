"""The 1,755 flops that differ by more than the names of the suits."""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from uth.solver.kernels.arrays import Array
from uth.solver.kernels.boards import VIEW_ONE, VIEW_THREE, VIEW_TWO, numbers_of_multisets
from uth.solver.kernels.holes import PAIR_AT, RANKS

FLOPS = 1755

# A decision on the flop: whether it is a bet; whether the smaller multiple is the better bet, made or not;
# and in the low bits which prize the hole carries. DEAD: the hole needs a card of the flop.
PRIZE_BITS = 4
BET, SMALLER = 1 << PRIZE_BITS, 2 << PRIZE_BITS
DEAD = 255


class Flops(NamedTuple):
    """All canonical flops, one row each."""

    cards: Array  # the three cards
    orbit: Array  # how many of the 22,100 flops it stands for
    ranks: Array  # its rank flop
    views: Array  # one view for each of its suits, -1 where there are fewer than three
    suits: Array  # the suit of that view


def canonical(cards: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A flop's canonical form, and the new name of each suit: more cards first, then higher cards first."""
    suits = [card & 3 for card in cards]
    falling = sorted((card >> 2 for card in cards), reverse=True)

    def place(suit: int) -> tuple[int, list[int]]:
        held = {card >> 2 for card in cards if card & 3 == suit}
        return -suits.count(suit), [-rank for rank in falling if rank in held]

    met = sorted(range(4), key=place)
    name = [0] * 4
    for new, old in enumerate(met):
        name[old] = new
    renamed = sorted(card >> 2 << 2 | name[card & 3] for card in cards)
    return tuple(renamed), tuple(name)


def _views(cards: tuple[int, ...]) -> list[tuple[int, int]]:
    seen = []
    for suit in sorted({card & 3 for card in cards}):
        inside = sorted(card >> 2 for card in cards if card & 3 == suit)
        outside = sorted(card >> 2 for card in cards if card & 3 != suit)
        if len(inside) == 1:
            view = VIEW_ONE[inside[0], PAIR_AT[outside[0], outside[1]]]
        elif len(inside) == 2:
            view = VIEW_TWO[inside[0], inside[1], outside[0]]
        else:
            view = VIEW_THREE[inside[0], inside[1], inside[2]]
        seen.append((int(view), suit))
    return seen


def _forms() -> dict[tuple[int, ...], int]:
    """The orbit of every canonical flop, its suits named as `canonical` does; ranks rise along a flop."""
    forms: dict[tuple[int, ...], int] = {}
    for low, mid, high in combinations(range(0, 4 * RANKS, 4), 3):
        forms[low + 2, mid + 1, high] = 24
        forms[low + 1, mid, high] = forms[low, mid + 1, high] = forms[low, mid, high + 1] = 12
        forms[low, mid, high] = 4
    for low, high in combinations(range(0, 4 * RANKS, 4), 2):
        forms[low + 1, low + 2, high] = forms[low, low + 1, high] = 12
        forms[low + 2, high, high + 1] = forms[low, high, high + 1] = 12
    for rank in range(0, 4 * RANKS, 4):
        forms[rank, rank + 1, rank + 2] = 4
    return forms


def _enumerate() -> Flops:
    orbits = _forms()
    flops = sorted(orbits, key=lambda cards: (cards[2] >> 2, cards[1] >> 2, cards[0] >> 2, cards))
    views = np.full((len(flops), 3), -1, np.int64)
    suits = np.zeros((len(flops), 3), np.int64)
    for number, cards in enumerate(flops):
        for side, (view, suit) in enumerate(_views(cards)):
            views[number, side], suits[number, side] = view, suit
    return Flops(
        cards=np.array(flops, np.int64),
        orbit=np.array([orbits[cards] for cards in flops], np.int64),
        ranks=numbers_of_multisets(np.array(flops, np.int64) >> 2),
        views=views,
        suits=suits,
    )


CANONICAL = _enumerate()
_NUMBER_OF = {tuple(cards): number for number, cards in enumerate(CANONICAL.cards.tolist())}


def locate(cards: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """The number of a flop's canonical form, and the new name of each suit."""
    form, name = canonical(cards)
    return _NUMBER_OF[form], name
