"""The plug is pulled: everything that was acknowledged is there, and every round goes on where it stood."""

import asyncio
import contextlib
import json
import os
import random
import secrets
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.serving import UTH, Served, Watching

KILLS = int(os.environ.get("UTH_KILLS", "4"))


@pytest.fixture
def service(database: str, tmp_path: Path) -> Iterator[Served]:
    served = Served(database, tmp_path, "--sign-ins", "1000", "--commands", "1000", "--guest-chips", "100000")
    served.staff("Sue")
    yield served
    served.kill()


def test_a_round_goes_on_after_a_kill(service: Served) -> None:
    service.start()
    ann, table = service.guest(), service.open(service.sign_in())
    for act in ({"do": "sit", "seat": 1}, {"do": "buy_in", "cents": 20_000}, {"do": "bet", "ante": 500}):
        assert service.do(ann, table, act).is_success
    before = service.look(ann, table)
    service.kill()
    service.start()
    service.wait_until_it_leads()
    after = service.look(ann, table)
    assert after["table"] == before["table"]
    assert after["you"] == before["you"]  # the same cards
    assert after["service"]["commitment"] == before["service"]["commitment"]
    assert after["service"]["clock"]["waits_for"] == before["service"]["clock"]["waits_for"]
    assert after["service"]["clock"]["until"] >= before["service"]["clock"]["until"]
    for choice in ("check", "check", "bet1"):
        assert service.do(ann, table, {"do": "decide", "choice": choice}).is_success
    record = service.call("GET", f"/api/tables/{table}/rounds/1").json()
    path = service.folder / "round.json"
    path.write_text(json.dumps(record))
    assert subprocess.run([*UTH, "verify", str(path)], check=False).returncode == 0


def test_a_clock_that_ran_out_while_away_leaves_ten_seconds(service: Served) -> None:
    service.start()
    ann, table = service.guest(), service.open(service.sign_in(), deciding=1)
    for act in ({"do": "sit", "seat": 1}, {"do": "buy_in", "cents": 20_000}, {"do": "bet", "ante": 500}):
        service.do(ann, table, act)
    service.kill()
    time.sleep(1)
    service.start()
    service.wait_until_it_leads()
    picture = service.look(ann, table)
    assert picture["table"]["phase"] == "preflop"
    assert picture["service"]["clock"]["until"] / 1e6 - time.time() > 5


class Client:
    """Plays on and on, and keeps a list of what was acknowledged to him."""

    def __init__(self, service: Served, table: str, seat: int) -> None:
        self.service, self.table, self.seat = service, table, seat
        self.token = service.guest()
        self.acknowledged: dict[str, int] = {}
        self.rng = random.Random(seat)

    async def play(self) -> None:
        while True:
            with contextlib.suppress(
                ConnectionClosed, InvalidHandshake, OSError, TimeoutError, httpx.HTTPError, EOFError
            ):
                async with self.service.watch(self.token, self.table) as player:
                    await self.act(player)
            await asyncio.sleep(0.05)

    async def act(self, player: Watching) -> None:
        while True:
            you = player.picture["you"]
            options = [o["act"] for o in you["legal"] if o["act"]["do"] in ("bet", "decide")]
            spots = [spot["seat"] for spot in player.picture["table"]["spots"]]
            if you["seat"] is None:
                act: dict[str, Any] = {"do": "sit", "seat": self.seat}
            elif you["chips"] < 10_000:
                act = {"do": "buy_in", "cents": 50_000}
            elif options and not (options[0]["do"] == "bet" and self.seat in spots):
                act = self.rng.choice(options)
            else:
                await player.until(lambda frame: "table" in frame, 60)
                continue
            command = secrets.token_hex(8)
            await player.socket.send(json.dumps({"id": command, "act": act}))
            answer = await player.answer(command, 60)
            if "version" in answer:
                self.acknowledged[command] = answer["version"]


def test_nothing_acknowledged_is_lost_however_often_it_is_killed(service: Served) -> None:
    service.start()
    sue = service.sign_in()
    tables = [service.open(sue, betting=1, deciding=5) for _ in range(3)]
    clients = [Client(service, table, seat) for table in tables for seat in (1, 2)]
    rng = random.Random(5)

    async def storm() -> None:
        tasks = [asyncio.create_task(client.play()) for client in clients]
        for _ in range(KILLS):
            await asyncio.sleep(rng.uniform(0.2, 1.5))
            service.kill()
            await asyncio.to_thread(service.start)
        await asyncio.sleep(1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(storm())
    assert sum(len(client.acknowledged) for client in clients) > 10 * KILLS
    for table in tables:
        version = service.look("", table)["version"]
        assert version >= max(max(c.acknowledged.values(), default=0) for c in clients if c.table == table)
    token = service.sign_in()
    assert service.call("GET", "/api/check", token=token).json()["faults"] == []
    assert sum(service.call("GET", "/api/ledger", token=token).json().values()) == 0
    for table in tables:
        (service.folder / "log").write_text(service.admin("log", table, token=token))
        assert subprocess.run([*UTH, "verify", str(service.folder / "log")], check=False).returncode == 0
    # what a client was told is what the log says: each command is there, once, with its answer
    acknowledged = {command for client in clients for command in client.acknowledged}
    answered = asyncio.run(_answered(service.database))
    assert acknowledged <= answered


async def _answered(database: str) -> set[str]:
    """Command ids that the store has answers for."""
    from sqlalchemy import select

    from uth.store import Store
    from uth.store.schema import answers

    store = await Store.open(database)
    try:
        async with store._database.reading() as connection:
            return set((await connection.execute(select(answers.c.command))).scalars())
    finally:
        await store.close()
