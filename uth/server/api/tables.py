"""The lobby, and one table: see it, act at it, look back."""

from http import HTTPStatus
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.proof.formats import LogLine, Pace
from uth.proof.house import HOUSE
from uth.rules.money import Cents
from uth.rules.wagers import limits_said
from uth.server.api.asking import Anybody, Asking, Serving, Token
from uth.server.api.people import Body
from uth.server.commands import Capacity, Command, read_command
from uth.server.faults import Fault, forbidden, malformed
from uth.server.practice import BOOK, is_private, keep_private, people_at
from uth.server.records import finished, last_rounds, replayed, round_record
from uth.server.room import Room
from uth.server.rooms import Wish, shipped_only
from uth.server.service import PASSED_ON, Service, capacity, needs_role
from uth.server.steps import as_written, spoken
from uth.store import Money, Person, Written

router = APIRouter(prefix="/api", tags=["tables"])

JSON = "application/json"
PAGE = 1000
As = Capacity | None
Number = Annotated[int, Field(ge=0, le=2**62)]


class NewTable(Body):
    """A table to open: a shipped book, and what is set differently."""

    title: str = Field(default="", max_length=60)
    book: str = Field(max_length=60, examples=["california-shfl"])
    settings: list[str] = Field(default=[], max_length=100, examples=[["trips.table=UTH-02"]])
    dealing: str = Field(default="sealed", pattern="^(sealed|entered)$")
    banking: int = Field(default=30, ge=1, le=3600)
    betting: int = Field(default=20, ge=1, le=3600)
    deciding: int = Field(default=30, ge=1, le=3600)
    link: str | None = Field(default=None, max_length=20, examples=["L1"])
    mixed: bool = True
    """Players' clients add numbers of their own to a sealed shuffle, so that nobody alone chooses a deck."""
    money: Money = "play"
    """What is played for: wallets with the other kind do not buy in."""


class TableSummary(BaseModel):
    """A table in the lobby."""

    id: str
    title: str
    book: str
    digest: str
    dealing: Literal["sealed", "entered"]
    money: Money
    phase: Phase
    round: int
    seats: int
    players: list[str]
    ante: tuple[Cents, Cents] | None
    limits: str
    """Of the main wager and those equal to it, in words."""
    paused: bool
    held: str
    """The mishap that waits for a ruling; empty where none does."""
    meters: dict[str, Cents]
    version: int
    practice: bool = False
    """For one player alone; only they see it in the lobby."""


class NewPractice(Body):
    """A practice table to sit down at: which book it is played by."""

    book: str = Field(default=BOOK, max_length=60)


class RoundMark(BaseModel):
    """A round that has ended: when, and with which event of the table."""

    round: int
    at: int
    event: int
    net: Cents | None
    """What it brought to the one who asks; nothing where he was not in it."""


def summary(service: Service, room: Room) -> TableSummary:
    table = room.standing.table
    limits = table.book.main.limits
    return TableSummary(
        id=room.stream,
        title=room.title,
        book=table.book.name,
        digest=table.book.digest,
        dealing="sealed" if room.house.sealed else "entered",
        money="cash" if room.money == "cash" else "play",
        phase=table.phase,
        round=table.round,
        seats=table.book.table.seats,
        players=list(table.seats.values()),
        ante=(limits.least, limits.most) if limits else None,
        limits=limits_said(table.book.opening_bets),
        paused=bool(table.paused),
        held=table.held,
        meters=_meters(room),
        version=room.standing.version,
        practice=room.practice,
    )


def _meters(room: Room) -> dict[str, Cents]:
    accounts = room.standing.table.accounts
    return {name[6:]: cents for name, cents in accounts.items() if name.startswith("meter:")}


def viewer(room: Room, person: Person | None, wanted: As) -> Who:
    """As whom somebody looks at a table; without a name, as a spectator."""
    keep_private(room, person)
    if person is None:
        if wanted is not None:
            raise Fault(HTTPStatus.UNAUTHORIZED, "not_signed_in", f"sign in to look as a {wanted}")
        return Who(Role.SPECTATOR, "")
    if wanted is None and "player" not in person.roles:
        return Who(Role.SPECTATOR, person.name)
    return capacity(room, person, wanted or Capacity.PLAYER)


@router.get("/tables")
async def lobby(service: Serving, person: Anybody) -> list[TableSummary]:
    """All tables that are open, and your own practice table."""
    return [summary(service, room) for room in service.rooms if _is_listed(room, person)]


def _is_listed(room: Room, person: Person | None) -> bool:
    if not room.practice:
        return True
    return person is not None and not is_private(room, person) and person.name in people_at(room)


@router.post("/practice")
async def practice(service: Serving, person: Asking, body: NewPractice) -> TableSummary:
    """A table for you alone, with the automatic dealer: yours, or an empty one; sit down at it as at any."""
    needs_role(person, "player")
    shipped_only(body.book)
    room = await service.practice.table(person, await service.door.operator(), body.book)
    return summary(service, room)


@router.post("/tables", status_code=201)
async def open_table(service: Serving, person: Asking, body: NewTable) -> TableSummary:
    """Open a table, as a supervisor."""
    needs_role(person, "supervisor")
    shipped_only(body.book)
    pace = Pace(banking=body.banking, betting=body.betting, deciding=body.deciding)
    sealed = body.dealing == "sealed"
    wish = Wish(
        book=body.book,
        settings=body.settings,
        title=body.title,
        sealed=sealed,
        pace=pace,
        link=body.link,
        mixed=body.mixed,
        money=body.money,
    )
    room = await service.rooms.open(person, wish)
    return summary(service, room)


@router.get("/tables/{table}")
async def look(service: Serving, person: Anybody, table: str, capacity: As = None) -> Response:
    """The table as you may see it now; ``capacity`` says as whom you look."""
    room = service.rooms.get(table)
    return Response(room.picture(viewer(room, person, capacity)), media_type=JSON)


@router.post("/tables/{table}/commands")
async def command(service: Serving, request: Request, person: Asking, token: Token, table: str) -> Response:
    """Do something at a table. The answer comes when it is on disk."""
    room = service.rooms.get(table)
    if PASSED_ON not in request.headers:
        service.admit_command(person.id)
    body = await request.body()
    try:
        asked: Command = read_command(body)
    except (msgspec.DecodeError, RecursionError) as error:
        raise malformed(str(error)) from None
    if not room.leading and PASSED_ON not in request.headers:
        answer = await service.pass_on(room, token, body)
        return Response(answer.content, answer.status_code, media_type=JSON)
    accepted = await service.command(room, person, asked)
    assert accepted
    return Response(msgspec.json.encode(accepted), media_type=JSON)


@router.get("/tables/{table}/events")
async def events(
    service: Serving, person: Anybody, table: str, after: Number = 0, capacity: As = None
) -> Response:
    """What has happened after an event, as you may know it and in words; at most a thousand at a time."""
    room = service.rooms.get(table)
    who = viewer(room, person, capacity)
    upto = min(room.standing.version, after + PAGE)
    rows = await service.store.read(table, after, upto=upto)
    recorded, _ = room.house.read(rows)
    written, known = as_written(who, recorded)
    words = spoken(room.book, known)
    answer = b'{"version":%d,"events":[%b],"says":[%b]}' % (upto, written, words)
    return Response(answer, media_type=JSON)


@router.get("/tables/{table}/rounds")
async def rounds(
    service: Serving, person: Anybody, table: str, before: Number | None = None
) -> list[RoundMark]:
    """The last rounds that ended, ten at a time, the newest first, with what they brought to you."""
    room = service.rooms.get(table)
    found = await last_rounds(service.store, room, person.name if person else "", before, limit=10)
    return [RoundMark(round=mark.order, at=mark.at, event=mark.number, net=net) for mark, net in found]


@router.get("/tables/{table}/rounds/{number}")
async def record(
    service: Serving,
    person: Anybody,
    table: str,
    number: Annotated[int, Field(ge=1, le=2**62)],
    capacity: As = None,
) -> Response:
    """One round again, from the end of the one before: every event with its time, the seed and its seal."""
    room = service.rooms.get(table)
    found = await round_record(service.store, room, viewer(room, person, capacity), number)
    return Response(msgspec.json.encode(found), media_type=JSON)


@router.get("/tables/{table}/rounds/{number}/replay")
async def replay(
    service: Serving, person: Anybody, table: str, number: Annotated[int, Field(ge=1)], capacity: As = None
) -> Response:
    """One round to look at again: a picture before it, and what every event changed, in words."""
    room = service.rooms.get(table)
    again = await replayed(service.store, room, viewer(room, person, capacity), number)
    return Response(msgspec.json.encode(again), media_type=JSON)


class Fairness(BaseModel):
    """How a table's rounds came to be: one that voids too many, or a player who withholds, is seen here."""

    rounds: int
    """That have ended, void or not."""
    voided: int
    mixed: int
    """Dealt from the house's seed and numbers of players."""
    withheld: dict[str, int]
    """By player: numbers that were committed to and not revealed."""


@router.get("/tables/{table}/fairness")
async def fairness(service: Serving, table: str) -> Fairness:
    """Rounds, void rounds, and withheld numbers, for everybody."""
    standing = service.rooms.get(table).standing
    tally = standing.tally
    return Fairness(
        rounds=standing.ended, voided=tally.voided, mixed=tally.mixed, withheld=dict(tally.withheld)
    )


@router.get("/tables/{table}/log")
async def whole_log(service: Serving, person: Asking, table: str, after: Number = 0) -> Response:
    """The log as it is chained, for an auditor, up to the last round that has ended."""
    needs_role(person, "auditor")
    if table == HOUSE:  # what the house did outside its tables: nothing of that is secret to an auditor
        upto, _ = await service.store.head(HOUSE)
    else:
        upto = await finished(service.store, service.rooms.get(table))
    rows = await service.store.read(table, after, limit=PAGE, upto=upto)
    if not rows and after > upto:
        raise forbidden("that part of the log belongs to a round in play")
    first = after == 0 and table != HOUSE
    about = [msgspec.json.encode(await service.store.stream(table)) + b"\n"] if first else []
    lines = [msgspec.json.encode(_line(row)) + b"\n" for row in rows]
    return Response(b"".join(about + lines), media_type="application/jsonl")


def _line(row: Written) -> LogLine:
    return LogLine(row.stream, row.number, row.at, row.command, row.body.decode(), row.hash.hex())
