"""What people around a table hear, and how a round came out for each of them."""

from typing import Any

import pytest

from tests.playthroughs.test_playthroughs import SCENARIOS
from uth.cards import parse_cards
from uth.game.files.scenario import play, read_scenario
from uth.game.ledger import Move, player
from uth.game.round import Spot, Toke
from uth.game.table import events as e
from uth.game.table.events import evolve
from uth.game.table.state import Table, new_table
from uth.game.views.results import result
from uth.game.views.saying import beyond, say
from uth.rules import load_book

BOOK = load_book("iowa-catfish-bend")


def said(event: e.Event, book: str = "iowa-catfish-bend") -> str:
    [sentence] = say(load_book(book), [event])
    return sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            e.CardsAmended(
                of="board",
                by="Sue",
                reason="misread",
                was=parse_cards("9h 4s"),
                cards=parse_cards("9h 5s"),
            ),
            "Cards of the board corrected: 9♥ 5♠, not 9♥ 4♠. misread",
        ),
        (
            e.CardsAmended(of=3, by="Sue", reason="misread", player="Bob"),
            "Cards of seat 3 corrected. misread",
        ),
        (
            e.Corrected(
                by="Sue", reason="paid short", moves=(Move("house", player("Ann"), 1250, "correction"),)
            ),
            "Correction by Sue: $12.50 from house to Ann, paid short",
        ),
        (e.Corrected(by="Sue", reason="paid short"), "Correction by Sue: paid short"),
        (e.FeesReturned(players={"1": 100, "2": 0}), "Fees returned: seat 1 $1"),
        (e.SeatLeft(seat=2, player="Ann", by="Sue", reason="gone home"), "Ann leaves seat 2: gone home"),
        (
            e.WagersPlaced(
                player="Ann", spot=Spot(seat=1, stakes={"ante": 500, "trips": 100}, toke=Toke("ante", 200))
            ),
            "Seat 1 (Ann) bets Ante $5, Trips $1, toke $2 on Ante",
        ),
        (
            e.BankShown(cards=parse_cards("Ts 2h"), hand="ten high", qualifies=False),
            "Dealer shows 10♠ 2♥: ten high, does not qualify",
        ),
        (e.RoundEnded(round=3, net={"house": -500, player("Ann"): 500}), "Round 3 ends: Ann +$5"),
    ],
    ids=lambda given: given if isinstance(given, str) else type(given).__name__,
)
def test_an_event_is_said_as_the_floor_says_it(event: e.Event, sentence: str) -> None:
    assert said(event) == sentence


def test_who_banks_is_called_what_the_house_calls_him() -> None:
    halted = e.BankHalted()
    assert said(halted, "california-shfl") == "Waiting for a player-dealer"
    assert said(halted, "florida") == "Waiting for a designated player"


def test_a_reason_adds_only_what_was_not_said() -> None:
    why = "a flush beats the dealer's pair"
    assert beyond(why, why) == ""
    assert beyond(f"{why}; flush pays 3 to 2", why) == "flush pays 3 to 2"
    assert beyond(f"{why}, and Trips goes with the hand", why) == "Trips goes with the hand"
    assert beyond(f"{why}: the losing hand, a pair, is not on the table", why) == (
        "the losing hand, a pair, is not on the table"
    )


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_what_each_wager_did_and_the_fees_come_to_the_net(file: Any) -> None:
    """Also with tokes, jackpots that are paid later, and envy that goes back."""
    table: Table | None = None
    banker: str | None = None
    for one in play(read_scenario(file.read_text("utf-8"))):
        table = table or new_table(one.table.book)
        for event in one.events:
            if isinstance(event, e.RoundEnded):
                _adds_up(table, event, banker)
            table = evolve(table, event)
            banker = table.banker or (banker if table.spots else None)


def _adds_up(table: Table, ended: e.RoundEnded, banker: str | None) -> None:
    for name in {*table.owners.values(), *([banker] if banker else [])}:
        out = result(table, ended.net, name, banker)
        assert out
        assert out.net == ended.net.get(player(name), 0)
        if table.void:
            assert not out.rows
        else:
            assert bool(out.banked) == (banker == name)
            won = sum(row.gain for row in out.rows) + sum(hand.cents for hand in out.banked)
            assert won - out.fees == out.net, out
    assert result(table, ended.net, "nobody", banker) is None
