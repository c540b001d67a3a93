"""How many durable commands a second the table service takes, and how long they wait.

The load is real: every player has a socket of his own, sees every frame, and acts when it is his turn. It
runs in a process of its own on the same machine, so both share the cores. The baseline, measured in the same
run on the same service, is one player alone at one table, who waits for every answer. Every try is printed,
because a busy machine only ever makes one worse.

    python benchmarks/bench_service.py [--tables 100] [--players 5] [--seconds 15] [--tries 3] [--postgres]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import secrets
import statistics
import sys
import tempfile
import time
from pathlib import Path

import httpx
import msgspec
import psutil
import uvloop
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.postgres import create_database, postgres_server
from tests.server.serving import Served

MUST_A_SECOND, MUST_P99 = 1000, 0.100


class Act(msgspec.Struct):
    do: str
    choice: str = ""


class Option(msgspec.Struct):
    act: Act


class You(msgspec.Struct):
    legal: list[Option]
    chips: int
    seat: int | None


class Frame(msgspec.Struct):
    """What a player needs of a frame; the rest is skipped."""

    command: str = ""
    commands: list[str] = []
    version: int = 0
    you: You | None = None
    fault: msgspec.Raw = msgspec.Raw(b"")


decoder = msgspec.json.Decoder(Frame)
encoder = msgspec.json.Encoder()


class Heard:
    """What the players of one table have heard, and how much later than the first each of them."""

    def __init__(self, later: list[float]) -> None:
        self.later = later
        self.versions: list[tuple[int, float]] = []

    def hear(self, version: int, known: int) -> int:
        """Somebody who knew the first so many versions is told of this one; how many he knows now."""
        now = time.perf_counter()
        if not self.versions or version > self.versions[-1][0]:
            self.versions.append((version, now))
        while known < len(self.versions) and self.versions[known][0] <= version:
            self.later.append(now - self.versions[known][1])
            known += 1
        return known


class Player:
    """Sits, and then bets and decides as fast as answers come."""

    def __init__(
        self, url: str, token: str, table: str, seat: int, waits: list[float], thinks: float, heard: Heard
    ) -> None:
        self.url, self.token, self.table, self.seat, self.waits = url, token, table, seat, waits
        self.heard, self.known = heard, 0
        self.thinks = thinks
        self.sent: tuple[str, float] = ("", 0.0)
        self.latest: Frame | None = None
        self.refused = 0
        self.frames = 0

    async def play(self, ready: asyncio.Semaphore) -> None:
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{self.table}/watch?capacity=player"
        headers = {"authorization": f"Bearer {self.token}"}
        async with connect(
            address, additional_headers=headers, max_size=2**22, compression=None, ping_interval=None
        ) as socket:
            await self.seated(socket)
            ready.release()
            if self.latest:
                await self.act(socket, self.latest)
            async for text in socket:
                self.frames += 1
                self.take(decoder.decode(text))
                if not self.sent[0] and self.latest:
                    await self.act(socket, self.latest)

    async def seated(self, socket: ClientConnection) -> None:
        for act in ({"do": "sit", "seat": self.seat}, {"do": "buy_in", "cents": 50_000_000}):
            await self.send(socket, act, 0)
            async for text in socket:
                self.take(decoder.decode(text))
                if not self.sent[0]:
                    break

    def take(self, frame: Frame) -> None:
        if frame.you:
            self.latest = frame
            self.known = self.heard.hear(frame.version, self.known)
        if frame.commands or frame.command:
            if bytes(frame.fault):
                self.refused += 1
            else:
                self.waits.append(time.perf_counter() - self.sent[1])
            self.sent = ("", 0.0)

    async def act(self, socket: ClientConnection, frame: Frame) -> None:
        assert frame.you
        choices = [option.act.choice for option in frame.you.legal if option.act.do == "decide"]
        if choices:
            choice = "check" if "check" in choices else "fold"
            self.latest = None
            await self.send(socket, {"do": "decide", "choice": choice}, frame.version)
        elif any(option.act.do == "bet" for option in frame.you.legal) and not any(
            option.act.do == "take_back" for option in frame.you.legal
        ):
            self.latest = None
            if frame.you.chips < 2000:
                await self.send(socket, {"do": "buy_in", "cents": 10_000}, frame.version)
            else:
                await self.send(socket, {"do": "bet", "ante": 500}, frame.version)

    async def send(self, socket: ClientConnection, act: dict[str, object], version: int) -> None:
        if self.thinks and version:
            await asyncio.sleep(random.uniform(0, 2 * self.thinks))
        self.sent = (secrets.token_hex(8), time.perf_counter())
        await socket.send(
            encoder.encode({"id": self.sent[0], "act": act, "version": version or None}).decode()
        )


async def load(
    url: str, tables: list[str], tokens: list[str], thinks: float, seconds: float, server: psutil.Process
) -> None:
    waits: list[float] = []
    later: list[float] = []
    each = len(tokens) // len(tables)
    heard = {table: Heard(later) for table in tables}
    places = [(table, seat) for table in tables for seat in range(1, each + 1)]
    players = [
        Player(url, token, table, seat, waits, thinks, heard[table])
        for token, (table, seat) in zip(tokens, places, strict=True)
    ]
    ready = asyncio.Semaphore(0)
    tasks = [asyncio.create_task(player.play(ready)) for player in players]
    for _ in players:
        await ready.acquire()
    await asyncio.sleep(2)
    waits.clear()
    later.clear()
    memory = [server.memory_info().rss / 2**20]
    used, start = server.cpu_times(), time.perf_counter()
    frames = sum(player.frames for player in players)
    while time.perf_counter() - start < seconds:
        await asyncio.sleep(seconds / 10)
        memory.append(server.memory_info().rss / 2**20)
    taken = time.perf_counter() - start
    done, cpu = sorted(waits), server.cpu_times()
    others = sorted(delay for delay in later if delay)
    for task in tasks:
        task.cancel()
    for failed in await asyncio.gather(*tasks, return_exceptions=True):
        if not isinstance(failed, asyncio.CancelledError):
            print("a player failed:", repr(failed))
    frames = sum(player.frames for player in players) - frames
    share = (cpu.user + cpu.system - used.user - used.system) / taken
    print(
        f"{len(players):4} players, {len(tables):3} tables: {len(done) / taken:7,.0f} durable commands/s, "
        f"{percentiles(done)}; others hear of it {percentiles(others)} later; "
        f"{frames / taken:,.0f} frames/s, server on {share:.2f} cores, "
        f"memory {memory[0]:.0f} → {statistics.fmean(memory[-3:]):.0f} MB, "
        f"{sum(player.refused for player in players)} refused"
    )


def percentiles(seconds: list[float]) -> str:
    if not seconds:
        return "never"
    p50, p99 = (seconds[len(seconds) * percent // 100] * 1000 for percent in (50, 99))
    return f"p50 {p50:.1f} ms, p99 {p99:.1f} ms"


def prepare(served: Served, tables: int, players: int) -> tuple[list[str], list[str]]:
    sue = served.sign_in()
    opened = [served.open(sue, banking=3600, betting=5, deciding=3600) for _ in range(tables)]
    with httpx.Client(base_url=served.url) as client:
        tokens = [client.post("/api/guests", json={}).json()["token"] for _ in range(tables * players)]
    return opened, tokens


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--tables", type=int, default=100)
    options.add_argument("--players", type=int, default=5)
    options.add_argument("--seconds", type=float, default=15)
    options.add_argument("--thinks", type=float, default=0.08, help="seconds, on average")
    options.add_argument("--tries", type=int, default=3)
    options.add_argument("--database", default="")
    options.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        database = given.database or f"sqlite:///{folder}/uth.sqlite"
        if given.postgres:
            database = asyncio.run(create_database(stack.enter_context(postgres_server())))
        served = Served(
            database, Path(folder), "--sign-ins", "1000", "--commands", "10000", "--guest-chips", "1000000"
        )
        served.staff("Sue")
        served.start()
        try:
            server = psutil.Process(served.pid)
            many = (given.tables, given.players)
            for says, tables, players, thinks in (
                ("baseline: one alone", 1, 1, 0.0),
                *[("as fast as answers come", *many, 0.0)] * given.tries,
                *[("at the pace of people", *many, given.thinks)] * given.tries,
            ):
                print(f"{says:24}", end="", flush=True)
                opened, tokens = prepare(served, tables, players)
                uvloop.run(load(served.url, opened, tokens, thinks, given.seconds, server))
        finally:
            served.stop()
    must = f"{MUST_A_SECOND:,} durable commands/s, p99 at most {MUST_P99 * 1000:.0f} ms"
    print(f"must: {must}; {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
