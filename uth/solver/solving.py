"""Solving a book for given stakes: from the cache, or with the kernels of a processor or a GPU."""

from collections.abc import Callable
from importlib import import_module
from time import perf_counter
from types import ModuleType

import numpy as np

from uth.rules import load_book
from uth.rules.book import Book
from uth.solver import cache as disk
from uth.solver.breakeven import break_evens
from uth.solver.faults import SolverError
from uth.solver.figures import list_outcomes
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.holes import CLASS_SIZE
from uth.solver.kernels.work import Crew
from uth.solver.solution import Found, Solution, choose_before_the_flop
from uth.solver.stakes import BASE, Stakes
from uth.solver.terms import Terms, terms_of

Progress = Callable[[str, float], object]
"""Told what is being done now, and which share of the whole is done."""

DEVICES = ("cpu", "gpu")


def solve(
    book: Book | str,
    stakes: Stakes = BASE,
    *,
    threads: int | None = None,
    device: str = "cpu",
    cache: bool = True,
    break_even: bool = False,
    progress: Progress | None = None,
) -> Solution:
    """Every value and decision of the book, with all staked wagers played jointly, exactly.

    With `break_even` also the meters at which the progressive stops losing, which takes a few solutions more.
    Raises :class:`SolverError` or :class:`BookError` with everything that stands in the way.
    """
    book = load_book(book) if isinstance(book, str) else book
    terms = terms_of(book, stakes)
    kernels, told = _kernels_for(device), progress or _silent
    key = disk.key_of(book, stakes)
    kept = disk.load(key, terms) if cache else None
    if kept and (kept.break_even is not None or not break_even):
        return Solution(book, stakes, terms, kept.found, kept.seconds, True, kept.break_even)
    found, seconds = kept[:2] if kept else _compute(kernels, terms, threads, told, compare=terms.joint)
    even = None
    if break_even:

        def briefly(other: Stakes) -> Solution:
            """Not kept on disk, and not compared with the base game."""
            terms = terms_of(book, other)
            return Solution(book, other, terms, *_compute(kernels, terms, threads, told, compare=False))

        even = break_evens(book, stakes, briefly)
    if cache:
        disk.save(key, disk.Kept(found, seconds, even))
    return Solution(book, stakes, terms, found, seconds, kept is not None, even)


def _silent(what: str, share: float) -> None:
    """Nobody wants to know."""


def _kernels_for(device: str) -> Callable[[], ModuleType]:
    """The module with `find_values` and `find_outcomes`, which is slow to import and not needed for a
    file."""
    if device not in DEVICES:
        raise SolverError([f"no device {device!r}; there are {' and '.join(DEVICES)}"])
    if device == "cpu":
        return lambda: import_module("uth.solver.kernels.engine")
    try:
        gpu = import_module("uth.solver.gpu.engine")
    except ImportError as missing:
        raise SolverError(
            [f"no GPU support is installed or found here ({missing}); use --device cpu"]
        ) from None
    return lambda: gpu


_rehearsed: set[object] = set()


def _compute(
    kernels: Callable[[], ModuleType], terms: Terms, threads: int | None, progress: Progress, compare: bool
) -> tuple[Found, dict[str, float]]:
    start = perf_counter()
    progress("starting the kernels, compiled at their first use", 0.0)
    engine, crew = kernels(), Crew(threads)
    kind = engine.__name__, engine.number_type(terms), compare
    if kind not in _rehearsed:
        _both(engine, terms, Crew(rehearsal=True), progress, compare)
        _rehearsed.add(kind)
    prepared = perf_counter() - start
    found, seconds = _both(engine, terms, crew, progress, compare)
    progress("solved", 1.0)
    return found, {"preparation": prepared, **seconds}


def _both(
    engine: ModuleType, terms: Terms, crew: Crew, progress: Progress, compare: bool
) -> tuple[Found, dict[str, float]]:
    """The game, and beside it the base game where that is played differently."""
    start = perf_counter()
    progress("values of every decision", 0.1 if crew.rehearsal else 0.6)
    values = engine.find_values(terms, crew)
    choice = choose_before_the_flop(terms, values.preflop_bets, values.preflop_check)
    at_values = perf_counter()
    progress("outcomes of every deal", 0.35 if crew.rehearsal else 0.8)
    table = engine.find_outcomes(terms, values, choice, crew)
    at_outcomes = perf_counter()
    base_table, base_choice, changed = table, choice, [0, 0]
    if compare:
        progress("how the base game is played", 0.5 if crew.rehearsal else 0.9)
        base = terms.base_game()
        base_values = engine.find_values(base, crew)
        base_choice = choose_before_the_flop(base, base_values.preflop_bets, base_values.preflop_check)
        base_table = engine.find_outcomes(base, base_values, base_choice, crew)
        changed = [
            engine.flop_differences(values, base_values, choice),
            engine.river_differences(terms, values, choice, base, crew),
        ]
    if not crew.rehearsal:
        _check(terms, values.preflop_bets, values.preflop_check, table)
    found = Found(
        values.preflop_bets,
        values.preflop_check,
        values.flop_bet,
        values.flop_check,
        values.flop_choice,
        table,
        base_table,
        base_choice,
        np.array(changed, np.int64),
    )
    seconds = {"values": at_values - start, "outcomes": at_outcomes - at_values}
    return found, {**seconds, "comparison": perf_counter() - at_outcomes} if compare else seconds


def _check(terms: Terms, bets: Array, check: Array, table: Array) -> None:
    """Values and outcomes are different sums over the same deals, of money and of counts. They must agree."""
    best = np.concatenate((bets, check[None])).max(axis=0)
    by_values = sum(int(value) * int(size) for value, size in zip(best, CLASS_SIZE, strict=True))
    by_outcomes = sum(
        outcome.deals * (outcome.base + outcome.progressive + outcome.trips * terms.trips_decides)
        for outcome in list_outcomes(terms, table)
    )
    if by_values != by_outcomes:
        raise ArithmeticError("values and outcomes disagree: a fault of the solver, please report it")
