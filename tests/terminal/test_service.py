"""The same screen at a table of a real service, over its WebSocket."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.server.serving import Served
from tests.terminal.driving import Person, sit
from tests.terminal.windows import UTH, TerminalWindow
from uth.terminal.app import TableApp
from uth.terminal.remote import Remote, open_tables


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("service")
    options = [
        "--open",
        "iowa-catfish-bend",
        "--open",
        "california-shfl",
        "--bots",
        "2",
        "--sign-ins",
        "1000",
    ]
    service = Served(f"sqlite:///{folder}/uth.sqlite", folder, *options).start()
    yield service
    assert service.stop() == 0


def table_of(served: Served, book: str) -> str:
    tables = served.call("GET", "/api/tables").json()
    return next(str(one["id"]) for one in tables if one["book"] == book)


async def sits_down(person: Person) -> None:
    """A seat, chips, and the first bets."""
    await person.until("SitPanel")
    await person.pilot.press("enter")
    await person.until("AmountForm")
    await person.pilot.press("enter")


@pytest.mark.parametrize("book", ["iowa-catfish-bend", "california-shfl"])
def test_a_round_at_a_table_of_the_service(served: Served, book: str) -> None:
    table = table_of(served, book)

    async def play(person: Person) -> None:
        await sits_down(person)
        keys = {"BetPanel": "enter", "DecidePanel": "c", "AmountForm": "d", "DeclinePanel": "d"}
        async with asyncio.timeout(90):
            while person.asked != "ResultPanel":
                panel = person.app.table.panel
                key = keys.get(person.asked, "")
                if person.asked == "DecidePanel" and "c" not in [one.key for one in panel.decisions]:  # type: ignore[attr-defined]
                    key = "1"
                if key and not person.app.table._busy:
                    await person.pilot.press(key)
                await person.pilot.pause(0.1)
        shown = person.screen()
        assert "next hand" in shown
        assert "ends" in shown
        await person.pilot.press("enter")
        await person.pilot.press("q")
        await person.pilot.pause(1)

    person = sit(TableApp(Remote(served.url, table, "Ann" + table), pace=0.0), play)
    assert person.app.table.session.rounds == 1
    seats = served.call("GET", f"/api/tables/{table}").json()["table"]["seats"]
    assert all(seat["player"] != "Ann" + table for seat in seats.values()), "the seat was given back"


def test_a_refused_bet_is_said_and_changes_nothing(served: Served) -> None:
    async def play(person: Person) -> None:
        await sits_down(person)
        await person.until("BetPanel", 60)
        await person.pilot.press(*"9999", "enter")
        async with asyncio.timeout(10):
            while not person.app.table.error:
                await person.pilot.pause(0.05)
        assert "outside the limits" in person.app.table.error

    sit(TableApp(Remote(served.url, table_of(served, "iowa-catfish-bend")), pace=0.0), play)


def test_a_name_that_is_taken_is_said(served: Served) -> None:
    served.guest("Zoe")

    async def play(person: Person) -> None:
        async with asyncio.timeout(10):
            while not person.app.table.error:
                await person.pilot.pause(0.05)
        assert "Zoe" in person.app.table.error or "name" in person.app.table.error

    sit(TableApp(Remote(served.url, "T1", "Zoe"), pace=0.0), play)


def test_tables_are_listed_and_one_is_chosen_in_a_real_terminal(served: Served) -> None:
    assert len(open_tables(served.url)) == 2
    one = TerminalWindow(*UTH, "play", "--server", served.url, "--fast")
    try:
        one.wait_for("Which table")
        one.type("1\r")
        one.wait_for("Take a seat")
        one.type("q")
        assert one.end() == 0
        assert one.settings == one.before
    finally:
        one.close()


@pytest.mark.parametrize("server", ["http://127.0.0.1:9", "ftp://nowhere", "nonsense"])
def test_a_service_that_is_none(server: str) -> None:
    with pytest.raises(ConnectionError, match=server.replace(".", r"\.")):
        open_tables(server)
