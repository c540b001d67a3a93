"""What a verifier reads: a round as the service gives it out, and a log, line by line, as it is exported."""

from typing import Any

from msgspec import Raw, Struct


class Line(Struct, frozen=True):
    """One event of a record: its number in the stream, its time, and what happened."""

    number: int
    at: int
    event: Raw


class RoundRecord(Struct, frozen=True):
    """A round again; marked as a replay wherever it is shown."""

    table: str
    round: int
    book: str
    digest: str
    dealing: tuple[str, ...]
    """How the deck was dealt, step by step: so many cards to every hole, or to the board."""
    commitment: str
    """Empty where a dealer dealt real cards."""
    seed: str
    events: list[Line]


class Pace(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a table waits, in seconds."""

    banking: int = 30
    betting: int = 20
    deciding: int = 30


class TableTerms(Struct, frozen=True, kw_only=True):
    """What a table was opened with: the book as it was on that day, and how the table is run."""

    title: str
    book: dict[str, Any]
    digest: str
    sealed: bool = True
    """Dealt from sealed shuffles by the automatic dealer; otherwise cards are entered by a dealer."""
    pace: Pace = Pace()
    link: str | None = None
    """The progressive link whose meters it shares."""
    money: str = "play"
    """What is played for, ``play`` chips or ``cash``: only wallets that hold it buy in."""


class LogOpening(Struct, frozen=True):
    """The first line of a log: which table it is of. What else stands there is for the store."""

    id: str
    about: TableTerms


class LogLine(Struct, frozen=True):
    """Every other line of a log: an event as it is chained."""

    stream: str
    number: int
    at: int
    command: str
    body: str
    hash: str
    """In hexadecimal digits."""
