"""How each hole on each flop is played, as far as it is known before the river.

A *stream* is a way of playing that a hole on a flop has settled into: bet before the flop, bet on the flop,
or undecided until the river; and, where side wagers ask for hole cards or flop, what these tell: its tag.
"""

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from uth.solver.kernels.arrays import Array
from uth.solver.kernels.compiled import Integer, kernel, part
from uth.solver.kernels.flops import BET, DEAD, SMALLER, Flops
from uth.solver.kernels.holes import BOTH, CLASSES, HIGH, HOLE_CLASS, HOLE_PAIR, LANES, LOW, OUT, PAIRS, WIDTH
from uth.solver.kernels.plays import (
    FLOP_LEAST,
    FLOP_MOST,
    FOLDED,
    PREFLOP_LEAST,
    PREFLOP_MOST,
    RIVER_LEAST,
    RIVER_MOST,
)
from uth.solver.terms import Terms

_UNDECIDED = -1


class Streams(NamedTuple):
    """The streams in use: first those already decided, entries of the table, then the undecided ones.

    An undecided stream splits at the river into further entries: fold, largest Play and, where it differs,
    smallest Play.
    """

    decided: int
    tags: list[int]  # of each undecided stream
    entries: list[tuple[int, int]]  # tag and play of each entry
    stream_of: Array  # by suited or not, rank pair and decision on the flop

    @property
    def number(self) -> int:
        """How many there are."""
        return self.decided + len(self.tags)

    def undecided(self) -> "Streams":
        """Only those that are decided at the river."""
        later = np.where(self.stream_of >= self.decided, self.stream_of - self.decided, -1)
        return Streams(0, self.tags, self.entries[self.decided :], later.astype(np.int8))


def find_streams(terms: Terms, preflop_choice: Array, only: Collection[int] | None = None) -> Streams:
    """The streams of a solution; `only` those of some tags."""
    after_flop = {0: _UNDECIDED, BET: FLOP_MOST}
    if len(terms.flop) > 1:
        after_flop |= {SMALLER: _UNDECIDED, BET | SMALLER: FLOP_LEAST}
    plays: dict[tuple[int, int], tuple[int, int]] = {}  # by class and flop decision: tag and play
    for kind, multiple in enumerate(preflop_choice):
        for done, later in after_flop.items():
            early = PREFLOP_MOST if multiple == max(terms.preflop, default=0) else PREFLOP_LEAST
            for on_flop, tag in enumerate(terms.tag_of[kind]):
                if only is None or tag in only:
                    plays[kind, done | on_flop] = tag, early if multiple else later
    used = sorted(set(plays.values()))
    decided = [entry for entry in used if entry[1] != _UNDECIDED]
    undecided = [entry for entry in used if entry[1] == _UNDECIDED]
    number = {entry: place for place, entry in enumerate([*decided, *undecided])}
    stream_of = np.full((2, WIDTH, DEAD + 1), -1, np.int8)
    pair, suited = np.zeros(CLASSES, np.int64), np.zeros(CLASSES, np.int64)
    pair[HOLE_CLASS], suited[HOLE_CLASS] = HOLE_PAIR, HOLE_CLASS >= PAIRS
    for (kind, done), entry in plays.items():
        stream_of[suited[kind], pair[kind], done] = number[entry]
    at_river = (FOLDED, RIVER_MOST, RIVER_LEAST) if len(terms.river) > 1 else (FOLDED, RIVER_MOST)
    split = [(tag, play) for tag, _ in undecided for play in at_river]
    return Streams(len(decided), [tag for tag, _ in undecided], decided + split, stream_of)


@part
def _add_where(stream_at: Array, stream: int, orbit: Integer, target: Array) -> None:
    for i in range(WIDTH):
        target[i] += orbit if stream_at[i] == stream else np.int32(0)


@kernel
def count_flops(
    begin: int,
    end: int,
    flops: Flops,
    choice: Array,
    stream_of: Array,
    streams: int,
    stream_at: Array,
    views: Array,
    rank_flops: Array,
) -> None:
    """Add each flop and hole to its stream, once for each side of the flop and once by ranks.

    `stream_at`: room for a row of rank pairs, -1 where there is none.
    """
    for flop in range(begin, end):
        orbit = np.int32(flops.orbit[flop])
        for high_suit in range(4):
            for low_suit in range(4):
                suited = 1 if high_suit == low_suit else 0
                for pair in range(PAIRS):
                    stream_at[pair] = stream_of[suited, pair, choice[flop, high_suit * 4 + low_suit, pair]]
                for stream in range(streams):
                    _add_where(stream_at, stream, orbit, rank_flops[flops.ranks[flop], stream * WIDTH :])
                    for i in range(3):
                        if flops.views[flop, i] < 0:
                            break
                        suit = flops.suits[flop, i]
                        high, low = suit == high_suit, suit == low_suit
                        segment = BOTH if high and low else HIGH if high else LOW if low else OUT
                        _add_where(
                            stream_at,
                            stream,
                            orbit,
                            views[flops.views[flop, i], stream * LANES + segment * WIDTH :],
                        )
