"""Commands: done once, for the turn they were made for, or refused with the reason."""

import asyncio
import json
import secrets
import time
from typing import Any

import pytest

from tests.seated import seated
from tests.server.serving import Served
from uth.game.table.acts import Bet
from uth.game.table.acts.betting import spot_of
from uth.server.commands import read_command


def test_a_repeated_command_gets_the_first_answer_again(served: Served) -> None:
    ann, table = served.guest(), served.open(served.sign_in())
    served.do(ann, table, {"do": "sit", "seat": 1})
    command = {"id": secrets.token_hex(8), "act": {"do": "buy_in", "cents": 10_000}}
    path = f"/api/tables/{table}/commands"
    first, again = (served.call("POST", path, command, ann) for _ in range(2))
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert served.look(ann, table)["you"]["chips"] == 10_000
    other = served.call("POST", path, {**command, "act": {"do": "buy_in", "cents": 10_001}}, ann)
    assert (other.status_code, other.json()["code"]) == (409, "id_reused")
    # the id is the sender's own: somebody else's is another command
    bob = served.guest()
    assert served.call("POST", path, command, bob).json()["version"] > first.json()["version"]


def test_a_command_that_is_refused_now_but_was_done_gets_its_first_answer(served: Served) -> None:
    ann, table = served.guest(), served.open(served.sign_in())
    command = {"id": secrets.token_hex(8), "act": {"do": "sit", "seat": 2}}
    path = f"/api/tables/{table}/commands"
    first, again = (served.call("POST", path, command, ann) for _ in range(2))
    assert first.json() == again.json()
    assert again.status_code == 200


def test_a_second_click_does_not_decide_the_next_street(served: Served) -> None:
    ann, table = served.guest(), served.open(served.sign_in())
    for act in ({"do": "sit", "seat": 1}, {"do": "buy_in", "cents": 20_000}, {"do": "bet", "ante": 500}):
        served.do(ann, table, act)
    seen = served.look(ann, table)
    assert seen["table"]["phase"] == "preflop"
    check = {"do": "decide", "choice": "check"}
    assert served.do(ann, table, check, version=seen["version"]).is_success
    late = served.do(ann, table, check, version=seen["version"])
    assert (late.status_code, late.json()["code"]) == (409, "moved_on")
    assert served.look(ann, table)["table"]["phase"] == "flop"


def test_a_decision_that_is_sent_again_after_the_turn_gets_its_first_answer(served: Served) -> None:
    ann, table = served.guest(), served.open(served.sign_in())
    for act in ({"do": "sit", "seat": 1}, {"do": "buy_in", "cents": 20_000}, {"do": "bet", "ante": 500}):
        served.do(ann, table, act)
    command = {
        "id": secrets.token_hex(8),
        "act": {"do": "decide", "choice": "check"},
        "version": served.look(ann, table)["version"],
    }
    path = f"/api/tables/{table}/commands"
    first, again = (served.call("POST", path, command, ann) for _ in range(2))
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert served.look(ann, table)["table"]["phase"] == "flop"


def test_a_refusal_names_the_clause_and_changes_nothing(served: Served) -> None:
    ann, table = served.guest(), served.open(served.sign_in())
    for act in ({"do": "sit", "seat": 1}, {"do": "buy_in", "cents": 20_000}):
        served.do(ann, table, act)
    before = served.look(ann, table)
    refused = served.do(ann, table, {"do": "bet", "ante": 501, "blind": 700})
    assert (refused.status_code, refused.json()["code"]) == (422, "refused")
    assert len(refused.json()["says"]) >= 2  # everything that is wrong, at once
    assert any(one["clauses"] for one in refused.json()["says"])
    assert served.look(ann, table) == before


def test_what_is_no_command_is_refused_with_the_place(served: Served) -> None:
    ann, table = served.guest(), served.open(served.sign_in())
    path = f"/api/tables/{table}/commands"
    for body, word in (
        ({"id": "x" * 8}, "act"),
        ({"id": "x", "act": {"do": "leave"}}, "id"),
        ({"id": "x" * 8, "act": {"do": "fly"}}, "fly"),
        ({"id": "x" * 8, "act": {"do": "bet", "stakes": {"ante": 5.5}}}, "stakes"),
        ({"id": "x" * 8, "act": {"do": "bet", "ante": "5"}}, "stakes"),
        ({"id": "x" * 8, "act": {"do": "leave"}, "mine": 1}, "mine"),
    ):
        answer = served.call("POST", path, body, ann)
        assert (answer.status_code, answer.json()["code"]) == (422, "malformed"), body
        assert word in json.dumps(answer.json()), body
    assert served.call("POST", "/api/tables/T999/commands", {}, ann).status_code == 404
    assert served.call("POST", path, content=b"\xff\xfe", token=ann).status_code == 422


@pytest.mark.parametrize(
    "act",
    [
        {"do": "bet", "ante": 500, "progressive": True},
        {
            "do": "bet",
            "ante": 500,
            "blind": 500,
            "trips": 0,
            "progressive": 500,
            "toke": None,
            "behind": None,
        },
        {"do": "bet", "stakes": {"ante": 500, "progressive": True}},
        {"do": "bet", "stakes": {"ante": 500, "blind": 500, "progressive": 500}},
    ],
)
def test_a_bet_is_read_as_clients_write_it_today_and_wrote_it_before(act: dict[str, Any]) -> None:
    text = json.dumps({"id": "x" * 8, "act": act})
    bet = read_command(text).act
    assert isinstance(bet, Bet)
    table = seated("iowa-catfish-bend")
    assert spot_of(table, "Ann", bet).stakes == {"ante": 500, "blind": 500, "progressive": 500}


def test_a_missing_book_choice_is_said_before_a_table_opens(served: Served) -> None:
    sue = served.sign_in()
    answer = served.call("POST", "/api/tables", {"book": "florida"}, sue)
    assert (answer.status_code, answer.json()["code"]) == (422, "refused")
    assert [one["field"] for one in answer.json()["says"]] == ["limits.ante", "limits.trips"]
    assert answer.json()["says"][0]["clauses"] == ["FL-10"]
    wrong = served.call("POST", "/api/tables", {"book": "florida", "settings": ["limits.ante=lots"]}, sue)
    assert wrong.status_code == 422
    assert [one["field"] for one in wrong.json()["says"]] == ["limits.ante"]
    assert served.call("POST", "/api/tables", {"book": "../../etc/passwd"}, sue).status_code == 422


def test_a_gap_is_filled_from_the_last_number(served: Served) -> None:
    ann, table = served.guest(), served.open(served.sign_in())
    served.do(ann, table, {"do": "sit", "seat": 1})
    version = served.look(ann, table)["version"]
    served.do(ann, table, {"do": "buy_in", "cents": 20_000})
    missed = served.call("GET", f"/api/tables/{table}/events?after={version}", token=ann).json()
    assert [event["event"] for event in missed["events"]] == ["chips_bought"]
    assert missed["version"] == version + 1


def test_somebody_who_does_not_answer_is_played_by_the_house(served: Served) -> None:
    ann, table = served.guest(), served.open(served.sign_in(), deciding=1, betting=1)
    for act in ({"do": "sit", "seat": 1}, {"do": "buy_in", "cents": 20_000}, {"do": "bet", "ante": 500}):
        served.do(ann, table, act)

    async def wait() -> list[dict[str, str]]:
        async with served.watch(ann, table) as player:
            await player.until(lambda f: any(e["event"] == "round_ended" for e in f.get("events", [])))
            return [e for e in player.events if e["event"] == "decided"]

    said = [one["says"] for one in asyncio.run(wait())]
    assert said == [f"Seat 1 {did} (time is up)" for did in ("checks", "checks", "folds")]


def test_who_let_bets_go_by_is_waited_for_again_when_he_asks(served: Served) -> None:
    table = served.open(served.sign_in(), betting=1)
    ann, bob = served.guest("Ann on time"), served.guest("Bob who dozes")
    for seat, token in enumerate((ann, bob), 1):
        served.do(token, table, {"do": "sit", "seat": seat})
        served.do(token, table, {"do": "buy_in", "cents": 20_000})

    def bet_and_win() -> None:
        """Ann's round, whoever else is there."""
        assert served.do(ann, table, {"do": "bet", "ante": 500}).is_success
        while served.look(ann, table)["table"]["phase"] == "betting":
            time.sleep(0.05)
        assert served.do(ann, table, {"do": "decide", "choice": "bet4"}).is_success

    bet_and_win()
    assert served.look(bob, table)["service"]["idle"] == ["Bob who dozes"]
    assert served.do(ann, table, {"do": "bet", "ante": 500}).is_success
    assert served.look(ann, table)["table"]["phase"] == "preflop", "nobody waits for Bob"
    assert served.do(ann, table, {"do": "decide", "choice": "bet4"}).is_success

    back = served.do(bob, table, {"do": "wait"})
    assert back.json()["events"] == [{"event": "player_back", "player": "Bob who dozes"}]
    assert served.do(bob, table, {"do": "wait"}).json()["events"] == [], "he is back already"
    assert served.look(bob, table)["service"]["idle"] == []
    assert served.do(ann, table, {"do": "bet", "ante": 500}).is_success
    assert served.look(ann, table)["table"]["phase"] == "betting"
    assert served.do(bob, table, {"do": "bet", "ante": 500}).is_success
    assert served.look(bob, table)["table"]["phase"] == "preflop"


def test_only_who_sits_is_waited_for(served: Served) -> None:
    table = served.open(served.sign_in())
    answer = served.do(served.guest(), table, {"do": "wait"})
    assert (answer.status_code, answer.json()["code"]) == (422, "refused")
