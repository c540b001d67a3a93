"""The whole game, exactly: the value of every choice before the flop and on every flop."""

from dataclasses import dataclass

import numpy as np

from uth.solver.kernels.arrays import Array, aligned_zeros, bytes_of
from uth.solver.kernels.boards import RANK_BOARDS, RANK_FLOPS, SETS3, SETS4, SETS5, VIEWS
from uth.solver.kernels.flop_sums import add_boards, fill_rank_flops, new_board_room, new_runouts
from uth.solver.kernels.flop_values import ALL_BEST, ALL_LEAD, ALL_ROWS, ALL_SIDE, fill_flops, new_flop_room
from uth.solver.kernels.flops import CANONICAL, FLOPS
from uth.solver.kernels.holes import (
    CLASS_SIZE,
    CLASSES,
    HOLE_CLASS,
    HOLE_PAIR,
    LANES,
    PAIRS,
    SPARE,
    SUITINGS,
    WIDTH,
)
from uth.solver.kernels.rank_boards import (
    RankBoards,
    empty_rank_boards,
    fill_rank_boards,
    new_rank_room,
    without_values,
)
from uth.solver.kernels.rules import RIVER, Rules, compile_carried, compile_rules
from uth.solver.kernels.work import Crew, Job
from uth.solver.terms import Terms
from uth.solver.totals import best_multiple


@dataclass(frozen=True)
class Values:
    """Values in parts of the Ante, summed over all deals."""

    preflop_bets: Array  # [multiple, class]: of one hole, over its deals
    preflop_check: Array  # [class]
    flop_bet: Array  # [flop, suiting, rank pair]: of the better multiple, over the deals of a flop
    flop_check: Array
    flop_choice: Array  # what is done, see `flops`
    rules: Rules
    rank_boards: RankBoards


def find_values(terms: Terms, crew: Crew) -> Values:
    """Add boards up into flops, and flops into what is known before the flop."""
    rules = compile_rules(terms)
    number = rules.pays.dtype
    planes = RIVER + len(rules.prizes)

    boards = sorted_boards(rules, crew)

    shape = VIEWS, planes * LANES
    workers = crew.fitting(bytes_of(shape, number))
    views = [aligned_zeros(shape, number) for _ in range(workers)]
    rooms = [new_board_room(number, planes) for _ in range(workers)]
    runouts = [new_runouts() for _ in range(workers)]
    rank_flops = aligned_zeros((len(RANK_FLOPS), planes * WIDTH), number)

    def with_flush(sets: Array, chunk: int) -> Job:
        def add(begin: int, end: int, worker: int) -> None:
            add_boards(begin, end, sets, boards, *rules, SPARE, rooms[worker], views[worker])

        return add, len(sets), chunk

    def flops_by_ranks(begin: int, end: int, worker: int) -> None:
        fill_rank_flops(begin, end, RANK_FLOPS, boards.values, runouts[worker], rank_flops)

    flushes = [with_flush(SETS3, 6), with_flush(SETS4, 15), with_flush(SETS5, 60)]
    crew.run([*flushes, (flops_by_ranks, len(RANK_FLOPS), 40)], workers)
    flops = fill_all_flops(terms, crew.add_up(views), rank_flops, crew)
    return Values(*flops, rules, without_values(boards))


def fill_all_flops(
    terms: Terms, views: Array, rank_flops: Array, crew: Crew
) -> tuple[Array, Array, Array, Array, Array]:
    """All choices before the flop and on it, from the sums by view and by ranks."""
    number, planes = views.dtype, RIVER + len(terms.planes)
    bet, check = (aligned_zeros((FLOPS, SUITINGS, WIDTH), number) for _ in range(2))
    choice = aligned_zeros((FLOPS, SUITINGS, WIDTH), np.uint8)
    sums = np.zeros((crew.size, 2, ALL_ROWS * WIDTH), np.int64)
    told = compile_carried(terms, number.type)
    plays = np.array([min(terms.flop, default=0), max(terms.flop, default=0), bool(terms.flop)], number)

    flop_rooms = [new_flop_room(number, planes) for _ in range(crew.size)]

    def flops(begin: int, end: int, worker: int) -> None:
        parts = views, rank_flops, told, plays, flop_rooms[worker]
        fill_flops(begin, end, CANONICAL, *parts, bet, check, choice, sums[worker])

    crew.run([(flops, FLOPS, 60)])
    return *before_the_flop(terms, sums.sum(axis=0)), bet, check, choice


def sorted_boards(rules: Rules, crew: Crew) -> RankBoards:
    """All rank boards, evaluated, sorted, counted and settled."""
    boards = empty_rank_boards(rules)
    rooms = [new_rank_room(rules) for _ in range(crew.size)]

    def by_ranks(begin: int, end: int, worker: int) -> None:
        fill_rank_boards(begin, end, RANK_BOARDS, *rules, rooms[worker], boards)

    crew.run([(by_ranks, len(RANK_BOARDS), 256)])
    return boards


def before_the_flop(terms: Terms, sums: Array) -> tuple[Array, Array]:
    """Bets and check of one hole of each class."""
    by_class = np.empty((CLASSES, ALL_ROWS), np.int64)
    suited = (HOLE_CLASS >= PAIRS).astype(np.int64)
    by_class[HOLE_CLASS] = sums.reshape(2, ALL_ROWS, WIDTH)[suited, :, HOLE_PAIR]
    if (by_class % CLASS_SIZE[:, None]).any():
        raise ArithmeticError("holes of one class differ: a sum has passed 64 bits")
    by_class //= CLASS_SIZE[:, None]
    lead, side, check = by_class[:, ALL_LEAD], by_class[:, ALL_SIDE], by_class[:, ALL_BEST]
    bets = [side + multiple * lead for multiple in terms.preflop]
    return np.array(bets, np.int64).reshape(len(bets), CLASSES), check


def choose_before_the_flop(terms: Terms, bets: Array, check: Array) -> Array:
    """By class: the best multiple, or 0 for a check."""
    by_class = zip(bets.T.tolist(), check.tolist(), strict=True)
    return np.array([best_multiple(terms.preflop, *values) for values in by_class], np.int64)
