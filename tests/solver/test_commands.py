"""``uth solve`` and ``uth advise`` as a person or a script calls them."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from uth.cards import RANKS
from uth.cli import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, catch_exceptions=False)


def solved(*arguments: str) -> dict[str, Any]:
    result = run("solve", *arguments, "--json")
    assert result.exit_code == 0, result.output
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def test_solve_for_scripts() -> None:
    data = solved("california-shfl")
    assert data["deals"] == 27_813_810_024_000
    assert data["house_edge"] == {"numerator": 607_723_787_676, "denominator": 27_813_810_024_000}
    assert data["total_loss_per_ante"] == pytest.approx(0.02184971376275)
    assert round(data["standard_deviation"], 2) == 4.94
    assert round(data["average_bet"], 6) == 4.152252
    assert round(100 * data["element_of_risk"], 3) == 0.526
    assert len(data["preflop"]) == 169
    assert set(data["preflop"]["AKs"]) == {"bet4", "bet3", "check", "best"}
    assert data["preflop"]["AKs"]["best"] == "bet4"
    assert {"values", "outcomes"} <= set(data["seconds"])
    assert data["changes"] is None
    assert sum(row["deals"] for row in data["outcomes"]) == data["deals"]
    fields = {"play", "hand", "result", "dealer_qualifies", "net", "deals"}
    assert all(set(row) == fields for row in data["outcomes"])
    assert {row["play"] for row in data["outcomes"]} == {0, 1, 2, 4}
    mean = sum(row["net"] * row["deals"] for row in data["outcomes"]) / data["deals"]
    assert mean == pytest.approx(-data["total_loss_per_ante"])
    folds = [row for row in data["outcomes"] if row["result"] == "fold"]
    assert all((row["play"], row["net"]) == (0, -2) for row in folds)


def test_solve_with_stakes() -> None:
    data = solved(
        "iowa-catfish-bend",
        "--ante",
        "10",
        "--trips",
        "5",
        "--progressive",
        "5",
        "--meter",
        "major=52000",
        "--others",
        "3",
    )
    assert set(data["wagers"]) == {"base", "trips", "progressive"}
    assert data["progressive"]["meters"] == {"major": 52000, "minor": 1500}
    assert data["progressive"]["break_even"]["major"] > 10**6
    assert data["progressive"]["envy"] > 0
    assert data["changes"]["cost_of_ignoring"] > 0
    assert all(
        row["net"] == pytest.approx(row["base"] + row["trips"] + row["progressive"])
        for row in data["outcomes"]
    )
    mean = sum(row["net"] * row["deals"] for row in data["outcomes"]) / data["deals"]
    total = -mean - data["progressive"]["envy"] + data["progressive"]["shared_away"]
    assert total == pytest.approx(data["total_loss_per_ante"])


def test_solve_with_settings_and_without_a_trips_table() -> None:
    data = solved(
        "california-bally",
        "--set",
        "decisions.preflop=[3]",
        "--set",
        "qualifier.hand=none",
        "--no-cache",
        "--threads",
        "1",
    )
    assert set(data["preflop"]["AA"]) == {"bet3", "check", "best"}
    assert data["trips_per_unit"] is None
    assert data["cached"] is False
    assert not any(row["play"] == 4 for row in data["outcomes"])
    assert all(row["dealer_qualifies"] for row in data["outcomes"])


def test_solve_for_people() -> None:
    text = run("solve", "florida", "--trips", "1").stdout
    assert "1.822668 %" in text
    assert "506,953,411,236 / 27,813,810,024,000" in text
    rows = [line.split() for line in text.splitlines() if line[:1] in RANKS and line[1:2] == " "]
    assert len(rows) == 13
    assert rows[0] == ["A", *["4x"] * 13]
    assert rows[-1] == ["2", "4x", *["·"] * 12]
    assert max(map(len, text.splitlines())) <= 160
    assert "to play the base game's way costs 0.145200 % of the Ante" in text
    text = run("solve", "iowa-catfish-bend", "--progressive", "1/2").stdout
    assert "the progressive stops losing at" in text
    assert "$20,000" in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere"], ["nowhere: no such book"]),
        (["nowhere", "--meter", "x", "--ante", "-3"], ["no such book", "NAME=N is wanted", "not below zero"]),
        (
            ["florida", "--set", "blind.flush=x", "--trips", "many"],
            ["blind.flush", "the Trips wager is 'many'"],
        ),
        (["florida", "--set", "trips.flush=7:0"], ["trips.flush"]),
        (["california-bally", "--trips", "1"], ["trips: not chosen yet"]),
        (["florida", "--progressive", "5"], ["florida has no progressive wager"]),
        (
            ["iowa-catfish-bend", "--ante", "10", "--progressive", "4", "--meter", "mega=1"],
            ["no meter 'mega'", "is $5"],
        ),
        (["florida", "--device", "gpu"], ["no GPU support is installed or found"]),
    ],
)
def test_bad_questions_are_refused_in_words(arguments: list[str], says: list[str]) -> None:
    result = run("solve", *arguments)
    assert result.exit_code == 2
    for fault in says:
        assert fault in result.output


def advised(*arguments: str) -> dict[str, Any]:
    result = run("advise", *arguments, "--json")
    assert result.exit_code == 0, result.output
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def test_advise_for_scripts() -> None:
    data = advised("california-shfl", "--hole", "9s 8d", "--board", "Kh 5d 2c")
    assert data["street"] == "flop"
    assert {action: round(value, 6) for action, value in data["actions"].items()} == {
        "bet2": -2.019548,
        "check": -1.379093,
    }
    assert data["best"] == "check"
    assert data["deals"] == 1_070_190
    assert all(sum(counts.values()) == data["deals"] for counts in data["counts"].values())
    assert data["exact"]["bet2"].count("/") == 1


def test_advise_on_every_street_with_dead_cards() -> None:
    dead = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc"
    assert set(advised("florida", "--hole", "As Kd")["actions"]) == {"bet4", "bet3", "check"}
    before = advised("florida", "--hole", "As Kd", "--dead", dead)
    assert before["best"] == "bet4"
    assert before["deals"] == 9880 * 666 * 595
    river = advised("florida", "--hole", "As Kd", "--board", "Ah Kh 9d 9h 2d", "--trips", "1", "--dead", dead)
    assert river["street"] == "river"
    assert river["actions"]["fold"] == -3


def test_advise_for_people() -> None:
    text = run(
        "advise", "california-shfl", "--hole", "9s 8d", "--board", "Kh5d2c", "--ante", "10", "--trips", "5"
    ).stdout
    assert "9♠ 8♦ on K♥ 5♦ 2♣" in text
    assert "→  check" in text
    assert "-$13.79" in text
    assert "Trips is paid whatever is decided" in text
    assert "no board yet" in run("advise", "florida", "--hole", "As Kd").stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["florida", "--hole", "9s 9s"], ["9s is given 2 times"]),
        (
            ["nowhere", "--hole", "9s", "--board", "Kh 5d 2c 3c 4c 6c"],
            ["no such book", "two cards, not 1", "not 6"],
        ),
        (
            ["florida", "--hole", "9s 8x", "--dead", "8d 8d", "--ante", "x"],
            ["8x", "8d is given 2 times", "the Ante"],
        ),
        (["florida"], ["--hole"]),
    ],
)
def test_bad_cards_are_refused_in_words(arguments: list[str], says: list[str]) -> None:
    result = run("advise", *arguments)
    assert result.exit_code == 2
    for fault in says:
        assert fault in result.output


def test_a_kept_solution_needs_no_numba() -> None:
    solved("california-shfl")
    script = "import sys; from uth.cli import main; import uth; uth.solve('california-shfl').house_edge; "
    script += "print('numba' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "False"


def test_the_package_itself_stays_light() -> None:
    script = (
        "import sys, uth, uth.cli; print(sorted({'numpy', 'numba'} & set(sys.modules)), uth.solve.__name__)"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[] solve"


def test_the_example_of_the_page_runs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "solver.md").read_text("utf-8")
    [example] = re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL)
    exec(example, {})
