"""Progressive links: where their meters stand and how they came there; opened and stopped by staff."""

from typing import Any

from fastapi import APIRouter
from pydantic import Field

from uth.server.api.asking import Asking, Serving
from uth.server.api.people import Body, Reason
from uth.server.links import Link
from uth.server.rooms import money_of, shipped_only
from uth.server.service import needs_role
from uth.store import Money

router = APIRouter(prefix="/api", tags=["links"])


class NewLink(Body):
    """A link for the progressive of a book."""

    book: str = Field(max_length=60, examples=["iowa-catfish-bend"])
    settings: list[str] = Field(default=[], max_length=100)
    money: Money = "play"
    reason: Reason


class WithReason(Body):
    reason: Reason


def shown(link: Link) -> dict[str, Any]:
    """A meter is the sum of its row: seeds and contributions in, jackpots out, to the cent."""
    return {
        "id": link.stream,
        "title": link.about["title"],
        "money": money_of(link.about),
        "stopped": link.stopped,
        "meters": link.meters,
        "moved": {_name(account): dict(row) for account, row in link.totals.items()},
        "version": link.version,
    }


def _name(account: str) -> str:
    kind, _, name = account.rpartition(":")
    return f"{name} jackpot" if kind == "jackpot" else name


@router.get("/links")
async def links(service: Serving) -> list[dict[str, Any]]:
    """All links, with their meters and all that ever moved them."""
    return [shown(link) for link in service.rooms.links]


@router.post("/links", status_code=201)
async def open_link(service: Serving, person: Asking, body: NewLink) -> dict[str, Any]:
    """Open a link; tables of the same progressive can then share it."""
    needs_role(person, "supervisor")
    shipped_only(body.book)
    return shown(await service.rooms.open_link(person, body.book, body.settings, body.reason, body.money))


@router.post("/links/{link}/stop")
async def stop_link(service: Serving, person: Asking, link: str, body: WithReason) -> dict[str, Any]:
    """Stop a link: it neither grows nor pays, and no table takes wagers on it."""
    needs_role(person, "supervisor")
    found = service.rooms.link(link)
    await service.rooms.stop_link(person, found, body.reason)
    return shown(found)


@router.post("/links/{link}/resume")
async def resume_link(service: Serving, person: Asking, link: str, body: WithReason) -> dict[str, Any]:
    """Let a link run again, from where it was."""
    needs_role(person, "supervisor")
    found = service.rooms.link(link)
    await service.rooms.resume_link(person, found, body.reason)
    return shown(found)
