"""The clock of a table dealt by itself: nobody is played, and no bets are closed, before the time is up.

Written from the published rules of docs/service.md and not from the service's own code.
"""

from uth.game.table import events as e
from uth.game.table.acts.playing import to_act
from uth.game.table.phases import STREETS, Phase
from uth.game.table.state import Table
from uth.proof.formats import Pace
from uth.proof.happenings import ClockSet, PlayerBack, Recorded

SECOND = 1_000_000
SKEW = 2 * SECOND
"""How far the clock of a process and that of the database may be apart."""
SHORT = 5 * SECOND
"""How long it may take to write down that a clock was set."""


class Clock:
    """What the table waits for, until when, and for whom it does not wait."""

    def __init__(self, pace: Pace) -> None:
        self.pace = pace
        self.set = ClockSet(waits_for="", until=None)
        self.idle: set[str] = set()

    def take(self, one: Recorded, table: Table) -> None:
        """Something happened, and the table stands so after it."""
        match one:
            case ClockSet():
                self.set = self._later(one)
            case e.BetsClosed():
                self.idle = set(table.seats.values()) - {*table.owners.values(), table.banker or ""}
            case e.WagersPlaced() | e.SeatTaken() | e.ChipsBought() | PlayerBack():
                self.idle.discard(one.player)

    def why_too_short(self, at: int, one: ClockSet) -> str:
        """Why somebody has less time than the table's terms say; empty if not."""
        if one.until is None:
            return ""
        if one.waits_for == self.set.waits_for and self.set.until is not None:
            return ""  # a machine's clock that is set takes this one along; the later end counts
        seconds = self._seconds(one.waits_for)
        if one.until < at + seconds * SECOND - SHORT:
            return f"{(one.until - at) // SECOND} seconds are given, the table's terms say {seconds}"
        return ""

    def _later(self, one: ClockSet) -> ClockSet:
        """Nobody's time is over before it was first to be, whatever the clock is set to while it runs."""
        before = self.set
        if one.waits_for == before.waits_for and one.until and before.until and one.until < before.until:
            return before
        return one

    def _seconds(self, waits_for: str) -> int:
        ends = {
            "to bank": self.pace.banking,
            "bets": self.pace.betting,
            "numbers": self.pace.revealing,
        }
        return next((some for end, some in ends.items() if waits_for.endswith(end)), self.pace.deciding)

    def is_up(self, at: int, waits_for: str) -> bool:
        """Whether the time for this is over at a moment."""
        until = self.set.until
        return until is not None and self.set.waits_for == waits_for and at >= until - SKEW

    def may_close_bets(self, at: int, table: Table) -> bool:
        """Bets are closed when the time is up, or everybody has bet who is waited for and can."""
        limits = table.book.main.limits
        least = len(table.book.opening_bets) * limits.least if limits else 0
        waited_for = [
            name
            for name in table.seats.values()
            if name not in table.owners.values()
            and name != table.banker
            and name not in self.idle
            and table.chips(name) >= least
        ]
        return not waited_for or self.is_up(at, f"round {table.round + 1}: bets")

    def may_time_out(self, at: int, table: Table) -> bool:
        """The house plays for somebody when their time is up."""
        if table.phase is Phase.BANKING:
            return self.is_up(at, f"round {table.round + 1}: seat {table.offered} to bank")
        street = STREETS.get(table.phase, "")
        return self.is_up(at, f"round {table.round}: seat {to_act(table)} to decide, {street}")
