"""Tables that share a progressive: every cent is somewhere, whoever hits it and when."""

import asyncio

import pytest

from tests.server.floor import DAN, SUE, Floor, floor, linked_tables
from uth.game import acts as a
from uth.game.acts import Role, Who
from uth.game.phases import Phase
from uth.server.faults import Fault
from uth.server.links import Link
from uth.server.room import Room
from uth.server.rooms import Wish

pytestmark = pytest.mark.anyio

NOTHING = ("2c 7d", "9h Jc 4s", "Kd 3h", "Qs 8d")
ROYAL = ("As Ks", "Qs Js Ts", "2d 3h", "9c 9d")
STRAIGHT_FLUSH = ("9s 8s", "7s 6s 5s", "2d 3h", "Jc Jd")
SEEDS = {"major": 2_000_000, "minor": 150_000, "reserve": 0}
COIN = {"major": 70, "minor": 40, "reserve": 10}


def reconciles(link: Link) -> bool:
    """A meter is its opening, plus contributions and seeds, less what was paid: to the cent, from the log."""
    return all(sum(row.values()) == link.accounts[account] for account, row in link.totals.items())


async def pay(on: Floor, room: Room) -> None:
    for office, name in (("supervisor", "Sue"), ("shift manager", "Mia"), ("security", "Ned")):
        who = Who(Role.SUPERVISOR, name)
        await on.person(name, "supervisor")
        await on.do(room, who, a.Approve(seat=1, office=office, reason="cards and papers seen"))
    await on.do(room, SUE, a.PayJackpot(seat=1))


async def test_contributions_of_all_tables_meet_in_one_meter(database: str) -> None:
    async with floor(database) as on:
        name, rooms = await linked_tables(on, 3)
        for number, room in enumerate(rooms):
            await on.seat(room, f"Ann {number}", 1)

        async def play(room: Room) -> None:
            for _ in range(4):
                await on.deal_round(room, *NOTHING)
                await on.do(room, DAN, a.EndRound())

        await asyncio.gather(*map(play, rooms))
        link = on.service.rooms.link(name)
        assert link.meters == {key: SEEDS[key] + 12 * COIN[key] for key in SEEDS}
        assert reconciles(link)
        assert sum((await on.service.store.sums()).values()) == 0
        assert await on.service.store.check() == []


async def test_two_tables_hit_it_at_the_same_time(database: str) -> None:
    """The first in the link's stream has the meter; the other has the seed and what came in since."""
    async with floor(database) as on:
        name, rooms = await linked_tables(on, 2)
        for number, room in enumerate(rooms):
            await on.seat(room, f"Ann {number}", 1)
        await asyncio.gather(*(on.deal_round(room, *ROYAL) for room in rooms))
        won = sorted(review.cents for room in rooms for review in room.standing.table.review)
        link = on.service.rooms.link(name)
        coins = 2 * COIN["major"]
        assert sum(won) + link.meters["major"] == 3 * SEEDS["major"] + coins
        assert won[1] - won[0] in (coins, COIN["major"])  # whoever was first, had what had come in by then
        for room in rooms:
            before = room.standing.table.chips(room.standing.table.seats[1])
            [review] = room.standing.table.review
            await pay(on, room)
            assert room.standing.table.chips(room.standing.table.seats[1]) == before + review.cents
            await on.do(room, DAN, a.EndRound())
        assert reconciles(link)
        assert sum((await on.service.store.sums()).values()) == 0
        assert await on.service.store.check() == []


async def test_a_jackpot_is_what_the_meter_is_when_it_is_won(database: str) -> None:
    async with floor(database) as on:
        name, (first, second) = await linked_tables(on, 2)
        await on.seat(first, "Ann", 1)
        await on.seat(second, "Bob", 1)
        await on.do(first, Who(Role.PLAYER, "Ann"), a.Bet(ante=500, progressive=True))
        await on.do(first, DAN, a.NoMoreBets())  # her coin is in
        for _ in range(3):
            await on.deal_round(second, *NOTHING)  # and then three of his
            await on.do(second, DAN, a.EndRound())
        await on.do(first, DAN, a.Deal())
        await on.finish(first, *STRAIGHT_FLUSH)
        [review] = first.standing.table.review
        assert review.cents == SEEDS["minor"] + 4 * COIN["minor"]
        assert on.service.rooms.link(name).meters["minor"] == SEEDS["minor"]


async def test_a_denied_jackpot_goes_back_to_the_shared_meter(database: str) -> None:
    async with floor(database) as on:
        name, (first, second) = await linked_tables(on, 2)
        await on.seat(first, "Ann", 1)
        await on.seat(second, "Bob", 1)
        await on.deal_round(first, *STRAIGHT_FLUSH)
        await on.deal_round(second, *NOTHING)
        await on.do(first, SUE, a.DenyJackpot(seat=1, reason="a card was marked"))
        link = on.service.rooms.link(name)
        assert link.meters["minor"] == SEEDS["minor"] + 2 * COIN["minor"]
        assert reconciles(link)


async def test_a_void_round_takes_its_coins_back(database: str) -> None:
    async with floor(database) as on:
        name, (first, second) = await linked_tables(on, 2)
        await on.seat(first, "Ann", 1)
        await on.seat(second, "Bob", 1)
        ann = Who(Role.PLAYER, "Ann")
        await on.do(first, ann, a.Bet(ante=500, progressive=True))
        await on.do(first, DAN, a.NoMoreBets())
        await on.deal_round(second, *NOTHING)
        await on.do(first, SUE, a.Rule(ruling="void", reason="the deck was short"))
        assert on.service.rooms.link(name).meters == {key: SEEDS[key] + COIN[key] for key in SEEDS}
        assert first.standing.table.chips("Ann") == 100_000


async def test_a_stopped_link_neither_grows_nor_pays_and_resumes_identical(database: str) -> None:
    async with floor(database) as on:
        name, (first, second) = await linked_tables(on, 2)
        ann, bob = await on.seat(first, "Ann", 1), await on.seat(second, "Bob", 1)
        await on.do(first, ann, a.Bet(ante=500, progressive=True))
        await on.do(first, DAN, a.NoMoreBets())
        link, sue = on.service.rooms.link(name), on.people["Sue"]
        stood = link.meters
        await on.service.rooms.stop_link(sue, link, "the meters disagree with the signs")
        with pytest.raises(Fault, match="stopped already"):
            await on.service.rooms.stop_link(sue, link, "again")
        for _ in range(100):
            if not second.standing.table.link_up:
                break
            await asyncio.sleep(0.05)
        with pytest.raises(Fault, match="link is down"):
            await on.do(second, bob, a.Bet(ante=500, progressive=True))
        await on.do(second, bob, a.Bet(ante=500))  # the game itself goes on
        await on.do(first, DAN, a.Deal())
        with pytest.raises(Fault, match="link is stopped"):
            await on.finish(first, *ROYAL)
        assert first.standing.table.phase is Phase.PAYING
        assert link.meters == stood
        await on.service.rooms.resume_link(sue, link, "signs mended")
        await on.settle(first, ROYAL[0])
        [review] = first.standing.table.review
        assert review.cents == stood["major"]
        assert reconciles(link)


async def test_two_processes_share_a_link(postgres_url: str) -> None:
    async with floor(postgres_url) as here, floor(postgres_url) as there:
        name, [first] = await linked_tables(here, 1)
        await here.seat(first, "Ann", 1)
        await there.service.rooms._look_around()
        wish = Wish(book="iowa-catfish-bend", sealed=False, link=name)
        second = await there.service.rooms.open(there.people["Sue"], wish)
        await there.seat(second, "Bob", 1)

        async def play(on: Floor, room: Room) -> None:
            for _ in range(6):
                await on.deal_round(room, *NOTHING)
                await on.do(room, DAN, a.EndRound())

        await asyncio.gather(play(here, first), play(there, second))
        await asyncio.gather(here.deal_round(first, *ROYAL), there.deal_round(second, *ROYAL))
        links = [on.service.rooms.link(name) for on in (here, there)]
        for link in links:
            await link.catch_up()
        assert links[0].meters == links[1].meters
        won = [review.cents for room in (first, second) for review in room.standing.table.review]
        assert sum(won) + links[0].meters["major"] == 3 * SEEDS["major"] + 14 * COIN["major"]
        assert reconciles(links[0])
        assert reconciles(links[1])
        assert sum((await here.service.store.sums()).values()) == 0


async def test_a_table_with_another_progressive_does_not_join(database: str) -> None:
    """What a link pays is fixed with it: no table can bring other shares, seeds or prizes."""
    async with floor(database) as on:
        name, _ = await linked_tables(on, 1)
        wish = Wish(book="iowa-catfish-bend", settings=["progressive.flush=50:1"], link=name)
        with pytest.raises(Fault, match="another progressive"):
            await on.service.rooms.open(on.people["Sue"], wish)
