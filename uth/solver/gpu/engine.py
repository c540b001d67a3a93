"""The whole game on one GPU: the same integers as the processor's, found the plain way. Needs ``uth[gpu]``.

    1. rank boards    6,175 boards by ranks alone: won, lost, unqualified of 91 rank pairs
    2. flush boards   36,608 boards with three or more of a suit: every hole against every hand of the dealer,
                      kept as the difference to the board by ranks
    3. views          2,483 flops seen from one suit: differences summed over the run-outs
    4. rank flops     455 flops by ranks, summed over 91 run-outs with their weights
    5. flops          1,755 flops x 1,326 holes: both choices, and what they add to the choice before the flop

Counting is all against all, so this is a second, independent proof of the processor's kernels. The outcome
table, which reads the decisions back, is still made by the processor.
"""

from functools import cache
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda 0.30 still names what NumPy 2.5 has dropped
    vars(np)["row_stack"] = np.vstack

from numba import cuda as numba_cuda

from uth.ranking.tables import RANK_KEYS
from uth.solver.gpu import kernels, tables
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.boards import BOARD_OF_FLOP, RANK_BOARDS, RANK_FLOPS, VIEWS
from uth.solver.kernels.engine import (
    find_outcomes,
    flop_differences,
    number_type,
    river_differences,
    rows_of,
)
from uth.solver.kernels.flops import CANONICAL, FLOPS
from uth.solver.kernels.holes import LANES, PAIR_HIGH, PAIR_LOW, SPARE, SUITINGS, WIDTH
from uth.solver.kernels.rank_boards import without_values
from uth.solver.kernels.rules import RIVER, Rules, compile_rules
from uth.solver.kernels.strength import CATEGORY_OF, FLUSH_OF
from uth.solver.kernels.values import Values, before_the_flop, sorted_boards
from uth.solver.kernels.work import Crew
from uth.solver.terms import Terms

__all__ = ["find_outcomes", "find_values", "flop_differences", "number_type", "river_differences", "rows_of"]

cuda: Any = numba_cuda  # its types say less than nothing

if not cuda.is_available():
    raise ImportError("no CUDA device")


class Card:
    """Tables that no rule changes, put on the card once."""

    def __init__(self) -> None:
        put = cuda.to_device
        self.masks, self.outside, self.board_of = map(put, tables.flush_cases())
        self.views = [put(table) for table in tables.view_entries()]
        self.strengths, self.five = put(tables.rank_strengths()), put(tables.five_card_strengths())
        self.keys = put(np.array(RANK_KEYS, np.int64))
        self.ranks_of, self.spare = put(RANK_BOARDS.astype(np.int8)), put(np.ascontiguousarray(SPARE))
        self.high_of, self.low_of = put(PAIR_HIGH.astype(np.int32)), put(PAIR_LOW.astype(np.int32))
        self.lane_at = put(tables.LANE_AT)
        self.category, self.flush_of = put(CATEGORY_OF.astype(np.int32)), put(FLUSH_OF.astype(np.int32))
        self.flop_ranks, self.board_of_flop = put(RANK_FLOPS.astype(np.int8)), put(BOARD_OF_FLOP)
        small = (CANONICAL.cards, CANONICAL.ranks, CANONICAL.views, CANONICAL.suits)
        self.flops = [put(np.ascontiguousarray(table.astype(np.int32))) for table in small]
        self.flops.append(put(CANONICAL.orbit))


@cache
def _card() -> Card:
    return Card()


class Run:
    """One game on the card: its rules, and room for everything in between."""

    def __init__(self, terms: Terms, rules: Rules) -> None:
        put, new, number = cuda.to_device, cuda.device_array, rules.pays.dtype
        self.rules = [put(row.astype(np.int64)) for row in rules]
        self.prize_of = put(np.array(terms.flop_class, np.int32))
        plays = [min(terms.flop, default=0), max(terms.flop, default=0), bool(terms.flop)]
        self.plays = put(np.array(plays, np.int64))
        self.planes = planes = RIVER + len(rules.prizes)
        self.values = new((len(RANK_BOARDS), planes, WIDTH), number)
        self.differences = new((tables.CASES, planes, LANES), number)
        self.views = new((VIEWS, planes, LANES), np.int64)
        self.rank_sums = new((len(RANK_FLOPS), planes, WIDTH), np.int64)
        self.bet, self.check = (new((FLOPS, SUITINGS, WIDTH), np.int64) for _ in range(2))
        self.choice = new((FLOPS, SUITINGS, WIDTH), np.uint8)
        self.sums = new((FLOPS, 2, 3, WIDTH), np.int64)
        self.totals = put(np.zeros((2, 3, WIDTH), np.int64))

    def launch(self) -> None:
        """All kernels, one after the other."""
        card, (pays, numbers, prizes) = _card(), self.rules
        pairs = card.high_of, card.low_of
        kernels.rank_boards[len(RANK_BOARDS), WIDTH](
            card.ranks_of, card.strengths, *pairs, card.category, pays, numbers, prizes, self.values
        )
        boards = card.masks, card.outside, card.board_of, card.strengths, card.flush_of
        kernels.flush_boards[tables.CASES, LANES](
            *boards, *pairs, card.lane_at, card.category, pays, numbers, prizes, self.values, self.differences
        )
        kernels.sum_views[(VIEWS, (self.planes + 2) // 3), LANES](
            *card.views, card.spare, self.differences, self.views
        )
        kernels.rank_flops[(len(RANK_FLOPS), self.planes), WIDTH](
            card.flop_ranks, card.board_of_flop, *pairs, self.values, self.rank_sums
        )
        sources = self.rank_sums, self.views, self.prize_of, prizes, self.plays
        hands = card.keys, card.five, card.flush_of, card.category
        kernels.fill_flops[FLOPS, WIDTH](
            *card.flops, *pairs, *sources, *hands, self.bet, self.check, self.choice, self.sums
        )
        kernels.add_up[(6, 45), WIDTH](self.sums, self.totals)

    def milliseconds(self) -> float:
        """Launch once more, and say how long the card was at work."""
        self.totals = cuda.to_device(np.zeros((2, 3, WIDTH), np.int64))
        begin, end = cuda.event(), cuda.event()
        begin.record()
        self.launch()
        end.record()
        end.synchronize()
        return float(cuda.event_elapsed_time(begin, end))


def find_values(terms: Terms, crew: Crew) -> Values:
    """The same as the processor's `find_values`; rank boards are kept for the outcome table."""
    rules = compile_rules(terms)
    boards = sorted_boards(rules, crew)
    run = Run(terms, tables.card_rules(terms, rules.pays.dtype.type))
    run.launch()
    bet, check = (_host(table).astype(rules.pays.dtype) for table in (run.bet, run.check))
    sums = before_the_flop(terms, _host(run.totals).reshape(2, -1))
    return Values(*sums, bet, check, _host(run.choice), rules, without_values(boards))


def _host(table: Any) -> Array:
    copied: Array = table.copy_to_host()
    return copied
