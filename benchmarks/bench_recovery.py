"""How long after kill -9 everybody plays again: the service is killed under load and started again at once.

Every player has a socket, and comes back as soon as the service listens. Counted is the time from the kill to
a player's first command that is durable again. The baseline, in the same run, is the time the service takes
to start on an empty database: nobody can be back sooner.

    python benchmarks/bench_recovery.py [--tables 20] [--players 5] [--kills 3] [--postgres] [--processes 2]

With `--processes 2` (PostgreSQL) one of two is killed and stays dead; its players go to the other one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import socket
import statistics
import sys
import tempfile
import time
from pathlib import Path

from websockets.asyncio.client import connect

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.postgres import create_database, postgres_server
from tests.server.serving import Served

AGAIN = 0.05
"""Seconds after which a player tries to come back again."""
MUST = 3.0


class Player:
    """Bets and folds, round after round, at whichever process answers."""

    def __init__(self, urls: list[str], token: str, table: str, seat: int) -> None:
        self.urls, self.token, self.table, self.seat = urls, token, table, seat
        self.last = 0.0
        """When a command of theirs was last durable."""
        self.rounds = 0
        self.acknowledged: set[str] = set()

    async def play(self) -> None:
        while True:
            for url in self.urls:
                try:
                    await self._play(url)
                except Exception:  # the service is gone: try the next, and again
                    await asyncio.sleep(AGAIN)

    async def _play(self, url: str) -> None:
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{self.table}/watch"
        headers = {"authorization": f"Bearer {self.token}"}
        async with connect(address, additional_headers=headers, max_size=2**22, open_timeout=2) as line:
            waits, seen = "", {}
            async for text in line:
                frame = json.loads(text)
                seen = frame if "you" in frame else seen
                if waits and waits in (frame.get("command"), *frame.get("commands", [])):
                    if "fault" not in frame:
                        self.last = time.monotonic()
                        self.acknowledged.add(waits)
                    elif frame["fault"]["code"] == "unavailable":
                        raise ConnectionError
                    waits = ""
                elif "fault" in frame:
                    raise ConnectionError
                if not waits and seen and (act := self._wish(seen)):
                    waits = secrets.token_hex(8)
                    await line.send(json.dumps({"id": waits, "act": act}))

    def _wish(self, frame: dict[str, object]) -> dict[str, object] | None:
        you = frame["you"]
        assert isinstance(you, dict)
        legal = {option["act"]["do"]: option["act"] for option in you["legal"]}
        if you["seat"] is None:
            return {"do": "sit", "seat": self.seat} if "sit" in legal else None
        if you["chips"] < 10_000:
            return {"do": "buy_in", "cents": 50_000}
        if "decide" in legal:
            choices = [one["act"]["choice"] for one in you["legal"] if one["act"]["do"] == "decide"]
            return {"do": "decide", "choice": "check" if "check" in choices else "fold"}
        mine = frame["table"]["spots"] if isinstance(frame["table"], dict) else {}  # type: ignore[index]
        if "bet" in legal and str(self.seat) not in mine:
            self.rounds += 1
            return {"do": "bet", "stakes": {"ante": 500}}
        return None


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


class Fixed(Served):
    """A process that listens where it did before."""

    def __init__(self, database: str, folder: Path, *options: str) -> None:
        self.port = free_port()
        super().__init__(database, folder, *options, "--sign-ins", "100000", "--guest-chips", "10000000")
        self.options = (*self.options, "--port", str(self.port))


async def measure(options: argparse.Namespace, database: str, folder: Path) -> list[float]:
    processes = [Fixed(database, folder / str(n)) for n in range(options.processes)]
    for one in processes:
        one.folder.mkdir()
    began = time.monotonic()
    processes[0].staff("Sue")
    began = time.monotonic()
    processes[0].start()
    print(f"baseline: a start on an empty database takes {time.monotonic() - began:.1f} s")
    for one in processes[1:]:
        one.start()
    sue = processes[0].sign_in()
    tables = [processes[n % len(processes)].open(sue, betting=5, mixed=False) for n in range(options.tables)]
    players = [
        Player([one.url for one in processes], processes[0].guest(), table, seat)
        for table in tables
        for seat in range(1, options.players + 1)
    ]
    playing = [asyncio.create_task(player.play()) for player in players]
    waits: list[float] = []
    try:
        for kill in range(options.kills):
            await asyncio.sleep(options.seconds)
            if len(processes) > 1 and kill:
                break
            killed = time.monotonic()
            await asyncio.to_thread(processes[0].kill)
            up = 0.0
            if len(processes) == 1:
                await asyncio.to_thread(processes[0].start)
                up = time.monotonic() - killed
            while any(player.last < killed for player in players) and time.monotonic() < killed + 60:
                await asyncio.sleep(0.02)
            late = sum(player.last < killed for player in players)
            took = time.monotonic() - killed
            waits.append(took)
            rounds = sum(player.rounds for player in players)
            print(
                f"kill {kill + 1}: listening after {up:.1f} s, everybody plays after {took:.1f} s"
                f" ({len(players)} players, {late} not back, {rounds} bets so far)",
                flush=True,
            )
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for one in processes:
            one.stop()
    return waits


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=10, help="of play before each kill")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.postgres or options.processes > 1:
            with postgres_server() as server:
                database = asyncio.run(create_database(server))
                waits = asyncio.run(measure(options, database, Path(folder)))
        else:
            waits = asyncio.run(measure(options, f"sqlite:///{folder}/uth.sqlite", Path(folder)))
    verdict = "met" if max(waits) <= MUST else "missed"
    print(f"median {statistics.median(waits):.1f} s, worst {max(waits):.1f} s; at most {MUST:g} s: {verdict}")


if __name__ == "__main__":
    main()
