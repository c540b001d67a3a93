"""Solving a book for given stakes: from the cache, or with the kernels of a processor or a GPU.

NumPy, Numba and the kernels are imported when something has to be worked out, not before.
"""

from collections.abc import Callable
from importlib import import_module
from time import perf_counter
from types import ModuleType
from typing import TYPE_CHECKING

from uth.rules import load_book
from uth.rules.book import Book
from uth.solver import cache as disk
from uth.solver import shipped
from uth.solver.breakeven import break_evens
from uth.solver.faults import SolverError
from uth.solver.solution import Solution, Source
from uth.solver.stakes import BASE, Stakes
from uth.solver.terms import Terms
from uth.solver.totals import FlopTables, Totals
from uth.solver.wagering import terms_of

if TYPE_CHECKING:
    from uth.solver.kernels.finding import Found, Progress

DEVICES = ("cpu", "gpu")


def solve(
    book: Book | str,
    stakes: Stakes = BASE,
    *,
    threads: int | None = None,
    device: str = "cpu",
    cache: bool = True,
    ready_made: bool = True,
    break_even: bool = False,
    progress: "Progress | None" = None,
) -> Solution:
    """Every value and decision of the book, with all staked wagers played jointly, exactly.

    `ready_made`: totals that were shipped with the package may be taken; else the game is solved here.
    `cache`: solutions are looked for and kept on disk. With `break_even` also the meters at which the
    progressive stops losing, which takes a few solutions more.
    Raises :class:`SolverError` or :class:`BookError` with everything that stands in the way.
    """
    book = load_book(book) if isinstance(book, str) else book
    terms = terms_of(book, stakes)
    kernels, told = _kernels_for(device), progress or _silent
    key = disk.key_of(book, stakes)

    def compute(terms: Terms, compare: bool) -> "Found":
        return _compute(kernels, terms, threads, told, compare)

    known = shipped.find(terms) if ready_made and not break_even else None
    kept = disk.load(key) if cache and not known else None

    def fetch_flops() -> FlopTables:
        """Those on disk; where there are none, or damaged ones, worked out."""
        tables = disk.load_flops(key) if cache else None
        if tables is None:
            totals, tables, seconds = compute(terms, terms.joint)
            if cache:
                disk.save(key, disk.Kept(totals, seconds, kept.break_even if kept else None), tables)
        return tables

    if known:
        return Solution(book, stakes, terms, known.totals, fetch_flops, known.seconds, "shipped")
    if kept and (kept.break_even is not None or not break_even):
        return Solution(book, stakes, terms, kept.totals, fetch_flops, kept.seconds, "kept", kept.break_even)
    if kept:
        totals, seconds, flops = kept.totals, kept.seconds, fetch_flops()
    else:
        totals, flops, seconds = compute(terms, terms.joint)
    even = None
    if break_even:

        def briefly(other: Stakes) -> Solution:
            """Not kept on disk, nor compared with the base game; the totals are remembered for a while."""
            terms = terms_of(book, other)
            known = _brief.get((device, terms))
            if known is None:
                known, _, _ = compute(terms, False)
                _brief[device, terms] = known
                while len(_brief) > MOST_BRIEF:
                    _brief.pop(next(iter(_brief)))
            return Solution(book, other, terms, known, lambda: compute(terms, False).flops)

        even = break_evens(book, stakes, briefly)
    if cache:
        disk.save(key, disk.Kept(totals, seconds, even), flops)
    source: Source = "kept" if kept else "solved"
    return Solution(book, stakes, terms, totals, lambda: flops, seconds, source, even)


_brief: dict[tuple[str, Terms], Totals] = {}
"""What break-evens were found with: most of it does not hang on where the meters stand."""
MOST_BRIEF = 32


def _silent(what: str, share: float) -> None:
    """Nobody wants to know."""


Engine = Callable[[Terms], ModuleType]
"""The kernels for some terms, a module that is slow to import and not needed for a file."""


def _kernels_for(device: str) -> Engine:
    if device not in DEVICES:
        raise SolverError([f"no device {device!r}; there are {' and '.join(DEVICES)}"])
    if device == "cpu":
        return lambda terms: import_module(
            f"uth.solver.kernels.{'engine' if terms.by_counts else 'by_dealer'}"
        )
    try:
        gpu = import_module("uth.solver.gpu.engine")
    except ImportError as missing:
        raise SolverError(
            [f"no GPU support is installed or found here ({missing}); use --device cpu"]
        ) from None

    def on_gpu(terms: Terms) -> ModuleType:
        if terms.by_counts and not terms.asks_holes:
            return gpu
        said = "wagers on the dealer's hand or on hole cards alone are solved on the processor only"
        raise SolverError([f"{said}; use --device cpu"])

    return on_gpu


_rehearsed: set[object] = set()


def _compute(
    kernels: Engine, terms: Terms, threads: int | None, progress: "Progress", compare: bool
) -> "Found":
    start = perf_counter()
    progress("starting the solver", 0.0)
    from uth.solver.kernels.finding import find
    from uth.solver.kernels.work import Crew
    from uth.solver.rehearsing import rehearse

    engine, crew = kernels(terms), Crew(threads)
    kind = engine.__name__, engine.number_type(terms), compare
    if kind not in _rehearsed:
        rehearse(engine, terms, compare, progress)
        _rehearsed.add(kind)
    prepared = perf_counter() - start
    found = find(engine, terms, crew, progress, compare)
    progress("solved", 1.0)
    return found._replace(seconds={"preparation": prepared, **found.seconds})
