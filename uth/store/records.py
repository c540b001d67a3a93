"""What goes into the store and what comes out. Times are microseconds since 1970 UTC, money is cents."""

from typing import Any, Literal

from msgspec import Struct

from uth.proof.restrictions import NONE, Restrictions
from uth.rules.money import Cents

Micros = int
Kind = Literal["guest", "account", "bot"]
Money = Literal["play", "cash"]
"""Play chips are given away; cash is what accounts of the house play for. The two never meet at a table."""


class Append(Struct, frozen=True):
    """Events (JSON texts) for the end of a stream; ``expected`` is its last number, 0 if it is new."""

    stream: str
    expected: int
    bodies: tuple[bytes, ...]


class Entry(Struct, frozen=True):
    """One side of a movement of money, signed, and the event it belongs to: one of the same batch."""

    stream: str
    number: int
    account: str
    """Accounts are global: ``T7/felt``, ``wallet:12``."""
    cents: Cents
    what: str


class Answer(Struct, frozen=True):
    """What was answered to a person's command, kept so that a repetition gets the same."""

    person: int
    command: str
    digest: bytes
    """Of the command's body: the same id with another body is refused by the server."""
    body: bytes


class Snapshot(Struct, frozen=True):
    """The state of a stream after an event, made by some version of the code."""

    stream: str
    number: int
    hash: bytes
    """Of that event. Empty for an event of the same batch or the head: the store fills it in."""
    code: str
    body: bytes


class Mark(Struct, frozen=True):
    """A place in a stream that is found again by a name and a number, such as where a round ends."""

    stream: str
    name: str
    order: int
    number: int
    """Of an event of the same batch."""


class MarkRow(Struct, frozen=True):
    """A mark as it stands, with the time of its event."""

    order: int
    number: int
    at: Micros


class Lease(Struct, frozen=True):
    """Who leads a stream. A greater token fences off every holder of a smaller one."""

    stream: str
    holder: str
    address: str
    token: int
    expires: Micros


class Batch(Struct, frozen=True):
    """The consequences of one command: all of them become durable, or none."""

    appends: tuple[Append, ...] = ()
    entries: tuple[Entry, ...] = ()
    """They sum to zero."""
    wallets: dict[int, Cents] = {}
    """Change by person; equals the sum of that person's wallet entries. No wallet falls below zero."""
    marks: tuple[Mark, ...] = ()
    answer: Answer | None = None
    snapshot: Snapshot | None = None
    """Takes the place of the stream's earlier one."""
    command: str = ""
    lease: Lease | None = None
    """If given, it must still be held when the batch is written."""


class Stream(Struct, frozen=True):
    """An entry in the directory of streams; ``about`` holds its settings, such as a table's book."""

    id: str
    kind: str
    about: dict[str, Any]
    created: Micros
    closed: Micros | None = None


class EntryRow(Struct, frozen=True):
    """An entry as it stands in the ledger."""

    id: int
    stream: str
    number: int
    account: str
    cents: Cents
    what: str
    at: Micros


class Person(Struct, frozen=True):
    id: int
    name: str
    kind: Kind
    password: str | None
    """A hash that the server made; None: no sign-in by password."""
    roles: tuple[str, ...]
    created: Micros
    opening: Cents
    """What the wallet held at first; everything after that is in the ledger."""
    money: Money = "cash"
    disabled: bool = False
    factor: str | None = None
    """The second factor, encrypted by the server."""
    restrictions: Restrictions = NONE
    """Limits and exclusions."""


class PublishedHead(Struct, frozen=True):
    """A head as somebody kept it elsewhere."""

    stream: str
    number: int
    hash: str


class Note(Struct, frozen=True):
    """An act of staff outside the streams."""

    id: int
    at: Micros
    by: int
    what: str
    reason: str
    before: str
    after: str


def wallet_account(person: int) -> str:
    """The ledger's account of a person's wallet."""
    return f"wallet:{person}"
