"""Rounds over the API, by real clients of a real service."""

import asyncio
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import UTH, Served, Watching
from uth.game.deck.sealed import commitment


async def play_a_round(players: list[Watching], ante: int = 500) -> None:
    """Everybody bets, checks down and folds or calls, until the round has ended."""

    async def one(player: Watching) -> None:
        answer = await player.do({"do": "bet", "ante": ante})
        assert "version" in answer, answer
        for _ in range(3):
            picture = await player.turn()
            choices = [o["act"]["choice"] for o in picture["you"]["legal"] if o["act"]["do"] == "decide"]
            choice = "check" if "check" in choices else "bet1"
            answer = await player.do({"do": "decide", "choice": choice}, version=picture["version"])
            assert "version" in answer, answer
        if not any(event["event"] == "round_ended" for event in player.events):
            await player.until(lambda f: any(e["event"] == "round_ended" for e in f.get("events", [])))

    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(one(player))


async def sit_down(player: Watching, seat: int, cents: int = 50_000) -> None:
    for act in ({"do": "sit", "seat": seat}, {"do": "buy_in", "cents": cents}):
        answer = await player.do(act)
        assert "version" in answer, answer


def test_a_round_of_two_with_its_money_and_its_proof(served: Served, tmp_path: Path) -> None:
    sue = served.sign_in()
    table = served.open(sue)
    ann, bob = served.guest(), served.guest()
    frames: dict[str, list[dict[str, Any]]] = {}

    async def play() -> None:
        async with served.watch(ann, table) as a, served.watch(bob, table) as b, served.watch("", table) as s:
            await sit_down(a, 1)
            await sit_down(b, 2)
            await play_a_round([a, b])
            await s.until(lambda f: any(e["event"] == "round_ended" for e in f.get("events", [])))
            frames.update(ann=a.frames, bob=b.frames, spectator=s.frames)

    asyncio.run(play())
    # what each saw of hidden cards: his own hand when it was dealt, the other only when it was turned up
    for name, seat in (("ann", "1"), ("bob", "2"), ("spectator", "")):
        [dealt] = [e for f in frames[name] for e in f.get("events", []) if e["event"] == "holes_dealt"]
        assert set(dealt.get("you", {}).get("holes", {})) == ({seat} if seat else set())

    record = served.call("GET", f"/api/tables/{table}/rounds/1").json()
    ended = next(line["event"] for line in record["events"] if line["event"]["event"] == "round_ended")
    assert sum(ended["net"].values()) == 0
    (tmp_path / "round.json").write_text(json.dumps(record))
    done = subprocess.run(
        [*UTH, "verify", str(tmp_path / "round.json")], capture_output=True, text=True, check=True
    )
    assert "1 sealed shuffle checked\nEverything fits." in done.stdout

    # a round that was tampered with does not pass
    flop = next(line["event"] for line in record["events"] if line["event"]["event"] == "flop_shown")
    flop["cards"] = flop["cards"][::-1]
    (tmp_path / "round.json").write_text(json.dumps(record))
    done = subprocess.run(
        [*UTH, "verify", str(tmp_path / "round.json")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "flop" in done.stdout

    # the whole log, too
    log = served.admin("log", table, token=sue)
    (tmp_path / "log.jsonl").write_text(log)
    done = subprocess.run(
        [*UTH, "verify", str(tmp_path / "log.jsonl")], capture_output=True, text=True, check=True
    )
    assert "1 round, 1 sealed shuffle checked\nEverything fits." in done.stdout
    (tmp_path / "log.jsonl").write_text(log.replace('\\"cents\\":50000', '\\"cents\\":50001', 1))
    done = subprocess.run(
        [*UTH, "verify", str(tmp_path / "log.jsonl")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "the hash does not fit" in done.stdout

    # chips came from the wallets, and nothing is lost
    assert served.call("GET", "/api/me", token=ann).json()["wallet"] == 50_000
    ledger = json.loads(served.admin("ledger", token=sue))
    assert sum(ledger.values()) == 0
    assert ledger[f"{table}/cage"] == 0
    assert served.call("GET", "/api/check", token=sue).json()["faults"] == []


@pytest.mark.parametrize("book", ["california-shfl", "florida"])
def test_a_round_with_a_player_bank(served: Served, book: str) -> None:
    sue = served.sign_in()
    settings = ["limits.ante=[5, 100]", "limits.trips=[5, 50]"] if book == "florida" else []
    table = served.open(sue, book, settings=settings)
    ann, bob = served.guest(), served.guest()

    async def play() -> None:
        async with served.watch(ann, table) as a, served.watch(bob, table) as b:
            await sit_down(a, 1)
            await sit_down(b, 2)
            offered = b.picture["table"]["bank"]["offered"]
            banker, player = (a, b) if offered == 1 else (b, a)
            answer = await banker.do({"do": "take_bank", "wager": 20_000})
            assert "version" in answer, answer
            await play_a_round([player])

    asyncio.run(play())
    assert sum(json.loads(served.admin("ledger", token=sue)).values()) == 0


@pytest.mark.parametrize("book", ["iowa-catfish-bend", "california-shfl"])
def test_the_list_of_rounds_tells_everybody_his_own_result(served: Served, book: str) -> None:
    table = served.open(served.sign_in(), book)
    tokens = [served.guest() for _ in range(3)]
    names = [served.call("GET", "/api/me", token=token).json()["name"] for token in tokens]

    async def play() -> None:
        async with served.watch(tokens[0], table) as a, served.watch(tokens[1], table) as b:
            for player, seat in ((a, 1), (b, 2)):
                await sit_down(player, seat)
            if book == "california-shfl":
                banker, player = (a, b) if b.picture["table"]["bank"]["offered"] == 1 else (b, a)
                await banker.do({"do": "take_bank", "wager": 20_000})
                await play_a_round([player])
            else:
                await play_a_round([a, b])
                for act in ({"do": "bet", "ante": 500}, {"do": "take_back"}, {"do": "leave"}):
                    assert "version" in await b.do(act)
                await a.do({"do": "cash_out", "cents": 1000})  # money that moves between rounds is no result
                await play_a_round([a])

    asyncio.run(play())
    rounds = served.call("GET", f"/api/tables/{table}/rounds").json()
    assert [mark["net"] for mark in rounds] == [None] * len(rounds)  # nobody asks
    for token, name in zip(tokens, names, strict=True):
        for mark in served.call("GET", f"/api/tables/{table}/rounds", token=token).json():
            record = served.call("GET", f"/api/tables/{table}/rounds/{mark['round']}").json()
            [ended] = [one["event"] for one in record["events"] if one["event"]["event"] == "round_ended"]
            played = name == names[0] or (name == names[1] and mark["round"] == 1)
            assert mark["net"] == (ended["net"].get(f"player:{name}", 0) if played else None), (name, mark)


def test_a_round_that_moved_nothing_is_still_ones_own(served: Served) -> None:
    """A void round: nothing won and nothing lost is not the same as not having been there."""
    sue, ann, bob = served.sign_in(), served.guest(), served.guest()
    table = served.open(sue)
    for act in ({"do": "sit", "seat": 1}, {"do": "buy_in", "cents": 20_000}, {"do": "bet", "ante": 500}):
        served.do(ann, table, act)
    void = {"do": "rule", "ruling": "void", "reason": "a card fell"}
    assert served.do(sue, table, void, **{"as": "supervisor"}).is_success
    for token, net in ((ann, 0), (bob, None)):
        [mark] = served.call("GET", f"/api/tables/{table}/rounds", token=token).json()
        assert mark["net"] == net


def test_a_void_round_reveals_too(served: Served) -> None:
    """Otherwise rounds could be voided for their cards."""
    sue, ann = served.sign_in(), served.guest()
    table = served.open(sue)
    for act in ({"do": "sit", "seat": 1}, {"do": "buy_in", "cents": 20_000}, {"do": "bet", "ante": 500}):
        served.do(ann, table, act)
    promised = served.look(ann, table)["service"]["commitment"]
    void = {"do": "rule", "ruling": "void", "reason": "a card fell"}
    assert served.do(sue, table, void, **{"as": "supervisor"}).is_success
    record = served.call("GET", f"/api/tables/{table}/rounds/1").json()
    assert record["commitment"] == promised
    assert commitment(table, 1, record["digest"], bytes.fromhex(record["seed"])).hex() == promised
    assert served.look(ann, table)["you"]["chips"] == 20_000
    assert served.look(ann, table)["service"]["commitment"] != promised


def test_the_commitment_is_there_before_the_first_bet(served: Served) -> None:
    table = served.open(served.sign_in())
    picture = served.look("", table)
    assert picture["table"]["phase"] == "betting"
    assert len(picture["service"]["commitment"]) == 64
