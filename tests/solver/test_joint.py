"""Wagers that influence each other."""

from dataclasses import replace
from fractions import Fraction
from math import comb
from types import ModuleType
from typing import Any

import pytest

from tests.drawn import book_named
from uth import Solution, Stakes, solve
from uth.ranking import Category
from uth.rules.payoffs import Result
from uth.solver import SolverError, breakeven, solving
from uth.solver.deals import DEALS
from uth.solver.kernels import engine
from uth.solver.wagering import terms_of

FLORIDA, IOWA = book_named("florida"), book_named("iowa-catfish-bend")
PROGRESSIVE = Stakes(10, progressive=5, meters={"major": 52000, "minor": "4319.95"})


def naive_loss(solution: Solution) -> Fraction:
    """The loss of the base game's decisions, wager by wager from its own table of outcomes."""
    unit = solution.terms.unit
    return -Fraction(sum(outcome.deals * outcome.net for outcome in solution.base_outcomes), DEALS * unit)


@pytest.mark.parametrize("ratio", ["1/4", "1", "5"])
@pytest.mark.parametrize("reading", ["lose", "push"])
def test_florida_trips(ratio: str, reading: str) -> None:
    book = book_named("florida", f"trips.win_below_table={reading}")
    alone, joint = solve(book), solve(book, Stakes(trips=ratio))
    assert joint.house_edge == alone.house_edge
    trips = alone.per_unit("trips")
    assert trips
    ignored = alone.house_edge + Fraction(ratio) * trips.loss
    assert joint.changes
    assert joint.changes.cost == ignored - joint.total_loss > 0
    assert naive_loss(joint) == ignored
    assert joint.wagers["base"].loss > alone.house_edge, "what Trips gains, the base game pays in part"
    assert joint.changes.rivers > 0


def test_a_larger_trips_wager_changes_more() -> None:
    small, large = (solve(FLORIDA, Stakes(trips=trips)).changes for trips in (1, 50))
    assert small
    assert large
    assert large.rivers > small.rivers
    assert large.cost > small.cost
    assert large.classes
    assert large.holes >= 4


def test_a_wager_that_looks_at_no_result_changes_nothing() -> None:
    solution = solve(IOWA, Stakes(trips=3))
    assert solution.changes is None
    assert solution.total_loss == solution.house_edge + solution.wagers["trips"].loss
    trips = solution.per_unit("trips")
    assert trips
    assert solution.wagers["trips"].loss == 3 * trips.loss


def test_the_progressive_dies_with_a_fold() -> None:
    solution = solve(IOWA, PROGRESSIVE)
    alone = solve(IOWA)
    assert solution.changes
    assert solution.house_edge == alone.house_edge
    assert naive_loss(solution) - solution.total_loss == solution.changes.cost > 0
    lost = [o for o in solution.outcomes if o.result is Result.FOLD]
    assert all(o.gains == {"progressive": -solution.terms.sides[0].stake} for o in lost)
    folds = sum(o.deals for o in lost)
    assert folds < sum(o.deals for o in alone.outcomes if o.result is Result.FOLD), "prizes are not folded"
    staked = Fraction(1, 2)
    assert solution.wagers["progressive"].average_bet == staked
    assert solution.together.average_bet == solution.wagers["base"].average_bet + staked


def test_the_progressive_by_hand() -> None:
    """The least prize, 4.5 Antes, is more than any bet can lose, so nobody folds one and all are paid."""
    solution = solve(IOWA, PROGRESSIVE)
    prizes = {
        Category.ROYAL_FLUSH: 4 * Fraction(5200),
        Category.STRAIGHT_FLUSH: 36 * Fraction("431.995"),
        Category.FOUR_OF_A_KIND: 624 * Fraction(150),
        Category.FULL_HOUSE: 3744 * Fraction(25),
        Category.FLUSH: 5108 * Fraction(20),
        Category.STRAIGHT: 10200 * Fraction(15),
        Category.THREE_OF_A_KIND: 54912 * Fraction("4.5"),
    }
    returned = sum(prizes.values()) / comb(52, 5)
    assert solution.wagers["progressive"].loss == Fraction(1, 2) - returned
    assert not any(outcome.prize for outcome in solution.outcomes if outcome.result is Result.FOLD)


def test_envy_by_hand() -> None:
    """Each of three others brings $5,000 with 4 and $1,500 with 36 of 2,598,960 flop hands."""
    alone, with_others = solve(IOWA, PROGRESSIVE), solve(IOWA, replace(PROGRESSIVE, others=3))
    envy = 3 * Fraction(4 * 5000 + 36 * 1500, 2_598_960) / 10
    assert with_others.envy == envy
    # 56 of 25,989,600 straight flushes with the flop leave one pair of 1,081 that would share the jackpot.
    shared = 3 * Fraction(56, 25_989_600 * 1081) * Fraction("4319.95") / 2 / 10
    assert with_others.shared_away == shared
    assert with_others.total_loss == alone.total_loss - envy + shared


def test_envy_that_depends_on_play_is_refused() -> None:
    book = book_named("iowa-catfish-bend", "envy.folded_eligible=false")
    with pytest.raises(SolverError, match="leave out the other bettors"):
        solve(book, replace(PROGRESSIVE, others=1))
    assert terms_of(book, PROGRESSIVE).joint


def test_a_meter_not_named_stands_at_its_seed() -> None:
    seeds = Stakes(10, progressive=5, meters={"major": 20000, "minor": 1500})
    assert terms_of(IOWA, Stakes(10, progressive=5)) == terms_of(IOWA, seeds)


def test_returning_the_stake_with_a_win_helps_by_so_much() -> None:
    """Half an Ante more for each prize."""
    book = book_named("iowa-catfish-bend", "progressive.stake_returned_on_win=true")
    gain = solve(IOWA, PROGRESSIVE).total_loss - solve(book, PROGRESSIVE).total_loss
    assert gain == Fraction(4 + 36 + 624 + 3744 + 5108 + 10200 + 54912, 2 * 2_598_960)


def test_break_even() -> None:
    without = solve(IOWA, Stakes(10)).total_loss
    meter = (solve(IOWA, PROGRESSIVE, break_even=True).break_even or {})["major"]
    assert meter
    cents = meter * 100
    below, above = (
        solve(IOWA, PROGRESSIVE.with_meters(major=Fraction(int(cents) + step, 100)), cache=False).total_loss
        for step in (0, 1)
    )
    assert below >= without >= above
    slope = (below - above) * 100  # per dollar: the line is straight
    assert below - slope * (meter - Fraction(int(cents), 100)) == without


def test_break_evens_found_at_once_are_those_found_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    stakes = PROGRESSIVE.with_meters(major=52000)
    at_once = solve(IOWA, stakes, cache=False, break_even=True).break_even
    monkeypatch.setattr(breakeven, "_at_once", lambda *_: None)
    assert at_once == solve(IOWA, stakes, cache=False, break_even=True).break_even


def test_the_break_even_is_computed_as_the_solution_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the threads and on the device that were asked for."""
    asked: list[tuple[object, object]] = []
    compute = solving._compute

    def note(kernels: Any, terms: Any, threads: Any, *more: Any, **named: Any) -> Any:
        asked.append((kernels(terms).__name__, threads))
        return compute(kernels, terms, threads, *more, **named)

    monkeypatch.setattr(solving, "_compute", note)
    monkeypatch.setattr(solving, "_kernels_for", lambda device: lambda terms: DEVICES[device])
    monkeypatch.setattr(solving, "_brief", {})
    solve(IOWA, PROGRESSIVE, threads=1, device="other", cache=False, break_even=True)
    assert len(asked) == 3  # the game, the same with nearly empty meters, and without the progressive
    assert set(asked) == {("other kernels", 1)}


class Other(ModuleType):
    """The processor's kernels under another name."""

    def __getattr__(self, name: str) -> Any:
        return getattr(engine, name)


DEVICES = {"other": Other("other kernels")}


def test_the_break_even_of_an_implied_ante() -> None:
    """An Ante on the progressive, which is $5, is an Ante of $5, on which 3:2 is cut to $7."""
    book = book_named("iowa-catfish-bend", "payout.rounding=down_to_unit")
    given, implied = Stakes(5, trips=5, progressive=5), Stakes(trips=1, progressive=1)
    even = [solve(book, stakes, break_even=True).break_even for stakes in (given, implied)]
    assert even[0] == even[1]


def test_break_even_of_a_jackpot_that_is_sometimes_folded() -> None:
    meters = [("major", 20000), ("minor", 1500), ("mini", 45)]
    rows = ", ".join(f'{{name = "{name}", seed = "{seed}", meter = "1%"}}' for name, seed in meters)
    settings = ["progressive.three_of_a_kind=100% mini", f"progressive.meters=[{rows}]"]
    book, stakes = book_named("iowa-catfish-bend", *settings), Stakes(10, progressive=5)
    meter = (solve(book, stakes, break_even=True).break_even or {})["mini"]
    assert meter
    without = solve(book, Stakes(10)).total_loss
    below, above = (
        solve(book, stakes.with_meters(mini=Fraction(int(meter * 100) + step, 100)), cache=False).total_loss
        for step in (-1, 1)
    )
    assert below > without > above


def test_without_a_progressive_there_is_no_break_even() -> None:
    assert solve(IOWA, Stakes(10), break_even=True).break_even == {}
    assert solve(IOWA, Stakes(10)).break_even in (None, {})
