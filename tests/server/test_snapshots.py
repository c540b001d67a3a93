"""A restart from a snapshot is a restart from the log, only sooner; a snapshot that lies is not believed."""

import pytest

from tests.server.floor import DAN, floor
from uth.game.table import acts as a
from uth.server import room as rooms_of
from uth.server.rooms import Wish
from uth.server.snapshots import Snapshots
from uth.store import Batch, Snapshot, Store

pytestmark = pytest.mark.anyio
NOTHING = ("2c 7d", "9h Jc 4s", "Kd 3h", "Qs 8d")


async def test_a_snapshot_gives_the_standing_of_the_log(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_of, "EVERY", 30)
    async with floor(database) as on:
        wish = Wish(book="iowa-catfish-bend", sealed=False)
        room = await on.service.rooms.open(on.people["Sue"], wish)
        await on.seat(room, "Ann", 1)
        for _ in range(3):
            await on.deal_round(room, *NOTHING, progressive=False)
            await on.do(room, DAN, a.EndRound())
        await on.do(room, DAN, a.DealerIn(cards_counted=52))
        stood, stream = room.standing, room.stream
    store = await Store.open(database)
    try:
        kept = await store.snapshot(stream)
        assert kept
        assert 0 < kept.number < stood.version  # so what came after it was read from the log
        snapshots = Snapshots(bytes(32))
        assert await snapshots.read(store, stream, stood.table.book)
        assert await Snapshots(bytes([7] * 32)).read(store, stream, stood.table.book) is None
        async with floor(database) as on:
            again = on.service.rooms.get(stream)
            assert (again.standing.table, again.standing.version) == (stood.table, stood.version)
        for wrong in (
            Snapshot(stream, kept.number, kept.hash, "another program", kept.body),
            Snapshot(stream, kept.number, kept.hash, kept.code, kept.body[:60] + b"A" + kept.body[61:]),
            Snapshot(stream, kept.number - 1, kept.hash, kept.code, kept.body),
        ):
            await store.append(Batch(snapshot=wrong))
            assert await snapshots.read(store, stream, stood.table.book) is None
    finally:
        await store.close()
    async with floor(database) as on:  # and the whole log is replayed instead
        again = on.service.rooms.get(stream)
        assert (again.standing.table, again.standing.version) == (stood.table, stood.version)
