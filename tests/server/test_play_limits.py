"""How limits are counted: time at a stretch, windows that roll, and the most that a hand can still cost."""

import secrets

import pytest

from tests.server.floor import Floor, floor
from uth.game.table import acts as a
from uth.game.table.acts import AnyAct
from uth.proof.restrictions import BREAK, DAY
from uth.server import play_limits
from uth.server.commands import Capacity, Command
from uth.server.faults import Fault
from uth.server.play_limits import MINUTE, at_risk
from uth.server.room import Room
from uth.server.rooms import Wish
from uth.server.signin import now

pytestmark = pytest.mark.anyio


class Later:
    """A clock for limits that can be put forward."""

    def __init__(self) -> None:
        self.by = 0

    def __call__(self) -> int:
        return now() + self.by


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    clock = Later()
    monkeypatch.setattr(play_limits, "now", clock)
    return clock


async def table(on: Floor, book: str = "iowa-catfish-bend") -> Room:
    return await on.service.rooms.open(on.people["Sue"], Wish(book=book, money="cash", mixed=False))


async def do(on: Floor, room: Room, name: str, act: AnyAct) -> str:
    """What the service says of it: nothing, or the code of a fault."""
    person = await on.service.store.person_named(name)
    assert person
    try:
        await on.service.command(room, person, Command(id=secrets.token_hex(8), act=act))
    except Fault as fault:
        return fault.code
    return ""


async def limit(on: Floor, name: str, **wanted: int | None) -> None:
    person = await on.service.store.person_named(name)
    assert person
    await on.service.store.restrict(person.id, lambda before, at: before.limited(wanted, at))


async def test_time_at_a_stretch_ends_and_a_break_brings_it_back(database: str, later: Later) -> None:
    async with floor(database, "here") as on:
        room = await table(on)
        ann = await on.person("Ann")
        await on.seat(room, "Ann", 1)
        await limit(on, "Ann", session=30)
        bet = a.Bet(stakes={"ante": 500})
        assert await do(on, room, "Ann", bet) == ""
        later.by = 10 * MINUTE
        assert (await on.service.play_limits.played(ann)).minutes == 10
        later.by = BREAK + 30 * MINUTE
        assert (await on.service.play_limits.played(ann)).minutes == 0, "that was a break"
        await limit(on, "Ann", session=5)
        later.by = 5 * MINUTE
        assert await do(on, room, "Ann", bet) == "limit_reached"
        assert await do(on, await table(on), "Ann", a.Sit(seat=1)) == "limit_reached"
        later.by = BREAK
        assert await do(on, await table(on), "Ann", a.Sit(seat=1)) == ""


async def test_a_window_rolls(database: str, later: Later) -> None:
    async with floor(database, "here") as on:
        room = await table(on)
        await on.person("Ann")
        await limit(on, "Ann", buy_in_day=1000)
        assert await do(on, room, "Ann", a.BuyIn(cents=1000)) == ""
        assert await do(on, room, "Ann", a.CashOut(cents=1000)) == ""
        assert await do(on, room, "Ann", a.BuyIn(cents=1)) == "limit_reached", "whatever was cashed out"
        later.by = DAY
        assert await do(on, room, "Ann", a.BuyIn(cents=1000)) == ""


async def test_a_hand_counts_with_all_that_it_can_cost(database: str, later: Later) -> None:
    async with floor(database, "here") as on:
        room = await table(on)
        await on.seat(room, "Ann", 1)
        bet = a.Bet(stakes={"ante": 500, "trips": 500})
        await limit(on, "Ann", loss_day=3499)
        assert await do(on, room, "Ann", bet) == "limit_reached", "$5, $5, $5 and a Play wager of $20"
        assert await do(on, room, "Ann", a.Bet(stakes={"ante": 500})) == ""
        assert at_risk(room.standing.table, "Ann") == 2000
        assert at_risk(room.standing.table, "Bob") == 0


async def test_a_bank_counts_with_its_wager_and_fee(database: str, later: Later) -> None:
    async with floor(database, "here") as on:
        room = await table(on, "california-shfl")
        await on.seat(room, "Ann", 1)
        await on.seat(room, "Bob", 2)
        await limit(on, "Ann", loss_week=6000)
        assert await do(on, room, "Ann", a.TakeBank(wager=6000)) == "limit_reached", "the fee comes on top"
        assert await do(on, room, "Ann", a.TakeBank(wager=5000)) == ""
        assert at_risk(room.standing.table, "Ann") > 0


async def test_staff_who_plays_elsewhere_is_not_limited_as_staff(database: str, later: Later) -> None:
    async with floor(database, "here") as on:
        room = await table(on)
        await limit(on, "Sue", session=1, buy_in_day=0)
        sue = await on.service.store.person_named("Sue")
        assert sue
        pause = Command(id=secrets.token_hex(8), act=a.Pause(reason="a break"), capacity=Capacity.SUPERVISOR)
        assert await on.service.command(room, sue, pause)
