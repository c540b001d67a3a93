"""Coming in, going out, and one's own money."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from uth.server.api.asking import COOKIE, Asking, Serving, Token, address_of, token_of
from uth.server.faults import Says, conflict, malformed, not_found, refused
from uth.server.roles import ROLES
from uth.server.service import Service, needs_role, plays_in_round
from uth.store import Money, Overdrawn, Person, wallet_account

router = APIRouter(prefix="/api", tags=["people"])

Name = Annotated[str, Field(min_length=2, max_length=24, examples=["Ann"])]
Password = Annotated[str, Field(min_length=1, max_length=1000)]
Reason = Annotated[
    str,
    Field(min_length=1, max_length=500, pattern=r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$"),
]
"""Something that can be read, on one line."""
Code = Annotated[str, Field(max_length=16, examples=["123456"])]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewGuest(Body):
    name: Name | None = None


class Credentials(Body):
    name: Name
    password: Password


class SignIn(Credentials):
    code: Code = ""


class NewPassword(Body):
    old: Password
    new: Password


class NewFactor(Body):
    password: Password
    ticket: str = Field(max_length=500)
    code: Code
    old_code: Code = ""


class OfferedFactor(BaseModel):
    """A second factor to be put into a phone, and the ticket to bring back with its first code."""

    key: str
    uri: str
    ticket: str


class NewPerson(Credentials):
    roles: list[str] = Field(max_length=len(ROLES))
    wallet: int = Field(default=0, ge=0, le=10**12)
    reason: Reason


class Change(Body):
    roles: list[str] | None = Field(default=None, max_length=len(ROLES))
    disabled: bool | None = None
    password: Password | None = None
    second_factor: Literal[False] | None = None
    """False takes it away: who lost the phone sets up another."""
    chips: int = Field(default=0, ge=-(10**12), le=10**12)
    reason: Reason


class Movement(BaseModel):
    """A line of a statement: cents that came, or went."""

    id: int
    at: int
    table: str
    event: int
    cents: int
    what: str


class Chips(BaseModel):
    """A table where your chips have moved, and what you have there now."""

    table: str
    title: str
    cents: int


class Signed(BaseModel):
    """Who came in, and the token that programs send as ``Authorization: Bearer``."""

    name: str
    roles: list[str]
    wallet: int
    token: str


class Me(BaseModel):
    """Who asks, and his wallet: what it held at first, and what it holds now."""

    name: str
    kind: str
    roles: list[str]
    opening: int
    wallet: int
    money: Money
    """What the wallet holds: play chips, or cash."""
    second_factor: bool
    needs_second_factor: bool
    """Whether somebody of the staff has to set it up before anything else."""


async def _signed(service: Service, response: Response, entry: tuple[Person, str]) -> Signed:
    person, token = entry
    response.set_cookie(
        COOKIE,
        token,
        max_age=service.settings.session_seconds,
        httponly=True,
        samesite="strict",
        secure=service.settings.secure,
    )
    wallet = await service.store.wallet(person.id)
    return Signed(name=person.name, roles=list(person.roles), wallet=wallet, token=token)


@router.post("/guests", status_code=201)
async def come_in_as_guest(service: Serving, request: Request, response: Response, body: NewGuest) -> Signed:
    """Come in with play chips, under a name of your choice or one that is given to you."""
    return await _signed(service, response, await service.door.guest(body.name, address_of(request)))


@router.post("/accounts", status_code=201)
async def register(service: Serving, request: Request, response: Response, body: Credentials) -> Signed:
    """Open an account as a player."""
    entry = await service.door.register(body.name, body.password, address_of(request))
    return await _signed(service, response, entry)


@router.post("/sessions", status_code=201)
async def sign_in(service: Serving, request: Request, response: Response, body: SignIn) -> Signed:
    """Come in by name and password; staff also with the code of the second factor."""
    entry = await service.door.sign_in(body.name, body.password, body.code, address_of(request))
    return await _signed(service, response, entry)


@router.get("/sessions/current")
async def who_is_here(service: Serving, request: Request) -> Me | None:
    """Who asks, or nobody: what a page asks first, and for which nobody is no fault."""
    token = token_of(request)
    person = await service.door.know(token) if token else None
    return await me(service, person) if person else None


@router.delete("/sessions/current", status_code=204)
async def sign_out(service: Serving, response: Response, token: Token) -> None:
    await service.door.sign_out(token)
    response.delete_cookie(COOKIE)


@router.get("/me")
async def me(service: Serving, person: Asking) -> Me:
    return Me(
        name=person.name,
        kind=person.kind,
        roles=list(person.roles),
        opening=person.opening,
        wallet=await service.store.wallet(person.id),
        money=person.money,
        second_factor=bool(person.factor),
        needs_second_factor=await service.door.works_without_factor(person),
    )


@router.put("/me/password", status_code=204)
async def change_password(service: Serving, person: Asking, token: Token, body: NewPassword) -> None:
    """A new password; every other session of yours is over."""
    await service.door.change_password(person, token, body.old, body.new)


@router.post("/me/second-factor")
async def offer_factor(service: Serving, person: Asking) -> OfferedFactor:
    """A second factor for your phone; nothing is kept until its first code came back."""
    key, uri, ticket = service.door.offer_factor(person)
    return OfferedFactor(key=key, uri=uri, ticket=ticket)


@router.put("/me/second-factor", status_code=204)
async def set_factor(service: Serving, person: Asking, token: Token, body: NewFactor) -> None:
    """Set up the second factor that was offered. Who has one already also needs a code of that."""
    await service.door.set_factor(person, token, body.password, body.ticket, body.code, body.old_code)


@router.post("/me/refill")
async def refill(service: Serving, person: Asking) -> Me:
    """Play chips again, until wallet and tables together hold what you came with."""
    if person.money != "play":
        raise malformed("only play chips are given away")
    if any(plays_in_round(room, person.name) for room in service.rooms):
        raise conflict("playing", "your chips are in play; finish the hand first")
    await service.store.refill(person.id, service.settings.guest_wallet, f"a refill for a {person.kind}")
    return await me(service, person)


@router.get("/me/statement")
async def statement(
    service: Serving,
    person: Asking,
    before: Annotated[int | None, Field(ge=1, le=2**62)] = None,
    table: Annotated[str, Field(max_length=20, pattern=r"^(T\d+)?$")] = "",
) -> list[Movement]:
    """Every movement of your wallet, or of your chips at a table, the newest first."""
    account = f"{table}/player:{person.name}" if table else wallet_account(person.id)
    rows = await service.store.entries(account, before=before, limit=100)
    return [
        Movement(id=row.id, at=row.at, table=row.stream, event=row.number, cents=row.cents, what=row.what)
        for row in rows
    ]


@router.get("/me/chips")
async def chips(service: Serving, person: Asking) -> list[Chips]:
    """The tables where your chips have moved: those that have a statement."""
    rooms = {f"{room.stream}/player:{person.name}": room for room in service.rooms}
    sums = await service.store.sums_of(rooms)
    return [
        Chips(table=room.stream, title=room.title, cents=sums[account])
        for account, room in rooms.items()
        if account in sums
    ]


# ---- for the house


@router.get("/people")
async def people(
    service: Serving, person: Asking, after: Annotated[int, Field(ge=0, le=2**62)] = 0
) -> list[dict[str, Any]]:
    needs_role(person, "admin")
    return [
        {"id": one.id, "name": one.name, "kind": one.kind, "roles": one.roles, "disabled": one.disabled}
        for one in await service.store.people(after=after, limit=100)
    ]


@router.post("/people", status_code=201)
async def add_person(service: Serving, person: Asking, body: NewPerson) -> Me:
    """Open an account for somebody, with his roles."""
    needs_role(person, "admin")
    added = await service.door.add(
        body.name, body.password, tuple(body.roles), body.wallet, by=person.id, reason=body.reason
    )
    return await me(service, added)


@router.patch("/people/{name}")
async def change_person(service: Serving, person: Asking, name: str, body: Change) -> Me:
    """Change somebody's roles, close or open his account, give or take chips; all of it, or nothing.

    A new password or a second factor taken away ends all sessions; so does a closed account.
    """
    needs_role(person, "admin")
    other = await service.store.person_named(name)
    if other is None:
        raise not_found(f"nobody is called {name}")
    changes: dict[str, Any] = {}
    if body.roles is not None:
        if unknown := [role for role in body.roles if role not in ROLES]:
            raise malformed(f"no such role: {', '.join(unknown)}; there are {', '.join(ROLES)}")
        changes["roles"] = tuple(body.roles)
    if body.disabled is not None:
        changes["disabled"] = body.disabled
    if body.password is not None:
        changes["password"] = await service.door.reset(other, body.password)
    if body.second_factor is False:
        changes["factor"] = None
    if changes or body.chips:
        ends = bool(body.disabled) or bool(changes.keys() & {"password", "factor"})
        try:
            other = await service.store.change_person(
                other.id, by=person.id, reason=body.reason, chips=body.chips, end_sessions=ends, **changes
            )
        except Overdrawn:
            raise refused(Says(f"{other.name} has less than that")) from None
    return await me(service, other)
