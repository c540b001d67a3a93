"""Nobody sees a card that he may not see: in pictures, events, answers, faults, records or log lines."""

import asyncio
import json
from typing import Any

from tests.server.serving import Served
from tests.server.test_rounds import sit_down
from uth.cards import card_name


def cards_in(text: str, hole: list[str], numbers: list[int]) -> bool:
    """Whether both cards of a hand stand in a text, by name or by number, side by side."""
    named = [json.dumps(hole, separators=(",", ":")), json.dumps(hole[::-1], separators=(",", ":"))]
    counted = [json.dumps(numbers, separators=(",", ":")), json.dumps(numbers[::-1], separators=(",", ":"))]
    return any(pair in text.replace(" ", "") for pair in named + counted)


def test_hidden_cards_stay_hidden_until_they_are_turned_up(served: Served) -> None:
    sue = served.sign_in()
    table = served.open(sue)
    ann, bob = served.guest(), served.guest()
    seen: dict[str, list[str]] = {}

    async def play() -> dict[str, Any]:
        async with (
            served.watch(ann, table) as a,
            served.watch(bob, table) as b,
            served.watch("", table) as spectator,
            served.watch(sue, table, "supervisor") as supervisor,
        ):
            await sit_down(a, 1)
            await sit_down(b, 2)
            for player in (a, b):
                await player.do({"do": "bet", "ante": 500})
            picture = await a.turn()
            if not b.picture["you"]["holes"]:
                await b.until(lambda frame: bool(frame.get("you", {}).get("holes")))
            await a.do({"do": "decide", "choice": "check"}, version=picture["version"])
            await b.turn()
            # two more who look from outside, and everything that can be asked for
            for watcher in (spectator, supervisor):
                await watcher.until(lambda f: any(e["event"] == "decided" for e in f.get("events", [])))
            for name, token, capacity in (
                ("bob", bob, ""),
                ("spectator", "", ""),
                ("supervisor", sue, "capacity=supervisor"),
                ("auditor", sue, ""),
            ):
                asked = [
                    f"/api/tables/{table}?{capacity}",
                    f"/api/tables/{table}/events?after=0&{capacity}",
                    f"/api/tables/{table}/rounds/1?{capacity}",
                    *(
                        f"/api/tables/{table}/log",
                        "/api/tables",
                        "/metrics",
                        "/api/chain",
                        "/api/me/statement",
                    ),
                ]
                seen[name] = [
                    (await asyncio.to_thread(served.call, "GET", p, token=token)).text for p in asked
                ]
            for name, watcher in (("bob", b), ("spectator", spectator), ("supervisor", supervisor)):
                seen[name] += [json.dumps(frame) for frame in watcher.frames]
            return {"ann": a.picture["you"]["holes"]["1"], "bob": b.picture["you"]["holes"]["2"]}

    holes = asyncio.run(play())
    number = {card_name(card): card for card in range(52)}
    for name, hole in holes.items():
        numbers = [number[card] for card in hole]
        for who, texts in seen.items():
            shows = any(cards_in(text, hole, numbers) for text in texts)
            assert shows == (who == name), f"{who} sees {name}'s cards: {shows}"
    log = served.errors()
    for hole in holes.values():
        assert not cards_in(log, hole, [number[card] for card in hole])


def test_a_failed_sign_in_receives_nothing(served: Served) -> None:
    """A client whose sign-in failed gets a fault and no picture."""
    table = served.open(served.sign_in())

    async def watch() -> list[str]:
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed

        address = f"{served.url.replace('http', 'ws', 1)}/api/tables/{table}/watch?capacity=supervisor"
        frames = []
        async with connect(address, additional_headers={"authorization": "Bearer nonsense"}) as socket:
            try:
                while True:
                    frames.append(str(await socket.recv()))
            except ConnectionClosed:
                return frames

    frames = asyncio.run(watch())
    assert len(frames) == 1
    assert "not_signed_in" in frames[0]
    assert "table" not in json.loads(frames[0])


def test_an_undealt_card_is_nowhere(served: Served) -> None:
    """The seed of a running round is under seal, in the log that auditors read and in the database itself."""
    sue, ann = served.sign_in(), served.guest()
    table = served.open(sue)
    for act in ({"do": "sit", "seat": 1}, {"do": "buy_in", "cents": 20_000}, {"do": "bet", "ante": 500}):
        served.do(ann, table, act)
    events = served.call("GET", f"/api/tables/{table}/events", token=sue).json()["events"]
    [sealed] = [event for event in events if event["event"] == "shuffle_sealed"]
    assert sealed["sealed"] == ""
    assert served.call("GET", f"/api/tables/{table}/log", token=sue).text.count('"number"') == 0
    assert not any(event["event"] in ("shuffle_revealed", "flop_shown") for event in events)
