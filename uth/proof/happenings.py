"""What stands in a table's stream: the game's events, and besides them what the service did.

Sealed shuffles and the numbers that players add to them, cards that lie face down, and the clock.
"""

from typing import Any

import msgspec
from msgspec import Struct

from uth.game.files.earlier import event_of_today
from uth.game.round import Seat
from uth.game.table.events import AnyEvent, Event
from uth.game.table.events.event import words


class Happening(Struct, frozen=True, kw_only=True, tag_field="event", tag=words):
    """Something that the service did, not the game."""


# ---- the sealed shuffle


class ShuffleSealed(Happening, frozen=True):
    """The house's part of the coming deck is fixed: everybody knows the commitment, nobody the seed."""

    round: int
    commitment: str
    sealed: str
    """The seed, encrypted; never shown."""


class ShuffleRevealed(Happening, frozen=True):
    """The round is over, played or void: now anybody can check its cards."""

    round: int
    seed: str


class ShuffleLost(Happening, frozen=True):
    """The secret that sealed this deck is gone: nobody can deal from it, nor ever reveal it."""

    round: int


# ---- the players' part of it


class NumberCommitted(Happening, frozen=True):
    """A player's client has drawn a number for the coming round and committed to it with the bet."""

    round: int
    seat: Seat
    player: str
    commitment: str


class NumberRevealed(Happening, frozen=True):
    """After the close of bets: the number that was committed to. It goes into the deck."""

    round: int
    seat: Seat
    player: str
    number: str


class NumberWithheld(Happening, frozen=True):
    """A number was not revealed in time: the round is void before a card is dealt; the player sits out."""

    round: int
    seat: Seat
    player: str
    until: int
    """Microseconds since 1970: no bet of this player is taken before."""


# ---- cards that lie face down


class EventHidden(Happening, frozen=True):
    """An event that names cards which lie face down: the chain has a commitment to it."""

    shown: AnyEvent
    """What everybody may know of it now."""
    commitment: str
    sealed: str
    """The whole event and its blinding value, encrypted; never shown."""


class EventOpened(Happening, frozen=True):
    """The round is over: a hidden event, in full."""

    number: int
    """Which event of this stream."""
    blinding: str
    body: str
    public: bool = True
    """False where hands that were thrown away stay secret: then it is for auditors."""


# ---- the clock


class ClockSet(Happening, frozen=True):
    """Until when the table waits, and for what; without a time it waits for ever."""

    waits_for: str
    until: int | None
    """Microseconds since 1970."""


class PlayerBack(Happening, frozen=True):
    """Somebody who let the last bets go by is there again: his bet is waited for."""

    player: str


Recorded = Event | Happening
AnyRecorded = (
    AnyEvent
    | ShuffleSealed
    | ShuffleRevealed
    | ShuffleLost
    | NumberCommitted
    | NumberRevealed
    | NumberWithheld
    | EventHidden
    | EventOpened
    | ClockSet
    | PlayerBack
)
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyRecorded)
encode = msgspec.json.encode


def decode(body: bytes) -> Recorded:
    """An event of a stream from its text."""
    recorded: Recorded
    if b'"spot":{' in body and b'"stakes":' not in body:
        recorded = msgspec.convert(event_of_today(msgspec.json.decode(body)), AnyRecorded)
    else:
        recorded = _decoder.decode(body)
    return recorded
