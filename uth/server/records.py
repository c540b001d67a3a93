"""What is kept of rounds that have ended: found again in the log, event by event."""

from typing import Any

from msgspec import Raw, Struct
from msgspec.structs import asdict, replace

from uth.game.ledger import player
from uth.game.round import Seat
from uth.game.table.events import (
    BankReturned,
    BankTaken,
    BetsClosed,
    HolesDealt,
    RoundEnded,
    WagersPlaced,
    WagersTakenBack,
)
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import new_table
from uth.game.views.picture import Private, Public, private, public
from uth.proof.formats import Line, RoundRecord
from uth.proof.happenings import EventHidden, Recorded, ShuffleRevealed, ShuffleSealed, encode
from uth.rules.book import Book
from uth.rules.money import Cents
from uth.server.faults import not_found
from uth.server.room import ROUND, Room
from uth.server.steps import EventSeen, Told, seen
from uth.store import MarkRow, Store, Written


class StepSeen(EventSeen, frozen=True, kw_only=True):
    """An event of a replay, with its number in the log and its time."""

    number: int
    at: int


class Replay(Struct, frozen=True):
    """A round to look at again: the picture before it, and each event of it."""

    table: Public
    you: Private
    events: list[StepSeen]


async def replayed(store: Store, room: Room, who: Who, number: int) -> Replay:
    """A round as pictures, from its first bet; people sit where they played, with chips nobody knows."""
    rows = await _rows(store, room, number)
    recorded, _ = room.house.read(rows)
    seats = {one.seat: one.player for one in recorded if isinstance(one, BankTaken)}
    for one in recorded:
        if isinstance(one, WagersPlaced) and isinstance(one.spot.seat, int):
            seats[one.spot.seat] = one.player
    end = next((n for n, one in enumerate(recorded, 1) if isinstance(one, RoundEnded)), len(recorded))
    start = replace(new_table(room.book), phase=Phase.BETTING, seats=seats, round=number - 1)
    told = Told(start, recorded[:end])
    steps = [StepSeen(**asdict(step), number=rows[n].number, at=rows[n].at) for n, step in told.numbered(who)]
    return Replay(public(start), private(start, Who(Role.SPECTATOR, who.name)), steps)


async def _rows(store: Store, room: Room, number: int) -> list[Written]:
    """Everything after the end of the round before, to the end of this one."""
    end = await store.mark(room.stream, ROUND, number)
    if end is None:
        raise not_found(f"round {number} of table {room.stream} has not ended, or never was")
    before = await store.mark(room.stream, ROUND, number - 1)
    return await store.read(room.stream, before.number if before else 0, upto=end.number)


async def round_record(store: Store, room: Room, who: Who, number: int) -> RoundRecord:
    """The record of a round: everything after the end of the one before, to its own end."""
    rows = await _rows(store, room, number)
    recorded, hidden = room.house.read(rows)
    lines = (_line(who, row, one, hidden.get(row.number)) for row, one in zip(rows, recorded, strict=True))
    return RoundRecord(
        room.stream,
        number,
        room.book.name,
        room.book.digest,
        dealing=_dealing(room.book, recorded),
        commitment=_of(recorded, ShuffleSealed, number, "commitment"),
        seed=_of(recorded, ShuffleRevealed, number, "seed"),
        events=[line for line in lines if line],
    )


async def last_rounds(
    store: Store, room: Room, name: str, before: int | None, limit: int
) -> list[tuple[MarkRow, Cents | None]]:
    """Where rounds ended, the newest first, and what each brought to a player, if he was in it."""
    marks = await store.marks(room.stream, ROUND, before=before, limit=limit + 1)
    page = marks[:limit]
    if not page or not name:
        return [(mark, None) for mark in page]
    start = marks[limit].number if len(marks) > limit else 0
    rows = await store.read(room.stream, start, upto=page[0].number)
    nets = _nets(room.house.read(rows)[0], name)
    return [(mark, nets.get(mark.order)) for mark in page]


def _nets(recorded: list[Recorded], name: str) -> dict[int, Cents]:
    """By round, what each did to a player who had a wager in it or banked."""
    nets: dict[int, Cents] = {}
    places: set[Seat] = set()
    playing = False
    for one in recorded:
        match one:
            case WagersPlaced() if one.player == name:
                places.add(one.spot.seat)
            case BankTaken() if one.player == name:
                places.add(one.seat)
            case WagersTakenBack() | BankReturned():
                places.discard(one.seat)
            case BetsClosed():
                playing, places = bool(places), set()
            case RoundEnded() if playing:
                nets[one.round] = one.net.get(player(name), 0)  # an account that did not move is not in it
    return nets


def _of(recorded: list[Recorded], kind: type[Any], number: int, field: str) -> str:
    found = [getattr(one, field) for one in recorded if isinstance(one, kind) and one.round == number]
    return found[-1] if found else ""


def _dealing(book: Book, recorded: list[Recorded]) -> tuple[str, ...]:
    devices = [one.device for one in recorded if isinstance(one, HolesDealt)]
    return tuple(getattr(book.deal.orders, devices[-1])) if devices else ()


def _line(who: Who, row: Written, recorded: Recorded, hidden: EventHidden | None) -> Line | None:
    theirs = seen(who, recorded)
    if theirs is None:
        return None
    return Line(row.number, row.at, Raw(encode(theirs)), hidden.commitment if hidden else "")


async def finished(store: Store, room: Room) -> int:
    """The last event of the last round that has ended: up to there nothing in the log is secret."""
    marks = await store.marks(room.stream, ROUND, limit=1)
    return marks[0].number if marks else 0
