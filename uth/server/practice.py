"""Practice tables: one player alone with the automatic dealer, for play chips, at the player's own pace.

A table is used again once it is empty, so there are only as many as people who practice at the same time.
"""

import time

from uth.game.table.phases import Phase
from uth.proof.formats import Pace
from uth.server.faults import Says, forbidden, malformed, not_found, unavailable
from uth.server.room import Room
from uth.server.rooms import Rooms, Wish, readable
from uth.store import Person

BOOK = "iowa-catfish-bend"
TITLE = "Solo table"
MOST = 200
"""Practice tables of a service; who comes when all are taken plays with others."""
HELD_FOR = 30
"""Seconds that a table is kept for whoever asked for it, until they sit down."""
AT_LEISURE = Pace(banking=3600, betting=3600, deciding=3600)
STAFF = frozenset({"dealer", "supervisor", "auditor", "admin"})


def people_at(room: Room) -> set[str]:
    """Those who sit at a table or have chips on it."""
    table = room.standing.table
    return {*table.seats.values(), *table.owners.values()} | {
        account.removeprefix("player:")
        for account, cents in table.accounts.items()
        if account.startswith("player:") and cents
    }


def is_private(room: Room, person: Person | None) -> bool:
    """Whether a table is the practice table of somebody else, who is alone there."""
    if not room.practice or (person and STAFF & set(person.roles)):
        return False
    return person is None or bool(people_at(room) - {person.name})


def keep_private(room: Room, person: Person | None) -> None:
    """Raise a fault for whoever has no business there."""
    if is_private(room, person):
        raise not_found(f"there is no table {room.stream}")


class Practice:
    """Finds everybody a table of their own."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._kept: dict[str, tuple[str, float]] = {}
        """By table, for whom it is kept and until when."""

    async def table(self, person: Person, operator: Person, book: str = BOOK) -> Room:
        """The player's own table, an empty one, or a new one."""
        if person.money != "play":
            raise forbidden("practice tables are for play chips, and your wallet holds cash")
        wish = Wish(book=book, title=TITLE, pace=AT_LEISURE, practice=True)
        rules, _ = readable(wish, self._rooms.shelf)
        if rules.bank.is_player:
            raise malformed(Says("a player banks by this book, and you would be alone", field="book"))
        open_ones = [room for room in self._rooms if room.practice and room.book.digest == rules.digest]
        mine = [room for room in open_ones if person.name in people_at(room)]
        free = [room for room in open_ones if self._is_free(room, person.name)]
        if not mine and not free and sum(room.practice for room in self._rooms) >= MOST:
            raise unavailable("all practice tables are taken; sit down with others, or try again later", 60)
        room = next(iter([*mine, *free]), None) or await self._rooms.open(operator, wish)
        self._kept[room.stream] = (person.name, time.monotonic() + HELD_FOR)
        return room

    def _is_free(self, room: Room, name: str) -> bool:
        whose, until = self._kept.get(room.stream, ("", 0.0))
        kept = whose != name and until > time.monotonic()
        table = room.standing.table
        usable = table.phase is not Phase.CLOSED and not table.paused and not table.held
        return room.leading and usable and not kept and not people_at(room)
