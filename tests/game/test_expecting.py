"""``expect`` in a scenario: met, not met with what happened instead, or a fault of the file."""

import json

import pytest
from click.testing import CliRunner

from tests.scenarios import played
from uth.cli import main
from uth.game.files.scenario import ScenarioError, read_scenario

TABLE = """
    book iowa-catfish-bend
    supervisor Sue: open
    dealer Dan: dealer in 52
    Ann: sit 1
    Ann: buy-in 100
    Bob: sit 2
    Bob: buy-in 100
    Ann: bet 10 trips=5
    Bob: bet 5
"""
DEAL = """
    deck 9s 8d 7c 6h 5d As Kd Ac Kc 2c 2d
    dealer Dan: no more bets
    dealer Dan: deal
"""


def unmet(text: str) -> list[str]:
    return [says for one in played(text) for says in one.unmet]


@pytest.mark.parametrize(
    "expectation",
    [
        "seat 1 As Kd",
        "not seat 1 Ac",
        "script Two cards to seat 1",
        "not script Two cards to seat 3",
        "cites IA-DEAL-6",
        "not cites IA-Q-1",
        "Ann $75",
        "felt $35",
        "meter:major $20,000",
        "not Ann $100",
        "house -$21,500",
        "Bob sees seat 2 Ac Kc",
        "not Bob sees As Kd",
        "not refused anything",
    ],
)
def test_met(expectation: str) -> None:
    assert unmet(TABLE + DEAL + f"    expect {expectation}\n") == []


@pytest.mark.parametrize(
    ("expectation", "instead"),
    [
        ("seat 1 Ac", "Two cards each: seat 1 As Kd, seat 2 Ac Kc | -- preflop"),
        ("not seat 1 As Kd", "Two cards each: seat 1 As Kd, seat 2 Ac Kc | -- preflop"),
        ("cites IA-Q-1", "IA-SHUF-1 | IA-SHUF-2"),
        ("Ann $75.50", "$75"),
        ("Bob sees As Kd", "Two cards each: seat 2 Ac Kc | -- preflop"),
        ("refused not now", "nothing"),
        ("script Shuffle the sleeves", "Two decks with backs of different colour"),
    ],
)
def test_not_met(expectation: str, instead: str) -> None:
    [said] = unmet(TABLE + DEAL + f"    expect {expectation}\n")
    assert said.startswith(f"expected: {expectation}; instead: {instead}")


def test_order() -> None:
    first, second = "    expect seat 1 As Kd\n", "    expect then -- preflop\n"
    assert unmet(TABLE + DEAL + first + second) == []
    [said] = unmet(TABLE + DEAL + "    expect -- preflop\n    expect then seat 1 As Kd\n")
    assert said == "expected: then seat 1 As Kd; instead: nothing"
    steps = "    expect script Two cards to seat 1\n    expect then Two cards to seat 2\n"
    assert unmet(TABLE + DEAL + steps + "    expect then Two cards to yourself\n") == []
    assert len(unmet(TABLE + DEAL + steps + "    expect then Two cards to seat 1\n")) == 1


def test_a_refusal_is_announced_where_anything_is_expected() -> None:
    again = TABLE + "    Bob: check\n"
    assert unmet(again) == []
    assert unmet(again + "    expect refused not now\n    expect Bob $90\n") == []
    [said] = unmet(again + "    expect Bob $90\n")
    assert said.startswith("not expected to be refused: decide: not now")
    [said] = unmet(again + "    expect refused never\n")
    assert "instead: decide: not now" in said


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("expect", "say what is expected"),
        ("expect not", "say what is expected"),
        ("expect cites", "say what is expected"),
        ("expect cites IA-Q-99", "there is no clause IA-Q-99"),
        ("expect Zed $5", "Zed is no account; accounts are bank, cage, drop"),
        ("expect not then -- preflop", "'not then' is not understood"),
    ],
)
def test_a_bad_expectation_is_a_fault_of_the_file(line: str, says: str) -> None:
    with pytest.raises(ScenarioError) as error:
        read_scenario(f"book iowa-catfish-bend\nAnn: sit 1\n{line}\n")
    [fault] = error.value.faults
    assert fault.startswith("line 3: ")
    assert says in fault


def test_nothing_can_be_expected_of_nothing() -> None:
    with pytest.raises(ScenarioError, match="nothing has happened yet"):
        read_scenario("book iowa-catfish-bend\nexpect Ann $5\nAnn: sit 1\n")


def test_the_command_says_in_red_what_was_not_met() -> None:
    text = "book iowa-catfish-bend\nsupervisor Sue: open\nexpect -- betting\nAnn: sit 1\nexpect Ann $5\n"
    failed = CliRunner().invoke(main, ["table", "-"], input=text, color=True)
    assert failed.exit_code == 1
    assert "\x1b[31m    line 4 expected: Ann $5; instead: $0\x1b[0m" in failed.stdout
    data = CliRunner().invoke(main, ["table", "-", "--json"], input=text)
    assert data.exit_code == 1
    assert [line["unmet"] for line in json.loads(data.stdout)["lines"]] == [
        [],
        ["expected: Ann $5; instead: $0"],
    ]
    met = CliRunner().invoke(main, ["table", "-"], input=text.replace("$5", "$0"))
    assert met.exit_code == 0
