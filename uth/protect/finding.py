"""Finding what knowledge is worth: from disk, summed over all deals, or over deals drawn at random."""

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations
from time import monotonic
from typing import TYPE_CHECKING, Any

from uth.cards import RANKS, card_names, rank_of
from uth.protect import keeping
from uth.protect.knowledge import NOTHING, Knowledge, read_knowledge
from uth.protect.worth import Counted, Estimate, Worth, mean_and_error, together
from uth.rules import load_book
from uth.rules.book import Book
from uth.solver.faults import SolverError
from uth.solver.stakes import BASE
from uth.solver.starting_hands import COUNT, NAMES, hand_number
from uth.solver.terms import Terms
from uth.solver.wagering import terms_of

if TYPE_CHECKING:
    from uth.protect.kernels.engine import Found, Sizes

Progress = Callable[[str, float], object]
"""Told what is being done now, and which share of the whole is done."""

SAMPLES = 200
"""Deals of other players' cards that are drawn unless another number is asked for."""
MANY_SAMPLES = 100
"""From so many on it pays to know what every pair of dead cards does."""
_TOLD_APART = {(1, 0), (2, 0), (0, 1), (0, 2)}
"""Dealer's and dead cards that are also reported one by one."""
NOT_BY_COUNTS = (
    "in this book wagers of the base game look at more than who wins, the player's hand and whether the "
    "dealer qualifies; what knowledge is worth there is not worked out"
)
FEWEST_SAMPLES, MOST_SAMPLES = 10, 100_000


def _silent(what: str, share: float) -> None:
    """Nobody wants to know."""


def protect(
    book: Book | str,
    knows: Knowledge | str,
    *,
    threads: int | None = None,
    cache: bool = True,
    samples: int = SAMPLES,
    seed: int = 1,
    progress: Progress = _silent,
) -> Worth:
    """What the knowledge is worth under the book, base game, to a player who uses it perfectly.

    Exact over all deals; if other players' cards are known, exact over all deals with each of `samples` sets
    of their cards, drawn with the `seed`. Results are looked for and kept on disk unless `cache` is off.
    Raises :class:`SolverError` or :class:`BookError` with everything that stands in the way.
    """
    book = load_book(book) if isinstance(book, str) else book
    known = read_knowledge(knows) if isinstance(knows, str) else knows
    terms = terms_of(book, BASE)
    if not terms.by_counts or len(terms.tags) > 1:
        raise SolverError([NOT_BY_COUNTS])
    if known.players:
        if not FEWEST_SAMPLES <= samples <= MOST_SAMPLES:
            raise SolverError([f"samples are {FEWEST_SAMPLES} to {MOST_SAMPLES:,}, not {samples:,}"])
        if known.players >= book.table.seats:
            most = book.table.seats - 1
            raise SolverError([f"{book.name} has {book.table.seats} seats, so players takes at most {most}"])
    finder = _Finder(book, terms, threads, cache, progress)
    ordinary = finder.exactly(NOTHING)
    if known == NOTHING:
        return ordinary
    found = finder.exactly(known) if known.exact else finder.drawn(known, samples, seed)
    return replace(found, ordinary=ordinary)


def is_kept(book: Book, known: Knowledge) -> bool:
    """Whether the answer is on disk."""
    return all(keeping.load(keeping.key_of(book, one.key)) for one in (NOTHING, known))


class _Finder:
    def __init__(
        self, book: Book, terms: Terms, threads: int | None, cache: bool, progress: Progress
    ) -> None:
        self._book, self._terms, self._threads, self._cache = book, terms, threads, cache
        self._progress = progress

    def exactly(self, known: Knowledge) -> Worth:
        """Over all deals."""
        key = keeping.key_of(self._book, known.key)
        if self._cache and (kept := keeping.load(key)):
            return self._read(known, kept)
        from uth.protect.kernels.engine import Stoppable, solve_all

        sizes = self._sizes(known)
        self._rehearse(sizes)
        start = monotonic()
        told = self._tell(f"every deal with {known} known" if known != NOTHING else "every deal")
        detailed = (known.dealer, known.dead) in _TOLD_APART
        by_hand, by_known = [Counted()] * COUNT, {}
        for found in solve_all(self._terms, sizes, Stoppable(self._threads), told):
            counted = _counted(found, sizes)
            if detailed:
                by_known[_name(found.known.cards)] = tuple(counted)
            by_hand = [old.plus(new) for old, new in zip(by_hand, counted, strict=True)]
        self._check(together(tuple(by_hand)).deals, sizes)
        worth = Worth(self._book, self._terms, known, tuple(by_hand), by_known, round(monotonic() - start, 3))
        if self._cache:
            keeping.save(key, _written(worth))
        return worth

    def drawn(self, known: Knowledge, samples: int, seed: int) -> Worth:
        """Over deals of others' cards drawn at random; everything else is exact.

        What is drawn is compensated. Dead cards change the edge mostly one by one and two by two, by amounts
        that are known exactly and cancel out over all cards, so their sums are fitted and taken off. That
        leaves a fifth of the standard error. Those of pairs take a minute to count, once.
        """
        key = keeping.key_of(self._book, known.key, samples, seed)
        if self._cache and (kept := keeping.load(key)):
            return self._read(known, kept)
        import numpy as np

        from uth.protect.kernels.engine import Engine, Stoppable
        from uth.protect.kernels.suits import OffBoard

        single = self._effects(Knowledge(dead=1))
        pairs = self._effects(Knowledge(dead=2)) if samples >= MANY_SAMPLES else {}
        of_dealer = self._effects(Knowledge(dealer=known.dealer)) if known.dealer else {}
        sizes = self._sizes(known)
        self._rehearse(sizes)
        start = monotonic()
        engine, told = Engine(self._terms, sizes, Stoppable(self._threads)), self._tell("drawing deals")
        draw, plain = random.Random(seed), np.array([[0, 1, 2, 3]])
        by_hand, edges, features = [Counted()] * COUNT, [], []
        for number in range(samples):
            cards = draw.sample(range(52), sizes.dealer + sizes.dead)
            own, dead = tuple(cards[: sizes.dealer]), tuple(cards[sizes.dealer :])
            counted = _counted(engine.solve(OffBoard(own, dead, 1, plain)), sizes)
            by_hand = [old.plus(new) for old, new in zip(by_hand, counted, strict=True)]
            total = together(tuple(counted))
            edges.append(total.value / (total.deals * self._terms.unit))
            row = [sum(single[_name((card,))] for card in dead)]
            if pairs:
                row.append(sum(pairs[_name(pair)] for pair in combinations(dead, 2)))
            features.append([*row, of_dealer[_name(own)]] if own else row)
            told((number + 1) / samples)
        mean, error = _compensated(edges, features)
        estimate = Estimate(mean, error, samples, seed)
        seconds = round(monotonic() - start, 3)
        worth = Worth(self._book, self._terms, known, tuple(by_hand), {}, seconds, estimate)
        if self._cache:
            keeping.save(key, _written(worth))
        return worth

    def _effects(self, known: Knowledge) -> dict[str, float]:
        """By known cards: how far the edge is from its mean."""
        worth = self.exactly(known)
        mean = worth.edge
        return {name: float(worth.edge_of(together(hands)) - mean) for name, hands in worth.by_known.items()}

    def _sizes(self, known: Knowledge) -> "Sizes":
        from uth.protect.kernels.engine import Sizes, most_at_once

        sizes = Sizes(known.dealer, known.dead + 2 * known.players, known.flop, known.later)
        if most_at_once(self._terms, sizes) < 1:
            raise SolverError(["these odds make so many parts of an Ante that sums might not fit 64 bits"])
        return sizes

    def _rehearse(self, sizes: "Sizes") -> None:
        """Load all kernels, and compile those that are not on disk."""
        from uth.protect.kernels.engine import Engine, Stoppable
        from uth.protect.kernels.suits import OffBoard, every_renaming

        self._progress("loading kernels; at their first use they are compiled, about 20 s", 0.0)
        cards = tuple(range(sizes.off))
        known = OffBoard(cards[: sizes.dealer], cards[sizes.dealer :], 1, every_renaming())
        Engine(self._terms, sizes, Stoppable(rehearsal=True)).solve(known)

    def _tell(self, what: str) -> Callable[[float], None]:
        """Says how long it will still take."""
        start = monotonic()

        def told(share: float) -> None:
            left = (monotonic() - start) * (1 - share) / share if share else 0
            self._progress(f"{what}, about {_duration(left)} left" if share else what, share)

        return told

    def _check(self, deals: int, sizes: "Sizes") -> None:
        expected = sizes.holes * sizes.flops * sizes.runouts * sizes.dealers
        if deals != expected:
            raise ArithmeticError(f"{deals:,} deals were counted instead of {expected:,}")

    def _read(self, known: Knowledge, kept: Any) -> Worth:
        by_hand, by_known, seconds, estimate = kept
        return Worth(
            self._book,
            self._terms,
            known,
            _read_rows(by_hand),
            {name: _read_rows(rows) for name, rows in by_known.items()},
            seconds,
            Estimate(*estimate) if estimate else None,
            kept=True,
        )


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def _read_rows(rows: Iterable[list[int]]) -> tuple[Counted, ...]:
    return tuple(Counted(*row) for row in rows)


def _written(worth: Worth) -> object:
    by_known = {name: [list(row) for row in rows] for name, rows in worth.by_known.items()}
    estimate = list(worth.estimate) if worth.estimate else None
    return [[list(row) for row in worth.by_hand], by_known, worth.seconds, estimate]


def _counted(found: "Found", sizes: "Sizes") -> list[Counted]:
    """By starting hand, all deals that the known cards stand for."""
    from uth.protect.kernels import deciding as at

    rest = sizes.runouts * sizes.dealers
    deals, counted = sizes.flops * rest, []
    for row in found.table.tolist():
        bets = row[at.BETS_MOST] + row[at.BETS_LEAST]
        flop, fold = row[at.ON_FLOP] * rest, row[at.FOLDED] * sizes.dealers
        one = Counted(
            deals=row[at.HOLES] * deals,
            bet_most=row[at.BETS_MOST] * deals,
            bet_least=row[at.BETS_LEAST] * deals,
            flop=flop,
            river=(row[at.HOLES] - bets) * deals - flop - fold,
            fold=fold,
            preflop_value=row[at.BET_VALUE],
            flop_value=row[at.ON_FLOP_VALUE],
            river_value=row[at.CHECK_VALUE] - row[at.ON_FLOP_VALUE],
        )
        counted.append(one.times(found.known.orbit))
    return counted


def _name(cards: tuple[int, ...]) -> str:
    """A rank, or the name of a starting hand: suits that are alike were counted together."""
    if len(cards) == 1:
        return RANKS[rank_of(cards[0])]
    return NAMES[hand_number(*cards)] if len(cards) == 2 else card_names(cards)


def _compensated(edges: list[float], features: list[list[float]]) -> tuple[float, float]:
    """The mean and its standard error, after a least-squares fit to features whose mean is zero."""
    import numpy as np

    values, columns = np.array(edges), np.array(features)
    given = np.column_stack((np.ones(len(values)), columns))
    fitted, *_ = np.linalg.lstsq(given, values, rcond=None)
    rest = values - columns @ fitted[1:]
    mean, error = mean_and_error(rest.tolist())
    free = len(values) - given.shape[1]
    return mean, error * ((len(values) - 1) / free) ** 0.5
