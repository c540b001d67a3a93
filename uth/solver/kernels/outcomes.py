"""How every deal ends when each decision is the best one: the full table."""

import numpy as np

from uth.rules.payoffs import Result
from uth.solver.deals import DEALERS
from uth.solver.kernels.arrays import Array, aligned_zeros, bytes_of
from uth.solver.kernels.boards import RANK_BOARDS, RANK_FLOPS, SETS3, SETS4, SETS5, VIEWS
from uth.solver.kernels.flops import CANONICAL, FLOPS
from uth.solver.kernels.holes import LANES, SPARE, WIDTH
from uth.solver.kernels.plays import FOLDED, PLAYS, multiples
from uth.solver.kernels.rules import Rules
from uth.solver.kernels.streams import Streams, count_flops, find_streams
from uth.solver.kernels.strength import CATEGORIES
from uth.solver.kernels.tally import (
    HANDS,
    KINDS,
    SUMS,
    TIMES_LOST,
    TIMES_UNQUALIFIED,
    TIMES_WON,
    new_desk,
    tally_boards,
    tally_ranks,
)
from uth.solver.kernels.values import Values
from uth.solver.kernels.work import Crew, Job
from uth.solver.terms import Terms
from uth.solver.totals import Row

TAGS_AT_ONCE = 11
"""A tag adds up to eight rows to what every worker carries."""


def find_outcomes(terms: Terms, values: Values, preflop_choice: Array, crew: Crew) -> Array:
    """Numbers of deals by tag, play, category of the player, result, and whether the dealer qualifies."""
    sums = np.zeros((len(terms.tags), PLAYS, CATEGORIES, 2, SUMS), np.int64)
    for first in range(0, len(terms.tags), TAGS_AT_ONCE):
        streams = find_streams(terms, preflop_choice, range(first, first + TAGS_AT_ONCE))
        _tally(terms, values, streams, crew, sums)
    return _results(sums)


def _tally(terms: Terms, values: Values, streams: Streams, crew: Crew, sums: Array) -> None:
    """Fill in the sums of some streams."""
    rules, boards = values.rules, values.rank_boards
    views, rank_flops = spread_flops(streams, values.flop_choice, crew)
    shape = len(RANK_BOARDS), streams.number * WIDTH
    workers = crew.fitting(bytes_of(shape, np.int32))
    noted = aligned_zeros((workers, *shape), np.int32)
    table = np.zeros((crew.size, KINDS, len(streams.entries) * SUMS), np.int64)
    given = boards, rules.pays, rules.numbers
    carried = streams.decided, weights_of(terms, streams, rules), len(streams.entries)
    desks = [new_desk(*carried) for _ in range(crew.size)]

    def with_flush(sets: Array, chunk: int) -> Job:
        def tally(begin: int, end: int, worker: int) -> None:
            own = desks[worker], noted[worker], table[worker]
            tally_boards(begin, end, sets, *given, SPARE, views, *own)

        return tally, len(sets), chunk

    def by_ranks(begin: int, end: int, worker: int) -> None:
        tally_ranks(begin, end, RANK_BOARDS, *given, rank_flops, desks[worker], noted, table[worker])

    crew.run([with_flush(SETS3, 6), with_flush(SETS4, 15), with_flush(SETS5, 60)], workers)
    crew.run([(by_ranks, len(RANK_BOARDS), 256)])
    by_entry = table.sum(axis=0).reshape(CATEGORIES, 2, len(streams.entries), SUMS)
    for number, entry in enumerate(streams.entries):
        sums[entry] = by_entry[:, :, number]


def weights_of(terms: Terms, streams: Streams, rules: Rules) -> Array:
    """What the flop adds to a bet at the river, by undecided stream."""
    planes = [terms.planes.index(terms.weights[tag]) for tag in streams.tags]
    return rules.prizes[np.array(planes, np.int64)]


def rows_of(terms: Terms, deals: Array) -> tuple[Row, ...]:
    """The entries of the table that occur; plays of the same multiple are one."""
    played = multiples(terms)
    found: dict[tuple[int, int, int, int, int], int] = {}
    for entry in zip(*deals.nonzero(), strict=True):
        tag, play, hand, result, qualifies = map(int, entry)
        key = tag, played[play], hand, result, qualifies
        found[key] = found.get(key, 0) + int(deals[entry])
    return tuple(Row(*key, count) for key, count in sorted(found.items()))


def spread_flops(streams: Streams, flop_choice: Array, crew: Crew) -> tuple[Array, Array]:
    """How many flops and holes are in each stream, by view of the flop and by its ranks."""
    shapes = (VIEWS, streams.number * LANES), (len(RANK_FLOPS), streams.number * WIDTH)
    workers = crew.fitting(sum(bytes_of(shape, np.int32) for shape in shapes))
    views, rank_flops = ([aligned_zeros(shape, np.int32) for _ in range(workers)] for shape in shapes)

    streams_at = np.full((workers, WIDTH), -1, np.int32)

    def spread(begin: int, end: int, worker: int) -> None:
        given = CANONICAL, flop_choice, streams.stream_of, streams.number, streams_at[worker]
        count_flops(begin, end, *given, views[worker], rank_flops[worker])

    crew.run([(spread, FLOPS, 60)], workers)
    return crew.add_up(views), crew.add_up(rank_flops)


def _results(sums: Array) -> Array:
    """Split the sums into results.

    A hole that is strong enough to qualify beats every dealer who does not; one that is too weak loses to all
    who do.
    """
    columns = HANDS, TIMES_WON, TIMES_LOST, TIMES_UNQUALIFIED
    hands, won, lost, unqualified = (sums[..., column] for column in columns)
    tied = DEALERS * hands - won - lost
    deals = np.zeros((*sums.shape[:3], len(Result), 2), np.int64)
    weak, strong = (..., 0), (..., 1)
    deals[..., Result.WIN, 0] = unqualified[strong] + won[weak]
    deals[..., Result.WIN, 1] = won[strong] - unqualified[strong]
    deals[..., Result.LOSE, 0] = unqualified[weak] - won[weak] - tied[weak]
    deals[..., Result.LOSE, 1] = lost[strong] + DEALERS * hands[weak] - unqualified[weak]
    deals[..., Result.TIE, 0] = tied[weak]
    deals[..., Result.TIE, 1] = tied[strong]
    folded = deals[:, FOLDED]
    folded[:] = 0
    folded[..., Result.FOLD, 0] = unqualified[:, FOLDED].sum(axis=-1)
    folded[..., Result.FOLD, 1] = (DEALERS * hands - unqualified)[:, FOLDED].sum(axis=-1)
    return deals
