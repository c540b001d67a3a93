"""Games that were solved when the package was built, so that the first answer needs no compiler.

A game is its terms: books, readings and stakes that come to the same numbers are the same game, and its
totals follow from nothing but the terms and the code that counts. So a shipped game is known by these two.
Beside code that somebody has changed there is no shipped game, and the solver works it out. The tables of all
flops are not shipped: whoever asks a solution for a flop waits for the solver.

    python scripts/write_data.py

writes the file. A test solves the games again and compares.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from uth.solver.sources import digest_of
from uth.solver.terms import Terms
from uth.solver.totals import HoleSums, Totals

FILE = "shipped.json"
_CODE = (
    "uth.ranking",
    "uth.solver.deals",
    "uth.solver.kernels",
    "uth.solver.starting_hands",
    "uth.solver.terms",
    "uth.solver.totals",
)
"""All that totals and sums of a hole follow from, but for the terms."""


class Shipped(NamedTuple):
    """A game that came with the package."""

    totals: Totals
    holes: tuple[HoleSums, ...]
    """By starting hand: one hole of it before the flop."""
    seconds: dict[str, float]
    """What it took when the package was built."""


def code() -> str:
    """The digest of the code that counts."""
    return digest_of(*_CODE)


def find(terms: Terms) -> Shipped | None:
    """The game of these terms, if it is shipped."""
    for game in _games():
        if game["terms"] == written(terms):
            holes = tuple(HoleSums(*sums) for sums in game["holes"])
            return Shipped(Totals.read(game["totals"]), holes, game["seconds"])
    return None


@cache
def _games() -> list[dict[str, Any]]:
    try:
        data = json.loads(resources.files(__package__).joinpath(FILE).read_bytes())
    except FileNotFoundError:  # it is being written for the first time
        return []
    games: list[dict[str, Any]] = data["games"] if data["code"] == code() else []
    return games


def written(terms: Terms) -> Mapping[str, Any]:
    """Terms as the file has them: what no decision and no row of the outcomes asks for is left out."""
    plain: Mapping[str, Any] = json.loads(json.dumps(asdict(terms.of_decisions()), default=str))
    return plain
