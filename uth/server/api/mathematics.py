"""The mathematics, for anybody: a book solved, hands advised, close decisions drawn, rounds settled."""

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Response
from pydantic import Field
from starlette.requests import HTTPConnection

from uth.server.api.asking import Serving, address_of
from uth.server.api.people import Body
from uth.server.books import book_edited
from uth.server.faults import too_many
from uth.server.mathematics import edited, settled

JSON = "application/json"
Setting = Annotated[str, Field(max_length=1000)]
Amount = Annotated[str, Field(max_length=70)]
Cards = Annotated[str, Field(max_length=200)]


async def limited(service: Serving, connection: HTTPConnection) -> None:
    """Calculations take time that others want too."""
    if waits := service.calculations.take(address_of(connection)):
        raise too_many("too many calculations for your address; wait a little", int(waits) + 1)


router = APIRouter(prefix="/api/mathematics", tags=["mathematics"], dependencies=[Depends(limited)])


class Edit(Body):
    """A shipped book, and what is set differently."""

    book: str = Field(max_length=60, examples=["california-shfl"])
    settings: list[Setting] = Field(default=[], max_length=500, examples=[["blind.flush=2:1"]])


class GameAsked(Edit):
    """A game as ``uth solve`` takes it: stakes in dollars where there is an Ante, else in Antes."""

    ante: Amount | None = Field(default=None, examples=["10"])
    stakes: list[Setting] = Field(default=[], max_length=20, examples=[["trips=5"]])
    """Side bets by name."""
    trips: Amount = Field(default="0", examples=["5"])
    progressive: Amount = "0"
    meters: list[Setting] = Field(default=[], max_length=20, examples=[["major=52000"]])
    others: int = Field(default=0, ge=0, le=100)


class HandAsked(Body):
    """Cards as ``uth advise`` takes them."""

    hole: Cards = Field(examples=["9s 8d"])
    board: Cards = Field(default="", examples=["Kh 5d 2c"])
    dead: Cards = ""


class AdviceAsked(HandAsked):
    game: GameAsked


class AdvicesAsked(Body):
    game: GameAsked
    hands: list[HandAsked] = Field(max_length=200)


class DrillAsked(Body):
    """How many close decisions of a street, and from which seed they are drawn."""

    game: GameAsked
    street: Literal["preflop", "flop", "river"]
    count: int = Field(default=10, ge=1, le=50)
    seed: int | None = Field(default=None, ge=0, le=2**53)


class RoundsAsked(Body):
    """Rounds in the form that ``uth settle`` reads."""

    rounds: list[dict[str, Any]] = Field(min_length=1, max_length=20)


def _game(asked: GameAsked) -> dict[str, Any]:
    lists = {name: tuple(getattr(asked, name)) for name in ("settings", "meters", "stakes")}
    return {**asked.model_dump(), **lists}


def _hand(asked: HandAsked) -> tuple[str, str, str]:
    return asked.hole, asked.board, asked.dead


@router.post("/solve")
async def solve(service: Serving, body: GameAsked) -> Response:
    """A book solved exactly: what ``uth solve --json`` prints, and the command that does so."""
    return Response(await service.mathematics.solve(_game(body)), media_type=JSON)


@router.post("/advise")
async def advise(service: Serving, body: AdviceAsked) -> Response:
    """What every action is worth: what ``uth advise --json`` prints, and the command that does so."""
    return Response(await service.mathematics.advise(_game(body.game), _hand(body)), media_type=JSON)


@router.post("/advise-many")
async def advise_many(service: Serving, body: AdvicesAsked) -> Response:
    """Advice for up to 200 hands of one game; without counts before the flop, which take long."""
    hands = [_hand(hand) for hand in body.hands]
    return Response(await service.mathematics.advise_many(_game(body.game), hands), media_type=JSON)


@router.post("/drill")
async def drill(service: Serving, body: DrillAsked) -> Response:
    """Close decisions: betting and not betting differ, but by no more than a quarter of an Ante.

    Deals are drawn, all alike, and those kept that best play brings to this street with a close decision
    there. The closest of three such is given, then of the next three, and so on; hands that differ only in
    suits count as one decision. A game with few close decisions gives fewer than asked for: the drawing ends.
    The same seed gives the same decisions.
    """
    drawn = await service.mathematics.drill(_game(body.game), body.street, body.count, body.seed)
    return Response(drawn, media_type=JSON)


@router.post("/settle")
async def settle(service: Serving, body: RoundsAsked) -> Response:
    """Rounds settled: what ``uth settle --json`` prints. A malformed one is refused with every reason."""
    return Response(await asyncio.to_thread(settled, service.rooms.shelf, body.rounds), media_type=JSON)


@router.post("/book")
async def book(service: Serving, body: Edit) -> Response:
    """The book that settings make of a shipped one, with its own digest; or all that is wrong with them."""
    rules = await asyncio.to_thread(edited, service.rooms.shelf, body.book, body.settings)
    return Response(msgspec.json.encode(book_edited(rules)), media_type=JSON)
