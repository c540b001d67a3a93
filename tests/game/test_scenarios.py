"""Scenario files: read whole and refused with every fault, or run."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from uth.cli import main
from uth.game.files.scenario import ScenarioError, play, read_act, read_scenario, read_who
from uth.game.ledger import Move
from uth.game.round import Choice, Toke
from uth.game.table import acts as a
from uth.rules import load_book


def faults(text: str) -> str:
    with pytest.raises(ScenarioError) as error:
        read_scenario(text)
    return "\n".join(error.value.faults)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("no more bets", a.NoMoreBets()),
        ("buy-in 500", a.BuyIn(cents=50_000)),
        ("bet 10 trips=5", a.Bet(stakes={"ante": 1000, "trips": 500})),
        (
            "bet 10 progressive toke=blind:0.50",
            a.Bet(stakes={"ante": 1000, "progressive": True}, toke=Toke("blind", 50)),
        ),
        ("bet 5 behind=3", a.Bet(stakes={"ante": 500}, behind=3)),
        ("bet4", a.Decide(choice=Choice.BET4)),
        ("fold", a.Decide(choice=Choice.FOLD)),
        ("decide check seat=2", a.Decide(choice=Choice.CHECK, seat=2)),
        ("fold tuck", a.Decide(choice=Choice.FOLD, tuck=True)),
        ("bet4 toke=2.50", a.Decide(choice=Choice.BET4, toke=250)),
        (
            "amend decision 2 bet4 he said four",
            a.AmendDecision(seat=2, choice=Choice.BET4, reason="he said four"),
        ),
        ("flop 9s 8d 7c", a.Flop(cards=(31, 25, 20))),
        ("show hand 2 9h 4c", a.ShowHand(seat=2, cards=(30, 8))),
        ("report card face up in the deck seat=3", a.Report(what="card face up in the deck", seat=3)),
        ("rule void the deck was short", a.Rule(ruling="void", reason="the deck was short")),
        ("link down no answer", a.Link(up=False, reason="no answer")),
        (
            'approve 1 "shift manager" all papers',
            a.Approve(seat=1, office="shift manager", reason="all papers"),
        ),
        (
            "correct house player:Ann 5 lost chip",
            a.Correct(moves=(Move("house", "player:Ann", 500, "correction"),), reason="lost chip"),
        ),
    ],
)
def test_acts_as_people_write_them(text: str, act: a.Act) -> None:
    assert read_act(text, load_book("iowa-catfish-bend")) == act


def test_who_speaks() -> None:
    assert str(read_who("dealer Dan")) == "dealer Dan"
    assert str(read_who("Ann")) == "player Ann"
    assert str(read_who("house")) == "house"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Ann: fly", "no such act; known are check, fold, bet4, go on, open"),
        ("Ann: sit", "seat is missing"),
        ("Ann: sit down", "seat: a whole number is wanted"),
        ("Ann: bet ten", "an amount in dollars"),
        ("Ann: bet 10 colour=red", "'colour=red' is not understood"),
        ("dealer Dan: flop 9s 8d", "3 cards are wanted, not 2"),
        ("dealer Dan: flop 9s 8d 7x", "'7x' is not a card"),
        ("Ann bets", "a line is 'WHO: ACT'"),
        ("deck Ks Ks", "a card is in the deck twice"),
        ("supervisor Sue: correct house", "a correction is"),
        ('Ann: dispute "unclosed', "No closing quotation"),
    ],
)
def test_a_broken_line_is_named_with_its_number(line: str, says: str) -> None:
    said = faults(f"book florida\nAnn: leave\n{line}\n")
    assert "line 3" in said
    assert says in said


def test_all_faults_at_once_and_nothing_runs() -> None:
    said = faults("book nowhere\nset x\nAnn: fly\n\nBob: swim\n")
    assert "no such book" in said
    assert "line 3" in said
    assert "line 5" in said
    assert "begin with 'book NAME'" in faults("Ann: leave")
    assert "nothing happens" in faults("book florida")


def test_decks_come_from_the_seed_and_the_round() -> None:
    text = """
        book iowa-catfish-bend
        seed monday
        supervisor Sue: open
        Ann: sit 1
        Ann: buy-in 500
        Ann: bet 5
        dealer Dan: no more bets
        dealer Dan: deal
    """

    def hole(seed: str) -> object:
        *_, last = play(read_scenario(text.replace("monday", seed)))
        return last.table.spots[1].hole

    assert hole("monday") == hole("monday")
    assert hole("monday") != hole("tuesday")


def test_each_line_of_the_script_is_said_once_in_a_moment() -> None:
    text = """
        book california-shfl
        supervisor Sue: open
        Ann: sit 1
        Ann: buy-in 500
        Bob: sit 2
        Bob: buy-in 500
        Ann: take bank 60
        Bob: bet 10
        Bob: bet 20
        dealer Dan: no more bets
        dealer Dan: go on
        Bob: bet4
        dealer Dan: go on
        Ann: take bank 60
        Bob: bet 10
        dealer Dan: no more bets
    """
    said = CliRunner().invoke(main, ["table", "-", "--script"], input=text).stdout.splitlines()
    offered = [line for line in said if line.startswith("    . Offer the bank clockwise")]
    assert len(offered) == 2  # once a round, though five lines were read before the first bank was taken
    assert sum(line.startswith('    . Call "No more bets"') for line in said) == 2
    assert sum("Collect $2 from the player-dealer" in line for line in said) == 0
    assert not any(line.endswith("[]") for line in said)


def test_the_command_prints_words_or_json() -> None:
    text = "book iowa-catfish-bend\nsupervisor Sue: open\nAnn: sit 9\n"
    words = CliRunner().invoke(main, ["table", "-", "--script"], input=text)
    assert words.exit_code == 0
    assert "refused: the table has seats 1 to 8" in words.stdout
    assert ". A supervisor opens the table" in words.stdout
    data = json.loads(CliRunner().invoke(main, ["table", "-", "--json"], input=text).stdout)
    assert data["phase"] == "betting"
    assert data["lines"][0]["events"][0]["event"] == "table_opened"
    assert data["lines"][1]["refused"][0]["says"] == "the table has seats 1 to 8"
    assert sum(data["ledger"].values()) == 0
    broken = CliRunner().invoke(main, ["table", "-"], input="book florida\nAnn: fly")
    assert broken.exit_code == 2
    assert "line 2" in broken.output


def test_the_page_about_scenarios_names_every_act() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "scenarios.md").read_text("utf-8")
    named = {name.replace("_", " ") for name in a.ACTS} - {"decide", "read meters"}
    spelled = {"buy in": "buy-in"}
    assert {name for name in named if spelled.get(name, name) not in page} == set()


def test_a_book_with_a_fault_is_said_once_and_not_for_every_bet() -> None:
    text = "book florida\nset bank.max_consecutive=1000\nAnn: sit 1\n" + "Ann: bet 10 bad_beat=5\n" * 20
    with pytest.raises(ScenarioError) as error:
        read_scenario(text)
    [said] = error.value.faults
    assert said.startswith("book: ")
