"""The whole game by the dealer's hand: any wagers, where counting dealers beaten and lost to is not enough.

The same way as `values` and `outcomes`, with more counts for every hole: also how many dealers are below each
category (`below`). What a bet or a fold gains is then a sum of counts times factors (`rules.compile_forms`),
and outcomes tell the dealer's hand. In 64 bits throughout, and only compiled when somebody needs it.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from uth.rules.payoffs import Result
from uth.solver.deals import DEALERS
from uth.solver.kernels.arrays import Array, aligned_zeros, bytes_of
from uth.solver.kernels.below import (
    Bars,
    FlushBars,
    count_below,
    empty_bars,
    fill_bars,
    fill_flushes,
    new_flush_bars,
)
from uth.solver.kernels.boards import RANK_BOARDS, RANK_FLOPS, SETS3, SETS4, SETS5, VIEWS
from uth.solver.kernels.compiled import Integer, inlined, kernel, part
from uth.solver.kernels.counting import Walk, new_walk, slim_keys
from uth.solver.kernels.differences import flop_differences
from uth.solver.kernels.flop_sums import (
    Runouts,
    add_to_flops,
    add_turns_to_flops,
    fill_rank_flops,
    new_runouts,
)
from uth.solver.kernels.flush_boards import FLUSH_FROM, OUTSIDES, board_of, count_board, four_keys
from uth.solver.kernels.flush_holds import FlushHolds, new_flush_holds
from uth.solver.kernels.holes import LANES, PAIRS, RANKS, SPARE, WIDTH
from uth.solver.kernels.outcomes import TAGS_AT_ONCE, spread_flops, weights_of
from uth.solver.kernels.plays import FOLDED, PLAYS, multiples
from uth.solver.kernels.rank_boards import RankBoards, without_values
from uth.solver.kernels.rules import (
    BARS,
    FORM_ROWS,
    LEAD,
    PLAY_LEAST,
    PLAY_MOST,
    QUALIFIER,
    RIVER,
    SIDE,
    TIMES_ALL,
    TIMES_BELOW,
    TIMES_LOST,
    TIMES_WON,
    Rules,
    compile_forms,
    compile_rules,
)
from uth.solver.kernels.settling import COUNT_ROWS, LOST
from uth.solver.kernels.spreading import Spread, leave_live, meet_board, meet_ranks, new_spread, open_set
from uth.solver.kernels.streams import Streams, find_streams
from uth.solver.kernels.strength import CATEGORIES
from uth.solver.kernels.values import Values, fill_all_flops, sorted_boards
from uth.solver.kernels.work import Crew, Job
from uth.solver.terms import SHOWN, Terms
from uth.solver.totals import Row

__all__ = ["find_outcomes", "find_values", "flop_differences", "number_type", "river_differences", "rows_of"]

_FOLD = 2  # the third form, after LEAD and SIDE
_FORMS = 3


def number_type(terms: Terms) -> type:
    """Always the wide one."""
    return np.int64


class Room(NamedTuple):
    """Room for the boards of one worker."""

    holds: FlushHolds
    flushes: FlushBars
    walk: Walk
    counts: Array  # dealers beaten and lost to
    below: Array  # dealers below each bar
    kind: Array  # category by lane
    gains: Array  # LEAD, SIDE and fold by lane
    row: Array  # the planes of one board
    turns: Array


def _new_room(rules: Rules, planes: int) -> Room:
    return Room(
        holds=new_flush_holds(rules.pays.dtype),
        flushes=new_flush_bars(rules.numbers),
        walk=new_walk(),
        counts=aligned_zeros((COUNT_ROWS * LANES,), np.int32),
        below=aligned_zeros((BARS * LANES,), np.int32),
        kind=np.zeros(LANES, np.int64),
        gains=aligned_zeros((_FORMS * LANES,), np.int64),
        row=aligned_zeros((planes * LANES,), np.int64),
        turns=aligned_zeros((RANKS, planes * LANES), np.int64),
    )


@part
def _settle(
    begin: int, end: int, kind: Array, counts: Array, below: Array, bars: int, forms: Array, gains: Array
) -> None:
    """LEAD, SIDE and the fold of the lanes from `begin` to `end`, over all dealers; the blocks of `below` are
    `bars` apart."""
    for form in range(_FORMS):
        at, factors = gains[form * LANES :], forms[form]
        for i in range(begin, end):
            at[i] = (
                factors[TIMES_WON, kind[i]] * counts[i]
                + factors[TIMES_LOST, kind[i]] * counts[LOST * LANES + i]
                + factors[TIMES_ALL, kind[i]] * DEALERS
            )
        for bar in range(BARS):
            used = False
            for category in range(CATEGORIES):
                used |= factors[TIMES_BELOW + bar, category] != 0
            if used:
                for i in range(begin, end):
                    at[i] += factors[TIMES_BELOW + bar, kind[i]] * below[bar * bars + i]


@inlined
def _best(lead: Integer, side: Integer, numbers: Array) -> Integer:
    """A bet at the river with the better multiple."""
    return side + (numbers[PLAY_MOST] if lead >= 0 else numbers[PLAY_LEAST]) * lead


@part
def _fill_row(
    begin: int, end: int, gains: Array, numbers: Array, prizes: Array, base: Array, live: Array, row: Array
) -> None:
    """The planes of some lanes, less those by ranks alone; 0 for holes that the board leaves impossible."""
    for lane in range(begin, end):
        i = lane % WIDTH
        lead, side, fold = gains[lane], gains[SIDE * LANES + lane], gains[_FOLD * LANES + lane]
        bet = _best(lead, side, numbers)
        row[LEAD * LANES + lane] = (lead - base[LEAD * WIDTH + i]) & live[lane]
        row[SIDE * LANES + lane] = (side - base[SIDE * WIDTH + i]) & live[lane]
        for plane in range(prizes.size):
            best = max(bet + prizes[plane], fold)
            row[(RIVER + plane) * LANES + lane] = (best - base[(RIVER + plane) * WIDTH + i]) & live[lane]


@kernel
def _fill_by_ranks(
    begin: int,
    end: int,
    boards: RankBoards,
    bars: Bars,
    forms: Array,
    numbers: Array,
    prizes: Array,
    room: Room,
    values: Array,
) -> None:
    """The planes of the rank boards from `begin` to `end`."""
    for board in range(begin, end):
        _open_ranks(board, boards, room.counts, room.kind)
        _settle(0, WIDTH, room.kind, room.counts, bars.below[board], WIDTH, forms, room.gains)
        for i in range(WIDTH):
            lead, side, fold = room.gains[i], room.gains[SIDE * LANES + i], room.gains[_FOLD * LANES + i]
            bet = _best(lead, side, numbers)
            values[board, LEAD * WIDTH + i] = lead
            values[board, SIDE * WIDTH + i] = side
            for plane in range(prizes.size):
                values[board, (RIVER + plane) * WIDTH + i] = max(bet + prizes[plane], fold)


@part
def _open_ranks(board: int, boards: RankBoards, counts: Array, kind: Array) -> None:
    """Counts and categories where nobody can have a flush."""
    for i in range(WIDTH):
        kind[i] = boards.kind[board, i] >> 1
        for row in range(COUNT_ROWS):
            counts[row * LANES + i] = boards.counts[board, row * WIDTH + i]


@inlined
def _open_board(board: int, suited: Array, outside: int, boards: RankBoards, bars: Bars, room: Room) -> None:
    """Counts and categories on a board with a possible flush."""
    count_board(board, suited, outside, boards, room.holds, room.walk, room.counts)
    count_below(board, suited.size, boards, bars, room.flushes, room.walk, room.below)
    flush_from = FLUSH_FROM[suited.size] * WIDTH
    for lane in range(LANES):
        kind = room.holds.kind[lane] if lane >= flush_from else boards.kind[board, lane % WIDTH]
        room.kind[lane] = kind >> 1


@kernel
def _add_boards(
    begin: int,
    end: int,
    sets: Array,
    boards: RankBoards,
    bars: Bars,
    pays: Array,
    forms: Array,
    numbers: Array,
    prizes: Array,
    spare: Array,
    room: Room,
    views: Array,
) -> None:
    """Add all boards whose ranks in the suit are one of the sets from `begin` to `end`, all of one size."""
    size = sets.shape[1]
    if size == 4:
        four_keys(room.walk)
    for number in range(begin, end):
        suited = sets[number]
        fill_flushes(suited, pays, room.holds, room.flushes)
        if size == 3:
            slim_keys(suited, room.walk.keys[0])
        room.turns[:] = 0
        for outside in range(OUTSIDES[size]):
            board = board_of(suited, outside)
            _open_board(board, suited, outside, boards, bars, room)
            _settle(0, LANES, room.kind, room.counts, room.below, LANES, forms, room.gains)
            _fill_row(0, LANES, room.gains, numbers, prizes, boards.values[board], room.holds.live, room.row)
            add_to_flops(suited, outside, room.row, spare, room.turns, views)
        add_turns_to_flops(suited, room.row, spare, room.turns, views)


@dataclass(frozen=True)
class ByDealer(Values):
    """Values, and how many dealers are below each category."""

    bars: Bars


def _rules(terms: Terms) -> Rules:
    """As the kernels that sort and compare read them; what is gained is in the forms alone."""
    rules = compile_rules(terms, np.int64)
    numbers = rules.numbers.copy()
    numbers[QUALIFIER] = 0
    return rules._replace(pays=np.zeros_like(rules.pays), numbers=numbers)


def find_values(terms: Terms, crew: Crew) -> ByDealer:
    """Add boards up into flops, and flops into what is known before the flop."""
    rules, forms = _rules(terms), compile_forms(terms)
    planes = RIVER + len(rules.prizes)
    boards, bars = sorted_boards(rules, crew), empty_bars()
    shape = VIEWS, planes * LANES
    workers = crew.fitting(bytes_of(shape, np.int64))
    views = [aligned_zeros(shape, np.int64) for _ in range(workers)]
    rooms = [_new_room(rules, planes) for _ in range(crew.size)]
    runouts = [new_runouts() for _ in range(workers)]
    rank_flops = aligned_zeros((len(RANK_FLOPS), planes * WIDTH), np.int64)
    money = forms, rules.numbers, rules.prizes

    def count(begin: int, end: int, worker: int) -> None:
        fill_bars(begin, end, RANK_BOARDS, boards, rooms[worker].walk, bars)

    def by_ranks(begin: int, end: int, worker: int) -> None:
        _fill_by_ranks(begin, end, boards, bars, *money, rooms[worker], boards.values)

    def with_flush(sets: Array, chunk: int) -> Job:
        def add(begin: int, end: int, worker: int) -> None:
            own = rooms[worker], views[worker]
            _add_boards(begin, end, sets, boards, bars, rules.pays, *money, SPARE, *own)

        return add, len(sets), chunk

    def flops_by_ranks(begin: int, end: int, worker: int) -> None:
        fill_rank_flops(begin, end, RANK_FLOPS, boards.values, runouts[worker], rank_flops)

    crew.run([(count, len(RANK_BOARDS), 256)])
    crew.run([(by_ranks, len(RANK_BOARDS), 256)])
    flushes = [with_flush(SETS3, 6), with_flush(SETS4, 15), with_flush(SETS5, 60)]
    crew.run([*flushes, (flops_by_ranks, len(RANK_FLOPS), 40)], workers)
    flops = fill_all_flops(terms, crew.add_up(views), rank_flops, crew)
    return ByDealer(*flops, rules, without_values(boards), bars)


class Desk(NamedTuple):
    """What one worker tallies with."""

    room: Room
    decided: int
    weights: Array  # what the flop adds to a bet, by undecided stream; then the same under the other forms
    spread: Spread
    runouts: Runouts
    hands: Array
    table: Array  # by entry, category and row of the forms
    differ: Array  # hands that the other forms decide differently


@part
def _tally(
    begin: int, end: int, below: Array, bars: int, forms: Array, others: Array, numbers: Array, desk: Desk
) -> None:
    """Add the hands of some lanes to the table, each times the dealers it meets."""
    room, decided, undecided = desk.room, desk.decided, desk.weights.shape[1]
    split = 2 if numbers[PLAY_LEAST] == numbers[PLAY_MOST] else 3
    margins, other_margins = room.gains[SIDE * LANES :], room.row[SIDE * LANES :]
    _settle(begin, end, room.kind, room.counts, below, bars, others, room.row)
    _fill_margins(begin, end, numbers, room.row, other_margins)
    _settle(begin, end, room.kind, room.counts, below, bars, forms, room.gains)
    _fill_margins(begin, end, numbers, room.gains, margins)
    for stream in range(decided + undecided):
        place = stream - decided
        for lane in range(begin, end):
            hands = np.int64(desk.hands[stream * LANES + lane])
            if hands == 0:
                continue
            entry = stream
            if place >= 0:
                bets = margins[lane] + desk.weights[0, place] >= 0
                if bets != (other_margins[lane] + desk.weights[1, place] >= 0):
                    desk.differ[0] += hands
                most = room.gains[lane] >= 0 or split == 2
                entry = decided + split * place + (0 if not bets else 1 if most else 2)
            sums = desk.table[entry, room.kind[lane]]
            sums[TIMES_WON] += hands * room.counts[lane]
            sums[TIMES_LOST] += hands * room.counts[LOST * LANES + lane]
            for bar in range(BARS):
                sums[TIMES_BELOW + bar] += hands * below[bar * bars + lane]
            sums[TIMES_ALL] += hands * DEALERS


@part
def _fill_margins(begin: int, end: int, numbers: Array, gains: Array, margins: Array) -> None:
    """By how much the bet is better than the fold; takes the place of SIDE."""
    for lane in range(begin, end):
        best = _best(gains[lane], gains[SIDE * LANES + lane], numbers)
        margins[lane] = best - gains[_FOLD * LANES + lane]


@kernel
def _tally_boards(
    begin: int,
    end: int,
    sets: Array,
    boards: RankBoards,
    bars: Bars,
    pays: Array,
    forms: Array,
    others: Array,
    numbers: Array,
    spare: Array,
    views: Array,
    desk: Desk,
    noted: Array,
) -> None:
    """All boards whose ranks in the suit are one of the sets from `begin` to `end`, all of one size."""
    size, room = sets.shape[1], desk.room
    if size == 4:
        four_keys(room.walk)
    for number in range(begin, end):
        suited = sets[number]
        fill_flushes(suited, pays, room.holds, room.flushes)
        open_set(suited, views, desk.spread)
        if size == 3:
            slim_keys(suited, room.walk.keys[0])
        for outside in range(OUTSIDES[size]):
            board = board_of(suited, outside)
            _open_board(board, suited, outside, boards, bars, room)
            meet_board(suited, outside, views, spare, desk.spread, desk.hands)
            leave_live(room.holds.live, desk.hands, noted[board])
            _tally(0, LANES, room.below, LANES, forms, others, numbers, desk)


@kernel
def _tally_ranks(
    begin: int,
    end: int,
    ranks_of: Array,
    boards: RankBoards,
    bars: Bars,
    forms: Array,
    others: Array,
    numbers: Array,
    rank_flops: Array,
    desk: Desk,
    noted: Array,
) -> None:
    """All boards where nobody can have a flush."""
    for board in range(begin, end):
        ranks = ranks_of[board]
        if ranks[0] == ranks[4]:
            continue
        meet_ranks(board, ranks, rank_flops, noted, desk.runouts, desk.hands)
        _open_ranks(board, boards, desk.room.counts, desk.room.kind)
        _tally(0, PAIRS, bars.below[board], WIDTH, forms, others, numbers, desk)


def find_outcomes(terms: Terms, values: ByDealer, preflop_choice: Array, crew: Crew) -> Array:
    """Numbers of deals by tag, play, category of the player and of the dealer, and how the cards compare."""
    sums = _empty_sums(terms)
    for first in range(0, len(terms.tags), TAGS_AT_ONCE):
        streams = find_streams(terms, preflop_choice, range(first, first + TAGS_AT_ONCE))
        _tally_streams(terms, values, streams, terms, crew, sums)
    return _by_dealer(sums)


def river_differences(
    terms: Terms, values: ByDealer, preflop_choice: Array, others: Terms, crew: Crew
) -> int:
    """Holes, flops and run-outs that reach the river unbet under `terms` and are decided differently
    there."""
    sums, differ = _empty_sums(terms), 0
    for first in range(0, len(terms.tags), TAGS_AT_ONCE):
        streams = find_streams(terms, preflop_choice, range(first, first + TAGS_AT_ONCE)).undecided()
        if streams.number:
            differ += _tally_streams(terms, values, streams, others, crew, sums)
    return differ


def _empty_sums(terms: Terms) -> Array:
    return np.zeros((len(terms.tags), PLAYS, CATEGORIES, FORM_ROWS), np.int64)


def _tally_streams(
    terms: Terms, values: ByDealer, streams: Streams, others: Terms, crew: Crew, sums: Array
) -> int:
    """Fill in the sums of some streams; gives the hands that other terms decide differently."""
    rules, boards, bars = values.rules, values.rank_boards, values.bars
    views, rank_flops = spread_flops(streams, values.flop_choice, crew)
    shape = len(RANK_BOARDS), streams.number * WIDTH
    workers = crew.fitting(bytes_of(shape, np.int32))
    noted = aligned_zeros((workers, *shape), np.int32)
    weights = np.stack(
        (weights_of(terms, streams, rules), weights_of(others, streams, compile_rules(others, np.int64)))
    )
    desks = [
        Desk(
            room=_new_room(rules, _FORMS),
            decided=streams.decided,
            weights=weights,
            spread=new_spread(streams.number * LANES),
            runouts=new_runouts(),
            hands=aligned_zeros((streams.number * LANES,), np.int32),
            table=np.zeros((len(streams.entries), CATEGORIES, FORM_ROWS), np.int64),
            differ=np.zeros(8, np.int64),
        )
        for _ in range(crew.size)
    ]
    money = compile_forms(terms), compile_forms(others), rules.numbers

    def with_flush(sets: Array, chunk: int) -> Job:
        def tally(begin: int, end: int, worker: int) -> None:
            own = desks[worker], noted[worker]
            _tally_boards(begin, end, sets, boards, bars, rules.pays, *money, SPARE, views, *own)

        return tally, len(sets), chunk

    def by_ranks(begin: int, end: int, worker: int) -> None:
        _tally_ranks(begin, end, RANK_BOARDS, boards, bars, *money, rank_flops, desks[worker], noted)

    crew.run([with_flush(SETS3, 6), with_flush(SETS4, 15), with_flush(SETS5, 60)], workers)
    crew.run([(by_ranks, len(RANK_BOARDS), 256)])
    table = np.array([desk.table for desk in desks]).sum(axis=0)
    for number, entry in enumerate(streams.entries):
        sums[entry] = table[number]
    return int(sum(desk.differ.sum() for desk in desks))


def _by_dealer(sums: Array) -> Array:
    """Split the sums by the dealer's category and how the cards compare."""
    won, lost, dealers = sums[..., TIMES_WON], sums[..., TIMES_LOST], sums[..., TIMES_ALL]
    below = np.concatenate(
        (0 * dealers[..., None], sums[..., TIMES_BELOW:TIMES_ALL], dealers[..., None]), axis=-1
    )
    by_category = np.diff(below, axis=-1)
    deals = np.zeros((*sums.shape[:3], CATEGORIES, len(SHOWN)), np.int64)
    for own in range(CATEGORIES):
        deals[:, :, own, :own, Result.WIN] = by_category[:, :, own, :own]
        deals[:, :, own, own + 1 :, Result.LOSE] = by_category[:, :, own, own + 1 :]
        deals[:, :, own, own, Result.WIN] = won[:, :, own] - below[:, :, own, own]
        deals[:, :, own, own, Result.LOSE] = lost[:, :, own] - (dealers - below[..., own + 1])[:, :, own]
        equal = by_category[:, :, own, own] - deals[:, :, own, own].sum(axis=-1)
        deals[:, :, own, own, Result.TIE] = equal
    return deals


def rows_of(terms: Terms, deals: Array) -> tuple[Row, ...]:
    """The entries of the table that occur; plays of the same multiple are one."""
    played = multiples(terms)
    found: dict[tuple[int, int, int, int, int, int, int], int] = {}
    for entry in zip(*deals.nonzero(), strict=True):
        tag, play, hand, dealer, shown = map(int, entry)
        result = Result.FOLD if play == FOLDED else Result(shown)
        key = tag, played[play], hand, int(result), terms.is_qualified(dealer), dealer, shown
        found[key] = found.get(key, 0) + int(deals[entry])
    rows = []
    for (tag, multiple, hand, ended, qualifies, dealer, shown), count in sorted(found.items()):
        rows.append(Row(tag, multiple, hand, ended, qualifies, count, dealer, shown))
    return tuple(rows)
