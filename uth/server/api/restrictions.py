"""Limits on one's own play, and exclusions: asked for by people themselves, or by the house with a reason."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from uth.proof.restrictions import COOLING_OFF, DAY, FOR_GOOD, Restrictions
from uth.rules.money import MOST_MONEY, Cents
from uth.server.api.asking import COOKIE, Asking, Serving
from uth.server.api.people import Body, Reason
from uth.server.clock import SECOND
from uth.server.faults import malformed, not_found
from uth.server.service import Service, needs_role
from uth.server.signin import now
from uth.store import Person

router = APIRouter(prefix="/api", tags=["limits"])

Amount = Annotated[Cents, Field(ge=0, le=MOST_MONEY)]
Minutes = Annotated[int, Field(ge=1, le=24 * 60)]
Change = Callable[[Restrictions, int], Restrictions]
Days = Annotated[int, Field(ge=1, le=3650, examples=[30])]


class NewLimits(Body):
    """What is named changes: lower at once, higher (or null, for none) after the cooling-off."""

    loss_day: Amount | None = None
    """The most to lose in any 24 hours, in cents."""
    loss_week: Amount | None = None
    """In any 7 days."""
    buy_in_day: Amount | None = None
    """The most to buy in for in any 24 hours, whatever is cashed out."""
    session: Minutes | None = None
    """Minutes of play, then a break of a quarter of an hour."""
    reminder: Minutes | None = None
    """Minutes between two reminders of time and result."""


class LimitsOf(NewLimits):
    reason: Reason


class LimitSeen(BaseModel):
    """A limit as it holds now, and what takes its place when; none where it is null."""

    now: int | None
    later: int | None = None
    since: int | None = None
    """When ``later`` holds, in microseconds; null where nothing is to change."""


class LimitsSeen(BaseModel):
    """Somebody's limits, and how near they are to them."""

    limits: dict[str, LimitSeen]
    cooling_off: int
    """Seconds until a limit that is raised takes hold."""
    minutes: int
    """Played since the last break."""
    lost_day: Cents
    """In the last 24 hours, wagers in play among it; below zero: won."""
    lost_week: Cents
    bought_day: Cents
    excluded_by_self: int
    """Until when, in microseconds; 0: never was."""
    excluded_by_house: int


class Exclusion(Body):
    days: Days | None
    """Null: for good."""


class ExclusionOf(Exclusion):
    reason: Reason


class Inclusion(Body):
    reason: Reason


async def _seen(service: Service, person: Person) -> LimitsSeen:
    moment, found = now(), person.restrictions
    played = await service.play_limits.played(person)
    limits = {
        name: LimitSeen(now=one.later)
        if 0 < one.since <= moment
        else LimitSeen(now=one.now, later=one.later, since=one.since or None)
        for name, one in found.limits.items()
    }
    return LimitsSeen(
        limits=limits,
        cooling_off=COOLING_OFF // SECOND,
        minutes=played.minutes,
        lost_day=played.lost_day,
        lost_week=played.lost_week,
        bought_day=played.bought_day,
        excluded_by_self=found.own,
        excluded_by_house=found.house,
    )


def _until(days: int | None, moment: int) -> int:
    return FOR_GOOD if days is None else moment + days * DAY


@router.get("/me/limits")
async def my_limits(service: Serving, person: Asking) -> LimitsSeen:
    """Your limits, and how near you are to them."""
    return await _seen(service, await service.store.person(person.id) or person)


@router.put("/me/limits")
async def limit_me(service: Serving, person: Asking, body: NewLimits) -> LimitsSeen:
    """Change your limits. Lower ones hold at once, higher ones after the cooling-off."""
    if person.kind == "bot":
        raise malformed("bots have no limits")
    wanted = body.model_dump(exclude_unset=True)
    return await _seen(
        service, await service.store.restrict(person.id, lambda before, at: before.limited(wanted, at))
    )


@router.post("/me/exclusion", status_code=204)
async def exclude_me(service: Serving, response: Response, person: Asking, body: Exclusion) -> None:
    """Exclude yourself, at once. Nobody can shorten it; your chips go back to your wallet."""
    await service.store.restrict(
        person.id,
        lambda before, at: before.excluded_by_self(_until(body.days, at)),
        by=person.id,
        reason="asked for by themselves",
    )
    response.delete_cookie(COOKIE)


# ---- for the house


async def _named(service: Service, name: str) -> Person:
    found = await service.store.person_named(name)
    if found is None:
        raise not_found(f"nobody is called {name}")
    return found


async def _change(service: Service, by: Person, name: str, reason: str, change: Change) -> LimitsSeen:
    needs_role(by, "supervisor", "admin")
    other = await _named(service, name)
    return await _seen(service, await service.store.restrict(other.id, change, by=by.id, reason=reason))


@router.get("/people/{name}/limits")
async def limits_of(service: Serving, person: Asking, name: str) -> LimitsSeen:
    """Somebody's limits, for staff."""
    needs_role(person, "supervisor", "admin")
    return await _seen(service, await _named(service, name))


@router.put("/people/{name}/limits")
async def limit(service: Serving, person: Asking, name: str, body: LimitsOf) -> LimitsSeen:
    """Set limits for somebody: lower at once, higher after the cooling-off."""
    wanted = body.model_dump(exclude_unset=True, exclude={"reason"})
    return await _change(service, person, name, body.reason, lambda before, at: before.limited(wanted, at))


@router.post("/people/{name}/exclusion")
async def exclude(service: Serving, person: Asking, name: str, body: ExclusionOf) -> LimitsSeen:
    """Exclude somebody, at once: sessions end, a hand in play is finished by the clock, chips go back."""
    return await _change(
        service,
        person,
        name,
        body.reason,
        lambda before, at: before.excluded_by_house(_until(body.days, at)),
    )


@router.post("/people/{name}/inclusion")
async def include(service: Serving, person: Asking, name: str, body: Inclusion) -> LimitsSeen:
    """Lift an exclusion by the house, after the cooling-off. One that they asked for themselves stays."""
    return await _change(service, person, name, body.reason, lambda before, at: before.included(at))
