"""Game protection: what knowledge is worth, for anybody; whom to look at, for supervisors."""

from typing import Annotated

from fastapi import APIRouter, Depends, Response
from pydantic import Field

from uth.server.api.asking import Asking, Serving
from uth.server.api.mathematics import JSON, Edit, limited
from uth.server.api.people import Body
from uth.server.commands import Capacity
from uth.server.faults import Fault
from uth.server.protection import LookWish
from uth.server.room import Room
from uth.server.service import capacity, needs_role

router = APIRouter(prefix="/api", tags=["protection"], dependencies=[Depends(limited)])

Kind = Annotated[str, Field(max_length=80, examples=["dealer=1"])]
Table = Annotated[str, Field(max_length=20, examples=["T1"])]


class WorthAsked(Edit):
    """A book, what is known before the first decision, and what a play must cost to tell."""

    knows: Kind
    cost: str = Field(default="1/4", max_length=20, examples=["1/4"])


class LookAsked(Body):
    """Which knowledge to look for, and where."""

    kinds: list[Kind] = Field(default=["dealer=1"], min_length=1, max_length=6)
    tables: list[Table] = Field(default=[], max_length=100)
    rounds: int = Field(default=100, ge=1, le=1000)
    false_alarms: float = Field(default=0.01, gt=0, lt=1)


@router.post("/mathematics/protect")
async def protect(service: Serving, body: WorthAsked) -> Response:
    """What knowledge is worth, and the plays that give it away: as ``uth protect --json`` prints both."""
    answer = await service.protection.worth(body.book, body.settings, body.knows, body.cost)
    return Response(answer, media_type=JSON)


@router.post("/protection/look")
async def look(service: Serving, person: Asking, body: LookAsked) -> Response:
    """Who plays as if they knew more than their own cards, from rounds that have ended.

    For supervisors, and not of tables where they play. It is done in pieces: ask again with the same body
    until ``done`` is ``of``. Each look stands in the notes of the house.
    """
    needs_role(person, "supervisor")
    wish = LookWish(tuple(body.kinds), tuple(body.tables), body.rounds, body.false_alarms)

    def may_look(room: Room) -> bool:
        try:
            capacity(room, person, Capacity.SUPERVISOR)
        except Fault:
            return False
        return True

    return Response(await service.protection.look(person, wish, may_look), media_type=JSON)
