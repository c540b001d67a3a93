"""The chain of the house itself: who its people are and what they may do, what it gave them, what its tables
were opened with, and where every other chain stood.

It is the stream ``house``, chained like every other (:mod:`uth.proof.chain`). What the database says about
people, rights, openings, notes and tables must follow from it; :class:`Books` is what follows.
"""

from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from uth.game.table.events.event import words
from uth.proof.restrictions import faults as restriction_faults
from uth.proof.restrictions import read_restrictions, said
from uth.rules.money import Cents

HOUSE = "house"
"""The name of the stream."""
ISSUED = "house/issued"
"""The account that chips come from, and go back to."""
NOBODY = 0
"""Stands for the house itself where somebody's id is wanted: what nobody ordered has no name."""

Head = tuple[int, str]
"""The number of an event, and its hash in hexadecimal digits."""


class HouseEvent(Struct, frozen=True, kw_only=True, tag_field="event", tag=words):
    """Something that the house did outside its tables."""

    by: int = NOBODY
    reason: str = ""
    blind: str = ""
    """Random digits: a published head tells nobody who came or what he was given."""


class PersonAdded(HouseEvent, frozen=True):
    person: int
    name: str
    kind: str
    money: str
    roles: tuple[str, ...]
    opening: Cents
    disabled: bool = False
    password: str = ""
    """The digest of the hash that is kept: another hash in its place is noticed."""
    factor: str = ""
    """Likewise of the second factor."""


class PersonChanged(HouseEvent, frozen=True):
    person: int
    field: str
    """One of ``CHAINED``."""
    before: Any
    after: Any


class ChipsIssued(HouseEvent, frozen=True):
    """Chips went into somebody's wallet, or (below zero) out of it."""

    person: int
    cents: Cents


class Issued(Struct, frozen=True, kw_only=True, tag_field="event", tag=words):
    """The same, as releases before this chain wrote it: by name."""

    person: str
    cents: Cents
    by: str
    reason: str


class StreamOpened(HouseEvent, frozen=True):
    """A table or a link was opened; ``terms`` is the digest of what it was opened with."""

    stream: str
    kind: str
    terms: str


class Noted(HouseEvent, frozen=True):
    """An act of staff that is none of the others."""

    what: str
    before: str = ""
    after: str = ""
    at: int = 0
    """When it was done, if not when it was written."""


class HeadsKept(HouseEvent, frozen=True):
    """Where the chains of tables and links stood: who keeps the head of the house has kept these too."""

    heads: dict[str, Head]


class SecretUsed(HouseEvent, frozen=True):
    """The service runs with another secret from here on; ``mark`` tells one from another."""

    mark: str


class BroughtOver(HouseEvent, frozen=True):
    """The chain begins here. What a release without one left behind is entered after it as it was found."""


AnyHouseEvent = (
    PersonAdded
    | PersonChanged
    | ChipsIssued
    | Issued
    | StreamOpened
    | Noted
    | HeadsKept
    | SecretUsed
    | BroughtOver
)
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyHouseEvent)

CHAINED = ("name", "kind", "money", "roles", "disabled", "password", "factor", "restrictions")
"""What of a person can change and is chained."""
WITHHELD = ("password", "factor")
"""Of these only a digest is chained."""


def decode_house(body: bytes) -> "HouseEvent | Issued":
    """An event of the house from its text; raises msgspec.DecodeError for one that this uth does not know."""
    event: HouseEvent | Issued = _decoder.decode(body)
    return event


def digest(text: str | None) -> str:
    """Of something that is kept in the database and not in the chain; empty for nothing."""
    return sha256(text.encode()).hexdigest() if text else ""


class Known(Struct):
    """A person, as the chain says."""

    name: str
    kind: str
    money: str
    roles: tuple[str, ...]
    opening: Cents
    disabled: bool
    password: str
    factor: str
    restrictions: str = ""


class Told(Struct, frozen=True):
    """A note, as the chain says."""

    at: int
    by: int
    what: str
    reason: str
    before: str
    after: str


class Books:
    """What follows from the chain of the house, event by event."""

    def __init__(self) -> None:
        self.people: dict[int, Known] = {}
        self.streams: dict[str, tuple[str, str]] = {}
        """Kind and terms."""
        self.notes: list[Told] = []
        self.heads: list[tuple[str, Head]] = []
        self.secret = ""
        self.begun = False
        self.faults: list[str] = []

    def take(self, number: int, at: int, event: HouseEvent | Issued) -> None:
        where = f"{HOUSE} {number}"
        if isinstance(event, HouseEvent):
            known = self.people.get(event.person) if isinstance(event, PersonChanged) else None
            self.notes += note_of(at, event, known.name if known else "")
        match event:
            case BroughtOver():
                if self.begun:
                    self.faults.append(f"{where}: the chain begins a second time")
                self.begun = True
            case PersonAdded():
                if event.person in self.people:
                    self.faults.append(f"{where}: person {event.person} is added a second time")
                self.people[event.person] = Known(
                    event.name,
                    event.kind,
                    event.money,
                    event.roles,
                    event.opening,
                    event.disabled,
                    event.password,
                    event.factor,
                )
            case PersonChanged():
                self._change(where, at, event)
            case ChipsIssued() if event.person not in self.people:
                self.faults.append(f"{where}: chips for person {event.person}, whom nobody added")
            case StreamOpened():
                if event.stream in self.streams:
                    self.faults.append(f"{where}: {event.stream} is opened a second time")
                self.streams[event.stream] = (event.kind, event.terms)
            case HeadsKept():
                self.heads += event.heads.items()
            case SecretUsed():
                self.secret = event.mark

    def _change(self, where: str, at: int, event: PersonChanged) -> None:
        known = self.people.get(event.person)
        if known is None or event.field not in CHAINED:
            self.faults.append(f"{where}: changes {event.field} of person {event.person}, which is not there")
            return
        before, after = event.before, event.after
        if event.field == "roles":
            before, after = tuple(before), tuple(after)
        if getattr(known, event.field) != before:
            self.faults.append(f"{where}: {event.field} of {known.name} was not what it says")
        if event.field == "restrictions":
            self.faults += [f"{where}, {known.name}: {fault}" for fault in _broken(before, after, at)]
        setattr(known, event.field, after)


def _broken(before: str, after: str, at: int) -> list[str]:
    try:
        return list(restriction_faults(read_restrictions(before), read_restrictions(after), at))
    except (msgspec.DecodeError, TypeError):
        return ["limits that this uth does not know"]


BROUGHT_OVER = "brought over from a release without a chain of the house"


def note_of(at: int, event: HouseEvent, name: str = "") -> list["Told"]:
    """What staff reads of an event, if anything; ``name`` is whose it is, before it."""
    match event:
        case Noted():
            told, at = (event.what, event.before, event.after), event.at or at
        case PersonAdded() if event.reason and event.reason != BROUGHT_OVER:
            told = (f"added {event.name}", "", ", ".join(event.roles))
        case PersonChanged() if event.reason:
            told = _changed(name, event)
        case _:
            return []
    return [Told(at, event.by, told[0], event.reason, told[1], told[2])]


def _changed(name: str, event: PersonChanged) -> tuple[str, str, str]:
    match event.field:
        case "roles":
            return f"roles of {name}", ", ".join(event.before), ", ".join(event.after)
        case "disabled":
            before, after = ("disabled" if one else "open" for one in (event.before, event.after))
            return f"account of {name}", before, after
        case "password" | "factor":
            what = "password" if event.field == "password" else "second factor"
            before, after = ("set" if one else "none" for one in (event.before, event.after))
            return f"{what} of {name}", before, after
        case "restrictions":
            return f"limits of {name}", said(event.before), said(event.after)
    return f"{event.field} of {name}", str(event.before), str(event.after)
