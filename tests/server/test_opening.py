"""Tables and links that are opened while keepers look around: each is there once, with one writer."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.server.floor import Floor, floor
from uth.server.rooms import Rooms, Wish
from uth.store import Store

pytestmark = pytest.mark.anyio

WISH = Wish(book="iowa-catfish-bend", sealed=False)


async def open_and_use(on: Floor) -> None:
    room = await on.service.rooms.open(on.people["Sue"], WISH)
    await on.seat(room, f"Ann of {room.stream}", 1)
    assert on.service.rooms.get(room.stream) is room
    writers = [task for task in asyncio.all_tasks() if task.get_name() == f"writer of {room.stream}"]
    assert len(writers) == 1


@asynccontextmanager
async def looking_around(rooms: Rooms) -> AsyncIterator[None]:
    """Keepers at work, without the pauses they make otherwise."""

    async def look() -> None:
        while True:
            await rooms._look_around()

    keepers = [asyncio.create_task(look()) for _ in range(5)]
    await asyncio.sleep(0)
    yield
    assert not any(keeper.done() for keeper in keepers), keepers
    for keeper in keepers:
        keeper.cancel()
    await asyncio.gather(*keepers, return_exceptions=True)


async def test_a_table_has_one_writer_however_often_the_keeper_comes_by(database: str) -> None:
    async with floor(database) as on, looking_around(on.service.rooms):
        for _ in range(10):
            await open_and_use(on)


def looks_as_soon_as_it_is_there(rooms: Rooms, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is created in this store, a keeper comes upon it before its opener goes on."""
    create = store.create_stream

    async def created(*of: Any) -> None:
        await create(*of)
        await rooms._look_around()

    monkeypatch.setattr(store, "create_stream", created)


async def test_a_table_that_the_keeper_finds_first(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with floor(database) as on:
        looks_as_soon_as_it_is_there(on.service.rooms, on.service.store, monkeypatch)
        await open_and_use(on)


async def test_another_process_that_finds_it_first(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with floor(postgres_url) as here, floor(postgres_url) as there:
        looks_as_soon_as_it_is_there(there.service.rooms, here.service.store, monkeypatch)
        await open_and_use(here)


async def test_a_keeper_who_reads_slowly_replaces_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with floor(database) as on:
        rooms, store = on.service.rooms, on.service.store
        find, reading, opened = store.stream, asyncio.Event(), asyncio.Event()

        async def found(stream: str) -> Any:
            reading.set()
            await opened.wait()
            return await find(stream)

        looks: list[asyncio.Task[None]] = []
        create = store.create_stream

        async def created(*of: Any) -> None:
            await create(*of)
            looks.append(asyncio.create_task(rooms._look_around()))
            await reading.wait()

        monkeypatch.setattr(store, "stream", found)
        monkeypatch.setattr(store, "create_stream", created)
        link = await rooms.open_link(on.people["Sue"], WISH.book, [], "a test")
        room = await rooms.open(on.people["Sue"], WISH)
        opened.set()
        await asyncio.gather(*looks)
        assert rooms.link(link.stream) is link
        assert rooms.get(room.stream) is room
        await on.seat(room, "Ann", 1)
