"""A soak: the service under steady load for a long time; memory stays flat, the chain fits, nothing is lost.

    make soak                  # an hour
    make soak MINUTES=5
    python scripts/soak.py --minutes 60 --tables 20 --players 4 [--postgres] [--kills]

People come and go, bet, fold, watch and leave; with --kills the service is also killed every few minutes and
goes on. At the end every acknowledged command is in the log, every chain and balance fits, and memory has not
grown, after a tenth of the time to warm up, by more than a tenth and 40 MB. The exit code is 1 if not.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.bench_recovery import Fixed, Player
from tests.postgres import create_database, postgres_server

GREW, BESIDES = 1.10, 40 * 2**20
LOOK_EVERY = 5.0


class Visitor(Player):
    """A player who remembers what was acknowledged, and now and then leaves and comes back."""

    visits = 0

    async def play(self) -> None:
        while True:
            self.visits += 1
            try:
                async with asyncio.timeout(random.uniform(20, 120)):
                    await super().play()
            except TimeoutError:
                await asyncio.sleep(random.uniform(0, 3))


async def soak(options: argparse.Namespace, database: str, folder: Path) -> list[str]:
    served = Fixed(database, folder)
    served.staff("Sue")
    served.start()
    sue = served.sign_in()
    tables = [served.open(sue, betting=3, mixed=False) for _ in range(options.tables)]
    players = [
        Visitor([served.url], served.guest(), table, seat)
        for table in tables
        for seat in range(1, options.players + 1)
    ]
    playing = [asyncio.create_task(player.play()) for player in players]
    began = last_kill = time.monotonic()
    memory: list[tuple[float, int]] = []
    wrong: list[str] = []
    try:
        while (gone := time.monotonic() - began) < options.minutes * 60:
            await asyncio.sleep(min(LOOK_EVERY, options.minutes * 6))
            memory.append((gone, psutil.Process(served.pid).memory_info().rss))
            health = await asyncio.to_thread(served.call, "GET", "/health")
            if health.status_code != 200:
                wrong.append(f"after {gone:.0f} s: {health.text}")
            if options.kills and time.monotonic() - last_kill > min(300, options.minutes * 20):
                last_kill = time.monotonic()
                await asyncio.to_thread(served.kill)
                await asyncio.to_thread(served.start)
                memory.clear()  # a new process
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    rounds = sum(table["round"] for table in served.call("GET", "/api/tables").json())
    late = [player for player in players if player.last < time.monotonic() - 150]
    wrong += [f"a player at {one.table} has not played for a long time" for one in late]
    wrong += flat(memory)
    found: dict[str, Any] = served.call("POST", "/api/check", {"heads": []}, served.sign_in()).json()
    wrong += found["faults"]
    minutes = (time.monotonic() - began) / 60
    bets = sum(player.rounds for player in players)
    visits = sum(one.visits for one in players)
    print(f"{minutes:.1f} minutes, {rounds:,} rounds, {bets:,} bets, {visits:,} visits")
    if played := sum(len(player.acknowledged) for player in players):
        written = await acknowledged_in_log(served, players)
        print(f"{played:,} commands acknowledged, {written:,} of them in the log")
        if written != played:
            wrong.append(f"{played - written} acknowledged commands are not in the log")
    code = served.stop()
    return [*wrong, *([f"it stopped with code {code}"] if code else [])]


async def acknowledged_in_log(served: Fixed, players: list[Visitor]) -> int:
    """How many of the commands that were acknowledged the log holds."""
    from uth.store import Store

    store = await Store.open(served.database)
    try:
        found = 0
        ids = {player.table: set[str]() for player in players}
        for player in players:
            ids[player.table] |= player.acknowledged
        for table, wanted in ids.items():
            after, there = 0, set[str]()
            while page := await store.read(table, after, limit=5000):
                there |= {row.command.partition("/")[2] for row in page}
                after = page[-1].number
            found += len(wanted & there)
        return found
    finally:
        await store.close()


def flat(memory: list[tuple[float, int]]) -> list[str]:
    """Whether memory has grown after a tenth of the time."""
    if len(memory) < 10:
        return []
    begin = memory[len(memory) // 10][1]
    last = memory[-1][1]
    most = max(size for _, size in memory)
    sizes = [f"{size / 2**20:.0f}" for size in (begin, last, most)]
    print("memory: {} MiB after the first tenth, {} at the end, {} at most".format(*sizes))
    grown = f"memory grew from {begin / 2**20:.0f} to {last / 2**20:.0f} MiB"
    return [grown] if last > begin * GREW + BESIDES else []


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--kills", action="store_true", help="kill the service every few minutes")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.postgres:
            with postgres_server() as server:
                wrong = asyncio.run(soak(options, asyncio.run(create_database(server)), Path(folder)))
        else:
            wrong = asyncio.run(soak(options, f"sqlite:///{folder}/uth.sqlite", Path(folder)))
    for one in wrong:
        print(f"WRONG: {one}")
    print("Not as it should be." if wrong else "Memory is flat, every chain fits, nothing is lost.")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
