"""Commands that wait at a table together are written together, and each is answered for itself."""

import asyncio
import secrets

import pytest

from tests.server.floor import Floor, floor
from uth.game.table import acts as a
from uth.game.table.acts import AnyAct
from uth.game.table.people import Role, Who
from uth.server.commands import Accepted, Command
from uth.server.faults import Fault
from uth.server.room import Room
from uth.server.rooms import Wish
from uth.store import Lease

pytestmark = pytest.mark.anyio

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve")


async def table_of(on: Floor) -> Room:
    room = await on.service.rooms.open(on.people["Sue"], Wish(book="iowa-catfish-bend", sealed=False))
    for seat, name in enumerate(NAMES, 1):
        await on.seat(room, name, seat)
    return room


def asked(
    on: Floor, room: Room, name: str, act: AnyAct, command: str = ""
) -> "asyncio.Task[Accepted | None]":
    ask = room.ask(
        on.people[name].id, Who(Role.PLAYER, name), Command(id=command or secrets.token_hex(8), act=act)
    )
    return asyncio.create_task(ask)


async def test_five_bets_at_once_wait_for_the_disk_once(database: str) -> None:
    async with floor(database) as on:
        room = await table_of(on)
        commits, version = on.service.store.counts.commits, room.standing.version
        answers = await asyncio.gather(
            *[asked(on, room, name, a.Bet(stakes={"ante": 500})) for name in NAMES]
        )
        assert on.service.store.counts.commits == commits + 1
        assert [answer.version - version for answer in answers if answer] == [1, 2, 3, 4, 5]
        assert list(room.standing.table.spots) == [1, 2, 3, 4, 5]


async def test_one_who_cannot_be_accepted_stands_in_nobodys_way(database: str) -> None:
    async with floor(database) as on:
        room = await table_of(on)
        first = await asked(on, room, "Ann", a.Bet(stakes={"ante": 500}), "ann-bets-1")
        asks = [
            asked(on, room, "Bob", a.Bet(stakes={"ante": 500})),
            asked(on, room, "Ann", a.Bet(stakes={"ante": 500}), "ann-bets-1"),  # again: gets the first answer
            asked(on, room, "Cy", a.Bet(stakes={"ante": 499})),  # refused by the game
            asked(on, room, "Dee", a.Bet(stakes={"ante": 500})),
            asked(on, room, "Eve", a.BuyIn(cents=10_000_001)),  # refused by the store: more than her wallet
            asked(on, room, "Eve", a.Bet(stakes={"ante": 500})),
            asked(
                on, room, "Dee", a.Bet(stakes={"ante": 600}), "ann-bets-1"
            ),  # her own id: ids belong to people
            asked(on, room, "Bob", a.BuyIn(cents=700)),
        ]
        bob, ann, cy, dee, poor, eve, raised, bought = await asyncio.gather(*asks, return_exceptions=True)
        assert first
        assert isinstance(ann, Accepted)
        assert (ann.version, bytes(ann.events)) == (first.version, bytes(first.events))
        for no, code in ((cy, "refused"), (poor, "too_little")):
            assert isinstance(no, Fault)
            assert no.code == code
        for yes in (bob, dee, eve, raised, bought):
            assert isinstance(yes, Accepted), yes
        table, store = room.standing.table, on.service.store
        assert {seat: spot.stakes["ante"] for seat, spot in table.spots.items()} == {
            1: 500,
            2: 500,
            4: 600,
            5: 500,
        }
        assert await store.check() == []
        assert sum((await store.sums()).values()) == 0
        stood = room.standing
    async with floor(database) as on:
        again = on.service.rooms.get(room.stream).standing
        assert (again.table, again.version) == (stood.table, stood.version)


async def test_a_store_that_fails_answers_all_who_wait(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with floor(database) as on:
        room = await table_of(on)
        monkeypatch.setattr(room, "lease", Lease(room.stream, "somebody else", "", 10**6, 0))
        asks = [asked(on, room, name, a.Bet(stakes={"ante": 500})) for name in NAMES]
        for answer in await asyncio.gather(*asks, return_exceptions=True):
            assert isinstance(answer, Fault)
            assert answer.code == "unavailable"
        assert not room.leading
        assert not room.standing.table.spots
