"""``uth solve`` and ``uth advise`` as a person or a script calls them."""

import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from uth.cards import RANKS
from uth.cli import main
from uth.ranking import Category


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
    assert data["exact"] == dict.fromkeys(("house_edge", "total_loss"), "50643648973/2317817502000")
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
    fields = {"play", "hand", "result", "dealer_qualifies", "prize", "net", "deals", "parts"}
    assert all(set(row) == fields for row in data["outcomes"])
    assert data["unit"] == 2
    assert all(row["parts"]["net"] == 2 * row["net"] for row in data["outcomes"])
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


def test_break_evens_that_are_no_figure() -> None:
    """A progressive that gains without its jackpot, and one that no hand wins."""
    settings = ["progressive.four_of_a_kind=9000:1", "progressive.straight_flush=9000:1"]
    arguments = [
        "iowa-catfish-bend",
        "--progressive",
        "1",
        *(word for s in settings for word in ("--set", s)),
    ]
    told = solved(*arguments)["progressive"]
    assert told["break_even"] == {"major": 0, "minor": None}
    assert told["break_even_exact"] == {"major": "0", "minor": None}
    assert "no hand wins it" in run("solve", *arguments).stdout


KEY = "play", "hand", "result", "dealer_qualifies", "prize"


@pytest.mark.parametrize(
    "stakes",
    [
        ("california-shfl",),
        ("iowa-catfish-bend", "--ante", "10", "--progressive", "5"),
        ("florida", "--trips", "1/3"),
        (
            "iowa-catfish-bend",
            *("--progressive", "1", "--set", "decisions.flop=[1,2]", "--set", "decisions.river=[1,2]"),
        ),
    ],
)
def test_outcomes_have_a_key_and_exact_gains(stakes: tuple[str, ...]) -> None:
    data = solved(*stakes)
    rows, unit = data["outcomes"], data["unit"]
    assert len({tuple(row[name] for name in KEY) for row in rows}) == len(rows)
    whole = sum(row["deals"] * row["parts"]["net"] for row in rows)
    envy = data.get("progressive", {}).get("envy", 0)
    assert envy == 0
    exact = data["total_loss_exact"]
    assert Fraction(-whole, data["deals"] * unit) == Fraction(exact["numerator"], exact["denominator"])
    assert Fraction(data["exact"]["total_loss"]) == Fraction(-whole, data["deals"] * unit)
    for row in rows:
        assert row["net"] == pytest.approx(row["parts"]["net"] / unit)
        wagers = row["parts"].keys() - {"net"}
        assert wagers <= row.keys()
        assert not wagers or sum(row["parts"][wager] for wager in wagers) == row["parts"]["net"]
    if "progressive" in data:
        prizes = data["progressive"]["prizes"]
        assert sorted(hand for prize in prizes for hand in prize["hands"]) == sorted(h.key for h in Category)
        dropped = {row["parts"]["progressive"] for row in rows if row["result"] == "fold"}
        assert len(dropped) == 1
        for row in rows:
            if row["result"] != "fold":
                gain = row["parts"]["progressive"] - max(dropped)
                assert gain == prizes[row["prize"]]["parts"]


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


SHOWN = [
    ("solve", "california-shfl"),
    ("solve", "florida", "--trips", "1"),
    ("solve", "iowa-catfish-bend", "--ante", "10", "--trips", "5", "--progressive", "5", "--others", "3"),
    ("advise", "california-shfl", "--hole", "7s 2d"),
    ("advise", "california-shfl", "--hole", "7s 2d", "--ante", "50", "--trips", "5"),
    ("advise", "florida", "--hole", "7s 2d", "--board", "Kh 5d 2c", "--ante", "1000", "--trips", "5"),
]


@pytest.mark.parametrize("arguments", SHOWN, ids=" ".join)
def test_nothing_is_cut_in_a_narrow_terminal(arguments: tuple[str, ...], monkeypatch: Any) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    wide = run(*arguments).stdout
    figures = set(re.findall(r"-?\d+\.\d{6}\b", wide))
    for columns in ("80", "40"):
        monkeypatch.setenv("COLUMNS", columns)
        text = run(*arguments).stdout
        assert "…" not in text
        assert figures <= set(re.findall(r"-?\d+\.\d{6}\b", text))
        if columns == "80":
            assert max(map(len, text.splitlines())) <= 80
            assert not re.search(r"^\S+$", text, re.MULTILINE), "no line is broken"


def test_shares_stand_for_counts_that_do_not_fit(monkeypatch: Any) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    narrow = run("advise", "california-shfl", "--hole", "7s 2d").stdout
    assert "31.7103 %" in narrow
    assert "in money" not in narrow
    monkeypatch.setenv("COLUMNS", "160")
    assert "6,651,460,810" in run("advise", "california-shfl", "--hole", "7s 2d").stdout


@pytest.mark.parametrize("arguments", SHOWN, ids=" ".join)
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_what_cannot_be_written_is_written_plainly(arguments: tuple[str, ...], encoding: str) -> None:
    result = CliRunner(charset=encoding).invoke(main, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    assert result.stdout_bytes.isascii() or encoding != "ascii"
    assert ("\n>  " in result.stdout) == (arguments[0] == "advise")


@pytest.mark.parametrize("command", ["solve", "advise"])
def test_help_shows_examples_line_by_line(command: str) -> None:
    text = run(command, "--help").output
    assert "\\b" not in text
    assert f"  Examples:\n    uth {command} california-shfl" in text


@pytest.mark.parametrize("trips", ["0.123456789", "1e9", "1e15", "1e29", "1e30", "1/99999999999999999999"])
def test_stakes_beyond_64_bits_are_refused_in_words(trips: str) -> None:
    dead = ["--hole", "7s 2d", "--dead", "2c"]
    for arguments in (["solve", "florida"], ["advise", "florida", *dead]):
        result = run(*arguments, "--trips", trips)
        assert result.exit_code == 2
        assert "64 bits" in result.output


@pytest.mark.parametrize("meter", ["1e15", "1e25"])
def test_meters_beyond_64_bits_are_refused_in_words(meter: str) -> None:
    result = run("solve", "iowa-catfish-bend", "--progressive", "1", "--meter", f"major={meter}")
    assert result.exit_code == 2
    assert "64 bits" in result.output


def test_a_number_without_end_is_refused_at_once() -> None:
    result = run("solve", "florida", "--trips", "1e999999999")
    assert result.exit_code == 2
    assert "the Trips wager is '1e999999999'; numbers of more than 30 digits" in result.output


def test_any_number_of_threads_may_be_asked_for() -> None:
    assert solved("california-shfl", "--no-cache", "--threads", "100000")["deals"] == 27_813_810_024_000


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


@pytest.mark.parametrize(
    "arguments",
    [
        ["california-shfl", "--set", "blind.flush=2:1"],
        [
            "iowa-catfish-bend",
            "--ante",
            "10",
            "--progressive",
            "5",
            "--meter",
            "major=52000",
            "--others",
            "4",
        ],
    ],
)
def test_a_kept_solution_needs_neither_numpy_nor_numba(arguments: list[str]) -> None:
    """Also where the break-even is asked for."""
    first = solved(*arguments)
    script = "import sys; from uth.cli import main; main(sys.argv[1:], standalone_mode=False); "
    script += "print(sorted({'numpy', 'numba'} & set(sys.modules)), file=sys.stderr)"
    call = [sys.executable, "-c", script, "solve", *arguments, "--json"]
    result = subprocess.run(call, capture_output=True, text=True, check=True)
    assert result.stderr.strip() == "[]"
    again = json.loads(result.stdout)
    assert (again.pop("cached"), again.pop("source")) == (True, "kept")
    assert (first.pop("cached"), first.pop("source")) == (False, "solved")
    assert again == first


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
