"""How all 27,813,810,024,000 deals end under any decisions, and what decisions cost."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from uth.ranking import Category
from uth.rules.payoffs import Result
from uth.solver.deals import DEALERS
from uth.solver.kernels.arrays import Array, aligned_zeros
from uth.solver.kernels.flops import CANONICAL, FLOPS
from uth.solver.kernels.holes import CLASSES, HOLE_CLASS, LANES
from uth.solver.kernels.work import Crew
from uth.solver.playing.boards import (
    ALL_FLOPS,
    HOLES,
    LANE_OF,
    LANE_OF_SUIT,
    RENAMED_HOLE,
    ROW,
    flops,
    river_keys,
    rivers,
)
from uth.solver.playing.sums import (
    HANDS,
    TIMES_LOST,
    TIMES_WEAK,
    TIMES_WON,
    add_runouts,
    fill_rows,
    new_room,
    new_table,
    play_rivers,
)
from uth.solver.terms import Terms
from uth.solver.totals import Row

NOTHING = np.zeros((1, 0), np.uint8)
CHUNK = 100
"""Rivers that a worker takes at a time."""


class Decisions(NamedTuple):
    """A way to play, decided for every situation."""

    preflop: Array
    """By starting hand: the multiple that is bet, 0 for a check."""
    flop: Array
    """By canonical flop and hole: whether it is bet."""
    river: Array
    """By river and lane: whether it is bet; empty for whatever is better."""


class Worth(NamedTuple):
    """How the deals end."""

    rows: tuple[Row, ...]
    advantage: Array
    """By river and lane: what a bet gains more than a fold, over all dealers; in parts of the Ante."""
    unbet: Array
    """By river and lane: in how many ways a hole comes there unbet."""


def plays_of(terms: Terms) -> tuple[int, ...]:
    """The Play wager of each play, in Antes: those before the flop, on it, on the river, none."""
    return *terms.preflop, max(terms.flop, default=0), max(terms.river), 0


def gains_of(terms: Terms) -> Array:
    """What a bet on the river and a fold gain, by qualified, result and hand."""
    play = max(terms.river)
    bet = [
        [[terms.base_gain(play, hand, result, bool(qualified)) for hand in Category] for result in Result]
        for qualified in (0, 1)
    ]
    return np.array((bet, terms.base), np.int64)


def joint_gains_of(terms: Terms) -> Array:
    """The same with the side wagers that decisions weigh."""
    play = max(terms.river)
    bet = [
        [
            [
                terms.shows[qualified][result][hand] + play * terms.play[qualified][result][hand]
                for hand in Category
            ]
            for result in Result
        ]
        for qualified in (0, 1)
    ]
    return np.array((bet, terms.shows), np.int64)


def find_advantage(terms: Terms, crew: Crew) -> Array:
    """By river and lane: what a bet gains more than a fold, over all dealers, with all wagers that weigh."""
    checked = Decisions(np.zeros(CLASSES, np.int64), np.zeros((FLOPS, HOLES), np.uint8), NOTHING)
    return _play(terms, checked, None, crew, lambda share: None, joint_gains_of(terms)).advantage


Stays = Callable[[int, int], Array]
"""By board, from the first to the last, and hole: whether it is bet on the river."""


def find_worth(
    terms: Terms, decisions: Decisions, crew: Crew, told: Callable[[float], None] = lambda share: None
) -> Worth:
    """Play all deals; `told` hears the share that is done."""
    return _play(terms, decisions, None, crew, told)


def find_worth_by_hole(
    terms: Terms, decisions: Decisions, stays: Stays, crew: Crew, told: Callable[[float], None]
) -> Worth:
    """The same where the river is decided by board and hole, not by lane."""
    return _play(terms, decisions, stays, crew, told)


def _play(
    terms: Terms,
    decisions: Decisions,
    stays: Stays | None,
    crew: Crew,
    told: Callable[[float], None],
    gains: Array | None = None,
) -> Worth:
    given = rivers()
    count, plays = len(given.ranks), plays_of(terms)
    rows = flop_rows(decisions, crew)
    before = np.array(
        [terms.preflop.index(bet) if bet else -1 for bet in decisions.preflop.tolist()], np.int8
    )
    by_hole = before[HOLE_CLASS]
    gains = gains_of(terms) if gains is None else gains
    small = int(np.abs(gains).max()) * 2 * DEALERS < 2**31
    advantage = np.zeros((count, LANES), np.int32 if small else np.int64)
    unbet = np.zeros((count, LANES), np.int32)
    rooms = [new_room() for _ in range(crew.size)]
    tables = [new_table(len(plays)) for _ in range(crew.size)]

    def play(begin: int, end: int, worker: int) -> None:
        own = stays(int(given.first[begin]), int(given.first[end])) if stays else NOTHING
        play_rivers(
            begin,
            end,
            given,
            rows,
            by_hole,
            LANE_OF,
            decisions.river,
            own,
            terms.qualifies,
            gains,
            rooms[worker],
            len(plays),
            tables[worker],
            advantage,
            unbet,
        )
        if worker == 0:
            told(end / count)

    crew.run([(play, count, CHUNK)])
    return Worth(rows_of(plays, np.sum(tables, axis=0)), advantage, unbet)


def sum_runouts(amounts: Array, crew: Crew) -> Array:
    """By canonical flop and hole: the sum over all run-outs of an amount by river and lane."""
    sums = np.zeros((FLOPS, HOLES), np.int64)

    def add(begin: int, end: int, _: int) -> None:
        add_runouts(begin, end, CANONICAL.cards, rivers(), river_keys(), LANE_OF_SUIT, amounts, sums)

    crew.run([(add, FLOPS, 20)])
    return sums


def flop_rows(decisions: Decisions, crew: Crew) -> Array:
    """By any flop and hole: whether it is checked."""
    rows = aligned_zeros((ALL_FLOPS, ROW), np.uint8)
    checks = np.ascontiguousarray(decisions.flop == 0).view(np.uint8)
    assert checks.shape == (FLOPS, HOLES)
    form, way = flops()

    def fill(begin: int, end: int, _: int) -> None:
        fill_rows(begin, end, form, way, RENAMED_HOLE, checks, rows)

    crew.run([(fill, ALL_FLOPS, 1000)])
    return rows


def rows_of(plays: tuple[int, ...], sums: Array) -> tuple[Row, ...]:
    """The sums split into results.

    A hole that is strong enough to qualify beats every dealer who does not; one that is too weak loses to all
    who do.
    """
    hands, won, lost, weak = (sums[..., column] for column in (HANDS, TIMES_WON, TIMES_LOST, TIMES_WEAK))
    tied = DEALERS * hands - won - lost
    found: dict[tuple[int, int, int, int], int] = {}

    def note(play: int, hand: int, result: Result, qualifies: int, deals: int) -> None:
        if deals:
            key = plays[play], hand, int(result), qualifies
            found[key] = found.get(key, 0) + int(deals)

    for play in range(len(plays)):
        for hand in range(len(Category)):
            for strong in (0, 1):
                at = play, hand, strong
                if play == len(plays) - 1:
                    note(play, 0, Result.FOLD, 0, weak[at])
                    note(play, 0, Result.FOLD, 1, DEALERS * hands[at] - weak[at])
                elif strong:
                    note(play, hand, Result.WIN, 0, weak[at])
                    note(play, hand, Result.WIN, 1, won[at] - weak[at])
                    note(play, hand, Result.TIE, 1, tied[at])
                    note(play, hand, Result.LOSE, 1, lost[at])
                else:
                    note(play, hand, Result.WIN, 0, won[at])
                    note(play, hand, Result.TIE, 0, tied[at])
                    note(play, hand, Result.LOSE, 0, weak[at] - won[at] - tied[at])
                    note(play, hand, Result.LOSE, 1, DEALERS * hands[at] - weak[at])
    return tuple(Row(0, *key, deals) for key, deals in sorted(found.items()))
