"""How a table in service stands: what the game says, the sealed deck, the players' numbers, the clock.

:func:`advance` gives the standing after what was recorded, and replaying a stream gives the same one again.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from uth.game.round import Seat
from uth.game.table.acts.playing import to_act
from uth.game.table.events import (
    BetsClosed,
    ChipsBought,
    Event,
    RoundEnded,
    RoundVoided,
    SeatTaken,
    WagersPlaced,
    WagersTakenBack,
    evolve,
)
from uth.game.table.phases import Phase
from uth.game.table.state import Table
from uth.proof.happenings import (
    ClockSet,
    EventHidden,
    EventOpened,
    NumberCommitted,
    NumberRevealed,
    NumberWithheld,
    PlayerBack,
    Recorded,
    ShuffleLost,
    ShuffleRevealed,
    ShuffleSealed,
)


class Promise(Struct, frozen=True):
    """A number that a player's client has committed to for the coming or running round."""

    seat: Seat
    player: str
    commitment: str
    number: str = ""
    """Once it is revealed."""
    withheld: bool = False
    """It was not revealed in time."""


class Tally(Struct, frozen=True):
    """What has become of a table's rounds: published, so that a table which voids too many is seen."""

    mixed: int = 0
    """Rounds dealt from the house's seed and numbers of players."""
    voided: int = 0
    withheld: Mapping[str, int] = {}
    """By player: how often their client committed to a number and did not reveal it."""


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
    hidden: Mapping[int, EventHidden] = {}
    """Events of the running round that name hidden cards, by number: opened when it ends."""
    numbers: tuple[Promise, ...] = ()
    sits_out: Mapping[str, int] = {}
    """Players who withheld a number, and until when (microseconds) they may not bet."""
    tally: Tally = Tally()

    @property
    def missing(self) -> tuple[Promise, ...]:
        """Numbers that were committed to and are not revealed."""
        return tuple(promise for promise in self.numbers if not promise.number)


def turn_of(table: Table) -> tuple[int, Phase, object]:
    """What must not have changed between a picture on a screen and the answer to it."""
    return table.round, table.phase, to_act(table) or table.offered


def advance(
    standing: Standing,
    recorded: Iterable[Recorded],
    table: Table | None = None,
    hidden: Mapping[int, EventHidden] | None = None,
) -> Standing:
    """The standing after what one command brought; ``table`` if the game has already moved it there.

    ``hidden`` has what stands in the chain, by number, for those of the events that name hidden cards.
    """
    version, shuffle, clock, ended = standing.version, standing.shuffle, standing.clock, standing.ended
    after, idle, numbers = standing.table, standing.idle, standing.numbers
    covered, sits_out, tally = standing.hidden, standing.sits_out, standing.tally
    for one in recorded:
        version += 1
        match one:
            case ShuffleSealed():
                shuffle, numbers = one, ()
            case ShuffleRevealed() | ShuffleLost():
                shuffle, numbers = None, ()
            case NumberCommitted():
                mine = Promise(one.seat, one.player, one.commitment)
                numbers = (*(other for other in numbers if other.seat != one.seat), mine)
            case NumberRevealed():
                numbers = _changed(numbers, one.seat, number=one.number)
            case NumberWithheld():
                numbers = _changed(numbers, one.seat, withheld=True)
                sits_out = {**sits_out, one.player: one.until}
                times = tally.withheld.get(one.player, 0) + 1
                tally = replace(tally, withheld={**tally.withheld, one.player: times})
            case EventOpened():
                covered = {number: other for number, other in covered.items() if number != one.number}
            case ClockSet():
                clock = one
            case PlayerBack():
                idle -= {one.player}
            case Event():
                after = evolve(after, one) if table is None else table
                if hidden and version in hidden:
                    covered = {**covered, version: hidden[version]}
                if isinstance(one, RoundEnded):
                    ended = one.round
                    tally = replace(tally, mixed=tally.mixed + _is_mixed(numbers))
                elif isinstance(one, RoundVoided):
                    tally = replace(tally, voided=tally.voided + 1)
                elif isinstance(one, BetsClosed):
                    idle = frozenset(after.seats.values()) - {*after.owners.values(), after.banker}
                elif isinstance(one, WagersTakenBack):
                    numbers = tuple(other for other in numbers if other.seat != one.seat)
                elif isinstance(one, WagersPlaced | SeatTaken | ChipsBought):
                    idle -= {one.player}
    turn = standing.turn if turn_of(after) == turn_of(standing.table) else version
    return Standing(after, version, turn, shuffle, ended, clock, idle, covered, numbers, sits_out, tally)


def _changed(numbers: tuple[Promise, ...], seat: Seat, **to: object) -> tuple[Promise, ...]:
    return tuple(replace(one, **to) if one.seat == seat else one for one in numbers)


def _is_mixed(numbers: tuple[Promise, ...]) -> bool:
    return bool(numbers) and all(promise.number for promise in numbers)
