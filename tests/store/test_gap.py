"""PostgreSQL: what another process does between the look and the write of a group is noticed by the write."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest

from tests.store.conftest import OpenStore
from tests.store.making import events, guest, moving, run_sql
from uth.store import Answer, Conflict, Fenced, Overdrawn, Repeated
from uth.store.postgres_writer import PostgresWriter

pytestmark = pytest.mark.anyio
Meanwhile = Callable[[Callable[[], Coroutine[Any, Any, Any]]], None]


@pytest.fixture
def url(migrated_postgres_url: str) -> str:
    return migrated_postgres_url


@pytest.fixture
async def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Something that happens once, after the next look."""
    look_up = PostgresWriter._look_up
    things: list[Callable[[], Coroutine[Any, Any, Any]]] = []
    here = asyncio.get_running_loop()

    async def look_and_wait(self: PostgresWriter, wanted: Any) -> Any:
        known = await look_up(self, wanted)
        if things:
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(things.pop()(), here))
        return known

    monkeypatch.setattr(PostgresWriter, "_look_up", look_and_wait)
    return things.append


async def test_a_lease_is_taken_over(open_store: OpenStore, url: str, meanwhile: Meanwhile) -> None:
    one, two = await open_store(), await open_store()
    mine = await one.lease("T1", "one", "", 60)
    other = await one.lease("T2", "one", "", 60)

    async def take_over() -> None:
        await run_sql(url, "UPDATE leases SET expires = 1 WHERE stream = 'T1'")
        assert await two.lease("T1", "two", "", 60)

    meanwhile(take_over)
    group = [events("T1", lease=mine), events("T2", lease=other), events("T3")]
    made = await asyncio.gather(*map(one.append, group), return_exceptions=True)
    assert isinstance(made[0], Fenced)
    assert all(isinstance(outcome, list) for outcome in made[1:])  # nobody else suffers
    assert await one.head("T1") == (0, bytes(32))
    assert await one.check() == []


async def test_a_lease_is_being_taken_over(open_store: OpenStore, url: str, meanwhile: Meanwhile) -> None:
    """The write waits for a takeover that is under way, and then sees it."""
    one = await open_store()
    mine = await one.lease("T1", "one", "", 60)
    connection = await asyncpg.connect(url)
    taking = connection.transaction()

    async def begin_to_take_over() -> None:
        await taking.start()
        await connection.execute("UPDATE leases SET holder = 'two', token = token + 1 WHERE stream = 'T1'")

    meanwhile(begin_to_take_over)
    writing = asyncio.create_task(one.append(events("T1", lease=mine)))
    _, waiting = await asyncio.wait([writing], timeout=0.3)
    assert waiting
    await taking.commit()
    await connection.close()
    with pytest.raises(Fenced):
        await writing
    assert await one.check() == []


async def test_a_stream_is_written_to(open_store: OpenStore, meanwhile: Meanwhile) -> None:
    one, two = await open_store(), await open_store()
    await one.append(events("T1"))
    meanwhile(lambda: two.append(events("T1", 1)))
    with pytest.raises(Conflict):
        await one.append(events("T1", 1))
    assert (await one.head("T1"))[0] == 2
    assert await one.check() == []


async def test_a_wallet_is_spent(open_store: OpenStore, meanwhile: Meanwhile) -> None:
    one, two = await open_store(), await open_store()
    ann = await guest(one, "Ann", 1000)
    meanwhile(lambda: two.append(moving("T2", 0, {ann.id: -800})))
    with pytest.raises(Overdrawn):
        await one.append(moving("T1", 0, {ann.id: -800}))
    assert await one.wallet(ann.id) == 200
    assert await one.check() == []


async def test_the_command_is_done(open_store: OpenStore, meanwhile: Meanwhile) -> None:
    one, two = await open_store(), await open_store()
    answer = Answer(1, "command", b"digest", b"done")
    meanwhile(lambda: two.append(events("T2", answer=answer)))
    with pytest.raises(Repeated):
        await one.append(events("T1", answer=answer))
    assert await one.head("T1") == (0, bytes(32))
