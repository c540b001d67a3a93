"""Health tells the truth, one damaged row stops nobody else, and no clock freezes a table."""

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import anyio
import pytest

from tests.server.floor import floor
from tests.server.serving import Served
from tests.store.making import BREAK_ALL, run_sql
from uth.game.round import Choice
from uth.game.table import acts as a
from uth.game.table.people import Role, Who
from uth.server.clock import SECOND, Clock
from uth.server.rooms import Wish


def test_a_damaged_page_is_told(on_sqlite: Served, tmp_path: Path) -> None:
    assert on_sqlite.call("GET", "/health").status_code == 200
    connection = sqlite3.connect(tmp_path / "uth.sqlite")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    file = tmp_path / "uth.sqlite"
    size = file.stat().st_size
    with file.open("r+b") as handle:
        handle.seek(8 * 4096)
        handle.write(b"\xa5" * (size - 8 * 4096))
    time.sleep(5.5)  # what was asked a moment ago is not asked again
    health = on_sqlite.call("GET", "/health")
    assert health.status_code == 503, health.text


def test_a_database_that_is_gone_is_told(postgres: str, on_postgres: str, tmp_path: Path) -> None:
    served = Served(on_postgres, tmp_path).start()
    name = urlsplit(on_postgres).path.strip("/")
    try:
        assert served.call("GET", "/health").status_code == 200
        anyio.run(run_sql, postgres, f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
        anyio.run(run_sql, postgres, BREAK_ALL.replace("current_database()", f"'{name}'"))
        time.sleep(5.5)
        health = served.call("GET", "/health")
        assert health.status_code == 503
        assert "database" in health.json()["why"]
    finally:
        anyio.run(run_sql, postgres, f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
        served.kill()


def test_one_table_that_cannot_be_read_stops_nobody_else(served: Served) -> None:
    sue = served.sign_in()
    first, second = served.open(sue), served.open(sue)
    anyio.run(run_sql, served.database, f"UPDATE streams SET about = 'no JSON' WHERE id = '{first}'")
    anyio.run(run_sql, served.database, "INSERT INTO streams VALUES ('T9', 'table', '{{', 5, NULL)")
    time.sleep(4)  # the keeper of the leases comes by
    assert served.call("GET", "/health").json()["why"].startswith("out of service: T9")
    served.stop()
    served.start()
    assert served.call("GET", f"/api/tables/{first}").status_code == 503
    ann = served.guest()
    deadline = time.monotonic() + 20
    while not served.do(ann, second, {"do": "sit", "seat": 1}).is_success:
        assert time.monotonic() < deadline
        time.sleep(0.2)


@pytest.fixture
def stepped(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The machine's clock, which can be set by so many microseconds."""
    step = [0]
    wall = time.time_ns
    monkeypatch.setattr("uth.server.clock.time.time_ns", lambda: wall() + step[0] * 1000)
    yield step
    step[0] = 0


def test_a_clock_set_back_does_not_freeze_a_turn(tmp_path: Path, stepped: list[int]) -> None:
    async def attack() -> None:
        async with floor(f"sqlite:///{tmp_path}/uth.sqlite") as on:
            room = await on.service.rooms.open(on.people["Sue"], Wish(book="iowa-catfish-bend"))
            ann = await on.seat(room, "Ann", 1)
            await on.do(room, ann, a.Bet(stakes={"ante": 500}))
            left = (room.standing.clock.until or 0) - on.service.rooms.clock.now()
            stepped[0] = -7200 * SECOND
            await anyio.sleep(1.5)  # the keeper looks at the clock
            now = time.time_ns() // 1000
            assert 0 < (room.standing.clock.until or 0) - now <= left
            await on.do(room, Who(Role.PLAYER, "Ann"), a.Decide(choice=Choice.CHECK))

    anyio.run(attack)


def test_a_clock_set_back_while_the_service_is_away(tmp_path: Path) -> None:
    """A deadline in the log that lies hours ahead is brought back to what a turn may last."""

    async def attack() -> None:
        database = f"sqlite:///{tmp_path}/uth.sqlite"
        async with floor(database) as on:
            on.service.rooms.clock._ahead += 7200 * SECOND  # it runs two hours ahead
            room = await on.service.rooms.open(on.people["Sue"], Wish(book="iowa-catfish-bend"))
            await on.do(room, await on.seat(room, "Ann", 1), a.Bet(stakes={"ante": 500}))
        async with floor(database) as on:
            room = on.service.rooms.get("T1")
            for _ in range(50):
                await anyio.sleep(0.02)
            assert (room.standing.clock.until or 0) - Clock().now() <= 31 * SECOND

    anyio.run(attack)


def test_sessions_that_are_over_are_removed(served: Served) -> None:
    served.guest()
    anyio.run(run_sql, served.database, "UPDATE sessions SET expires = 5")
    served.stop()
    served.start()
    for _ in range(50):
        if anyio.run(run_sql, served.database, "SELECT count(*) FROM sessions") == [(0,)]:
            return
        time.sleep(0.1)
    raise AssertionError("they are still there")


def test_the_file_is_its_owners_alone(on_sqlite: Served, tmp_path: Path) -> None:
    on_sqlite.admin("backup", str(tmp_path / "backup.db"))
    for file in tmp_path.glob("*"):
        if file.name.startswith(("uth.sqlite", "backup")):
            assert file.stat().st_mode & 0o007 == 0, file
