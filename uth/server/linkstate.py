"""What a link knows: its meters, the rounds that play for them, and the jackpots won from them.

It is nothing but the sum of its events, which come from the tables that share it. The order of its stream is
the order of things: whose hand was dealt first, and whether that was before a win was confirmed (B-IA-12).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import replace

from uth.game.ledger import RESERVE, Move
from uth.game.round import Seat
from uth.game.settlement.pots import Pot, Win, placed
from uth.game.table import acts as a
from uth.game.table import events as e
from uth.game.table.events.event import words
from uth.game.table.phases import Phase
from uth.game.table.state import Table
from uth.proof.happenings import Recorded
from uth.rules.money import Cents


class LinkEvent(Struct, frozen=True, kw_only=True, tag_field="event", tag=words):
    """Something that happened to a link."""


class LinkOpened(LinkEvent, frozen=True):
    moves: tuple[Move, ...]
    by: str
    reason: str


class LinkMoved(LinkEvent, frozen=True):
    """A table contributed, won, seeded, paid or gave back."""

    table: str
    moves: tuple[Move, ...]


class LinkDealt(LinkEvent, frozen=True):
    """The last hand of a round that plays for the meters was dealt."""

    table: str
    round: int


class LinkSettled(LinkEvent, frozen=True):
    """Every hand of it is settled, or it is void: it wins nothing more."""

    table: str


class JackpotHit(LinkEvent, frozen=True):
    """A hand has won a meter, and is reviewed."""

    table: str
    seat: Seat
    player: str
    meter: str
    place: int


class JackpotTaken(LinkEvent, frozen=True):
    """The first win is confirmed: so much is shared, and hands dealt from now on play for the new meter."""

    table: str
    meter: str
    cents: Cents


class SharePaid(LinkEvent, frozen=True):
    """To the hand that was dealt there and then."""

    table: str
    seat: Seat
    dealt: int
    cents: Cents
    rest: bool = False


class RestOwed(LinkEvent, frozen=True):
    """To a hand that was paid before another one was denied; paid where that was."""

    table: str
    seat: Seat
    dealt: int
    cents: Cents


class WinDenied(LinkEvent, frozen=True):
    table: str
    seat: Seat


class LinkStopped(LinkEvent, frozen=True):
    by: str
    reason: str


class LinkResumed(LinkEvent, frozen=True):
    by: str
    reason: str


AnyLinkEvent = (
    LinkOpened
    | LinkMoved
    | LinkDealt
    | LinkSettled
    | JackpotHit
    | JackpotTaken
    | SharePaid
    | RestOwed
    | WinDenied
    | LinkStopped
    | LinkResumed
)
WHILE_STOPPED = (LinkDealt, LinkSettled)
"""What a table goes on telling while the link is stopped: rounds run to their end without it (IA-MULTI-4)."""


def of_link(account: str) -> bool:
    """Whether an account of a table is the link's money."""
    return account == RESERVE or account.startswith(("meter:", "jackpot:"))


def link_events(stream: str, table: Table, recorded: Iterable[Recorded]) -> list[LinkEvent]:
    """What it is to the link that this happened at a table; nothing where its meters are not concerned."""
    events = [one for one in recorded if isinstance(one, e.Event)]
    moves = tuple(
        move
        for event in events
        if not isinstance(event, e.MetersRead)
        for move in event.moves
        if of_link(move.source) or of_link(move.target)
    )
    moved = [LinkMoved(table=stream, moves=moves)] if moves else []
    return [*moved, *_news(stream, table, events)]


def _news(stream: str, table: Table, events: Iterable[e.Event]) -> Iterator[LinkEvent]:
    coined, number, settled = bool(table.meters_before), table.round, table.phase is Phase.REVIEW
    for event in events:
        match event:
            case e.BetsClosed():
                coined, number, settled = False, event.round, False
            case e.CoinIn():
                coined = True
            case e.HolesDealt() if coined:
                yield LinkDealt(table=stream, round=number)
            case e.PhaseBegan(phase=Phase.REVIEW | Phase.ENDING) if coined and not settled:
                settled = True
                yield LinkSettled(table=stream)
            case e.JackpotWon():
                yield JackpotHit(
                    table=stream,
                    seat=event.seat,
                    player=event.player,
                    meter=event.meter,
                    place=event.place,
                )
            case e.JackpotConfirmed():
                yield JackpotTaken(table=stream, meter=event.meter, cents=event.cents)
            case e.JackpotPaid():
                where, seat = placed(event.seat)
                yield SharePaid(
                    table=where or stream, seat=seat, dealt=event.dealt, cents=event.cents, rest=event.rest
                )
            case e.JackpotOwed():
                where, seat = placed(event.seat)
                yield RestOwed(table=where or stream, seat=seat, dealt=event.dealt, cents=event.cents)
            case e.JackpotDenied():
                yield WinDenied(table=stream, seat=event.seat)


class OpenRound(Struct, frozen=True):
    """The last round of a table that plays, or played, for the meters; by numbers of the stream."""

    coined: int
    dealt: int = 0
    """Zero until all its hands are dealt."""
    settled: bool = False


@dataclass(slots=True)
class Won:
    """A meter that was won, until everybody has his share."""

    meter: str
    pot: Pot
    confirmed: int = 0
    """The number of the event that confirmed it; zero before."""

    def open_to(self, dealt: int) -> bool:
        """Whether a hand of this deal shares it."""
        return not self.confirmed or dealt < self.confirmed


class LinkState:
    """The meters of a link, as its stream tells them."""

    def __init__(self) -> None:
        self.version = 0
        self.stopped = ""
        """Why, while it is stopped."""
        self.accounts: dict[str, Cents] = {RESERVE: 0}
        self.totals: dict[str, dict[str, Cents]] = defaultdict(lambda: defaultdict(int))
        """By account, then by what for: all that ever moved. A meter is the sum of its row."""
        self.rounds: dict[str, OpenRound] = {}
        """By table."""
        self.won: list[Won] = []
        """In the order in which they were hit."""
        self._reset: dict[str, int] = {}
        """When each meter last started again."""

    @property
    def meters(self) -> dict[str, Cents]:
        """Where the meters and the reserve stand, by the names the book gives them."""
        accounts = self.accounts.items()
        return {
            name.removeprefix("meter:"): cents for name, cents in accounts if not name.startswith("jackpot:")
        }

    def told(self, table: str) -> a.ReadMeters:
        """What a table has to know before it touches the meters."""
        own, accounts = self._round(table), self.accounts.items()
        return a.ReadMeters(
            meters=self.meters,
            jackpots={
                name.removeprefix("jackpot:"): cents
                for name, cents in accounts
                if name.startswith("jackpot:")
            },
            dealt=own.dealt,
            reset=tuple(name for name, number in self._reset.items() if number > own.coined),
            pots=self._pots(table, own) if own.dealt else {},
        )

    def _pots(self, table: str, own: OpenRound) -> dict[str, Pot]:
        """By meter, what a round of this table has won a part of, or would if it won now."""
        pots: dict[str, Pot] = {}
        for won in self.won:
            has_won = any((win.table, win.dealt) == (table, own.dealt) for win in won.pot.wins)
            if won.meter not in pots and (has_won or (won.open_to(own.dealt) and not own.settled)):
                pots[won.meter] = self._seen_from(table, won)
        return pots

    def _seen_from(self, table: str, won: Won) -> Pot:
        playing = (
            other
            for other, theirs in self.rounds.items()
            if other != table and theirs.dealt and not theirs.settled and theirs.dealt < won.confirmed
        )
        here = (replace(win, table="") if win.table == table else win for win in won.pot.wins)
        return replace(won.pot, wins=tuple(here), playing=tuple(playing))

    def take(self, number: int, event: LinkEvent) -> None:
        """One more event of the stream, in order; one that is known already changes nothing."""
        if number != self.version + 1:
            return
        self.version = number
        match event:
            case LinkStopped():
                self.stopped = event.reason
            case LinkResumed():
                self.stopped = ""
            case LinkOpened() | LinkMoved():
                self._move(event.moves)
                if isinstance(event, LinkMoved) and any(move.what == "coin-in" for move in event.moves):
                    self.rounds[event.table] = OpenRound(number)
            case LinkDealt():
                self.rounds[event.table] = replace(self._round(event.table), dealt=number)
            case LinkSettled():
                self.rounds[event.table] = replace(self._round(event.table), settled=True)
            case JackpotHit():
                self._hit(event)
            case JackpotTaken():
                self._reset[event.meter] = number
                for won in self.won:
                    if won.meter == event.meter and not won.confirmed:
                        won.pot, won.confirmed = replace(won.pot, cents=event.cents), number
            case SharePaid():
                owed = -event.cents if event.rest else 0
                for won, win in self._wins(event.table, event.seat):
                    if win.dealt == event.dealt:
                        won.pot = won.pot.changed(win.where, paid=event.cents, owed=owed)
            case RestOwed():
                for won, win in self._wins(event.table, event.seat):
                    if win.dealt == event.dealt:
                        won.pot = won.pot.changed(win.where, owed=event.cents)
            case WinDenied():
                for won, win in self._wins(event.table, event.seat):
                    if not win.paid:
                        won.pot = won.pot.without(win.where)
        self.won = [won for won in self.won if won.pot.wins and (not won.confirmed or won.pot.left)]

    def _move(self, moves: Iterable[Move]) -> None:
        for move in moves:
            for account, cents in ((move.source, -move.cents), (move.target, move.cents)):
                if of_link(account):
                    self.accounts[account] = self.accounts.get(account, 0) + cents
                    self.totals[account][move.what] += cents

    def _hit(self, event: JackpotHit) -> None:
        own = self._round(event.table)
        own = self.rounds[event.table] = replace(own, dealt=own.dealt or self.version)
        shares = [won for won in self.won if won.meter == event.meter and won.open_to(own.dealt)]
        if not shares:
            shares = [Won(event.meter, Pot())]
            self.won += shares
        win = Win(event.seat, event.player, own.dealt, event.place, event.table)
        shares[0].pot = shares[0].pot.joined(win)

    def _wins(self, table: str, seat: Seat) -> list[tuple[Won, Win]]:
        return [
            (won, win) for won in self.won for win in won.pot.wins if (win.table, win.seat) == (table, seat)
        ]

    def _round(self, table: str) -> OpenRound:
        """The round that a table plays; of one that was dealt before links knew of deals, as from now."""
        return self.rounds.get(table, OpenRound(self.version))
