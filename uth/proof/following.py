"""The game's part of a log, followed act by act: every event must be what the rules make of some act.

Who asked what is inferred from the events, the game decides on it again, and what it decides must be what the
log has: phases, decisions, fees, meters, every row of a settlement and every cent that moved. An act that the
rules refuse, or a right that somebody did not have, is found here too.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from uth.game.settlement.validation import Refused
from uth.game.table import events as e
from uth.game.table.act import Act
from uth.game.table.answering import step
from uth.game.table.events import evolve
from uth.game.table.people import Who
from uth.game.table.state import Table
from uth.proof.inferring import acts_behind

WORDS = frozenset({"hand", "says", "clauses", "note"})
"""Fields that say in words what others say in figures; versions may word them differently."""
TOLD_ONLY = (e.HandRacked, e.CoverWarned, e.SupervisorTold)
"""Events that move nothing: earlier versions did not tell all of them."""


class Misfit(Exception):
    """Something in the log that does not fit; it is the event with this number."""

    def __init__(self, number: int, says: str) -> None:
        super().__init__(says)
        self.number = number


class Followed(NamedTuple):
    """An act that the log tells of: who asked what, and how many events it brought."""

    who: Who
    act: Act
    events: int
    table: Table


def follow(table: Table, number: int, events: Sequence[e.Event]) -> Followed:
    """The act that ``events`` begin with, the first of them having that number; raises Misfit.

    ``events`` were written in one go, and may go on with what other acts brought.
    """
    refusals: list[str] = []
    differs: tuple[int, str] | None = None
    fits: tuple[int, Who, Act] | None = None
    try:
        asked = list(acts_behind(table, events))
    except ValueError as error:
        raise Misfit(number, f"nobody can have done this ({error})") from None
    for who, act in asked:
        try:
            done, _ = step(table, who, act)
        except Refused as refusal:
            refusals.append(f"{who} may not {act.name().replace('_', ' ')}: {refusal.refusals[0]}")
            continue
        length, wrong = _compare(done, events)
        if wrong:
            differs = max(differs or (0, wrong), (length, wrong))
        elif fits is None or length > fits[0]:  # who takes bets back takes those behind along
            fits = length, who, act
    if fits:
        length, who, act = fits
        return Followed(who, act, length, _after(table, number, events[:length]))
    if differs:
        raise Misfit(number + differs[0], differs[1])
    if refusals:
        raise Misfit(number, refusals[0])
    raise Misfit(number, "nothing that anybody may do at a table begins with this")


def _after(table: Table, number: int, events: Sequence[e.Event]) -> Table:
    for place, event in enumerate(events, number):
        try:
            table = evolve(table, event)
        except Exception as error:  # a forged event may not fit the table in any way there is
            raise Misfit(place, f"does not fit what came before ({error!r})") from None
    return table


def _compare(due: Sequence[e.Event], events: Sequence[e.Event]) -> tuple[int, str]:
    """How many events of the log are those that are due, and what is wrong with the next one, if anything."""
    place = 0
    for event in due:
        while place < len(events) and isinstance(events[place], TOLD_ONLY) and type(event) not in TOLD_ONLY:
            place += 1
        if place == len(events):
            if isinstance(event, TOLD_ONLY):
                continue
            return place - 1, f"is not all: {_name(event)} is due after it"
        if _same(event, events[place]):
            place += 1
        elif not isinstance(event, TOLD_ONLY):
            return place, f"by the rules it is {_written(event)}"
    return place, ""


def _same(due: e.Event, event: e.Event) -> bool:
    return due == event or (type(due) is type(event) and _figures(due) == _figures(event))


def _figures(event: e.Event) -> Any:
    """All that an event says but words."""
    plain = msgspec.to_builtins(event)
    row = plain.get("row")
    if row:
        plain["row"] = {name: value for name, value in row.items() if name not in WORDS | {"reason"}}
    return {name: value for name, value in plain.items() if name not in WORDS}


def _name(event: e.Event) -> str:
    return str(event.__struct_config__.tag)


def _written(event: e.Event) -> str:
    text = msgspec.json.encode(event).decode()
    return text if len(text) < 400 else text[:400] + " …"
