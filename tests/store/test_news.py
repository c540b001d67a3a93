"""Fan-out: whoever listens hears of every durable append, from whichever process, and misses none."""

import asyncio
import logging

import asyncpg  # type: ignore[import-untyped]
import pytest

from tests.store.conftest import OpenStore
from tests.store.making import BREAK_ALL, events, is_sqlite, run_sql
from uth.store import Append, Batch, Store
from uth.store.database import connect_postgres
from uth.store.postgres_writer import notices

pytestmark = pytest.mark.anyio


class Ear:
    """Remembers what it heard, and lets one wait for more."""

    def __init__(self) -> None:
        self.heard: dict[str, int] = {}
        self.calls = 0

    def __call__(self, stream: str, number: int) -> None:
        self.heard[stream] = max(number, self.heard.get(stream, 0))
        self.calls += 1

    async def hears(self, heads: dict[str, int]) -> None:
        async with asyncio.timeout(10):
            while not heads.items() <= self.heard.items():
                await asyncio.sleep(0.005)


async def test_a_listener_hears_its_own_process(store: Store) -> None:
    ear, other = Ear(), Ear()
    await store.append(events("before"))
    await store.listen(ear)
    await store.listen(other)
    await store.append(events("T1", 0, 3))
    await store.append(Batch(appends=(Append("T1", 3, (b"1",)), Append("link", 0, (b"2",)))))
    for one in (ear, other):
        await one.hears({"T1": 4, "link": 1})
        assert "before" not in one.heard


async def test_what_is_refused_is_not_heard(store: Store) -> None:
    ear = Ear()
    await store.listen(ear)
    await asyncio.gather(store.append(events("T1", 5)), store.append(events("T2")), return_exceptions=True)
    await ear.hears({"T2": 1})
    assert ear.heard == {"T2": 1}


async def test_when_it_is_heard_it_is_durable(open_store: OpenStore) -> None:
    writer, reader = await open_store(), await open_store()
    heard: list[int] = []
    found: list[asyncio.Task[tuple[int, bytes]]] = []
    ear = Ear()

    def look(stream: str, number: int) -> None:
        heard.append(number)
        found.append(asyncio.create_task(reader.head(stream)))

    await writer.listen(look)
    await writer.listen(ear)
    for n in range(20):
        await writer.append(events("T1", n))
    await ear.hears({"T1": 20})
    heads = [number for number, _ in await asyncio.gather(*found)]
    assert heard == sorted(heard)
    assert heard[-1] == 20
    assert all(head >= number for head, number in zip(heads, heard, strict=True))


async def test_a_listener_that_fails_stops_nobody(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    def broken(stream: str, number: int) -> None:
        raise RuntimeError("broken ear")

    ear = Ear()
    await store.listen(broken)
    await store.listen(ear)
    await store.append(events("T1"))
    await ear.hears({"T1": 1})
    assert "broken ear" in caplog.text


async def test_other_processes_are_heard(open_store: OpenStore, url: str) -> None:
    if is_sqlite(url):
        pytest.skip("SQLite serves one process")
    one, two = await open_store(), await open_store()
    ears = Ear(), Ear()
    await one.listen(ears[0])
    await two.listen(ears[1])
    await asyncio.gather(*((one, two)[n % 2].append(events(f"T{n}", 0, 2)) for n in range(400)))
    for ear in ears:
        await ear.hears({f"T{n}": 2 for n in range(400)})


async def test_after_a_lost_connection_all_heads_are_told(
    open_store: OpenStore, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    if is_sqlite(url):
        pytest.skip("SQLite has no connection to lose")
    caplog.set_level(logging.ERROR)
    listener, writer = await open_store(), await open_store()
    ear = Ear()
    await listener.listen(ear)
    version = 0
    for _ in range(5):
        # every connection but our own; the writers make theirs anew as well
        await run_sql(url, BREAK_ALL)
        await asyncio.sleep(0.02)  # for the client to notice
        await writer.append(events("T1", version))
        version += 1
        await ear.hears({"T1": version})
    await writer.append(events("T1", version))
    await ear.hears({"T1": version + 1})


async def test_a_connection_that_breaks_while_it_is_made_is_let_go(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_sqlite(url):
        pytest.skip("SQLite has no connection to lose")
    broken: list[asyncpg.Connection] = []

    async def breaks(connection: asyncpg.Connection, *_: object) -> None:
        broken.append(connection)
        raise asyncio.CancelledError

    monkeypatch.setattr(asyncpg.Connection, "execute", breaks)
    with pytest.raises(asyncio.CancelledError):
        await connect_postgres(url)
    assert [connection.is_closed() for connection in broken] == [True]


async def test_notices_fit() -> None:
    heads = {f"stream of a table with a long name {n}": n for n in range(1000)}
    texts = notices(heads)
    assert len(texts) > 1
    assert all(len(text.encode()) < 8000 for text in texts)
    assert notices({}) == []
    assert notices({"é" * 3500: 1, "b": 2})[1:] == ['{"b":2}']
