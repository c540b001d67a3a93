"""Tables that share a progressive: every cent is somewhere, whoever hits it and when."""

import asyncio
import random
from collections.abc import Callable

import pytest

from tests.server.floor import DAN, SUE, Floor, floor, linked_tables
from uth.game.round import Seat
from uth.game.table import acts as a
from uth.game.table.acts import AnyAct
from uth.game.table.acts.jackpots import due
from uth.game.table.events import JackpotPaid
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import new_table
from uth.proof.happenings import decode
from uth.rules import load_book
from uth.server.faults import Fault
from uth.server.links import Link, fits, link_terms
from uth.server.room import Room
from uth.server.rooms import Wish
from uth.server.standing import Standing, advance

pytestmark = pytest.mark.anyio

NOTHING = ("2c 7d", "9h Jc 4s", "Kd 3h", "Qs 8d")
ROYAL = ("As Ks", "Qs Js Ts", "2d 3h", "9c 9d")
STRAIGHT_FLUSH = ("9s 8s", "7s 6s 5s", "2d 3h", "Jc Jd")
SEEDS = {"major": 2_000_000, "minor": 150_000, "reserve": 0}
COIN = {"major": 70, "minor": 40, "reserve": 10}


def reconciles(link: Link) -> bool:
    """A meter is its opening, plus contributions and seeds, less what was paid: to the cent, from the log."""
    return all(sum(row.values()) == link.accounts[account] for account, row in link.totals.items())


MAX, NED = Who(Role.SUPERVISOR, "Max"), Who(Role.SUPERVISOR, "Ned")
OFFICES = (("supervisor", SUE), ("shift manager", MAX), ("security", NED))


async def approve(on: Floor, room: Room, seat: Seat = 1) -> None:
    for office, who in OFFICES:
        await on.person(who.name, "supervisor")
        await on.do(room, who, a.Approve(seat=seat, office=office, reason="cards and papers seen"))


async def pay(on: Floor, room: Room, seat: Seat = 1, form: str = "chips") -> int:
    """Pay a jackpot; how much it was."""
    await on.do(room, MAX, a.PayJackpot(seat=seat, form=form))
    rows = await on.service.store.read(room.stream, 0)
    paid = [event for row in rows if isinstance(event := decode(row.body), JackpotPaid)]
    assert paid[-1].seat == seat
    return paid[-1].cents


async def deal(on: Floor, *rooms: Room) -> None:
    """Seat 1 of each table bets on the progressive and is dealt a hand, one table after the other."""
    for room in rooms:
        name = room.standing.table.seats[1]
        await on.do(room, Who(Role.PLAYER, name), a.Bet(stakes={"ante": 500, "progressive": True}))
        await on.do(room, DAN, a.NoMoreBets())
        await on.do(room, DAN, a.Deal())


async def seated(on: Floor, count: int, *settings: str) -> tuple[Link, list[Room]]:
    """Tables that share a link, with somebody in seat 1 of each."""
    name, rooms = await linked_tables(on, count, *settings)
    for number, room in enumerate(rooms):
        await on.seat(room, f"Ann {number}", 1)
    return on.service.rooms.link(name), rooms


def owed(room: Room) -> list[int]:
    return [due(room.standing.table, won) for won in room.standing.table.review]


async def comes_to_know(check: Callable[[], bool]) -> None:
    """Tables hear of each other's jackpots a moment later."""
    for _ in range(100):
        if check():
            return
        await asyncio.sleep(0.05)
    assert check()


async def nothing_is_lost(on: Floor, link: Link) -> None:
    assert reconciles(link)
    assert sum((await on.service.store.sums()).values()) == 0
    assert await on.service.store.check() == []
    again = Link(link.stream, link.about, on.service.store)
    await again.catch_up()
    assert vars(again).keys() == vars(link).keys()
    for name in ("version", "stopped", "accounts", "totals", "rounds", "won"):
        assert getattr(again, name) == getattr(link, name), name


async def test_contributions_of_all_tables_meet_in_one_meter(database: str) -> None:
    async with floor(database) as on:
        link, rooms = await seated(on, 3)

        async def play(room: Room) -> None:
            for _ in range(4):
                await on.deal_round(room, *NOTHING)
                await on.do(room, DAN, a.EndRound())

        await asyncio.gather(*map(play, rooms))
        assert link.meters == {key: SEEDS[key] + 12 * COIN[key] for key in SEEDS}
        await nothing_is_lost(on, link)


async def test_two_tables_hit_it_at_the_same_time(database: str) -> None:
    """IA-MULTI-2: both were dealt before either win was confirmed: they share; first dealt, first paid."""
    async with floor(database) as on:
        link, (first, second) = await seated(on, 2)
        await deal(on, first, second)
        await on.finish(second, *ROYAL)
        await on.finish(first, *ROYAL)
        await comes_to_know(lambda: owed(first) == owed(second) == [1_000_070])
        await approve(on, second)
        assert link.meters["major"] == SEEDS["major"]  # confirmed: the meter starts again (IA-METER-3)
        with pytest.raises(Fault, match=f"seat {first.stream}/1 was dealt first and is paid first"):
            await pay(on, second)
        await approve(on, first)
        assert (await pay(on, first), await pay(on, second)) == (1_000_070, 1_000_070)
        for room in (first, second):
            assert room.standing.table.chips(room.standing.table.seats[1]) > 1_000_070
            await on.do(room, DAN, a.EndRound())
        assert link.accounts["jackpot:major"] == 0
        assert link.won == []
        await nothing_is_lost(on, link)


async def test_the_odd_cent_goes_to_the_first_dealt(database: str) -> None:
    """IA-MULTI-2, B-IA-11: as in EX-52, at tables."""
    major = '{name="major", seed="20000.01", meter="14%", reserve="2%"}'
    minor = '{name="minor", seed="1500", meter="8%"}'
    async with floor(database) as on:
        _, (first, second) = await seated(on, 2, f"progressive.meters=[{major}, {minor}]")
        await deal(on, second, first)
        for room in (first, second):
            await on.finish(room, *ROYAL)
            await approve(on, room)
        assert (await pay(on, second), await pay(on, first)) == (1_000_071, 1_000_070)


async def test_a_hand_that_was_dealt_in_time_is_waited_for(database: str) -> None:
    """IA-MULTI-2, B-IA-12: the jackpot is confirmed while it is in play. It wins too, and shares."""
    async with floor(database) as on:
        link, (first, second) = await seated(on, 2)
        await deal(on, first, second)
        await on.finish(first, *ROYAL)
        await approve(on, first)
        with pytest.raises(Fault, match=f"still in play at {second.stream}"):
            await pay(on, first)
        await on.finish(second, *ROYAL)
        await approve(on, second)
        assert (await pay(on, first), await pay(on, second)) == (1_000_070, 1_000_070)
        await nothing_is_lost(on, link)


async def test_a_hand_that_was_dealt_in_time_and_wins_nothing_shares_nothing(database: str) -> None:
    async with floor(database) as on:
        link, (first, second) = await seated(on, 2)
        await deal(on, first, second)
        await on.finish(first, *ROYAL)
        await approve(on, first)
        await on.finish(second, *NOTHING)
        assert await pay(on, first) == 2_000_140
        await nothing_is_lost(on, link)


async def test_until_it_is_confirmed_a_win_is_shared_with_hands_dealt_after_it(database: str) -> None:
    """IA-MULTI-2, B-IA-12: the second hand is dealt while the first win is in review."""
    async with floor(database) as on:
        _, (first, second) = await seated(on, 2)
        await deal(on, first)
        await on.finish(first, *ROYAL)
        assert owed(first) == [2_000_070]
        await deal(on, second)
        await on.finish(second, *ROYAL)
        await approve(on, first)
        await approve(on, second)
        assert (await pay(on, first), await pay(on, second)) == (1_000_070, 1_000_070)


async def test_a_hand_dealt_after_that_plays_for_the_new_meter(database: str) -> None:
    """IA-METER-3, B-IA-12: two jackpots of one meter, each its own; neither waits for the other."""
    async with floor(database) as on:
        link, (first, second) = await seated(on, 2)
        await deal(on, first)
        await on.finish(first, *ROYAL)
        await approve(on, first)
        await deal(on, second)
        await on.finish(second, *ROYAL)
        await approve(on, second)
        assert [won.pot.cents for won in link.won] == [2_000_070, 2_000_070]
        assert (await pay(on, second), await pay(on, first)) == (2_000_070, 2_000_070)
        assert link.meters["major"] == SEEDS["major"]
        await nothing_is_lost(on, link)


async def test_what_is_denied_at_one_table_belongs_to_the_other(database: str) -> None:
    """IA-PAY-PRG, IA-METER-3: before anybody was paid, and when the other has had his half already."""
    async with floor(database) as on:
        link, (first, second) = await seated(on, 2)
        await deal(on, first, second)
        await on.finish(first, *ROYAL)
        await on.finish(second, *ROYAL)
        await on.do(first, SUE, a.DenyJackpot(seat=1, reason="a card was marked"))
        await on.do(first, DAN, a.EndRound())
        await approve(on, second)
        assert await pay(on, second) == 2_000_140
        await on.do(second, DAN, a.EndRound())

        await deal(on, first, second)
        await on.finish(first, *ROYAL)
        await on.finish(second, *ROYAL)
        await approve(on, first)
        assert await pay(on, first) == 1_000_070
        await on.do(first, DAN, a.EndRound())  # he may be gone when the other is denied
        await on.do(second, SUE, a.DenyJackpot(seat=1, reason="a card was marked"))
        seat = f"{first.stream}/1"
        [rest] = second.standing.table.review
        assert (rest.seat, rest.player) == (seat, "Ann 0")
        await approve(on, second, seat)
        with pytest.raises(Fault, match="paid by check"):
            await pay(on, second, seat)
        assert await pay(on, second, seat, "check") == 1_000_070
        assert second.standing.table.phase is Phase.ENDING
        assert link.meters["major"] == SEEDS["major"]
        await nothing_is_lost(on, link)


async def test_a_jackpot_is_what_the_meter_shows_when_it_is_confirmed(database: str) -> None:
    """IA-PRG-4: what came in from other tables until then is in it."""
    async with floor(database) as on:
        link, (first, second) = await seated(on, 2)
        await deal(on, first)
        for _ in range(3):
            await on.deal_round(second, *NOTHING)
            await on.do(second, DAN, a.EndRound())
        await on.finish(first, *STRAIGHT_FLUSH)
        assert owed(first) == [SEEDS["minor"] + 4 * COIN["minor"]]
        await on.deal_round(second, *NOTHING)
        await approve(on, first)
        assert link.meters["minor"] == SEEDS["minor"]
        assert await pay(on, first) == SEEDS["minor"] + 5 * COIN["minor"]


async def test_a_denied_jackpot_stays_in_the_shared_meter(database: str) -> None:
    async with floor(database) as on:
        link, (first, second) = await seated(on, 2)
        await on.deal_round(first, *STRAIGHT_FLUSH)
        await on.deal_round(second, *NOTHING)
        await on.do(first, SUE, a.DenyJackpot(seat=1, reason="a card was marked"))
        assert link.meters["minor"] == SEEDS["minor"] + 2 * COIN["minor"]
        await nothing_is_lost(on, link)


async def test_a_void_round_takes_its_coins_back(database: str) -> None:
    async with floor(database) as on:
        link, (first, second) = await seated(on, 2)
        await deal(on, first)
        await on.deal_round(second, *NOTHING)
        await on.do(first, SUE, a.Rule(ruling="void", reason="the deck was short"))
        assert link.meters == {key: SEEDS[key] + COIN[key] for key in SEEDS}
        assert first.standing.table.chips("Ann 0") == 100_000


async def test_coins_that_went_with_a_jackpot_are_the_houses_to_give_back(database: str) -> None:
    """IA-METER-3: no void round takes a meter below its seed, nor what came in after the reset."""
    async with floor(database) as on:
        link, (first, second, third) = await seated(on, 3)
        await deal(on, first, second)
        await on.finish(first, *ROYAL)
        await approve(on, first)  # with the coins of both
        await deal(on, third)
        await on.do(second, SUE, a.Rule(ruling="void", reason="the deck was short"))
        assert link.meters["major"] == SEEDS["major"] + COIN["major"]
        assert link.meters["minor"] == SEEDS["minor"] + 2 * COIN["minor"]
        assert second.standing.table.chips("Ann 1") == 100_000
        assert await pay(on, first) == 2_000_140  # and the void hand is not waited for
        await nothing_is_lost(on, link)


async def test_a_stopped_link_neither_grows_nor_pays_and_resumes_identical(database: str) -> None:
    async with floor(database) as on:
        link, (first, second) = await seated(on, 2)
        ann, bob = Who(Role.PLAYER, "Ann 0"), Who(Role.PLAYER, "Ann 1")
        await on.do(first, ann, a.Bet(stakes={"ante": 500, "progressive": True}))
        await on.do(first, DAN, a.NoMoreBets())
        sue = on.people["Sue"]
        stood = link.meters
        await on.service.rooms.stop_link(sue, link, "the meters disagree with the signs")
        with pytest.raises(Fault, match="stopped already"):
            await on.service.rooms.stop_link(sue, link, "again")
        await comes_to_know(lambda: not second.standing.table.link_up)
        with pytest.raises(Fault, match="link is down"):
            await on.do(second, bob, a.Bet(stakes={"ante": 500, "progressive": True}))
        await on.do(second, bob, a.Bet(stakes={"ante": 500}))  # the game itself goes on
        await on.do(first, DAN, a.Deal())
        with pytest.raises(Fault, match="link is stopped"):
            await on.finish(first, *ROYAL)
        assert first.standing.table.phase is Phase.PAYING
        assert link.meters == stood
        await on.service.rooms.resume_link(sue, link, "signs mended")
        await on.settle(first, ROYAL[0])
        await approve(on, first)
        assert await pay(on, first) == stood["major"]
        await nothing_is_lost(on, link)


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
        whole = SEEDS["major"] + 14 * COIN["major"]
        await comes_to_know(lambda: owed(first) == owed(second) == [whole // 2])
        [tables] = {tuple(win.table for win in won.pot.wins) for won in links[0].won}
        await approve(here, first)
        await approve(there, second)
        for table in tables:  # in the order of the deal, which is the order of the link
            on, room = (here, first) if table == first.stream else (there, second)
            assert await pay(on, room) == whole // 2
        await links[0].catch_up()
        await nothing_is_lost(here, links[0])


async def review(on: Floor, room: Room, rng: random.Random) -> None:
    """Approve, deny and pay until the round can end; whoever has to wait for another table tries again."""
    while room.standing.table.review:
        won = rng.choice(room.standing.table.review)
        office, who = rng.choice(OFFICES)
        acts: list[tuple[Who, AnyAct]] = [
            (who, a.Approve(seat=won.seat, office=office, reason="cards and papers seen")),
            (MAX, a.PayJackpot(seat=won.seat, form=rng.choice(("chips", "check")))),
            (SUE, a.DenyJackpot(seat=won.seat, reason="a card was marked")),
        ]
        try:
            await on.do(room, *rng.choices(acts, (6, 6, 1))[0])
        except Fault as fault:
            if fault.code != "refused":
                raise
        await asyncio.sleep(0.002)


@pytest.mark.parametrize("seed", range(2))
async def test_a_floor_full_of_jackpots(database: str, seed: int) -> None:
    """Three tables at once, in any order of deals, wins, denials and payments: every cent is somewhere."""
    rng = random.Random(seed)
    async with floor(database) as on:
        link, rooms = await seated(on, 3)
        for name in (MAX.name, NED.name):
            await on.person(name, "supervisor")

        async def play(room: Room) -> None:
            for _ in range(5):
                await on.deal_round(room, *rng.choice((ROYAL, ROYAL, STRAIGHT_FLUSH, NOTHING)))
                await review(on, room, rng)
                await on.do(room, DAN, a.EndRound())

        async with asyncio.timeout(120):
            await asyncio.gather(*map(play, rooms))
        assert link.won == []
        assert all(link.meters[name] >= SEEDS[name] for name in SEEDS)
        await nothing_is_lost(on, link)
        for room in rooms:
            rows = await on.service.store.read(room.stream, 0)
            again = advance(Standing(new_table(room.book)), [decode(row.body) for row in rows])
            assert again.table == room.standing.table
            assert sum(again.table.accounts.values()) == 0


async def test_a_table_with_another_progressive_does_not_join(database: str) -> None:
    """What a link pays is fixed with it: no table can bring other shares, seeds or prizes."""
    async with floor(database) as on:
        name, _ = await linked_tables(on, 1)
        wish = Wish(book="iowa-catfish-bend", settings=["progressive.flush=50:1"], link=name)
        with pytest.raises(Fault, match="another progressive"):
            await on.service.rooms.open(on.people["Sue"], wish)


BEFORE = {
    "clauses": [
        *("IA-PRG-0", "IA-PRG-1", "IA-PRG-2", "IA-PRG-3", "IA-PRG-4", "IA-PRG-5", "IA-PRG-9", "IA-MULTI-1"),
        *("IA-MULTI-2", "IA-MULTI-4", "IA-PAY-PRG", "IA-METER-1", "IA-METER-2", "IA-METER-3"),
    ],
    "stake": 500,
    "meters": [
        {"name": "major", "seed": 2_000_000, "meter": "7/50", "reserve": "1/50"},
        {"name": "minor", "seed": 150_000, "meter": "2/25", "reserve": "0"},
    ],
    **{"high_card": None, "one_pair": None, "two_pair": None, "three_of_a_kind": "9:1", "straight": "30:1"},
    **{"flush": "40:1", "full_house": "50:1", "four_of_a_kind": "300:1"},
    **{"straight_flush": "100% minor", "royal_flush": "100% major"},
}
"""What the release before wrote of the progressive of a link."""


def test_a_link_that_the_release_before_opened_fits_the_same_tables() -> None:
    about = {"title": "Iowa", "progressive": BEFORE}
    assert fits(about, load_book("iowa-catfish-bend"))
    assert not fits(about, load_book("iowa-catfish-bend", ["progressive.flush=41:1"]))
    assert not fits(about, load_book("california-shfl"))
    today = {"title": "Iowa", "wagers": link_terms(load_book("iowa-catfish-bend"))}
    assert fits(today, load_book("iowa-catfish-bend"))
    assert not fits(today, load_book("iowa-catfish-bend", ["progressive.flush=41:1"]))
