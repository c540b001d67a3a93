"""Many Blind pay tables of one book, each solved exactly, most of them without a solve.

For a fixed way to play the value of the game is linear in the odds of a pay table; optimal play is the best
of all ways, so its value V is convex. Two things follow.

1. A hand that is never folded, however little it pays, brings the same number of wins whether it is bet early
   or late. Its odds then move all values of a hole alike and change no decision. Whether a category is ever
   folded at the lowest odds of the family is read off all rivers once. Quads on the board with a poor kicker
   are.
2. Of the other categories, take two tables: if the tangent plane at the first meets V at the second, V lies
   on that plane between them, because it is convex and never below its tangent. The way to play of the first
   is then optimal there, and so is its choice before the flop. Otherwise the tables between are split in two.

So a family needs one full solve, one for each corner, and a few more where the play does change.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm
from typing import Any

from uth.ranking import Category
from uth.rules.book import Book
from uth.rules.payoffs import Result
from uth.solver.deals import DEALS
from uth.solver.faults import SolverError
from uth.solver.figures import Figures, moments
from uth.solver.stakes import BASE
from uth.solver.starting_hands import NAMES, SIZES
from uth.solver.terms import Terms
from uth.solver.totals import Row
from uth.solver.wagering import terms_of

Odds = tuple[Fraction | None, ...]
"""By hand; None where a win pushes."""
Progress = Callable[[str, float], object]


@dataclass(frozen=True)
class Answer:
    """One table of a family."""

    odds: Odds
    house_edge: Fraction
    preflop: tuple[int, ...]
    """By starting hand: the optimal multiple, 0 for a check."""
    solved: bool
    """Whether it was solved by itself; else it lies on the plane of one that was."""
    region: "_Region"

    def choices(self) -> dict[str, str]:
        """By starting hand."""
        return {name: f"bet{bet}" if bet else "check" for name, bet in zip(NAMES, self.preflop, strict=True)}

    @cached_property
    def figures(self) -> Figures:
        """Mean, average bet, deviation, hit frequency."""
        return self.region.figures(self.odds)


@dataclass(frozen=True, eq=False)
class _Region:
    """Tables with one way to play: how its deals end."""

    terms: Terms
    blind: str
    rows: tuple[Row, ...]
    choice: tuple[int, ...]
    rest: tuple[Fraction, ...]
    """By row: what is gained beside the Blind's win, in Antes."""

    @cached_property
    def wins(self) -> tuple[int, ...]:
        """By hand: deals in which it wins."""
        found = [0] * len(Category)
        for row in self.rows:
            if row.result == Result.WIN:
                found[row.hand] += row.deals
        return tuple(found)

    @cached_property
    def fixed(self) -> Fraction:
        """What is gained beside the wins of the Blind, over all deals."""
        return sum((gain * row.deals for gain, row in zip(self.rest, self.rows, strict=True)), Fraction(0))

    def value(self, odds: Odds) -> Fraction:
        """What this way to play gains over all deals with other odds."""
        paid = ((own or 0) * wins for own, wins in zip(odds, self.wins, strict=True))
        return self.fixed + sum(paid, Fraction(0))

    def figures(self, odds: Odds) -> Figures:
        unit = lcm(self.terms.unit, *(own.denominator for own in odds if own))
        gains, bet = [], 0
        for gain, row in zip(self.rest, self.rows, strict=True):
            won = (odds[row.hand] or 0) if row.result == Result.WIN else 0
            gains.append((int((gain + won) * unit), row.deals))
            bet += row.deals * (2 + row.play)
        return moments(gains, Fraction(bet, DEALS), unit)


class Family:
    """Blind tables of one book; everything else stays as the book says."""

    def __init__(
        self, book: Book, *, threads: int | None = None, progress: Progress = lambda what, share: None
    ) -> None:
        self.book, self.threads, self.progress = book, threads, progress
        blind = [bet for bet in book.opening_bets if bet.on_win == "table"]
        if len(blind) != 1:
            raise SolverError([f"{book.name} has no single required wager with a pay table to design"])
        self.blind = blind[0]
        self.terms = terms_of(book, BASE)
        if not self.terms.by_counts:
            raise SolverError(["this game goes by the dealer's hand, so its pay tables are not designed"])
        self.solves = 0
        self._found: dict[Odds, _Region] = {}
        self._values: dict[Odds, tuple[Fraction, tuple[int, ...]]] = {}

    @property
    def odds(self) -> Odds:
        """The book's own."""
        return tuple(prize if isinstance(prize, Fraction) else None for prize in self.blind.prizes)

    def with_odds(self, changes: Mapping[Category, Fraction | None]) -> Odds:
        """The book's table with some lines changed."""
        return tuple(changes.get(hand, own) for hand, own in zip(Category, self.odds, strict=True))

    def terms_for(self, odds: Odds) -> Terms:
        """The base game with this table."""
        unit = lcm(self.terms.unit, *(own.denominator for own in odds if own is not None))
        times = unit // self.terms.unit

        def scaled(table: Any) -> Any:
            return tuple(tuple(tuple(gain * times for gain in by) for by in rows) for rows in table)

        base = [[list(by) for by in rows] for rows in scaled(self.terms.base)]
        for hand in Category:
            more = (odds[hand] or 0) - (self.odds[hand] or 0)
            for qualified in (0, 1):
                base[qualified][Result.WIN][hand] += int(more * unit)
        return replace(
            self.terms,
            unit=unit,
            play=scaled(self.terms.play),
            base=tuple(tuple(tuple(by) for by in rows) for rows in base),
        )

    def solve_all(self, tables: Iterable[Odds]) -> list[Answer]:
        """Every table, exactly."""
        wanted = list(tables)
        for odds in wanted:
            if any(own is not None and own < 0 for own in odds):
                raise SolverError(["odds are not below zero"])
            if self.blind.win_below_table != "push" and self._drops(odds):
                raise SolverError(
                    [f"{self.blind.label} loses below its table here; tables pay the same hands"]
                )
            if odds[Category.HIGH_CARD] is not None and odds[Category.HIGH_CARD] != 0:
                raise SolverError(["a Blind does not pay a win with a high card"])
        if not wanted:
            return []
        self.progress("starting; kernels are compiled at their first use", 0.0)
        lowest = tuple(min((odds[hand] or Fraction(0)) for odds in wanted) for hand in Category)
        highest = tuple(max((odds[hand] or Fraction(0)) for odds in wanted) for hand in Category)
        varied = [hand for hand in Category if lowest[hand] != highest[hand]]
        foldable = self._foldable(lowest)
        moving = [hand for hand in varied if hand in foldable]
        answers: dict[Odds, Answer] = {}
        self._split(
            sorted(set(wanted), key=lambda odds: [odds[hand] or 0 for hand in moving]), moving, answers
        )
        return [answers[odds] for odds in wanted]

    def _drops(self, odds: Odds) -> bool:
        """Whether a table pays other hands than the book's."""
        return any((own is None) != (other is None) for own, other in zip(odds, self.odds, strict=True))

    def _split(self, tables: Sequence[Odds], moving: list[Category], answers: dict[Odds, Answer]) -> None:
        """Answer tables that differ in some lines which can matter to the play, and in others."""
        bounds = {
            hand: (
                min(odds[hand] or Fraction(0) for odds in tables),
                max(odds[hand] or Fraction(0) for odds in tables),
            )
            for hand in moving
        }
        wide = [hand for hand in moving if bounds[hand][0] != bounds[hand][1]]
        first = tables[0]
        corners = [
            tuple(dict(zip(wide, corner, strict=True)).get(hand, first[hand]) for hand in Category)
            for corner in product(*(bounds[hand] for hand in wide))
        ]
        region = self._region(corners[0])
        if all(self._agrees(region, corner) for corner in corners[1:]):
            for odds in tables:
                value = region.value(odds)
                answers[odds] = Answer(odds, -value / DEALS, region.choice, odds == corners[0], region)
            self.progress("solving tables", len(answers) / max(1, len(answers) + len(tables)))
            return
        # halve along the line with most different odds
        hand = max(wide, key=lambda one: len({odds[one] for odds in tables}))
        steps = sorted({odds[hand] or Fraction(0) for odds in tables})
        middle = steps[len(steps) // 2]
        self._split([odds for odds in tables if (odds[hand] or 0) < middle], moving, answers)
        self._split([odds for odds in tables if (odds[hand] or 0) >= middle], moving, answers)

    def _agrees(self, region: _Region, odds: Odds) -> bool:
        """Whether the plane of a region meets the value of another table, and the play before the flop is the
        same there."""
        value, choice = self._value(odds)
        return region.value(odds) == value and region.choice == choice

    def _foldable(self, odds: Odds) -> set[Category]:
        """The hands that are folded on some river when they pay this little."""
        import numpy as np

        from uth.solver.kernels.strength import CATEGORY_OF
        from uth.solver.kernels.work import Crew
        from uth.solver.playing.rivers import strengths
        from uth.solver.playing.worth import find_advantage

        self.progress("looking for hands that are folded", 0.0)
        folded = find_advantage(self.terms_for(odds), Crew(self.threads)) < 0
        made = strengths(Crew(self.threads))
        return {Category(int(hand)) for hand in np.unique(CATEGORY_OF[made[folded & (made >= 0)]])}

    def _value(self, odds: Odds) -> tuple[Fraction, tuple[int, ...]]:
        """Of optimal play over all deals, and the choice before the flop; without outcomes."""
        from uth.solver.kernels import engine
        from uth.solver.kernels.values import choose_before_the_flop
        from uth.solver.kernels.work import Crew

        if odds in self._found:
            region = self._found[odds]
            return region.value(odds), region.choice
        if odds not in self._values:
            self.solves += 1
            terms = self.terms_for(odds)
            found = engine.find_values(terms, Crew(self.threads))
            choice = choose_before_the_flop(terms, found.preflop_bets, found.preflop_check)
            self._values[odds] = (
                _total(terms, found.preflop_bets, found.preflop_check, choice),
                tuple(choice.tolist()),
            )
        return self._values[odds]

    def _region(self, odds: Odds) -> _Region:
        """A table solved with its outcomes."""
        from uth.solver.kernels import engine
        from uth.solver.kernels.values import choose_before_the_flop
        from uth.solver.kernels.work import Crew

        if odds in self._found:
            return self._found[odds]
        self.solves += 1
        self.progress("solving a table", 0.1)
        terms, crew = self.terms_for(odds), Crew(self.threads)
        values = engine.find_values(terms, crew)
        choice = choose_before_the_flop(terms, values.preflop_bets, values.preflop_check)
        rows = engine.rows_of(terms, engine.find_outcomes(terms, values, choice, crew))
        rest = []
        for row in rows:
            gain = Fraction(
                terms.base_gain(row.play, row.hand, Result(row.result), bool(row.qualifies)), terms.unit
            )
            rest.append(gain - (odds[row.hand] or 0) if row.result == Result.WIN else gain)
        region = _Region(terms, self.blind.name, rows, tuple(choice.tolist()), tuple(rest))
        if region.value(odds) != _total(terms, values.preflop_bets, values.preflop_check, choice):
            raise ArithmeticError("values and outcomes differ: a fault of the program, please report it")
        self._found[odds] = region
        return region


def _total(terms: Terms, bets: Any, check: Any, choice: Any) -> Fraction:
    """What optimal play gains over all deals, in Antes."""
    total = 0
    for number, (size, bet) in enumerate(zip(SIZES, choice.tolist(), strict=True)):
        own = bets[terms.preflop.index(bet), number] if bet else check[number]
        total += size * int(own)
    return Fraction(total, terms.unit)
