"""The table in the terminal, with typed answers."""

import pytest
from click.testing import CliRunner

from tests.cli.plain import uth
from uth.cli import main
from uth.rules import shipped


def play(*arguments: str, typed: str) -> str:
    result = CliRunner().invoke(main, ["play", *arguments], input=typed, catch_exceptions=False)
    assert result.exit_code == 0
    return " ".join(result.output.split())


@pytest.mark.parametrize("book", shipped())
def test_a_round_of_every_book(book: str) -> None:
    """Decline the bank until somebody else has it, bet, check to the river, play on; then leave."""
    typed = "10\n" + "c\nc\n1\n" + "\nq\n" * 3
    said = play(book, "--seed", "monday", "--bots", "2", typed=typed)
    assert "Your cards in seat" in said
    assert "Round 1 ends" in said
    assert "You leave with $" in said


def test_the_same_seed_deals_the_same_cards() -> None:
    first, second = (play("--seed", "x", typed="10\n4\nq\n") for _ in range(2))
    assert first == second


def test_nonsense_is_answered_and_changes_nothing() -> None:
    said = play("--seed", "x", typed="lots\n1000\n10\nfly\n7\nc\nq\n")
    assert "an amount in dollars is written" in said
    assert "ante of $1,000 is outside the limits" in said
    assert "fly: one of c, 3, 4 is wanted" in said
    assert "7: one of c, 3, 4 is wanted" in said


@pytest.mark.parametrize(
    "arguments",
    [
        ["--name", "Ada"],
        ["--name", ""],
        ["california-shfl", "--bots", "0"],
        ["--set", "table.seats=2", "--bots", "5"],
    ],
)
def test_a_table_that_cannot_be(arguments: list[str]) -> None:
    result = CliRunner().invoke(main, ["play", *arguments], input="q\n")
    assert result.exit_code == 2
    assert arguments[-2] in result.output or "--bots" in result.output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--trainer"], "needs a terminal"),
        (["--table", "T1"], "--server"),
        (["--seat", "30"], "seats 1 to"),
        (["--server", "http://127.0.0.1:9"], "needs a terminal"),
        (["--server", "http://127.0.0.1:9", "--trainer"], "nobody plays with advice"),
        (["florida", "--server", "http://127.0.0.1:9"], "the service has the books"),
    ],
)
def test_what_does_not_go_together_is_said(arguments: list[str], says: str) -> None:
    result = CliRunner().invoke(main, ["play", *arguments], input="q\n")
    assert result.exit_code == 2
    assert says in result.output


def test_a_service_needs_its_packages() -> None:
    done = uth("play", "--server", "http://127.0.0.1:9", without=["websockets", "httpx"])
    assert done.returncode == 2
    assert "uth[serve]" in done.stderr


def test_plain_play_needs_no_textual() -> None:
    done = uth("play", "--help", without=["textual"])
    assert done.returncode == 0
    assert "--plain" in done.stdout


def test_a_seat_of_ones_own_choice() -> None:
    assert "Your cards in seat 1" in play("--seat", "1", "--seed", "x", typed="10\nq\n")


def test_leaving_in_mid_round_settles_the_wagers() -> None:
    said = play("--seed", "x", typed="10\nq\n")
    assert "the house checks and folds for you" in said
    assert "Round 1 ends" in said
    assert "You leave with $980; you came with $1,000" in said


def test_help_and_progressive_at_the_prompt() -> None:
    said = play("--seed", "x", typed="?\n10 5 p\n4\nq\n")
    assert "Blind pays royal flush 500" in said
    assert "Progressive $5" in said


def test_the_script_is_shown_on_request() -> None:
    assert "IA-DEAL-5" in play("--seed", "x", "--script", typed="10\n4\nq\n")


def test_other_peoples_cards_are_not_shown_before_the_showdown() -> None:
    said = play("--seed", "x", "--bots", "3", typed="10\nq\n")
    before, _, after = said.partition("You leave during the round")
    assert before.count("Your cards") == 1
    assert " shows " not in before
    assert " shows " in after
