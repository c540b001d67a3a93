"""The state of a table: what it knows at one moment.

Events change it (``uth.game.table.events``), and nothing else does: the events of a log give it again.
"""

from collections.abc import Mapping

from msgspec import Struct

from uth.cards import Card
from uth.game.ledger import Accounts, Move, player
from uth.game.round import Laid, Round, Seat, Spot
from uth.game.settlement.coverage import BankResult, Row
from uth.game.settlement.pots import Pot
from uth.game.table.phases import Phase
from uth.game.table.rotation import Banked
from uth.rules.book import Book
from uth.rules.money import Cents
from uth.rules.prizes import Share


class DecksSeen(Struct, frozen=True):
    """Which deck was dealt in a round, by the color of its back, and which was in the shuffler."""

    round: int
    back: str
    other: str


class Review(Struct, frozen=True):
    """A jackpot that is won and not yet paid; what it is worth, its pot says."""

    seat: Seat
    """At this table, or as ``T2/1`` at another one, where a rest is owed."""
    player: str
    meter: str
    cents: Cents
    """Its share when it was won, or the rest that is owed."""
    offices: tuple[str, ...] = ()
    """Which have approved it."""
    approved_by: tuple[str, ...] = ()
    rest: bool = False
    """Owed to somebody who has been paid before: just so much."""
    dealt: int = 0

    def is_meant(self, seat: Seat, meter: str) -> bool:
        """Whether this one is spoken of; without a meter, whatever the seat has won."""
        return self.seat == seat and meter in ("", self.meter)

    @property
    def prize(self) -> Share:
        """The meter it comes from, and how much of it."""
        return Share.named(self.meter)


class State(Struct, frozen=True, kw_only=True):
    """Everything about a table at one moment but its book."""

    phase: Phase = Phase.CLOSED
    sealed: bool = False
    """Dealt from sealed shuffles by the automatic dealer; otherwise by people, with real cards."""
    paused: str = ""
    """Why, while it is paused."""
    held: str = ""
    """What waits for a ruling."""
    dealer: str = ""
    device: str
    deck: int = 0
    """Which of the decks is in play."""
    seats: Mapping[int, str] = {}
    """Who sits where."""
    accounts: Accounts = {}

    # the bank
    bank_seat: int | None = None
    banker: str | None = None
    bank_wager: Cents | None = None
    bank_chips: Cents = 0
    """What he has besides and answers with in this round, where the house reads it so (B-FL-4)."""
    last_bank: Banked | None = None
    """Who banked the last round that was played."""
    offered: int | None = None
    declined: tuple[str, ...] = ()
    """Those who have declined the bank that is offered now."""

    # the round
    round: int = 0
    spots: Mapping[Seat, Spot] = {}
    owners: Mapping[Seat, str] = {}
    order: tuple[Seat, ...] = ()
    """In the order of the deal."""
    board: tuple[Card, ...] = ()
    bank_hand: tuple[Card, ...] | None = None
    entered: tuple[Seat, ...] = ()
    """Seats whose last decision the dealer has entered."""
    unseen: bool = False
    """Hole cards were dealt that only their holders have seen: they are entered as they are turned up."""
    shown: tuple[int, ...] = ()
    """Hands that lie face up, or did."""
    rows: tuple[Row, ...] = ()
    """The wagers settled so far."""
    forfeited: tuple[Seat, ...] = ()
    racked: tuple[int, ...] = ()
    """Hands that are in the discard rack."""
    meters_before: Mapping[str, Cents] = {}
    """The progressive before the coin-in of this round."""
    dealt_at: str = ""
    moves: tuple[Move, ...] = ()
    """All money moved in this round, so that a void round can give it back."""
    review: tuple[Review, ...] = ()
    """In the order of the deal."""
    denied: tuple[Seat, ...] = ()
    """Hands whose jackpot was denied."""
    pots: Mapping[str, Pot] = {}
    """By meter: who shares what was won from it."""
    deal_number: int = 0
    """Which deal of the link this round's was."""
    reset: tuple[str, ...] = ()
    """Meters that were won elsewhere since the coin-in of this round."""
    link_up: bool = True
    void: bool = False
    reshuffles: int = 0
    """How often the deck was shuffled again since cards were last dealt."""

    # what was noted of the dealer's and the floor's work
    facts: Mapping[str, str] = {}
    """What was done in this round, by the name of the fact and whose hand it was, and who noted it."""
    posted: Mapping[str, str] = {}
    """The same of what is done once for as long as the table is open."""
    decks_seen: DecksSeen | None = None
    """The backs of the two decks when they were last noted."""


class Table(State, frozen=True, kw_only=True):
    """A table at one moment."""

    book: Book

    def chips(self, name: str) -> Cents:
        """What a person has before him."""
        return self.accounts.get(player(name), 0)

    def seat_of(self, name: str) -> int | None:
        """Where a person sits."""
        return next((seat for seat, sitter in self.seats.items() if sitter == name), None)

    @property
    def live(self) -> list[Spot]:
        """The hands still in, in the order of the deal."""
        spots = (self.spots[seat] for seat in self.order)
        return [spot for spot in spots if not spot.folded and spot.seat not in self.forfeited]

    @property
    def settled(self) -> set[tuple[Seat, Laid]]:
        """The wagers that are done with."""
        return {row.key for row in self.rows}

    @property
    def account(self) -> BankResult:
        """What the bank has put up, paid and collected in this round; the link pays by itself."""
        rows = [row for row in self.rows if self.book.bets[row.laid.wager].paid_by_bank]
        paid, collected = sum(row.paid for row in rows), sum(row.collected for row in rows)
        return BankResult(self.bank_wager, paid, collected, chips=self.bank_chips)

    def as_round(self) -> Round:
        """The round as settlement reads it."""
        return Round(
            board=self.board,
            bank_hand=self.bank_hand,
            spots=tuple(self.spots[seat] for seat in self.order),
            bank_seat=self.bank_seat,
            bank_wager=self.bank_wager,
            bank_chips=self.bank_chips,
            meters=self.meters_before or None,
        )


def new_table(book: Book, *, sealed: bool = False) -> Table:
    """A closed table for this book."""
    return Table(book=book, device=book.deal.device, sealed=sealed)
