"""Situations that no rule can tell apart, as cells: one row of features each.

What a rule gains is the sum over the cells that it covers, so the search for rules needs no cards.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from uth.solver.kernels.arrays import Array
from uth.solver.kernels.flops import CANONICAL, FLOPS
from uth.solver.kernels.holes import LANES
from uth.solver.kernels.work import Crew
from uth.solver.playing.boards import HOLES, rivers
from uth.strategy.features import COUNT, FEATURES, Street
from uth.strategy.kernels.looking import flop_keys, new_looking, river_keys

_WIDTHS = {
    "hidden": 1,
    "plays_board": 1,
    "overcards": 2,
    "flush_cards": 2,
    "board_suited": 3,
    "board_run": 3,
    "straight_draw": 3,
}
_WIDTHS |= {"my_outs": 5, "outs": 6, "ties": 6}

_ON_FLOP = {"board": 2, "board_suited": 2, "board_run": 2}
"""Three cards make less of these."""


class Cells(NamedTuple):
    """All situations of a street."""

    of: Array
    """By situation (flop and hole, or river and lane): its cell."""
    features: Array
    """By cell and feature; the first cell is of holes that do not exist."""


def widths(street: Street) -> Array:
    """By feature: how many bits its values take, 0 if the street does not have it."""
    known = _WIDTHS | (_ON_FLOP if street is Street.FLOP else {})
    bits = [known.get(feature.name, 4) if street in feature.streets else 0 for feature in FEATURES]
    assert sum(bits) <= 64, "all features of a hand must fit into one number"
    return np.array(bits, np.int64)


@cache
def flop_cells() -> Cells:
    """By canonical flop and hole."""
    crew, keys = Crew(), np.zeros((FLOPS, HOLES), np.uint64)
    rooms = [np.zeros((COUNT, HOLES), np.uint8) for _ in range(crew.size)]
    bits = widths(Street.FLOP)

    def pack(begin: int, end: int, worker: int) -> None:
        flop_keys(begin, end, CANONICAL.cards, bits, rooms[worker], keys)

    crew.run([(pack, FLOPS, 60)])
    return _cells(keys, bits)


@cache
def river_cells() -> Cells:
    """By river and lane."""
    crew, given = Crew(), rivers()
    keys = np.zeros((len(given.ranks), LANES), np.uint64)
    rooms = [new_looking() for _ in range(crew.size)]
    bits = widths(Street.RIVER)

    def pack(begin: int, end: int, worker: int) -> None:
        river_keys(begin, end, given, bits, rooms[worker], keys)

    crew.run([(pack, len(given.ranks), 500)])
    return _cells(keys, bits)


def _cells(keys: Array, bits: Array) -> Cells:
    different, of = np.unique(keys, return_inverse=True)
    features = np.zeros((len(different), COUNT), np.uint8)
    rest = different.copy()
    for place in range(COUNT - 1, -1, -1):
        width = np.uint64(bits[place])
        features[:, place] = rest & ((np.uint64(1) << width) - np.uint64(1))
        rest >>= width
    return Cells(of.reshape(keys.shape).astype(np.int32), features)
