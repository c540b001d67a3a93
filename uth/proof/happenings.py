"""What stands in a table's stream: the game's events, and besides them the sealed shuffle and the clock."""

from typing import Any

import msgspec
from msgspec import Struct

from uth.game.acts import words
from uth.game.events import AnyEvent, Event


class Happening(Struct, frozen=True, kw_only=True, tag_field="event", tag=words):
    """Something that the service did, not the game."""


class ShuffleSealed(Happening, frozen=True):
    """The deck of the coming round is fixed: everybody knows the commitment, nobody the seed."""

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


class ClockSet(Happening, frozen=True):
    """Until when the table waits, and for what; without a time it waits for ever."""

    waits_for: str
    until: int | None
    """Microseconds since 1970."""


class PlayerBack(Happening, frozen=True):
    """Somebody who let the last bets go by is there again: his bet is waited for."""

    player: str


Recorded = Event | Happening
AnyRecorded = AnyEvent | ShuffleSealed | ShuffleRevealed | ShuffleLost | ClockSet | PlayerBack
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyRecorded)
encode = msgspec.json.encode


def decode(body: bytes) -> Recorded:
    """An event of a stream from its text."""
    recorded: Recorded = _decoder.decode(body)
    return recorded
