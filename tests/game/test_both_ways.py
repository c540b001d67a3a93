"""Cards that are dealt and cards that are entered settle alike: every playthrough, and rounds at random."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.at_table import LiveRound, settled, settles_alike
from tests.books.random_rounds import random_round
from tests.drawn import rounds
from tests.entering import DEALER, Dealing, Entering
from tests.examples import progressives, side_bets
from tests.scenarios import refused_at, rows_of, table_after
from uth.game.files import scenario as scenarios
from uth.game.files.roundfile import read_round
from uth.game.files.scenario import Played, Scenario, play, read_scenario
from uth.game.ledger import Move
from uth.game.table import acts as a
from uth.game.table.answering import step
from uth.game.table.events import HandShown, HolesDealt
from uth.game.table.offering import legal
from uth.game.table.phases import Phase
from uth.game.views.script import script
from uth.rules import Book

PLAYTHROUGHS = sorted((Path(__file__).parent.parent / "playthroughs").glob("*.txt"))


def other_way(scenario: Scenario) -> Dealing | Entering:
    """What stands in for ``step`` to play a scenario as it was not written."""
    if not any(isinstance(line.act, a.Deal) and line.act.holes is None for line in scenario.lines):
        return Entering()
    rounds: list[dict[int, tuple[int, int]]] = []
    for line in scenario.lines:
        if isinstance(line.act, a.Deal):
            rounds.append({})
        elif isinstance(line.act, a.ShowHand):
            rounds[-1][line.act.seat] = line.act.cards
    return Dealing(rounds)


def facts(played: list[Played]) -> list[str]:
    """What happened and what was refused, but for who saw which cards when."""
    events = [event for one in played for event in one.events]
    happened = [str(event) for event in events if not isinstance(event, HandShown | HolesDealt)]
    others = [one for one in played if not isinstance(one.line.act, a.ShowHand | a.Settle)]
    return sorted(happened) + [str(refusal) for one in others for refusal in one.refusals]


def moved(played: list[Played]) -> list[Move]:
    """Every movement of money, in its order."""
    return [move for one in played for event in one.events for move in event.moves]


@pytest.mark.parametrize("file", PLAYTHROUGHS, ids=lambda file: file.stem)
def test_a_playthrough_settles_alike(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = read_scenario(file.read_text("utf-8"))
    one_way = list(play(scenario))
    monkeypatch.setattr(scenarios, "step", other_way(scenario).step)
    other = list(play(scenario))
    assert facts(other) == facts(one_way)
    assert moved(other) == moved(one_way)


# ---- SHFL-DEAL-14a, BALLY-DEAL-14

OPENING = {
    "california-shfl": "",
    "california-bally": """
    set trips.table=UTH-02
    set limits.ante=[5, 50]
    set limits.trips=[5, 50]
    set backline.allowed=false
    set fees.rates=[{least = "5"}]""",
}
FOLDED_TRIPS = """
    supervisor Sue: open
    Ann: sit 1
    Ann: buy-in 500
    Bob: sit 2
    Bob: buy-in 500
    Cy: sit 3
    Cy: buy-in 500
    Ann: take bank 30
    Bob: bet 10 trips=10
    Cy: bet 10
    dealer Dan: no more bets
    dealer Dan: deal unseen
    Bob: check
    Cy: check
    dealer Dan: flop 9s 8d 7c
    Bob: check
    Cy: check
    dealer Dan: river 2h Kd
    Bob: fold
"""


@pytest.mark.parametrize("book", OPENING)
def test_a_folded_trips_is_collected_at_the_fold_with_entered_cards_too(book: str) -> None:
    """A bank of $30 takes $30 of Bob; Cy, who loses later, gets back what it may not win any more."""
    text = f"    book {book}{OPENING[book]}{FOLDED_TRIPS}"
    waiting = table_after(text)
    assert (waiting.phase, waiting.rows) == (Phase.RIVER, ())
    text += "    dealer Dan: show hand 2 4c 3s\n"
    shown = table_after(text)
    assert [(row.seat, row.wager, row.collected) for row in shown.rows] == [
        (2, "ante", 10_00),
        (2, "blind", 10_00),
        (2, "trips", 10_00),
    ]
    assert shown.racked == (2,)
    text += "    Cy: fold\n"
    assert [(row.seat, row.collected) for row in rows_of(text)][3:] == [(3, 0), (3, 0)]


@pytest.mark.parametrize("book", OPENING)
def test_nobody_goes_on_before_the_folded_cards_are_seen(book: str) -> None:
    text = f"    book {book}{OPENING[book]}{FOLDED_TRIPS}"
    [said] = refused_at(text + "    Cy: fold\n")
    assert "turn up the cards of seat 2 first" in said
    last = (
        text + "    dealer Dan: show hand 2 4c 3s\n    Cy: bet1\n    supervisor Sue: rule forfeit seat=3 x\n"
    )
    assert table_after(last).phase is Phase.ENDING


def test_a_folded_trips_that_wins_waits_for_its_turn_face_up() -> None:
    text = "    book california-shfl" + FOLDED_TRIPS.replace("Cy: bet 10\n", "Cy: bet 10 trips=5\n")
    text += "    dealer Dan: show hand 2 9c 9d\n    Cy: bet1\n"
    table = table_after(text)
    assert [(row.seat, row.wager) for row in table.rows] == [(2, "ante"), (2, "blind")]
    assert (table.phase, table.shown, table.racked) == (Phase.SHOWDOWN, (2,), ())


def test_a_fold_entered_wrongly_can_be_put_right_before_its_cards_are_seen() -> None:
    text = "    book california-shfl" + FOLDED_TRIPS.replace("    Bob: fold", "    dealer Dan: fold")
    text += "    supervisor Sue: amend decision 2 bet1 he said bet\n    Cy: fold\n"
    table = table_after(text)
    assert (table.phase, table.spots[2].decisions[-1]) == (Phase.SHOWDOWN, "bet1")


def test_the_script_asks_for_the_folded_cards() -> None:
    table = table_after("    book california-shfl" + FOLDED_TRIPS)
    said = [(line.does, line.clauses) for line in script(table)]
    told = "Turn up the folded cards of seat 2: Trips is judged at the fold"
    assert said[0] == (told, ("SHFL-DEAL-14a",))
    [due] = [option.act for option in legal(table, DEALER) if isinstance(option.act, a.ShowHand)]
    assert due.seat == 2


# ---- rounds at random: settled at once, played with dealt cards, played with entered ones

LIMITS: dict[str, object] = {"limits.ante": [500, 5000], "limits.trips": [100, 5000]}
POSTED = {"california-bally": {**LIMITS, "fees.rates": [{"least": 1}]}, "florida": LIMITS}


@pytest.mark.parametrize("seed", range(6))
def test_a_round_settles_alike_at_once_and_at_a_table_both_ways(seed: int) -> None:
    rng = random.Random(f"live {seed}")
    for _ in range(100):
        case = random_round(rng)
        told = json.dumps(case)
        case["switches"] = {"backline.allowed": False, **POSTED.get(case["document"], {}), **case["switches"]}
        book, played = read_round({key: value for key, value in case.items() if key != "id"})
        settles_alike(book, played, told)


HOUSE_BOOKS = {
    "side bets": side_bets(),
    "taken at the turn": side_bets(fold__collect_at="turn", settle__loop="wager_first"),
    "a limit for each": side_bets(aggregate__cap="60", aggregate__odds="3:1", aggregate__by="player"),
    "progressives": progressives(),
}


@pytest.mark.parametrize("book", HOUSE_BOOKS.values(), ids=HOUSE_BOOKS.keys())
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_round_of_a_house_book_settles_alike_everywhere(book: Book, data: st.DataObject) -> None:
    settles_alike(book, data.draw(rounds(book)))


WORKED = [
    case
    for file in sorted((Path(__file__).parent.parent / "books").glob("*.json"))
    for case in json.loads(file.read_text("utf-8"))
    if "type" not in case
]


@pytest.mark.parametrize("case", WORKED, ids=lambda case: case["id"])
def test_a_worked_round_comes_out_at_a_table_both_ways(case: dict[str, Any]) -> None:
    switches = {"backline.allowed": False, **POSTED.get(case["document"], {}), **case.get("switches", {})}
    book, played = read_round({**case, "switches": switches})
    expected = sorted(
        (str(row["seat"]), row["wager"], row["paid"], row["collected"], row["returned"])
        for row in case["expected"]["settlement"]
    )
    for way in (step, Entering().step):
        live = LiveRound(book, played, way).play()
        got = sorted(
            (str(row.seat), row.wager, row.paid, row.collected, row.returned) for row in settled(live)
        )
        assert got == expected
