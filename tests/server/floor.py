"""A floor without sockets: the service's own parts on a store, for tests of what they do together."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from uth.cards import parse_cards
from uth.game.round import Choice
from uth.game.table import acts as a
from uth.game.table.acts import AnyAct
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.server.commands import Accepted, Command
from uth.server.room import Room
from uth.server.rooms import Wish
from uth.server.service import Service
from uth.server.settings import Settings
from uth.store import Person, Store

SUE, DAN = Who(Role.SUPERVISOR, "Sue"), Who(Role.DEALER, "Dan")


class Floor:
    """One process of the service, and the people it knows."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.people: dict[str, Person] = {}

    async def person(self, name: str, *roles: str, wallet: int = 10_000_000) -> Person:
        store = self.service.store
        person = await store.person_named(name) or await store.add_person(
            name, kind="account", roles=roles or ("player",), wallet=wallet
        )
        self.people[name] = person
        return person

    async def do(self, room: Room, who: Who, act: AnyAct) -> Accepted:
        person = self.people.get(who.name) or await self.person(who.name)
        accepted = await room.ask(person.id, who, Command(id=secrets.token_hex(8), act=act))
        assert accepted
        return accepted

    async def seat(self, room: Room, name: str, seat: int, cents: int = 100_000) -> Who:
        who = Who(Role.PLAYER, name)
        await self.do(room, who, a.Sit(seat=seat))
        await self.do(room, who, a.BuyIn(cents=cents))
        return who

    async def deal_round(
        self, room: Room, hole: str, flop: str, river: str, bank: str, **wager: bool
    ) -> None:
        """A round with real cards for whoever sits in seat 1, who checks twice and then bets."""
        player = Who(Role.PLAYER, room.standing.table.seats[1])
        await self.do(
            room, player, a.Bet(stakes={"ante": 500, "progressive": wager.get("progressive", True)})
        )
        await self.do(room, DAN, a.NoMoreBets())
        await self.do(room, DAN, a.Deal())
        await self.finish(room, hole, flop, river, bank)

    async def finish(self, room: Room, hole: str, flop: str, river: str, bank: str) -> None:
        """Street by street, from the deal to the last payout."""
        player = Who(Role.PLAYER, room.standing.table.seats[1])
        board = parse_cards(flop)
        for choice, act in (
            ("check", a.Flop(cards=(board[0], board[1], board[2]))),
            ("check", a.River(cards=_two(river))),
            ("bet1", a.ShowBank(cards=_two(bank))),
        ):
            await self.do(room, player, a.Decide(choice=Choice(choice)))
            await self.do(room, DAN, act)
        await self.settle(room, hole)

    async def settle(self, room: Room, hole: str) -> None:
        while room.standing.table.phase is Phase.PAYING:
            if 1 not in room.standing.table.shown:
                await self.do(room, DAN, a.ShowHand(seat=1, cards=_two(hole)))
            else:
                await self.do(room, DAN, a.Settle())


def _two(text: str) -> tuple[int, int]:
    first, second = parse_cards(text)
    return first, second


@asynccontextmanager
async def floor(database: str, address: str = "") -> AsyncIterator[Floor]:
    """The service on a database, started and stopped."""
    store = await Store.open(database)
    service = Service(Settings(database=database, secret=bytes(32), lease_seconds=1, address=address), store)
    await service.start()
    try:
        found = Floor(service)
        await found.person("Sue", "supervisor")
        await found.person("Dan", "dealer")
        yield found
    finally:
        await service.stop()


async def linked_tables(on: Floor, count: int, *settings: str) -> tuple[str, list[Room]]:
    """A link, and tables with real cards that share it."""
    sue, chosen = on.people["Sue"], list(settings)
    link = await on.service.rooms.open_link(sue, "iowa-catfish-bend", chosen, "a test")
    wish = Wish(book="iowa-catfish-bend", settings=chosen, sealed=False, link=link.stream)
    return link.stream, [await on.service.rooms.open(sue, wish) for _ in range(count)]
