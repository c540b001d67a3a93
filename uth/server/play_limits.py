"""Limits that people have set for themselves, held at every wager, buy-in and seat.

What somebody has lost, bought and played follows from the ledger. A look at it and the wager that follows are
one piece of work for each person, in all processes: requests that come together do not pass a limit that one
after the other would not.
"""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from http import HTTPStatus

from msgspec import Struct

from uth.game.settlement.validation import Refused
from uth.game.table import acts as a
from uth.game.table.acts.betting import owed
from uth.game.table.answering import step
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import Table
from uth.proof.restrictions import BREAK, DAY
from uth.rules.money import Cents, dollars
from uth.server.clock import SECOND
from uth.server.commands import Capacity, Command
from uth.server.faults import Fault, forbidden
from uth.server.room import Room
from uth.server.signin import excluded_says, now
from uth.store import Person, Store

MINUTE = 60 * SECOND
WINDOWS = {"loss_day": DAY, "loss_week": 7 * DAY}
SAID = {"loss_day": "24 hours", "loss_week": "7 days"}
BEFORE_LAST_DECISION = frozenset(
    {
        Phase.BETTING,
        Phase.DEALING,
        Phase.PREFLOP,
        Phase.FLOP_DUE,
        Phase.FLOP,
        Phase.RIVER_DUE,
        Phase.RIVER,
    }
)


class Played(Struct, frozen=True):
    """How somebody has played lately."""

    minutes: int
    """Since the last break."""
    lost_day: Cents
    lost_week: Cents
    bought_day: Cents


class PlayLimits:
    """Looks at what somebody has done before they do more."""

    def __init__(self, store: Store, rooms: Iterable[Room]) -> None:
        self.store, self.rooms = store, rooms

    @asynccontextmanager
    async def holding(self, room: Room, person: Person, command: Command) -> AsyncIterator[None]:
        """Around a command: raises a fault if a limit or an exclusion forbids it."""
        if person.restrictions.excluded(now()):
            raise forbidden(excluded_says(person.restrictions))
        if not person.restrictions.limits or command.capacity is not Capacity.PLAYER or not _asks(command):
            yield
            return
        async with self.store.holding(person.id):
            fresh = await self.store.person(person.id) or person
            try:
                await self._look(room, fresh, command)
            except Fault:
                # a command that was done before is answered again, whatever became of the limit by it
                if not await self.store.answered(person.id, command.id):
                    raise
            yield

    async def played(self, person: Person) -> Played:
        moment = now()
        return Played(
            minutes=await self._minutes(person),
            lost_day=await self.store.lost(person, moment - DAY),
            lost_week=await self.store.lost(person, moment - 7 * DAY),
            bought_day=await self.store.bought_in(person, moment - DAY),
        )

    async def _look(self, room: Room, person: Person, command: Command) -> None:
        if person.restrictions.excluded(now()):
            raise forbidden(excluded_says(person.restrictions))
        act = command.act
        if isinstance(act, a.Sit | a.Bet | a.TakeBank):
            await self._look_at_time(person)
        if isinstance(act, a.BuyIn):
            await self._look_at_buy_in(person, act.cents)
        elif isinstance(act, a.Bet | a.LayToke | a.TakeBank | a.Decide):
            await self._look_at_loss(room, person, act)

    async def _look_at_time(self, person: Person) -> None:
        limit = person.restrictions.limit("session", now())
        if limit is None:
            return
        minutes = await self._minutes(person)
        if minutes >= limit:
            raise _reached(
                f"you have played {minutes} minutes, and your limit is {limit}: "
                f"take a break of {BREAK // MINUTE} minutes"
            )

    async def _minutes(self, person: Person) -> int:
        """How long somebody has played without a break."""
        moment = began = now()
        for at in await self.store.wagers(person, moment - DAY):
            if began - at >= BREAK:
                break
            began = at
        return (moment - began) // MINUTE

    async def _look_at_buy_in(self, person: Person, cents: Cents) -> None:
        limit = person.restrictions.limit("buy_in_day", now())
        if limit is None:
            return
        bought = await self.store.bought_in(person, now() - DAY)
        if bought + cents > limit:
            left = dollars(max(0, limit - bought))
            raise _reached(f"your limit is {dollars(limit)} of buy-ins in 24 hours, and {left} is left")

    async def _look_at_loss(self, room: Room, person: Person, act: a.Act) -> None:
        """What was lost, and what could still be lost with this wager, is within the limits."""
        limits = {
            name: limit for name in WINDOWS if (limit := person.restrictions.limit(name, now())) is not None
        }
        if not limits:
            return
        table = room.standing.table
        try:
            _, after = step(table, Who(Role.PLAYER, person.name), act)
        except Refused:  # the table will say why
            return
        # first the tables, then the ledger: a decision in between counts twice rather than not at all
        risk = table.chips(person.name) - after.chips(person.name) + at_risk(after, person.name)
        for other in self.rooms:
            if other is not room:
                if not other.leading:
                    await other.catch_up()
                risk += at_risk(other.standing.table, person.name)
        for name, limit in limits.items():
            lost = await self.store.lost(person, now() - WINDOWS[name])
            if lost + risk > limit:
                left = dollars(max(0, limit - lost))
                raise _reached(
                    f"this could cost {dollars(risk)}; of the {dollars(limit)} that you set as your limit of "
                    f"losses in {SAID[name]}, {left} is left"
                )


def _asks(command: Command) -> bool:
    """Whether a command may bring somebody nearer to a limit."""
    act = command.act
    return isinstance(act, a.Sit | a.BuyIn | a.Bet | a.LayToke | a.TakeBank) or (
        isinstance(act, a.Decide) and act.toke > 0
    )


def at_risk(table: Table, name: str) -> Cents:
    """The most that somebody can lose at a table in this hand beyond what lies on its felt already.

    Also what they have no chips for now: these can be bought in the middle of a hand.
    """
    if name not in table.owners.values() and name != table.banker:
        return 0
    risk = owed(table, name)
    if table.phase in BEFORE_LAST_DECISION:
        streets = table.book.decisions
        most = max((*streets.preflop, *streets.flop, *streets.river))
        mine = (spot for seat, spot in table.spots.items() if table.owners[seat] == name)
        risk += sum(most * spot.main(table.book) for spot in mine if not spot.multiple and not spot.folded)
    return risk


def _reached(says: str) -> Fault:
    return Fault(HTTPStatus.FORBIDDEN, "limit_reached", says)
