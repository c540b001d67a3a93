"""How a table in service stands: what the game says, the sealed deck, the clock.

:func:`advance` gives the standing after what was recorded, and replaying a stream gives the same one again.
"""

from collections.abc import Iterable

from msgspec import Struct

from uth.game.events import BetsClosed, ChipsBought, Event, RoundEnded, SeatTaken, WagersPlaced
from uth.game.phases import Phase
from uth.game.playing import to_act
from uth.game.table import Table, evolve
from uth.proof.happenings import ClockSet, PlayerBack, Recorded, ShuffleLost, ShuffleRevealed, ShuffleSealed


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
            case ShuffleRevealed() | ShuffleLost():
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
