"""How the shipped games are made: every book solved for its base game, every starting hand counted."""

import json
from typing import Any

import numpy as np

from uth.rules import load_book, shipped
from uth.solver.kernels import engine
from uth.solver.kernels.before_flop import Given, count_hole
from uth.solver.kernels.finding import find
from uth.solver.kernels.holes import HOLE_CLASS, HOLE_HIGH, HOLE_LOW
from uth.solver.kernels.rules import compile_rules
from uth.solver.kernels.standing import strengths_by_rank
from uth.solver.kernels.work import Crew
from uth.solver.shipped import code, written
from uth.solver.stakes import BASE
from uth.solver.starting_hands import COUNT
from uth.solver.terms import Terms
from uth.solver.totals import HoleSums
from uth.solver.wagering import terms_of


def shipped_terms() -> dict[Terms, list[str]]:
    """Every different game, and which books play it."""
    games: dict[Terms, list[str]] = {}
    for name in shipped():
        games.setdefault(terms_of(load_book(name), BASE), []).append(name)
    return games


def hole_sums(terms: Terms, number: int) -> HoleSums:
    """One hole of a starting hand before the flop, counted by itself."""
    hole = int(np.argmax(number == HOLE_CLASS))
    cards = int(HOLE_HIGH[hole]), int(HOLE_LOW[hole])
    pays, numbers, prizes = compile_rules(terms, np.int64, dealers=1)
    given = Given(strengths_by_rank(), pays, numbers, np.array(terms.flop_class, np.int64), prizes)
    return count_hole(cards, 1 << cards[0] | 1 << cards[1], terms.flop, given, Crew())


def solved(terms: Terms) -> dict[str, Any]:
    """Totals of a game as the file has them, and how long it took."""
    for crew in (Crew(rehearsal=True), Crew()):
        found = find(engine, terms, crew, lambda what, share: None, terms.joint)
    seconds = {name: round(value, 3) for name, value in found.seconds.items()}
    return {"totals": found.totals.written(), "seconds": seconds}


def make_shipped() -> str:
    """The file as text, a game to a line."""
    games = []
    for terms, books in shipped_terms().items():
        holes = [hole_sums(terms, number) for number in range(COUNT)]
        games.append({"books": books, "terms": written(terms), **solved(terms), "holes": holes})
    lines = ",\n".join(json.dumps(game, separators=(",", ":")) for game in games)
    return f'{{"code": "{code()}", "games": [\n{lines}\n]}}\n'
