"""The whole game: values, outcomes and, where a side wager decides, the base game beside it."""

from collections.abc import Callable
from time import perf_counter
from types import ModuleType
from typing import NamedTuple

import numpy as np

from uth.solver.figures import list_outcomes
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.values import Values, choose_before_the_flop
from uth.solver.kernels.work import Crew
from uth.solver.starting_hands import SIZES
from uth.solver.terms import Terms
from uth.solver.totals import FlopTables, Row, Totals

Progress = Callable[[str, float], object]
"""Told what is being done now, and which share of the whole is done."""


class Found(NamedTuple):
    """Everything about a game."""

    totals: Totals
    flops: FlopTables
    seconds: dict[str, float]


def find(engine: ModuleType, terms: Terms, crew: Crew, progress: Progress, compare: bool) -> Found:
    """The game, and beside it the base game where that is played differently.

    `engine`: the module with the kernels of a processor or a GPU.
    """
    start = perf_counter()
    progress("values of every decision", 0.1 if crew.rehearsal else 0.6)
    values = engine.find_values(terms, crew)
    choice = choose_before_the_flop(terms, values.preflop_bets, values.preflop_check)
    if crew.rehearsal:
        choice[:] = 0  # all that can be decided later is
    at_values = perf_counter()
    progress("outcomes of every deal", 0.35 if crew.rehearsal else 0.8)

    def rows(terms: Terms, values: Values, choice: Array) -> tuple[Row, ...]:
        found = engine.rows_of(terms, engine.find_outcomes(terms, values, choice, crew))
        if not any(side.looks_at_dealers_hole for side in terms.sides) or crew.rehearsal:
            return found  # type: ignore[no-any-return]
        from uth.solver.kernels.dealers_holes import with_dealers_holes

        return with_dealers_holes(terms, values, choice, found, crew)

    outcomes = rows(terms, values, choice)
    at_outcomes = perf_counter()
    base_outcomes, base_choice, changed = outcomes, choice, (0, 0)
    if compare:
        progress("how the base game is played", 0.5 if crew.rehearsal else 0.9)
        base = terms.base_game()
        base_values = engine.find_values(base, crew)
        base_choice = choose_before_the_flop(base, base_values.preflop_bets, base_values.preflop_check)
        base_outcomes = rows(base, base_values, base_choice)
        changed = (
            engine.flop_differences(values, base_values, choice),
            engine.river_differences(terms, values, choice, base, crew),
        )
    totals = Totals(
        preflop_bets=tuple(map(tuple, values.preflop_bets.tolist())),
        preflop_check=tuple(values.preflop_check.tolist()),
        outcomes=outcomes,
        base_outcomes=base_outcomes,
        base_choice=tuple(base_choice.tolist()),
        changed=changed,
    )
    if not crew.rehearsal:
        _check(terms, totals)
    seconds = {"values": at_values - start, "outcomes": at_outcomes - at_values}
    if compare:
        seconds["comparison"] = perf_counter() - at_outcomes
    return Found(totals, FlopTables(values.flop_bet, values.flop_check, values.flop_choice), seconds)


def _check(terms: Terms, totals: Totals) -> None:
    """Values and outcomes are different sums over the same deals, of money and of counts. They must agree."""
    best = np.array([*totals.preflop_bets, totals.preflop_check]).max(axis=0).tolist()
    by_values = sum(value * size for value, size in zip(best, SIZES, strict=True))
    by_outcomes = sum(
        outcome.deals * (outcome.base + sum(outcome.gains[side.name] for side in terms.deciding))
        for outcome in list_outcomes(terms, totals.outcomes)
    )
    if by_values != by_outcomes:
        raise ArithmeticError("values and outcomes disagree: a fault of the solver, please report it")
