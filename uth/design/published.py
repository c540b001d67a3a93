"""Pay tables seen in casinos: the exact edge of each beside the published one."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources

from uth.rules import load_book
from uth.solver import solve

BOOK = "california-shfl"
BASE = "base"


@dataclass(frozen=True)
class Published:
    """A pay table as it was published."""

    name: str
    wager: str
    settings: tuple[str, ...]
    source: str
    edge: str | None = None
    """In percent, with as many digits as were published."""


@dataclass(frozen=True)
class Compared:
    """A published table with its exact edge."""

    table: Published
    exact: Fraction
    """The loss for each Ante staked."""

    @property
    def agrees(self) -> bool | None:
        """Whether the published edge is the exact one, rounded; None where none was published."""
        if self.table.edge is None:
            return None
        digits = len(self.table.edge.partition(".")[2])
        half = Fraction(1, 2 * 10**digits)
        return abs(self.exact * 100 - Fraction(self.table.edge)) <= half


@cache
def published_tables() -> tuple[Published, ...]:
    """All that the package knows."""
    data = tomllib.loads(resources.files("uth.rules").joinpath("published.toml").read_text("utf-8"))
    return tuple(
        Published(row["name"], row["wager"], tuple(row["set"]), row["source"], row.get("published"))
        for row in data["table"]
    )


def compared_tables() -> Iterator[Compared]:
    """Each with its exact edge, one by one: a base game takes a moment to solve."""
    for table in published_tables():
        solution = solve(load_book(BOOK, table.settings))
        if table.wager == BASE:
            yield Compared(table, solution.house_edge)
        else:
            yield Compared(table, solution.beside[table.wager].figures.loss)
