"""What the kernels find: totals of the whole game in plain numbers, and tables of all flops.

Every figure comes from the totals, 20 kB as text. The tables, a thousand times as much, are only asked for
the decisions on a flop, so they are fetched when somebody does.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from uth.solver.kernels.arrays import Array


class Row(NamedTuple):
    """Deals that end alike."""

    prize: int
    """What hole cards and flop told the side wagers: the number of their tag; see `Terms.tags`."""
    play: int
    """The multiple that was bet; 0 for a fold."""
    hand: int
    result: int
    qualifies: int
    deals: int
    dealer: int = -1
    """The dealer's category, where a wager asks; else -1."""
    shown: int = -1
    """Where a wager asks: how the cards compare, also those of a folded hand; else -1."""
    holes: int = -1
    """Where the dealer's hole cards matter to a wager: the dealer's starting hand, if it is one of those that
    do; else -1."""


class Totals(NamedTuple):
    """Sums over all deals, in parts of the Ante."""

    preflop_bets: tuple[tuple[int, ...], ...]
    """By multiple and starting hand: over the deals of one hole."""
    preflop_check: tuple[int, ...]
    """By starting hand."""
    outcomes: tuple[Row, ...]
    base_outcomes: tuple[Row, ...]
    """The same when the decisions are those of the base game."""
    base_choice: tuple[int, ...]
    """By starting hand: the base game's multiple before the flop, or 0."""
    changed: tuple[int, int]
    """Holes on flops, and holes on flops with run-outs, decided unlike the base game."""

    def written(self) -> dict[str, Any]:
        """As a file has them; what a row does not tell is left out."""
        shorter = {name: [_without_ending(row) for row in getattr(self, name)] for name in _TABLES}
        return {**self._asdict(), **shorter}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Totals":
        """From what a file has of them."""
        return cls(
            preflop_bets=tuple(map(tuple, data["preflop_bets"])),
            preflop_check=tuple(data["preflop_check"]),
            outcomes=tuple(Row(*row) for row in data["outcomes"]),
            base_outcomes=tuple(Row(*row) for row in data["base_outcomes"]),
            base_choice=tuple(data["base_choice"]),
            changed=(data["changed"][0], data["changed"][1]),
        )


_TABLES = ("outcomes", "base_outcomes")


def _without_ending(row: Row) -> tuple[int, ...]:
    told = len(row)
    while told and row[told - 1] == -1:
        told -= 1
    return row[:told]


class FlopTables(NamedTuple):
    """By flop, suiting and rank pair; see `uth.solver.kernels.flops` and `holes`."""

    bet: "Array"
    """Value of the better multiple, over the deals of a flop."""
    check: "Array"
    choice: "Array"
    """What is done."""


class HoleSums(NamedTuple):
    """What one hole brings, over all dealers and all boards that can still come."""

    lead: int
    """A bet, for each Ante of Play ..."""
    side: int
    """... and besides."""
    won: int
    lost: int
    later: int
    """No bet now, and the best of what can be done later."""
    later_won: int
    later_lost: int
    later_folded: int


FetchFlops = Callable[[], FlopTables]


def best_multiple(multiples: Sequence[int], bets: Sequence[int], check: int) -> int:
    """The best multiple, or 0 for a check. A bet wins a tie, the larger one before the smaller."""
    best, choice = check, 0
    for multiple, value in zip(multiples, bets, strict=True):  # multiples rise
        if value >= best:
            best, choice = value, multiple
    return choice
