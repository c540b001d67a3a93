"""Tables that a service has open from its start: found again after a restart, or opened.

A table is known by the digest of its book, so a book in a file is found again wherever the file lies. A file
that has changed is another book: it gets a new table, and the old one keeps the rules it was opened with.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from uth.game.table.phases import Phase
from uth.server.room import Room
from uth.server.rooms import Rooms, Wish, readable
from uth.store import Person


class Opened(Struct, frozen=True):
    """A table that was asked for."""

    wish: Wish
    room: Room
    how: str
    """What was done to have it, for people; empty for one that was open already."""


async def have_open(rooms: Rooms, operator: Person, wishes: Iterable[Wish]) -> list[Opened]:
    """A table for each wish, also where two are alike; raises a fault for one that cannot be opened."""
    found: list[Opened] = []
    for wish in wishes:
        book, _ = readable(wish, rooms.shelf)
        taken = {one.room.stream for one in found}
        named = [
            room
            for room in rooms
            if room.stream not in taken and room.book.name == book.name and _is_plain(room)
        ]
        alike = [room for room in named if room.book.digest == book.digest]
        if again := await _have_again(rooms, operator, wish, alike):
            found.append(again)
            continue
        others = ", ".join(room.stream for room in named if room not in alike)
        how = f"new: the book differs from the one at {others}" if others else "new"
        found.append(Opened(wish, await rooms.open(operator, wish), how))
    return found


def _is_plain(room: Room) -> bool:
    """Whether it is such a table as a wish opens: dealt by the house, with meters of its own."""
    return room.house.sealed and room.link is None and not room.practice


async def _have_again(rooms: Rooms, operator: Person, wish: Wish, alike: Sequence[Room]) -> Opened | None:
    """One that is open, or one that was closed and that no other process leads, opened again."""
    for room in alike:
        if room.standing.table.phase is not Phase.CLOSED:
            return Opened(wish, room, "")
    for room in alike:
        if await rooms.lead(room):
            await rooms.open_again(operator, room)
            return Opened(wish, room, "opened again")
    return None
