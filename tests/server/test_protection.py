"""Game protection over HTTP: figures for anybody, people for supervisors, nothing of a running round."""

import asyncio
import json
import shlex
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from click.testing import CliRunner

from tests.server.floor import floor
from tests.server.serving import PASSWORD, Served
from uth.cli import main
from uth.game.round import Choice
from uth.game.table import acts as a
from uth.game.table.people import Role, Who
from uth.server.protection import LookWish
from uth.server.rooms import Wish
from uth.server.told import Looked, Protected

PATIENCE = 300
ASKED = {"book": "california-shfl", "knows": "flop=3"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service on SQLite, with a supervisor who is no player, and one who plays."""
    folder = tmp_path_factory.mktemp("protection")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UTH_CACHE", str(folder / "cache"))
        options = ("--sign-ins", "1000", "--calculations", "1000")
        service = Served(f"sqlite:///{folder}/uth.sqlite", folder, *options)
        service.staff("Sue")
        service.staff("Max", "supervisor", "player")
        service.staff("Dan", "dealer", "auditor", "admin")
        service.start()
        yield service
        assert service.stop() == 0


def asked(house: Served, path: str, body: dict[str, Any], token: str = "") -> Any:
    return house.call("POST", path, body, token, headers={})


def worth(house: Served, **body: Any) -> Any:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return asked(house, "/api/mathematics/protect", {**ASKED, **body})
        except Exception:  # kernels are compiled at first, which takes longer than a client waits
            if time.monotonic() > end:
                raise


def looked(house: Served, token: str, **body: Any) -> dict[str, Any]:
    """The same question again and again, until the look is done."""
    end = time.monotonic() + PATIENCE
    while True:
        answer = asked(house, "/api/protection/look", body, token)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        msgspec.convert(found, Looked)
        if found["verdict"] is not None:
            assert found["done"] == found["of"]
            return found
        assert time.monotonic() < end


def played(house: Served, token: str, table: str, *rounds: tuple[str, ...]) -> None:
    """Somebody alone at a table bets and decides; of the last round perhaps not everything."""
    for decisions in rounds:
        answer = house.do(token, table, {"do": "bet", "stakes": {"ante": 500}})
        assert answer.status_code == 200, answer.text
        for choice in decisions:
            answer = house.do(token, table, {"do": "decide", "choice": choice})
            assert answer.status_code == 200, answer.text


def seated(house: Served, name: str, **wish: Any) -> tuple[str, str]:
    table, token = house.open(house.sign_in(), mixed=False, **wish), house.guest(name)
    for act in ({"do": "sit", "seat": 1}, {"do": "buy_in", "cents": 50_000}):
        assert house.do(token, table, act).status_code == 200
    return table, token


def test_the_page_shows_what_the_command_line_prints(house: Served) -> None:
    answer = worth(house, settings=["blind.flush=2:1"])
    assert answer.status_code == 200, answer.text
    found = answer.json()
    msgspec.convert(found, Protected)
    assert found["says"] == "the flop"
    for command, fields in zip(found["commands"], (found, found["rule"]), strict=True):
        done = CliRunner().invoke(main, [*shlex.split(command)[1:], "--json"])
        assert done.exit_code == 0, done.output
        printed = json.loads(done.output)
        for name in set(printed) - {"seconds", "cached"}:
            assert printed[name] == fields[name], name


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"knows": "dealer=3"}, "from 0 to 2"),
        ({"knows": ""}, "say what is known"),
        ({"knows": "players=5"}, "takes minutes"),
        ({"knows": "dealer=2,flop=3"}, "takes minutes"),
        ({"knows": "flop=1", "cost": "much"}, "number of Antes"),
        ({"knows": "flop=1", "cost": "-1"}, "number of Antes"),
        ({"knows": "flop=1", "book": "nowhere"}, "no such book"),
        ({"knows": "flop=1", "settings": ["blind.flush=x"]}, "blind.flush"),
    ],
)
def test_what_cannot_be_worked_out_is_refused(house: Served, body: dict[str, Any], says: str) -> None:
    answer = asked(house, "/api/mathematics/protect", {**ASKED, **body})
    assert answer.status_code == 422, answer.text
    assert says in answer.text


def test_only_supervisors_look_at_people(house: Served) -> None:
    for token, status in (("", 401), (house.guest(), 403), (house.sign_in("Dan"), 403)):
        assert asked(house, "/api/protection/look", {}, token).status_code == status
    wrong: list[tuple[dict[str, Any], int]] = [
        ({"kinds": ["dead=1"]}, 422),
        ({"kinds": ["luck=1"]}, 422),
        ({"kinds": []}, 422),
        ({"rounds": 0}, 422),
        ({"false_alarms": 1}, 422),
    ]
    for body, status in wrong:
        assert asked(house, "/api/protection/look", body, house.sign_in()).status_code == status
    assert asked(house, "/api/protection/look", {"tables": ["T99"]}, house.sign_in()).status_code == 404


def test_a_look_names_people_and_rounds_that_have_ended(house: Served) -> None:
    table, ann = seated(house, "Ann")
    played(house, ann, table, ("check", "check", "fold"), ("bet4",), ("bet3",), ("check",))
    found = looked(house, house.sign_in(), tables=[table], kinds=["dealer=1", "turn=1"])
    verdict = found["verdict"]
    assert (found["skipped"], found["partly"]) == ([], [])
    assert {one["player"] for one in verdict["players"]} == {"Ann"}
    assert (verdict["looked_at"], verdict["alarm_ratio"]) == (2, 200)
    for one in verdict["players"]:
        assert one["rounds"] == 3
        told = {hand["title"]: hand for hand in one["telling"]}
        assert set(told) == {f"{table} round {number}" for number in (1, 2, 3)}  # not the one in play
        assert told[f"{table} round 1"]["decisions"] == ["check", "check", "fold"]
        assert len(told[f"{table} round 1"]["dealer"]) == 2  # although everybody had folded
    assert len(looked(house, house.sign_in(), tables=[table], rounds=1)["verdict"]["players"]) == 1
    printed = house.admin("look", table, token=house.sign_in())
    assert "Ann     dealer=1       3" in printed
    assert "An alarm takes 10^+2.00" in printed


def test_a_look_is_noted_once(house: Served) -> None:
    table, _ = seated(house, "Bea")
    sue = house.sign_in()
    looked(house, sue, tables=[table])
    looked(house, sue, tables=[table])
    notes = house.call("GET", "/api/notes", token=house.sign_in("Dan")).json()
    assert [note["reason"] for note in notes if table in note["reason"]] == [
        f"the last 100 rounds of {table}, for dealer=1"
    ]


def test_nobody_looks_at_a_table_where_they_play(house: Served) -> None:
    table = house.open(house.sign_in(), mixed=False)
    signed = house.call("POST", "/api/sessions", {"name": "Max", "password": PASSWORD}).json()
    for act in ({"do": "sit", "seat": 1},):
        assert house.do(signed["token"], table, act).status_code == 200
    found = looked(house, signed["token"], tables=[table])
    assert (found["skipped"], found["of"]) == ([table], 0)


def test_at_real_cards_only_shown_hands_are_looked_at(house: Served) -> None:
    house.staff("Eve", "dealer")
    table, cid = seated(house, "Cid", dealing="entered")
    eve = house.sign_in("Eve")

    def dealer(**act: Any) -> None:
        answer = house.do(eve, table, act, **{"as": "dealer"})
        assert answer.status_code == 200, answer.text

    assert house.do(cid, table, {"do": "bet", "stakes": {"ante": 500}}).status_code == 200
    dealer(do="no_more_bets")
    dealer(do="deal", holes={"1": [0, 5]})
    for cards, act in (([10, 20, 30], "flop"), ([40, 45], "river")):
        house.do(cid, table, {"do": "decide", "choice": "check"})
        dealer(do=act, cards=cards)
    house.do(cid, table, {"do": "decide", "choice": "fold"})
    dealer(do="end_round")
    found = looked(house, house.sign_in(), tables=[table])
    assert found["partly"] == [table]
    assert found["of"] == 0


def test_bots_of_the_house_are_left_out(tmp_path: Path) -> None:
    async def look() -> dict[str, Any]:
        async with floor(f"sqlite:///{tmp_path}/uth.sqlite") as on:
            sue = on.people["Sue"]
            room = await on.service.rooms.open(sue, Wish(book="iowa-catfish-bend", mixed=False))
            people: list[tuple[str, Literal["bot", "account"]]] = [("Robby", "bot"), ("Ann", "account")]
            for seat, (name, kind) in enumerate(people, 1):
                on.people[name] = await on.service.store.add_person(
                    name, kind=kind, roles=("player",), wallet=100_000
                )
                await on.seat(room, name, seat, 50_000)
            players = [Who(Role.PLAYER, name) for name in ("Robby", "Ann")]
            for who in players:
                await on.do(room, who, a.Bet(stakes={"ante": 500}))
            for who in players:
                await on.do(room, who, a.Decide(choice=Choice.BET4))
            wish = LookWish(("dealer=1",), (), 10, 0.01)
            while True:
                found: dict[str, Any] = json.loads(
                    await on.service.protection.look(sue, wish, lambda _: True)
                )
                if found["verdict"]:
                    return found

    verdict = asyncio.run(look())["verdict"]
    assert [one["player"] for one in verdict["players"]] == ["Ann"]
