"""What stands in a table's stream besides the game: the sealed shuffle and the clock.

A stream holds the game's events and these, in one order. :func:`advance` gives the standing of a table
from them, and replaying a stream gives the same standing again.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from uth.game.acts import words
from uth.game.events import AnyEvent, BetsClosed, ChipsBought, Event, RoundEnded, SeatTaken, WagersPlaced
from uth.game.phases import Phase
from uth.game.playing import to_act
from uth.game.table import Table, evolve


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


class ClockSet(Happening, frozen=True):
    """Until when the table waits, and for what; without a time it waits for ever."""

    waits_for: str
    until: int | None
    """Microseconds since 1970."""


class PlayerBack(Happening, frozen=True):
    """Somebody who let the last bets go by is there again: his bet is waited for."""

    player: str


Recorded = Event | Happening
AnyRecorded = AnyEvent | ShuffleSealed | ShuffleRevealed | ClockSet | PlayerBack
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyRecorded)
encode = msgspec.json.encode


def decode(body: bytes) -> Recorded:
    """An event of a stream from its text."""
    recorded: Recorded = _decoder.decode(body)
    return recorded


class Standing(Struct, frozen=True):
    """A table in service at one moment."""

    table: Table
    version: int = 0
    """The number of its last event."""
    turn: int = 0
    """The version at which the turn last passed: a command made before it came too late."""
    shuffle: ShuffleSealed | None = None
    """The sealed deck of the round that is coming or running."""
    ended: int = 0
    """The last round that has ended."""
    clock: ClockSet = ClockSet(waits_for="", until=None)
    idle: frozenset[str] = frozenset()
    """Players who let the last bets go by; nobody waits for them until they do something."""


def turn_of(table: Table) -> tuple[int, Phase, object]:
    """What must not have changed between a picture on a screen and the answer to it."""
    return table.round, table.phase, to_act(table) or table.offered


def advance(standing: Standing, recorded: Iterable[Recorded], table: Table | None = None) -> Standing:
    """The standing after what one command brought; ``table`` if the game has already moved it there."""
    version, shuffle, clock, ended = standing.version, standing.shuffle, standing.clock, standing.ended
    after, idle = standing.table, standing.idle
    for one in recorded:
        version += 1
        match one:
            case ShuffleSealed():
                shuffle = one
            case ShuffleRevealed():
                shuffle = None
            case ClockSet():
                clock = one
            case PlayerBack():
                idle -= {one.player}
            case Event():
                after = evolve(after, one) if table is None else table
                if isinstance(one, RoundEnded):
                    ended = one.round
                elif isinstance(one, BetsClosed):
                    idle = frozenset(after.seats.values()) - {*after.owners.values(), after.banker}
                elif isinstance(one, WagersPlaced | SeatTaken | ChipsBought):
                    idle -= {one.player}
    turn = standing.turn if turn_of(after) == turn_of(standing.table) else version
    return Standing(after, version, turn, shuffle, ended, clock, idle)
