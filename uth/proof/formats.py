"""What a verifier reads: a round as the service gives it out, and a log, line by line, as it is exported."""

from typing import Any

from msgspec import Raw, Struct

FORMAT = 2
"""How logs are written now."""


class Line(Struct, frozen=True, omit_defaults=True):
    """One event of a record: its number in the stream, its time, and what happened."""

    number: int
    at: int
    event: Raw
    hidden: str = ""
    """The commitment that stood in the log for this event while its cards lay face down."""


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
    revealing: int = 5
    """For the players' numbers after the close of bets; without them the round is void."""


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
    mixed: bool = False
    """Players' clients add numbers of their own to the shuffle; at tables opened before, they do not."""
    practice: bool = False
    """For one player alone, who is seen by nobody else and is waited for."""
    money: str = "play"
    """What is played for, ``play`` chips or ``cash``: only wallets that hold it buy in."""
    format: int = 1
    """How its log is written: from 2 on cards that lie face down are hidden from the first event."""
    key: str = ""
    """The service's public key (Ed25519) when the table was opened: receipts are signed with it."""

    @property
    def hides(self) -> bool:
        return self.format >= FORMAT


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
