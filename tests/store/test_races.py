"""Several processes on one PostgreSQL, and connections that break."""

import asyncio
from typing import cast

import asyncpg  # type: ignore[import-untyped]
import pytest

from tests.store.conftest import OpenStore
from tests.store.making import BREAK_ALL, events, guest, moving, run_sql
from uth.store import Answer, Conflict, Overdrawn, Repeated, Store, Unavailable
from uth.store.postgres_writer import PostgresWriter

pytestmark = pytest.mark.anyio


@pytest.fixture
def url(migrated_postgres_url: str) -> str:
    return migrated_postgres_url


async def test_one_stream_has_one_history(open_store: OpenStore) -> None:
    """Everybody appends to the same new stream and looks again after a conflict."""
    stores = [await open_store() for _ in range(3)]

    async def write(store: Store) -> int:
        conflicts = 0
        for _ in range(30):
            while True:
                try:
                    await store.append(events("T1", (await store.head("T1"))[0]))
                    break
                except Conflict:
                    conflicts += 1
        return conflicts

    conflicts = await asyncio.gather(*(write(store) for store in stores))
    assert sum(conflicts) > 0  # else nothing was tried here
    assert (await stores[0].head("T1"))[0] == 90
    assert await stores[0].check() == []


async def test_new_streams_made_by_two_at_once(open_store: OpenStore) -> None:
    one, two = await open_store(), await open_store()
    for n in range(20):
        made = await asyncio.gather(
            *(store.append(events(f"T{n}")) for store in (one, two)),
            one.append(events(f"one {n}")),
            two.append(events(f"two {n}")),
            return_exceptions=True,
        )
        assert sorted(type(outcome).__name__ for outcome in made[:2]) == ["Conflict", "list"]
        assert all(isinstance(outcome, list) for outcome in made[2:])
    assert await one.check() == []


async def test_one_command_at_two_processes_is_done_once(open_store: OpenStore) -> None:
    one, two = await open_store(), await open_store()
    for n in range(20):
        answer = Answer(1, f"c{n}", b"d", b"done")
        batches = [events(f"one {n}", answer=answer), events(f"two {n}", answer=answer)]
        made = await asyncio.gather(one.append(batches[0]), two.append(batches[1]), return_exceptions=True)
        assert sorted(type(outcome).__name__ for outcome in made) == ["Repeated", "list"]
        assert [outcome.answer for outcome in made if isinstance(outcome, Repeated)] == [answer]
    assert len(await one.heads()) == 20


async def test_wallets_shared_by_tables_of_many_processes(open_store: OpenStore) -> None:
    """All touch the same wallets, in any order: no deadlock, no cent lost, none below zero."""
    stores = [await open_store() for _ in range(3)]
    people = [(await guest(stores[0], f"Guest {n}", 100)).id for n in range(5)]

    async def write(nth: int) -> int:
        stream, version, refused = f"T{nth}", 0, 0
        for n in range(30):
            giver, taker = people[(nth + n) % 5], people[(nth * n + 1) % 5]
            changes = {taker: 30, giver: -30} if giver != taker else {giver: -1}
            try:
                await stores[nth % 3].append(moving(stream, version, changes))
                version += 1
            except Overdrawn:
                refused += 1
        return refused

    refused = await asyncio.gather(*(write(nth) for nth in range(9)))
    assert sum(refused) > 0
    wallets = [await stores[0].wallet(person) for person in people]
    felt = sum((await stores[0].sums("T")).values())
    assert sum(wallets) + felt == 500
    assert await stores[0].check() == []


async def test_leases_are_locked_in_one_order(store: Store, url: str) -> None:
    """Those who renew them lock them too: in another order, each could wait for the other."""
    streams = [f"T{n}" for n in range(9, 0, -1)]
    leases = [await store.lease(stream, "one", "", 60) for stream in streams]
    other = await asyncpg.connect(url)
    async with other.transaction():
        await other.execute("SELECT * FROM leases WHERE stream = 'T1' FOR UPDATE")
        group = [events(stream, lease=lease) for stream, lease in zip(streams, leases, strict=True)]
        writing = [asyncio.create_task(store.append(batch)) for batch in group]
        _, waiting = await asyncio.wait(writing, timeout=0.2)
        assert len(waiting) == 9
        free = await other.fetch("SELECT stream FROM leases FOR UPDATE SKIP LOCKED")
        assert len(free) == 9
    await other.close()
    await asyncio.gather(*writing)


async def test_a_broken_connection_is_unavailable_and_then_made_anew(store: Store, url: str) -> None:
    """Whatever was acknowledged is there; what was not is there wholly or not at all."""
    version, unavailable = 0, 0
    ann = await guest(store, "Ann", 0)
    done = False

    async def breaking() -> None:
        while not done:
            await run_sql(url, BREAK_ALL)
            await asyncio.sleep(0.01)

    task = asyncio.create_task(breaking())
    for _ in range(60):
        try:
            await store.append(moving("T1", version, {ann.id: 1}))
            version += 1
        except Unavailable:
            unavailable += 1
            while True:
                try:
                    found, _ = await store.head("T1")
                    break
                except Unavailable:
                    pass
            assert found in (version, version + 1)
            version = found
    done = True
    await task
    assert unavailable > 0
    assert store.failed is None
    await store.append(moving("T1", version, {ann.id: 1}))
    assert await store.wallet(ann.id) == version + 1
    assert await store.check() == []


async def test_a_writer_that_hangs_in_a_transaction_is_not_waited_for(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody keeps a head locked: the append gives up after lock_timeout and says so."""
    await store.append(events("T1"))
    writer = cast(PostgresWriter, store._commits._writer)
    for setting, value in (
        ("lock_timeout", "10s"),
        ("idle_in_transaction_session_timeout", "10s"),
        ("synchronous_commit", "on"),
    ):
        assert await writer._apart.run(writer._connection.fetchval(f"SHOW {setting}")) == value
    await writer._apart.run(writer._connection.execute("SET lock_timeout = '100ms'"))
    other = await asyncpg.connect(url)
    async with other.transaction():
        await other.execute("SELECT * FROM heads FOR UPDATE")
        with pytest.raises(Unavailable, match="lock timeout"):
            await store.append(events("T1", 1))
    await other.close()
    await store.append(events("T1", 1))


async def test_closing_when_the_server_has_gone_away(open_store: OpenStore, url: str) -> None:
    """At the very moment when its connections break."""
    for n in range(10):
        store = await open_store()
        await store.listen(lambda stream, number: None)
        await store.append(events("T1", n))
        await run_sql(url, BREAK_ALL)
        async with asyncio.timeout(10):
            await store.close()
