"""Mean, variance and covariance of the seats at one table, exactly.

Seats share the board and the dealer's hand, so what they win hangs together: N seats do not deviate like
the root of N.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from uth.rules import Book, load_book
from uth.solver import Solution, SolverError, solve
from uth.solver.cache import cache_folder
from uth.solver.deals import DEALS
from uth.solver.shipped import written
from uth.solver.sources import digest_of
from uth.solver.stakes import BASE, Stakes
from uth.solver.terms import Terms
from uth.solver.wagering import terms_of
from uth.strategy import find_strategy
from uth.strategy.strategies import RuleStrategy

if TYPE_CHECKING:
    from uth.solver.playing.worth import Decisions

Progress = Callable[[str, float], object]
PAIRS = DEALS * 903
"""Deals with a second seat."""
_CODE = (
    "uth.ranking",
    "uth.solver.kernels",
    "uth.solver.playing",
    "uth.solver.terms",
    "uth.strategy",
    "uth.strategy.kernels",
    "uth.bank.seats",
)


@dataclass(frozen=True)
class Seats:
    """Seats at one table, each with its strategy; what a seat gains, per Ante of its own."""

    strategies: tuple[str, ...]
    """By seat."""
    means: tuple[Fraction, ...]
    variances: tuple[Fraction, ...]
    covariances: dict[tuple[str, str], Fraction]
    """By the strategies of two seats, in alphabetical order."""

    def covariance(self, one: int, other: int) -> Fraction:
        """Between two seats."""
        first, second = sorted((self.strategies[one], self.strategies[other]))
        return self.covariances[first, second]

    def mean(self, antes: Sequence[Fraction] | None = None) -> Fraction:
        """What all seats gain together, with these Antes; without them, one each."""
        antes = antes or [Fraction(1)] * len(self.strategies)
        return sum((ante * own for ante, own in zip(antes, self.means, strict=True)), Fraction(0))

    def variance(self, antes: Sequence[Fraction] | None = None) -> Fraction:
        """Of what all seats gain together."""
        antes = antes or [Fraction(1)] * len(self.strategies)
        own = sum((ante**2 * alone for ante, alone in zip(antes, self.variances, strict=True)), Fraction(0))
        pairs = combinations(range(len(antes)), 2)
        return own + 2 * sum((antes[i] * antes[j] * self.covariance(i, j) for i, j in pairs), Fraction(0))

    @property
    def correlation(self) -> float:
        """Between the first two seats."""
        other = min(1, len(self.strategies) - 1)
        spread = sqrt(self.variances[0] * self.variances[other])
        return float(self._between) / spread if spread else 0.0

    @property
    def _between(self) -> Fraction:
        return self.covariances[min(self.covariances)] if len(self.strategies) == 1 else self.covariance(0, 1)

    @property
    def covariance_between_seats(self) -> Fraction:
        """Between the first two seats; with one seat, between it and another like it."""
        return self._between


def find_seats(
    book: Book | str,
    strategies: Sequence[str],
    stakes: Stakes = BASE,
    *,
    threads: int | None = None,
    cache: bool = True,
    progress: Progress = lambda what, share: None,
) -> Seats:
    """All seats of a table, counted over all deals; the same side bets at each, per Ante.

    Raises :class:`SolverError` where a wager or a strategy cannot be counted exactly.
    """
    book = load_book(book) if isinstance(book, str) else book
    terms = terms_of(book, stakes)
    different = sorted(set(strategies))
    found = {name: find_strategy(name) for name in different}
    if others := [name for name, own in found.items() if not isinstance(own, RuleStrategy)]:
        raise SolverError(
            [f"{name} is not a rule file, so it is not counted over all deals" for name in others]
        )
    if terms.joint and different != ["optimal"]:
        raise SolverError(
            ["a side bet changes the optimal play here; only the strategy optimal is counted exactly"]
        )
    from uth.solver.playing.together import refuse_unless_told_by_hands

    refuse_unless_told_by_hands(terms)
    wanted: list[tuple[str, ...]] = [(name,) for name in different]
    wanted += list(combinations(different, 2))
    sums: dict[tuple[str, ...], tuple[int, int, int]] = {}
    work = _Work(book, stakes, terms, threads, cache, progress)
    for number, names in enumerate(wanted):
        path = _path(terms, [str(found[name]) for name in names])
        kept = _load(path) if cache else None
        if kept is None:
            kept = work.add_up(names, number, len(wanted))
            if cache:
                _save(path, kept)
        sums[names] = kept
    return _seats(tuple(strategies), terms.unit, sums)


def _seats(
    strategies: tuple[str, ...], unit: int, sums: dict[tuple[str, ...], tuple[int, int, int]]
) -> Seats:
    mean = {names[0]: Fraction(own[0], DEALS * unit) for names, own in sums.items() if len(names) == 1}
    square = {names[0]: Fraction(own[1], DEALS * unit**2) for names, own in sums.items() if len(names) == 1}
    covariances = {}
    for names, own in sums.items():
        together = Fraction(own[2], PAIRS * unit**2)
        if len(names) == 2:  # a seat that is paid for both: (x + y) (x' + y') = x x' + y y' + 2 x y'
            one, other = (Fraction(sums[(name,)][2], PAIRS * unit**2) for name in names)
            together = (together - one - other) / 2
        first, second = names[0], names[-1]
        covariances[first, second] = together - mean[first] * mean[second]
    return Seats(
        strategies,
        tuple(mean[name] for name in strategies),
        tuple(square[name] - mean[name] ** 2 for name in strategies),
        covariances,
    )


class _Work:
    """Solves the book and decides each strategy once, and only if something is not kept on disk."""

    def __init__(
        self,
        book: Book,
        stakes: Stakes,
        terms: Terms,
        threads: int | None,
        cache: bool,
        progress: Progress,
    ) -> None:
        self.book, self.stakes, self.terms = book, stakes, terms
        self.threads, self.cache, self.progress = threads, cache, progress
        self._solution: Solution | None = None
        self._decided: dict[str, Decisions] = {}

    @property
    def solution(self) -> Solution:
        if self._solution is None:
            self._solution = solve(
                self.book,
                self.stakes,
                threads=self.threads,
                cache=self.cache,
                progress=lambda what, share: self.progress(what, share / 10),
            )
        return self._solution

    def decide(self, name: str) -> "Decisions":
        from uth.solver.kernels.work import Crew
        from uth.solver.playing.together import river_decisions
        from uth.strategy.deciding import decide_all

        if name not in self._decided:
            strategy, crew = find_strategy(name), Crew(self.threads)
            assert isinstance(strategy, RuleStrategy)
            decided = decide_all(strategy, self.solution, crew)
            self._decided[name] = river_decisions(self.terms, decided, crew)
        return self._decided[name]

    def add_up(self, names: tuple[str, ...], number: int, count: int) -> tuple[int, int, int]:
        """Gains, squares and products of two seats over all deals."""
        from uth.solver.kernels.work import Crew
        from uth.solver.playing.together import sum_together

        self.progress("starting; kernels are compiled at their first use", 0.1)
        decided = [self.decide(name) for name in names]

        def told(share: float) -> None:
            self.progress("adding up two seats over all deals", 0.1 + 0.9 * (number + share) / count)

        sums = sum_together(self.terms, decided, Crew(self.threads), told)
        if names == ("optimal",):
            alone = self.solution.together
            mean = Fraction(sums.gains, DEALS * self.terms.unit)
            square = Fraction(sums.squares, DEALS * self.terms.unit**2)
            if (mean, square - mean**2) != (alone.mean, alone.variance):
                raise ArithmeticError(
                    "one seat does not come to the solver's figures: a fault of the program, please report it"
                )
        return sums.gains, sums.squares, sums.products


def _path(terms: Terms, strategies: list[str]) -> Path:
    key = json.dumps([written(terms), terms.unit, strategies, digest_of(*_CODE)], default=str)
    return cache_folder() / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.seats"


def _load(path: Path) -> tuple[int, int, int] | None:
    """What is kept, if all of it is there."""
    try:
        data = json.loads(path.read_text("utf-8"))
        sums = [int(text) for text in data["sums"]]
        if data["digest"] != _digest(sums):
            return None
        gains, squares, products = sums
    except (OSError, ValueError, TypeError, LookupError):
        return None
    return gains, squares, products


def _digest(sums: Sequence[int]) -> str:
    return hashlib.sha256(json.dumps([str(number) for number in sums]).encode()).hexdigest()


def _save(path: Path, sums: tuple[int, int, int]) -> None:
    """Written beside its place and moved there; a full disk costs time later, not the answer now."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump({"sums": [str(number) for number in sums], "digest": _digest(sums)}, file)
        Path(name).replace(path)
