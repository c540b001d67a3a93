"""What the house does by itself at a table: shuffle, deal and pay, and play for those whose time is up.

A table is dealt from a *sealed* shuffle by the automatic dealer, or its cards are *entered* by a dealer of
flesh and blood, who then also keeps the time.

At a sealed table that is *mixed*, players' clients add numbers to the deck: each is committed to with the bet
and revealed when bets are closed. One that is not revealed in time voids the round before a card is dealt.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from uth.cards import DECK
from uth.game.deck.sealed import mixed, number_commitment, shuffled
from uth.game.table import acts as a
from uth.game.table.act import Act
from uth.game.table.acts.linking import meters_known
from uth.game.table.acts.playing import to_act
from uth.game.table.answering import step
from uth.game.table.dealer import Shoe
from uth.game.table.events import Event, WagersPlaced
from uth.game.table.people import AUTOMATIC_DEALER, Role, Who
from uth.game.table.phases import OPEN, STREETS, Phase
from uth.game.table.state import Table
from uth.proof.chain import Written
from uth.proof.formats import Pace
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
    decode,
)
from uth.server.clock import SECOND
from uth.server.faults import Says, refused
from uth.server.seals import SealBroken, Seals
from uth.server.standing import Standing, advance

HOUSE = Who(Role.HOUSE, "")
GRACE = 10
"""Seconds that everybody has at least after the service was away."""
SITS_OUT = 60
"""Seconds that a player sits out for each time they have withheld a number at this table."""


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
    hidden: Mapping[int, EventHidden] = {}
    """What is chained, by number, for those events that name cards which lie face down."""

    def and_then(self, more: "Played") -> "Played":
        """This, and what was played on top of it."""
        hidden = {**self.hidden, **more.hidden}
        return Played([*self.recorded, *more.recorded], more.standing, hidden)


class House:
    """The automatic dealer and the clock of one table."""

    def __init__(
        self,
        stream: str,
        seals: Seals,
        pace: Pace,
        sealed: bool,
        now: Callable[[], int],
        mixed: bool = False,
    ) -> None:
        self.stream, self.seals, self.pace, self.sealed, self.now = stream, seals, pace, sealed, now
        self.mixed = mixed and sealed
        self._shoe = Shoe(())
        self._shoe_of: object = None
        self._looked_at, self._shut = "", False

    def play(
        self, standing: Standing, who: Who, act: Act, link: LinkNews | None, commitment: str = ""
    ) -> Played:
        """``who`` does ``act``, then the house what is due; raises ``Refused``.

        ``commitment`` comes with a bet: to a number that the player's client has drawn for the deck.
        """
        if who == AUTOMATIC_DEALER:
            raise refused(Says(f"nobody acts as the {AUTOMATIC_DEALER.name}"))
        if isinstance(act, a.Bet) and standing.sits_out.get(who.name, 0) > self.now():
            left = (standing.sits_out[who.name] - self.now()) // SECOND + 1
            raise refused(Says(f"your last number was not revealed: sit out {left} seconds more"))
        events, table = step(standing.table, who, act)
        played = self._and(Played([], standing), events, table)
        if commitment:
            played = self._promise(played, act, commitment)
        return self._go_on(played, link)

    # ---- players' numbers

    def _promise(self, played: Played, act: Act, commitment: str) -> Played:
        """The commitment to a number stands in the log with the bet it came with."""
        if not self.mixed:
            raise refused(Says("this table takes no numbers from players: bet without a commitment"))
        placed = [one for one in played.recorded if isinstance(one, WagersPlaced)]
        if not isinstance(act, a.Bet) or not placed:
            raise refused(Says("a commitment to a number comes with a bet"))
        number, bet = played.standing.table.round + 1, placed[-1]
        promise = NumberCommitted(round=number, seat=bet.spot.seat, player=bet.player, commitment=commitment)
        return self._and(played, [promise])

    def reveal(self, standing: Standing, who: Who, number: str, link: LinkNews | None) -> Played:
        """A player's client reveals what it committed to; with the last one the cards are dealt."""
        table, played = standing.table, Played([], standing)
        mine = [promise for promise in standing.numbers if promise.player == who.name]
        if who.role is not Role.PLAYER or not mine:
            raise refused(Says("you committed to no number for this round"))
        if table.phase is not Phase.DEALING:
            raise refused(Says("a number is revealed after the close of bets and before the cards"))
        house = standing.shuffle.commitment if standing.shuffle else ""
        fits = [
            promise
            for promise in mine
            if promise.commitment
            == number_commitment(self.stream, table.round, promise.seat, house, bytes.fromhex(number)).hex()
        ]
        if not fits:
            raise refused(Says("that is not the number you committed to"))
        told = [
            NumberRevealed(round=table.round, seat=promise.seat, player=who.name, number=number)
            for promise in fits
            if not promise.number
        ]
        return self._go_on(self._and(played, told), link) if told else played

    def _withhold(self, played: Played) -> Played:
        """Time is up for a number: who did not reveal it is named, and sits out for a while."""
        standing = played.standing
        missing = [promise for promise in standing.missing if not promise.withheld]
        if standing.table.phase is not Phase.DEALING or not missing or not self._late(standing):
            return played
        told = []
        for promise in missing:
            seconds = SITS_OUT * (1 + standing.tally.withheld.get(promise.player, 0))
            until = self.now() + seconds * SECOND
            told.append(
                NumberWithheld(
                    round=standing.table.round, seat=promise.seat, player=promise.player, until=until
                )
            )
        return self._and(played, told)

    # ---- the log

    def read(self, rows: Sequence[Written]) -> tuple[list[Recorded], dict[int, EventHidden]]:
        """What happened, from the log, with what is chained for events that name hidden cards.

        Where neither the log nor the secret opens one, what everybody may know of it has to do.
        """
        recorded, hidden = [decode(row.body) for row in rows], dict[int, EventHidden]()
        opened = {one.number: one.body for one in recorded if isinstance(one, EventOpened) and one.body}
        for place, (row, one) in enumerate(zip(rows, recorded, strict=True)):
            if isinstance(one, EventHidden):
                hidden[row.number] = one
                recorded[place] = self._plain(row.number, one, opened.get(row.number))
        return recorded, hidden

    def _plain(self, number: int, hidden: EventHidden, body: str | None) -> Recorded:
        if body is None:
            body = self._opened(number, hidden).body
        return decode(body.encode()) if body else hidden.shown

    # ---- the house's turn

    def wait_for(self, standing: Standing, who: Who) -> Played:
        """Somebody who sat out wants to bet again."""
        if who.role is not Role.PLAYER or who.name not in standing.table.seats.values():
            raise refused(Says("only who sits at the table is waited for; take a seat"))
        idle = who.name in standing.idle
        return self._and(Played([], standing), [PlayerBack(player=who.name)] if idle else [])

    def wake(self, standing: Standing, link: LinkNews | None) -> Played:
        """What is due without anybody's doing: the time is up, or the link was switched."""
        return self._go_on(Played([], standing), link)

    def read_meters(self, standing: Standing, told: a.ReadMeters) -> Played:
        """The table is told where the shared meters stand."""
        events, table = step(standing.table, HOUSE, told)
        return self._and(Played([], standing), events, table)

    def grace(self, standing: Standing) -> Played:
        """After the service was away: nobody loses his turn to that, nor waits longer than a turn lasts."""
        clock = standing.clock
        if clock.until is None:
            return Played([], standing)
        least = self.now() + GRACE * SECOND
        most = max(least, self.now() + self._seconds(standing.table.phase) * SECOND)
        return self._set_until(standing, min(max(clock.until, least), most))

    def shift(self, standing: Standing, step: int) -> Played:
        """The machine's clock was set: what is left of a turn stays the same."""
        return self._set_until(standing, (standing.clock.until or 0) + step)

    def _set_until(self, standing: Standing, until: int) -> Played:
        clock = standing.clock
        if clock.until in (None, until):
            return Played([], standing)
        return self._and(Played([], standing), [ClockSet(waits_for=clock.waits_for, until=until)])

    def _go_on(self, played: Played, link: LinkNews | None) -> Played:
        while True:
            played = self._withhold(self._shuffle(played))
            due = self._due(played.standing, link)
            if due is None:
                return self._set_clock(played)
            events, table = step(played.standing.table, *due)
            played = self._and(played, events, table)

    def _shuffle(self, played: Played) -> Played:
        """A deck is sealed before a round takes bets, and revealed when it is over, void or not.

        One for each round, whatever is reported about shufflers: a second one could be a choice (IA-IRR-5).
        One whose secret is lost is given up when the round has ended, or at once while nobody has bet.
        """
        standing, table = played.standing, played.standing.table
        digest, shuffle = table.book.digest, standing.shuffle
        over = shuffle is not None and shuffle.round <= standing.ended
        if shuffle and self.is_shut(standing):
            if over or (table.phase is Phase.BETTING and not table.spots):
                played = self._and(played, [ShuffleLost(round=shuffle.round)])
        elif shuffle and over:
            played = self._and(played, [self.seals.reveal(self.stream, digest, shuffle)])
        if standing.hidden and table.round <= standing.ended:
            opened = [self._opened(number, hidden) for number, hidden in standing.hidden.items()]
            played = self._and(played, opened)
        if self.sealed and played.standing.shuffle is None and table.phase is Phase.BETTING:
            return self._and(played, [self.seals.seal(self.stream, table.round + 1, digest)])
        return played

    def _opened(self, number: int, hidden: EventHidden) -> EventOpened:
        """A hidden event in full; where the secret was lost, nothing, and whoever checks the log sees it."""
        try:
            return self.seals.unhide(self.stream, number, hidden, public=self.sealed)
        except SealBroken:
            return EventOpened(number=number, blinding="", body="", public=self.sealed)

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
            return (AUTOMATIC_DEALER, ending) if ending else None
        if table.phase is Phase.BETTING:
            over = table.spots and (self._late(standing) or _all_in(table, standing.idle))
            return (AUTOMATIC_DEALER, a.NoMoreBets()) if over else None
        if table.phase is Phase.DEALING and standing.missing:
            return self._without_numbers(standing)
        if waits_for(standing) and self._late(standing):
            return HOUSE, a.TimeOut()
        if table.phase is Phase.DEALING and table.device == "hand" and table.dealer != AUTOMATIC_DEALER.name:
            return AUTOMATIC_DEALER, a.DealerIn(cards_counted=len(DECK))  # before he deals (IA-HAND-4)
        act = self._deck(standing).next_act(table)
        return (AUTOMATIC_DEALER, act) if act else None

    def _late(self, standing: Standing) -> bool:
        """Whether the time is up for what the table waits for now."""
        clock = standing.clock
        return (
            clock.until is not None and clock.until <= self.now() and clock.waits_for == waits_for(standing)
        )

    def _without_numbers(self, standing: Standing) -> tuple[Who, Act] | None:
        """No deck is dealt without a number that was committed to: leaving it out would be a choice."""
        withheld = [str(promise.seat) for promise in standing.numbers if promise.withheld]
        if not withheld:
            return None
        seats = f"seat{'s' * (len(withheld) > 1)} {', '.join(withheld)}"
        return HOUSE, a.Rule(ruling="void", reason=f"{seats} did not reveal a number in time")

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
        shuffle, table = standing.shuffle, standing.table
        if shuffle is None:
            return Shoe(())
        if self._shoe_of != (shuffle.commitment, standing.numbers):
            digest, house = table.book.digest, shuffle.commitment
            seed = self.seals.open(self.stream, digest, shuffle)
            numbers = {one.seat: bytes.fromhex(one.number) for one in standing.numbers if one.number}
            drawn = mixed(seed, self.stream, table.round, digest, house, table.order, numbers)
            self._shoe, self._shoe_of = Shoe(shuffled(drawn)), (house, standing.numbers)
        return self._shoe

    def _set_clock(self, played: Played) -> Played:
        """The clock starts anew when the table begins to wait for something else."""
        standing = played.standing
        waiting = waits_for(standing) if self.sealed else ""
        if waiting == standing.clock.waits_for:
            return played
        until = self.now() + self._seconds(standing.table.phase) * SECOND if waiting else None
        return self._and(played, [ClockSet(waits_for=waiting, until=until)])

    def _and(self, played: Played, more: Sequence[Recorded], table: Table | None = None) -> Played:
        """What was played, and more; what names hidden cards goes into the chain as a commitment."""
        first = played.standing.version + 1
        hidden = {
            number: self.seals.hide(self.stream, number, one)
            for number, one in enumerate(more, first)
            if isinstance(one, Event) and one.hides_cards
        }
        standing = advance(played.standing, more, table, hidden)
        return Played([*played.recorded, *more], standing, {**played.hidden, **hidden})

    def _seconds(self, phase: Phase) -> int:
        """How long the table waits in this phase."""
        pace = self.pace
        paces = {Phase.BANKING: pace.banking, Phase.BETTING: pace.betting, Phase.DEALING: pace.revealing}
        return paces.get(phase, pace.deciding)


def waits_for(standing: Standing) -> str:
    """What the table waits for while a clock runs: a bank, bets after the first, numbers, a decision."""
    table = standing.table
    if table.held or table.paused:
        return ""
    if table.phase is Phase.BANKING and table.offered is not None:
        return f"round {table.round + 1}: seat {table.offered} to bank"
    if table.phase is Phase.BETTING and table.spots:
        return f"round {table.round + 1}: bets"
    if table.phase is Phase.DEALING and standing.missing:
        return f"round {table.round}: numbers"
    if table.phase in STREETS:
        return f"round {table.round}: seat {to_act(table)} to decide, {STREETS[table.phase]}"
    return ""


def _all_in(table: Table, idle: Collection[str]) -> bool:
    """Whether everybody has bet who may and can; who let the last bets go by is not waited for."""
    limits = table.book.main.limits
    least = len(table.book.opening_bets) * limits.least if limits else 0
    return all(
        name in table.owners.values() or name == table.banker or name in idle or table.chips(name) < least
        for name in table.seats.values()
    )
