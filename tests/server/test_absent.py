"""People who have gone: their seats are freed and their money is theirs; bots come back to their seats."""

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import Served
from uth.server.settings import Settings
from uth.server.signin import Door
from uth.store import Store


@pytest.fixture
def service(database: str, tmp_path: Path) -> Iterator[Served]:
    """Who has gone for a second has gone."""
    service = Served(database, tmp_path, "--sign-ins", "1000", "--absence", "1")
    service.staff("Sue")
    service.start()
    yield service
    assert service.stop() == 0
    assert "Traceback" not in service.errors()
    assert "seat not freed" not in service.errors()


def soon(look: Callable[[], Any], seconds: float = 20) -> Any:
    """What is found as soon as there is something."""
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end
        time.sleep(0.1)
    return found


def seated(service: Served, table: str, seat: int) -> str:
    token = service.guest()
    for act in ({"do": "sit", "seat": seat}, {"do": "buy_in", "cents": 20_000}):
        assert service.do(token, table, act).is_success
    return token


def seats(service: Served, table: str) -> dict[str, Any]:
    found: dict[str, Any] = service.look("", table)["table"]["seats"]
    return found


def wallet(service: Served, token: str) -> int:
    return int(service.call("GET", "/api/me", token=token).json()["wallet"])


def test_the_seat_of_who_has_gone_is_freed_and_his_chips_are_in_his_wallet(service: Served) -> None:
    sue = service.sign_in()
    table = service.open(sue)
    before = wallet(service, service.guest())
    ann = seated(service, table, 3)
    assert wallet(service, ann) == before - 20_000
    soon(lambda: "3" not in seats(service, table))
    soon(lambda: wallet(service, ann) == before)
    events = service.call("GET", f"/api/tables/{table}/events?capacity=supervisor", token=sue).text
    assert "no sign of" in events
    assert service.look(ann, table)["you"]["chips"] == 0


def test_who_watches_or_plays_keeps_his_seat(service: Served) -> None:
    table = service.open(service.sign_in(), deciding=3600, betting=1)
    playing, gone = seated(service, table, 1), seated(service, table, 2)
    assert service.do(playing, table, {"do": "bet", "ante": 500}).is_success

    async def watch() -> None:
        token = seated(service, table, 5)
        async with service.watch(token, table, "player"):
            await asyncio.to_thread(soon, lambda: "2" not in seats(service, table))
            await asyncio.sleep(3)

    asyncio.run(watch())
    assert gone
    assert set(seats(service, table)) == {"1", "5"}
    assert service.look("", table)["table"]["phase"] == "preflop"


def test_a_bot_is_the_same_by_its_name_and_nobody_who_has_that_name_already(tmp_path: Path) -> None:
    async def names() -> list[tuple[str, str]]:
        database = f"sqlite:///{tmp_path}/uth.sqlite"
        store = await Store.open(database)
        door = Door(store, Settings(database=database, secret=b"5" * 32))
        await door.guest("Bot Ada T1", "here")
        people = [await door.know(await door.bot("Bot Ada T1")) for _ in range(2)]
        await store.close()
        return [(person.name, person.kind) for person in people if person]

    assert asyncio.run(names()) == [("Bot Ada T1 2", "bot")] * 2


def test_bots_come_back_to_their_seats(database: str, tmp_path: Path) -> None:
    service = Served(database, tmp_path, "--open", "iowa-catfish-bend", "--bots", "3").start()
    try:
        first = soon(lambda: len(found := seats(service, "T1")) == 3 and found)
        service.kill()
        service.start()
        service.wait_until_it_leads()
        round = service.look("", "T1")["table"]["round"]
        soon(lambda: service.look("", "T1")["table"]["round"] >= round + 1, 60)
        assert {seat: one["player"] for seat, one in seats(service, "T1").items()} == {
            seat: one["player"] for seat, one in first.items()
        }
    finally:
        service.stop()
