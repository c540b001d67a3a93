"""``uth bank``, ``uth simulate`` and ``uth design`` from the command line."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from uth.bank import seats
from uth.cli import main


def run(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, words)
    assert done.exit_code == code, done.output
    return done.output


@pytest.fixture
def _counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes half a minute to count: the sums of the base game of California over two seats."""
    gains, squares, products = SUMS
    monkeypatch.setattr(seats._Work, "add_up", lambda *_: (gains, squares, products))


# of the whole count, which `test_seats` compares with solver and simulator
SUMS = (-1_215_447_575_352, 2_714_325_124_527_920, 436_938_283_022_812_336)


@pytest.mark.usefixtures("_counted")
def test_the_bank_as_json() -> None:
    said: dict[str, Any] = json.loads(
        run(
            "bank",
            "california-shfl",
            "--seats",
            "5",
            "--ante",
            "25",
            "--bankroll",
            "5000",
            "--rounds",
            "200000",
            "--json",
        )
    )
    assert said["exact"] is True
    assert said["covariance_between_seats"] == pytest.approx(4.348747553797514)
    assert said["correlation"] == pytest.approx(0.17825072483626248)
    assert said["variance_per_round"] == pytest.approx(5 * 24.396801515349722 + 20 * 4.348747553797514)
    bank = said["bank"]
    assert bank["mean_and_deviation_exact"]
    assert bank["mean_a_round"] == pytest.approx(5 * 25 * 0.021849713762753353 - 2)
    assert bank["deviation_a_round"] == pytest.approx(25 * said["variance_per_round"] ** 0.5)
    assert bank["break_even_antes_a_round"] == pytest.approx(2 / 0.021849713762753353)
    assert 0.3 < bank["ruin_in_session"] < 0.4
    assert 17_000 < bank["bankroll_for_session"] < 22_000
    [seat, *_] = said["players"]
    assert seat["mean_a_round"] == pytest.approx(-25 * 0.021849713762753353 - 1)
    assert seat["bankroll_for_ever"] is None
    assert 0 < seat["doubles_before_broke"] < 0.5
    assert said["house"]["fees_a_round"] == 7


@pytest.mark.usefixtures("_counted")
def test_readings_are_priced() -> None:
    words = [
        "bank",
        "california-shfl",
        "--seats",
        "3",
        "--ante",
        "25",
        "--bank",
        "150",
        "--readings",
        "--rounds",
        "200000",
    ]
    said = json.loads(run(*words, "--json"))
    by_name = {one["reading"]: one for one in said["readings"]}
    assert set(by_name) == {"stake_only", "running", "matched"}
    assert all(one["not_covered"] > 0.01 for one in by_name.values())
    assert by_name["running"]["not_covered"] < by_name["stake_only"]["not_covered"]
    assert not said["bank"]["mean_and_deviation_exact"]


def test_bad_input_is_refused_all_at_once() -> None:
    said = run("bank", "california-shfl", "--seats", "9", "--ante", "x", "--strategy", "nobody", code=2)
    assert said.count("\n") == 3
    said = run("bank", "california-shfl", "--risk", "2", "--bankroll", "much", "--readings", code=2)
    assert said.count("\n") == 3
    assert "house banks" in run("simulate", "iowa-catfish-bend", "--rotate", "--seats", "2", code=2)
    assert "range" in run("simulate", "california-shfl", "--rounds", "0", code=2)


def test_simulate_says_what_it_did() -> None:
    words = ["simulate", "california-shfl", "--rounds", "100000", "--seats", "2", "--seed", "3"]
    said = json.loads(run(*words, "--json"))
    assert said["rounds"] == 100_000
    assert said["control"] is True
    assert said["rounds_per_second"] > 1000
    assert said["seats"][0]["exact_mean_if_covered_and_free"] == pytest.approx(-5 * 0.021849713762753353)
    plain = json.loads(run(*words, "--no-control", "--json"))
    assert plain["control"] is False
    assert plain["bank"]["mean"] == said["bank"]["plain_mean"]
    assert "seat 2" in run(*words)


def test_the_progressive_over_years() -> None:
    said = json.loads(
        run("bank", "iowa-catfish-bend", "--seats", "5", "--progressive", "--tables", "4", "--json")
    )
    major, minor = said["meters"]
    assert major["wagers_between_hits"] == pytest.approx(2_598_960 / 4)
    assert major["mean_at_hit"] == pytest.approx(20_000 + 0.70 * 2_598_960 / 4)
    assert minor["hits_a_year"] == pytest.approx(said["wagers_a_year"] * 36 / 2_598_960)
    assert major["seed_cost_a_wager"] == pytest.approx(20_000 * 4 / 2_598_960 - 0.10)
    assert "no progressive" in run("bank", "california-shfl", "--progressive", code=2)


def test_design_lists_tables() -> None:
    words = ["design", "california-shfl", "--target", "edge=2.0..2.2", "--vary", "blind.flush,blind.straight"]
    said = json.loads(run(*words, "--json"))
    assert said["ranked_by"].startswith("fewest")
    assert said["tables"][0]["lines_changed"] == 0
    assert "exact" in run(*words)
    refused = run("design", "california-shfl", "--target", "luck=3", "--vary", "trips.flush", code=2)
    assert refused.count("\n") == 2
