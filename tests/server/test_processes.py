"""Several processes on one PostgreSQL: one writer a table, the others pass on, and take over."""

import asyncio
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import create_database, drop_database
from tests.server.floor import floor
from tests.server.serving import Served
from tests.server.test_rounds import play_a_round, sit_down
from uth.game.table import acts as a
from uth.game.table.people import Role, Who
from uth.server.commands import Command
from uth.server.faults import Fault
from uth.server.rooms import Wish


@pytest.fixture
def two(postgres: str, tmp_path: Path) -> Iterator[tuple[Served, Served]]:
    """Two processes that serve the same tables."""
    url = asyncio.run(create_database(postgres))
    services = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        services.append(Served(url, folder, "--sign-ins", "1000"))
    services[0].staff("Sue")
    for service in services:
        service.start()
    yield services[0], services[1]
    for service in services:
        service.kill()
    asyncio.run(drop_database(postgres, url))


def test_players_at_two_processes_share_a_table(two: tuple[Served, Served]) -> None:
    first, second = two
    table = first.open(first.sign_in())
    ann, bob = first.guest(), second.guest()
    for _ in range(50):
        if any(one["id"] == table for one in second.call("GET", "/api/tables").json()):
            break
        time.sleep(0.1)

    async def play() -> None:
        async with first.watch(ann, table) as a_, second.watch(bob, table) as b:
            await sit_down(a_, 1)
            await sit_down(b, 2)
            await play_a_round([a_, b])
            assert a_.picture["table"] == b.picture["table"]

    asyncio.run(play())


def test_another_process_takes_over_within_seconds(two: tuple[Served, Served]) -> None:
    first, second = two
    ann, table = first.guest(), first.open(first.sign_in())
    for act in ({"do": "sit", "seat": 1}, {"do": "buy_in", "cents": 20_000}, {"do": "bet", "ante": 500}):
        assert first.do(ann, table, act).is_success
    before = first.look(ann, table)
    first.kill()
    killed = time.monotonic()
    command = {"id": secrets.token_hex(8), "act": {"do": "decide", "choice": "check"}}
    while True:
        answer = second.call("POST", f"/api/tables/{table}/commands", command, ann)
        if answer.is_success:
            break
        assert answer.status_code in (404, 503), answer.text
        assert time.monotonic() - killed < 15
        time.sleep(0.2)
    after = second.look(ann, table)
    assert after["you"]["holes"] == before["you"]["holes"]
    assert after["table"]["phase"] == "flop"


def test_a_dead_process_is_not_waited_for(two: tuple[Served, Served]) -> None:
    """Its lease would live for seconds; who asks for the table finds that nobody listens there."""
    first, second = two
    table = first.open(first.sign_in())
    ann = second.guest()
    for _ in range(50):
        if second.do(ann, table, {"do": "sit", "seat": 1}).is_success:
            break
        time.sleep(0.1)
    first.kill()
    killed = time.monotonic()
    while not (answer := second.do(ann, table, {"do": "buy_in", "cents": 1000})).is_success:
        assert time.monotonic() - killed < 3, answer.text
        time.sleep(0.05)


def test_a_process_takes_its_own_tables_back_at_once(two: tuple[Served, Served]) -> None:
    first, _ = two
    table, ann = first.open(first.sign_in()), first.guest()
    first.kill()
    first.options = (*first.options, "--port", first.url.rpartition(":")[2])
    first.start()
    [led] = [first.call("GET", "/health").json()["led_here"]]
    assert led == 1, "and does not wait until its own lease has run out"
    assert first.do(ann, table, {"do": "sit", "seat": 1}).is_success


@pytest.mark.anyio
async def test_a_process_that_slept_too_long_writes_nothing_more(postgres_url: str) -> None:
    """Two writers on purpose: the one whose lease is gone is fenced off by the store itself."""
    async with floor(postgres_url) as here, floor(postgres_url) as there:
        room = await here.service.rooms.open(here.people["Sue"], Wish(book="iowa-catfish-bend"))
        keeper = here.service.rooms._keeper
        assert keeper
        keeper.cancel()  # it sleeps: its leases are not renewed
        for _ in range(100):
            await asyncio.sleep(0.1)
            other = there.service.rooms._rooms.get(room.stream)
            if other and other.leading:
                break
        assert other
        assert other.leading
        ann = await there.seat(other, "Ann", 1)
        with pytest.raises(Fault, match="moved to another process"):
            await here.do(room, Who(Role.PLAYER, "Eve"), a.Sit(seat=2))
        assert room.leading is False
        assert list(other.standing.table.seats.values()) == [ann.name]
        with pytest.raises(Fault, match="takes no commands here"):
            await room.ask(1, ann, Command(id="x" * 8, act=a.Leave()))
        # and when it leads again one day, it takes commands again
        there_keeper = there.service.rooms._keeper
        assert there_keeper
        there_keeper.cancel()
        for _ in range(100):
            await asyncio.sleep(0.1)
            await here.service.rooms._look_around()
            if room.leading:
                break
        await here.seat(room, "Eve", 2)
        rows = await there.service.store.read(room.stream)
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))
