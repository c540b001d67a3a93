"""What the house does by itself at a table: shuffle, deal and pay, and play for those whose time is up.

A table is dealt from a *sealed* shuffle by the automatic dealer, or its cards are *entered* by a dealer of
flesh and blood, who then also keeps the time.
"""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from msgspec import Struct

from uth.game import acts as a
from uth.game.acts import Act, Role, Who
from uth.game.dealer import Shoe
from uth.game.decide import step
from uth.game.linking import meters_known
from uth.game.phases import OPEN, STREETS, Phase
from uth.game.playing import to_act
from uth.game.sealed import shuffled
from uth.game.table import Table
from uth.proof.formats import Pace
from uth.proof.happenings import ClockSet, PlayerBack, Recorded, ShuffleLost
from uth.server.clock import SECOND
from uth.server.faults import Says, refused
from uth.server.seals import Seals
from uth.server.standing import Standing, advance

DEALER = Who(Role.DEALER, "automatic dealer")
HOUSE = Who(Role.HOUSE, "")
GRACE = 10
"""Seconds that everybody has at least after the service was away."""


class LinkNews(NamedTuple):
    """What the progressive link of a table has to say."""

    stopped: str
    """Why it stands still; empty while it runs."""
    reads: a.ReadMeters
    """Where its meters stand."""


class Played(Struct, frozen=True):
    """What a command brings: everything that is to be written, and how the table stands then."""

    recorded: list[Recorded]
    standing: Standing

    def and_then(self, more: "Played") -> "Played":
        """This, and what was played on top of it."""
        return Played([*self.recorded, *more.recorded], more.standing)


class House:
    """The automatic dealer and the clock of one table."""

    def __init__(self, stream: str, seals: Seals, pace: Pace, sealed: bool, now: Callable[[], int]) -> None:
        self.stream, self.seals, self.pace, self.sealed, self.now = stream, seals, pace, sealed, now
        self._shoe = Shoe(())
        self._shoe_of = ""
        self._looked_at, self._shut = "", False

    def play(self, standing: Standing, who: Who, act: Act, link: LinkNews | None) -> Played:
        """``who`` does ``act``, then the house what is due; raises ``Refused``."""
        events, table = step(standing.table, who, act)
        played = Played([*events], advance(standing, events, table))
        return self._go_on(self._shuffle_again(played, standing), link)

    def wait_for(self, standing: Standing, who: Who) -> Played:
        """Somebody who sat out wants to bet again."""
        if who.role is not Role.PLAYER or who.name not in standing.table.seats.values():
            raise refused(Says("only who sits at the table is waited for; take a seat"))
        idle = who.name in standing.idle
        return _and(Played([], standing), [PlayerBack(player=who.name)] if idle else [])

    def wake(self, standing: Standing, link: LinkNews | None) -> Played:
        """What is due without anybody's doing: the time is up, or the link was switched."""
        return self._go_on(Played([], standing), link)

    def read_meters(self, standing: Standing, told: a.ReadMeters) -> Played:
        """The table is told where the shared meters stand."""
        events, table = step(standing.table, HOUSE, told)
        return Played([*events], advance(standing, events, table))

    def grace(self, standing: Standing) -> Played:
        """After the service was away: nobody loses his turn to that, nor waits longer than a turn lasts."""
        clock = standing.clock
        if clock.until is None:
            return Played([], standing)
        least = self.now() + GRACE * SECOND
        until = min(max(clock.until, least), max(least, self.now() + self._seconds(standing.table) * SECOND))
        return self._set_until(standing, until)

    def shift(self, standing: Standing, step: int) -> Played:
        """The machine's clock was set: what is left of a turn stays the same."""
        return self._set_until(standing, (standing.clock.until or 0) + step)

    def _set_until(self, standing: Standing, until: int) -> Played:
        clock = standing.clock
        if clock.until in (None, until):
            return Played([], standing)
        return _and(Played([], standing), [ClockSet(waits_for=clock.waits_for, until=until)])

    def _go_on(self, played: Played, link: LinkNews | None) -> Played:
        while True:
            played = self._shuffle(played)
            due = self._due(played.standing, link)
            if due is None:
                return self._set_clock(played)
            events, table = step(played.standing.table, *due)
            played = _and(played, events, table)

    def _shuffle(self, played: Played) -> Played:
        """A deck is sealed before a round takes bets, and revealed when it is over, void or not.

        One whose secret is lost is given up: at once while bets are taken, else when the round has ended.
        """
        standing, table = played.standing, played.standing.table
        digest, shuffle = table.book.digest, standing.shuffle
        if shuffle and self.is_shut(standing):
            if shuffle.round <= standing.ended or table.phase is Phase.BETTING:
                return self._shuffle(_and(played, [ShuffleLost(round=shuffle.round)]))
        elif shuffle and shuffle.round <= standing.ended:
            return self._shuffle(_and(played, [self.seals.reveal(self.stream, digest, shuffle)]))
        if self.sealed and shuffle is None and table.phase is Phase.BETTING:
            return _and(played, [self.seals.seal(self.stream, table.round + 1, digest)])
        return played

    def _shuffle_again(self, played: Played, before: Standing) -> Played:
        """A deck that was not dealt yet and must be shuffled again is sealed anew (IA-IRR-5)."""
        table, digest = played.standing.table, played.standing.table.book.digest
        again = table.reshuffles > before.table.reshuffles and table.phase is Phase.BETTING
        if not again or played.standing.shuffle is None:
            return played
        return _and(played, [self.seals.seal(self.stream, table.round + 1, digest)])

    def _due(self, standing: Standing, link: LinkNews | None) -> tuple[Who, Act] | None:
        table = standing.table
        if table.held or table.paused:
            return None
        if link and table.link_up is bool(link.stopped):
            reason = link.stopped or "the link is up again"
            return (HOUSE, a.Link(up=not table.link_up, reason=reason)) if table.phase in OPEN else None
        if link and table.phase in OPEN and not meters_known(table):
            return HOUSE, link.reads
        if not self.sealed:
            return None
        if self.is_shut(standing):  # nothing is dealt any more; a void round is brought to its end
            ending = Shoe(()).next_act(table) if table.void else None
            return (DEALER, ending) if ending else None
        late = standing.clock.until is not None and standing.clock.until <= self.now()
        if table.phase is Phase.BETTING:
            return (
                (DEALER, a.NoMoreBets()) if table.spots and (late or _all_in(table, standing.idle)) else None
            )
        if waits_for(table) and late and standing.clock.waits_for == waits_for(table):
            return HOUSE, a.TimeOut()
        act = self._deck(standing).next_act(table)
        return (DEALER, act) if act else None

    def is_shut(self, standing: Standing) -> bool:
        """Whether its deck cannot be dealt from: the table stands still until the round is void."""
        shuffle = standing.shuffle
        if shuffle is None:
            return False
        if self._looked_at != shuffle.commitment:
            self._looked_at = shuffle.commitment
            self._shut = not self.seals.opens(self.stream, standing.table.book.digest, shuffle)
        return self._shut

    def _deck(self, standing: Standing) -> Shoe:
        """The deck of the round in play; its seal is broken only here and at the reveal."""
        shuffle = standing.shuffle
        if shuffle is None:
            return Shoe(())
        if self._shoe_of != shuffle.commitment:
            seed = self.seals.open(self.stream, standing.table.book.digest, shuffle)
            self._shoe, self._shoe_of = Shoe(shuffled(seed)), shuffle.commitment
        return self._shoe

    def _set_clock(self, played: Played) -> Played:
        """The clock starts anew when the table begins to wait for something else."""
        standing = played.standing
        waiting = waits_for(standing.table) if self.sealed else ""
        if waiting == standing.clock.waits_for:
            return played
        until = self.now() + self._seconds(standing.table) * SECOND if waiting else None
        return _and(played, [ClockSet(waits_for=waiting, until=until)])

    def _seconds(self, table: Table) -> int:
        """How long the table waits in this phase."""
        paces = {Phase.BANKING: self.pace.banking, Phase.BETTING: self.pace.betting}
        return paces.get(table.phase, self.pace.deciding)


def waits_for(table: Table) -> str:
    """What the table waits for while a clock runs: a bank, bets after the first, a decision."""
    if table.held or table.paused:
        return ""
    if table.phase is Phase.BANKING and table.offered is not None:
        return f"round {table.round + 1}: seat {table.offered} to bank"
    if table.phase is Phase.BETTING and table.spots:
        return f"round {table.round + 1}: bets"
    if table.phase in STREETS:
        return f"round {table.round}: seat {to_act(table)} to decide, {STREETS[table.phase]}"
    return ""


def _all_in(table: Table, idle: Collection[str]) -> bool:
    """Whether everybody has bet who may and can; who let the last bets go by is not waited for."""
    limits = table.book.limits.ante
    least = 2 * limits.least if limits else 0
    return all(
        name in table.owners.values() or name == table.banker or name in idle or table.chips(name) < least
        for name in table.seats.values()
    )


def _and(played: Played, more: Sequence[Recorded], table: Table | None = None) -> Played:
    return Played([*played.recorded, *more], advance(played.standing, more, table))
