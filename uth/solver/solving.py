"""Solving a book for given stakes: from the cache, or with the kernels of a processor or a GPU."""

from collections.abc import Callable
from importlib import import_module
from time import perf_counter
from types import ModuleType

import numpy as np

from uth.rules import load_book
from uth.rules.book import Book
from uth.solver import cache as disk
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
    progress: Progress | None = None,
) -> Solution:
    """Every value and decision of the book, with all staked wagers played jointly, exactly.

    Raises :class:`SolverError` or :class:`BookError` with everything that stands in the way.
    """
    book = load_book(book) if isinstance(book, str) else book
    terms = terms_of(book, stakes)
    kernels = _kernels_for(device)
    key = disk.key_of(book, stakes)
    if cache and (kept := disk.load(key, terms)):
        return Solution(book, stakes, terms, *kept, cached=True)
    found, seconds = _compute(kernels, terms, threads, progress or _silent, compare=terms.joint)
    if cache:
        disk.save(key, found, seconds)
    return Solution(book, stakes, terms, found, seconds)


def solve_briefly(book: Book, stakes: Stakes, progress: Progress | None = None) -> Solution:
    """For one of many questions: not kept on disk, not compared with the base game."""
    terms = terms_of(book, stakes)
    found, seconds = _compute(_kernels_for("cpu"), terms, None, progress or _silent, compare=False)
    return Solution(book, stakes, terms, found, seconds)


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
    deals = engine.find_outcomes(terms, values, choice, crew)
    at_outcomes = perf_counter()
    base_deals, base_choice, changed = deals, choice, [0, 0]
    if compare:
        progress("how the base game is played", 0.5 if crew.rehearsal else 0.9)
        base = terms.base_game()
        base_values = engine.find_values(base, crew)
        base_choice = choose_before_the_flop(base, base_values.preflop_bets, base_values.preflop_check)
        base_deals = engine.find_outcomes(base, base_values, base_choice, crew)
        changed = [
            engine.flop_differences(values, base_values, choice),
            engine.river_differences(terms, values, choice, base, crew),
        ]
    if not crew.rehearsal:
        _check(terms, values.preflop_bets, values.preflop_check, deals)
    found = Found(
        values.preflop_bets,
        values.preflop_check,
        values.flop_bet,
        values.flop_check,
        values.flop_choice,
        deals,
        base_deals,
        base_choice,
        np.array(changed, np.int64),
    )
    seconds = {"values": at_values - start, "outcomes": at_outcomes - at_values}
    return found, {**seconds, "comparison": perf_counter() - at_outcomes} if compare else seconds


def _check(terms: Terms, bets: Array, check: Array, deals: Array) -> None:
    """The values and the outcome table come from different sums; that they agree shows that none
    overflowed."""
    best = np.concatenate((bets, check[None])).max(axis=0)
    by_values = sum(int(value) * int(size) for value, size in zip(best, CLASS_SIZE, strict=True))
    by_outcomes = sum(
        outcome.deals * (outcome.base + outcome.progressive + outcome.trips * terms.trips_decides)
        for outcome in list_outcomes(terms, deals)
    )
    if by_values != by_outcomes:
        raise ArithmeticError("values and outcomes disagree: the stakes are too finely divided for 64 bits")
