"""The service: its parts, put together and taken apart again."""

import asyncio
import logging
import secrets
import time
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator
from contextlib import contextmanager
from http import HTTPStatus

import httpx

from uth.game.table import acts as a
from uth.game.table.people import Role, Who
from uth.game.table.phases import IN_ROUND, Phase
from uth.server import measures
from uth.server.checks import Checks, SecretOther
from uth.server.commands import Accepted, Capacity, Command
from uth.server.faults import Fault, forbidden, too_many, unavailable
from uth.server.limits import Allowance, Places
from uth.server.mathematics import Mathematics
from uth.server.play_limits import PlayLimits
from uth.server.practice import Practice, keep_private
from uth.server.protection import Protection
from uth.server.room import Room
from uth.server.rooms import Rooms
from uth.server.settings import Settings
from uth.server.signin import Door, now
from uth.server.watching import Watcher
from uth.store import Person, Store, StoreError

log = logging.getLogger(__name__)

STOP_SECONDS = 10
LOOKS_EVERY = 2.0
"""Seconds between two looks for people who have gone."""
LOOKS_FOR_EXCLUDED = 60.0
"""Seconds between two looks for people who are excluded, where nobody has said that somebody is."""


class Service:
    """Everything a request may need."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store
        self.door = Door(store, settings)
        self.rooms = Rooms(store, settings)
        self.practice = Practice(self.rooms)
        self.checks = Checks(store, settings)
        self.play_limits = PlayLimits(store, self.rooms)
        self._looked_for_excluded = -LOOKS_FOR_EXCLUDED
        self._watching: defaultdict[int, set[asyncio.Event]] = defaultdict(set)
        """To be set when rights or sessions of a person change."""
        store.listen_for_people(self._people_changed)
        self.commands = Allowance(settings.commands_each, 3 * settings.commands_each)
        self.mathematics = Mathematics(self.rooms.shelf)
        self.protection = Protection(store, self.rooms)
        self.calculations = Allowance(settings.calculations_each, 4 * settings.calculations_each)
        self.sockets = Places(settings.sockets, settings.sockets_each)
        self.others = httpx.AsyncClient(timeout=10)
        """To the other processes of this service."""
        self.stopping = False
        self._usher: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Look whether all is well, then serve; raises StoreError or SecretOther if that cannot be."""
        found = await self.checks.start()
        self.door.distrusted = found.people
        await self.rooms.start(found.streams)
        await self._look_at_seals()
        await self.checks.note_secret()
        self._usher = asyncio.create_task(self._free_seats(), name="usher")

    async def stop(self) -> None:
        """Finish what waits and let go of everything; what does not end in time is left to the log."""
        self.stopping = True
        if self._usher:
            self._usher.cancel()
            await asyncio.gather(self._usher, return_exceptions=True)
        for part, ending in (
            ("tables", self.rooms.stop),
            ("checks", self.checks.stop),
            ("other processes", self.others.aclose),
            ("store", self.store.close),
        ):
            try:
                async with asyncio.timeout(STOP_SECONDS):
                    await ending()
            except (TimeoutError, StoreError) as error:
                log.error("not stopped", extra={"part": part, "why": str(error) or "it took too long"})

    async def _look_at_seals(self) -> None:
        """Rounds in play that nobody can deal any more are void, if whoever started the service said so."""
        if shut := self.rooms.shut():
            if not self.settings.secret_lost:
                raise SecretOther(f"rounds in play at {', '.join(shut)} do not open with it")
            await self.rooms.void_shut(await self.door.operator())

    def admit_command(self, whose: Hashable) -> None:
        """Raise a fault for too many commands, before anything of them is read."""
        if waits := self.commands.take(whose):
            raise too_many("too many commands; wait a little", int(waits) + 1)

    @contextmanager
    def hearing_of(self, person: Person | None) -> Iterator[asyncio.Event]:
        """An event that is set whenever the rights or sessions of a person change."""
        changed = asyncio.Event()
        if person is None:
            yield changed
            return
        self._watching[person.id].add(changed)
        try:
            yield changed
        finally:
            self._watching[person.id].discard(changed)
            if not self._watching[person.id]:
                del self._watching[person.id]

    def _people_changed(self, people: Collection[int] | None) -> None:
        self._looked_for_excluded = -LOOKS_FOR_EXCLUDED
        for person in list(self._watching) if people is None else people:
            for changed in self._watching.get(person, ()):
                changed.set()

    async def command(
        self, room: Room, person: Person, command: Command, watcher: Watcher | None = None
    ) -> Accepted | None:
        """Carry out somebody's command here; raises a fault if it is not led here.

        None: the watcher who sent it is answered with the frame that it brings.
        """
        if self.stopping:
            raise unavailable("the service is stopping; try again in a moment", 5)
        keep_private(room, person)
        who = capacity(room, person, command.capacity)
        if command.commitment and person.kind == "bot":
            raise forbidden("a bot of the house adds no number to the deck")
        if isinstance(command.act, a.BuyIn) and person.money != room.money:
            has, plays = MONEY[person.money], MONEY[room.money]
            raise forbidden(f"this table plays for {plays} and your wallet holds {has}; choose another table")
        with measures.COMMAND.time():
            async with self.play_limits.holding(room, person, command):
                accepted = await room.ask(person.id, who, command, watcher)
        measures.COMMANDS.inc()
        return accepted

    async def _free_seats(self) -> None:
        """From time to time; a table where that fails does not keep the others from it."""
        while True:
            await asyncio.sleep(LOOKS_EVERY)
            seconds = f"{self.settings.absence:g}"
            for room in list(self.rooms):
                for _, name in room.gone(self.settings.absence):
                    why = f"no sign of {name} for {seconds} second{'s' * (seconds != '1')}"
                    await self._see_off(room, name, why)
            await self._see_off_excluded()

    async def _see_off_excluded(self) -> None:
        """Whoever is excluded finishes a hand by the clock, and is off the seat then."""
        moment = time.monotonic()
        if moment - self._looked_for_excluded < LOOKS_FOR_EXCLUDED:
            return
        self._looked_for_excluded = moment
        try:
            names = [one.name for one in await self.store.restricted() if one.restrictions.excluded(now())]
        except StoreError as error:
            log.warning("excluded people not looked for", extra={"why": str(error)})
            names = []
        for room in [room for room in self.rooms if room.leading]:
            table = room.standing.table
            for name in [name for name in names if table.seat_of(name) or table.chips(name)]:
                self._looked_for_excluded = -LOOKS_FOR_EXCLUDED  # until they are gone
                if table.phase not in (Phase.BANKING, Phase.BETTING) and plays_in_round(room, name):
                    continue
                await self._see_off(room, name, f"{name} is excluded")

    async def _see_off(self, room: Room, name: str, why: str) -> None:
        """Free somebody's seat and put their chips back into their wallet, or say in the log why not."""
        try:
            if seat := room.standing.table.seat_of(name):
                operator = await self.door.operator()
                vacate = Command(secrets.token_hex(8), a.Vacate(seat=seat, reason=why), Capacity.SUPERVISOR)
                await room.ask(operator.id, Who(Role.SUPERVISOR, operator.name), vacate)
            person, chips = await self.store.person_named(name), room.standing.table.chips(name)
            if person and chips:
                cash_out = Command(secrets.token_hex(8), a.CashOut(cents=chips))
                await room.ask(person.id, Who(Role.PLAYER, name), cash_out)
        except (Fault, StoreError) as error:
            log.warning("seat not freed", extra={"table": room.stream, "why": str(error)})
        except Exception:
            log.exception("seat not freed", extra={"table": room.stream})

    async def pass_on(self, room: Room, token: str, body: bytes) -> httpx.Response:
        """A command for a table that another process leads, sent there in the sender's own name.

        When the answer goes out, the sender sees here what it brought.
        """
        holder = await self.store.holder(room.stream)
        if holder is None or not holder.address or holder.holder == self.rooms.me:
            raise unavailable(f"table {room.stream} is being taken over; try again")
        path = f"{holder.address}/api/tables/{room.stream}/commands"
        headers = {"authorization": f"Bearer {token}", "content-type": "application/json", PASSED_ON: "1"}
        try:
            answer = await self.others.post(path, content=body, headers=headers)
        except httpx.ConnectError:  # nobody listens there: it is dead, and need not be waited for
            await self.rooms.take_over(room, holder)
            raise unavailable(f"table {room.stream} is being taken over; try again") from None
        except httpx.HTTPError:
            raise unavailable(f"table {room.stream} is being taken over; try again") from None
        if answer.is_success:
            await room.catch_up()
        return answer


PASSED_ON = "x-uth-passed-on"
MONEY = {"play": "play chips", "cash": "cash"}


def capacity(room: Room, person: Person, wanted: Capacity) -> Who:
    """Somebody in the capacity he claims, if it is his; staff do not work at a table where they play."""
    if wanted is Capacity.PLAYER:
        if "player" not in person.roles:
            raise forbidden(f"{person.name} is not a player here")
        return Who(Role.PLAYER, person.name)
    if wanted.value not in person.roles:
        raise forbidden(f"{person.name} is no {wanted.value}")
    table = room.standing.table
    if (
        table.seat_of(person.name) is not None
        or person.name in table.owners.values()
        or table.chips(person.name)
    ):
        raise forbidden(f"{person.name} plays at this table, and so cannot be its {wanted.value}")
    return Who(wanted.role, person.name)


def plays_in_round(room: Room, name: str) -> bool:
    """Whether somebody has a wager down, or banks."""
    table = room.standing.table
    return name in table.owners.values() or (name == table.banker and table.phase in IN_ROUND)


def needs_role(person: Person, *roles: str) -> None:
    """Raise a fault unless the person has one of these roles."""
    if not set(roles) & set(person.roles):
        raise Fault(HTTPStatus.FORBIDDEN, "forbidden", f"that is for {' or '.join(roles)}")
