"""Public figures of the game, from text files with their sources."""

import tomllib
from collections.abc import Callable
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from tests.drawn import book_named
from uth import Solution, Stakes, solve
from uth.cards import RANKS
from uth.ranking import Category
from uth.solver.starting_hands import NAMES, SIZES

FIGURES = Path(__file__).parents[1] / "figures"


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((FIGURES / f"{name}.toml").read_text("utf-8"))


BASE = read("base-game")
HOLES = dict(zip(NAMES, SIZES, strict=True))


@pytest.fixture(scope="module")
def base() -> Solution:
    return solve(book_named(BASE["book"]))


def loss_of(solution: Solution, action: Callable[[str], str]) -> Fraction:
    """In percent, when each class is played before the flop as `action` says."""
    values = solution.preflop
    total = sum((HOLES[name] * values[name].values[action(name)] for name in HOLES), Fraction(0))
    return -100 * total / 1326


MEASURED: dict[str, Callable[[Solution], Any]] = {
    "deals": lambda solution: sum(outcome.deals for outcome in solution.outcomes),
    "house edge over all deals": lambda solution: solution.house_edge * solution.deals,
    "average bet": lambda solution: solution.together.average_bet,
    "element of risk, percent": lambda solution: 100 * solution.together.element_of_risk,
    "standard deviation": lambda solution: solution.together.standard_deviation,
    "right hands but 3x instead of 4x, loss in percent": lambda solution: loss_of(
        solution, lambda name: solution.preflop[name].best.replace("4", "3")
    ),
    "never raise before the flop, loss in percent": lambda solution: loss_of(solution, lambda _: "check"),
    "always 4x, loss in percent": lambda solution: loss_of(solution, lambda _: "bet4"),
}


@pytest.mark.parametrize("figure", BASE["figure"], ids=lambda figure: figure["name"])
def test_figure(base: Solution, figure: dict[str, Any]) -> None:
    found = MEASURED[figure["name"]](base)
    digits = figure.get("digits")
    assert (found if digits is None else round(float(found), digits)) == figure["value"], figure["source"]


def test_chart(base: Solution) -> None:
    chart = BASE["chart"]
    bets = {name for name, choices in base.preflop.items() if choices.best == "bet4"}
    expected = {rank * 2 for rank in RANKS[RANKS.index(chart["pairs_from"][0]) :]}
    for kind, rows in (("s", chart["suited"]), ("o", chart["offsuit"])):
        for high, low in rows.items():
            expected |= {high + rank + kind for rank in RANKS[RANKS.index(low) : RANKS.index(high)]}
    assert bets == expected
    assert len(bets) == chart["classes"]
    assert sum(HOLES[name] for name in bets) == chart["holes"]
    assert not any(choices.best == "bet3" for choices in base.preflop.values())


def test_choices_before_the_flop(base: Solution) -> None:
    for name, values in BASE["preflop"].items():
        found = base.preflop[name].values
        assert {action: round(float(found[action]), 4) for action in values} == values


def test_choices_on_the_flop(base: Solution) -> None:
    for case in BASE["flop"]:
        found = base.on_flop(case["flop"], case["hole"]).values
        assert round(float(found["bet2"]), 6) == case["bet"]
        assert round(float(found["check"]), 6) == case["check"]


@pytest.mark.parametrize("table", ["UTH-01", "UTH-02", "UTH-03", "UTH-04"])
def test_trips_alone(table: str) -> None:
    figure = read("trips")[table]
    book = book_named("california-bally", f"trips.table={table}")
    assert [str(pay) for pay in reversed(book.bets["trips"].prizes) if pay] == list(map(str, figure["pays"]))
    solution = solve(book, Stakes(trips=1))
    assert round(float(100 * solution.wagers["trips"].loss), 6) == figure["percent"]
    assert solution.per_unit("trips") == solution.wagers["trips"]
    assert solution.house_edge * solution.deals == 607_723_787_676, "Trips does not touch the base game"
    assert solution.total_loss == solution.house_edge + solution.wagers["trips"].loss


def test_florida_trips_under_base_game_play() -> None:
    figure = read("trips")["florida"]
    must_win = solve(book_named("florida")).per_unit("trips")
    anyway = solve(
        book_named("florida", "trips.on_tie=table", "trips.on_loss=table", "trips.on_fold=table")
    ).per_unit("trips")
    assert must_win
    assert anyway
    assert round(float(100 * must_win.loss), 1) == figure["must_win_percent"]
    assert round(float(100 * anyway.loss)) == figure["without_condition_percent"]


def test_hands_come_as_often_as_among_seven_cards(base: Solution) -> None:
    figures = read("seven-card-frequencies")
    found = dict.fromkeys(Category, 0)
    for outcome in base.outcomes:
        found[outcome.hand] += outcome.deals
    each = base.deals // figures["hands"]
    assert {hand.key: deals // each for hand, deals in found.items()} == figures["frequency"]


def test_all_four_books_share_the_deals_and_differ_in_money() -> None:
    edges = {name: solve(book_named(name)).house_edge for name in ("california-bally", "iowa-catfish-bend")}
    assert set(edges.values()) == {Fraction(607_723_787_676, 27_813_810_024_000)}
    assert solve(book_named("florida")).house_edge == Fraction(506_953_411_236, 27_813_810_024_000)
    assert comb(52, 7) * comb(7, 2) * comb(5, 3) * comb(45, 2) == 27_813_810_024_000
