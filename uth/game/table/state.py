"""The table: what it knows at one moment, and how each event changes it.

``evolve`` is the only way a table changes. Replaying the events of a log gives the same table again.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from uth.cards import Card
from uth.game.ledger import JACKPOTS, RESERVE, Accounts, Move, meter, moved, player, reversed_moves
from uth.game.round import Laid, Round, Seat, Spot, Toke, base_of
from uth.game.settlement.coverage import BankResult, Row
from uth.game.settlement.pots import Pot, Win
from uth.game.table import events as e
from uth.game.table.phases import Phase
from uth.game.table.rotation import Banked, banked
from uth.rules.book import Book
from uth.rules.money import Cents
from uth.rules.prizes import Share

OUTSIDE_THE_ROUND = (e.TableOpened, e.ChipsBought, e.ChipsCashed, e.Corrected, e.MetersRead)


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


def evolve(table: Table, event: e.Event) -> Table:
    """The table after the event."""
    if event.moves:
        of_round = () if isinstance(event, OUTSIDE_THE_ROUND) else event.moves
        table = replace(table, accounts=moved(table.accounts, event.moves), moves=table.moves + of_round)
    change = CHANGES.get(type(event))
    return change(table, event) if change else table


def replay(book: Book, log: Iterable[e.Event]) -> Table:
    """The table that a log gives."""
    table = new_table(book)
    for event in log:
        table = evolve(table, event)
    return table


def _with(mapping: Mapping[Any, Any], key: Any, value: Any) -> dict[Any, Any]:
    return {**mapping, key: value}


def _without(mapping: Mapping[Any, Any], key: Any) -> dict[Any, Any]:
    return {k: v for k, v in mapping.items() if k != key}


def _phase_began(table: Table, event: e.PhaseBegan) -> Table:
    return replace(table, phase=event.phase)


def _opened(table: Table, event: e.TableOpened) -> Table:
    _same_book(table, event.digest)
    return table


def _bets_closed(table: Table, event: e.BetsClosed) -> Table:
    _same_book(table, event.digest)
    return replace(table, round=event.round, order=event.order, bank_chips=event.bank_chips)


def _same_book(table: Table, digest: str) -> None:
    """What was played under one version of a book is not replayed under another."""
    if digest != table.book.digest:
        raise ValueError(
            f"the log was played under version {digest[:12]} of the book; this is {table.book.digest[:12]}"
        )


def _seat_left(table: Table, event: e.SeatLeft) -> Table:
    offered = None if table.offered == event.seat else table.offered
    return replace(table, seats=_without(table.seats, event.seat), offered=offered)


def _bank_taken(table: Table, event: e.BankTaken) -> Table:
    return replace(
        table,
        bank_seat=event.seat,
        banker=event.player,
        bank_wager=event.wager,
        offered=None,
        declined=(),
    )


def _bank_returned(table: Table, event: e.BankReturned) -> Table:
    last = table.last_bank
    if event.played and table.banker is not None:
        last = banked(last, table.banker, event.seat)
    return replace(table, bank_seat=None, banker=None, bank_wager=None, last_bank=last)


def _wagers_placed(table: Table, event: e.WagersPlaced) -> Table:
    seat = event.spot.seat
    return replace(
        table, spots=_with(table.spots, seat, event.spot), owners=_with(table.owners, seat, event.player)
    )


def _wagers_taken_back(table: Table, event: e.WagersTakenBack) -> Table:
    return replace(table, spots=_without(table.spots, event.seat), owners=_without(table.owners, event.seat))


def _coin_in(table: Table, event: e.CoinIn) -> Table:
    """The moves of this event are already made: what the meters were is what they were before them."""
    before = moved(table.accounts, reversed_moves(event.moves, ""))
    names = [*table.book.meters, RESERVE]
    return replace(table, meters_before={name: before.get(meter(name), 0) for name in names})


def _meters_read(table: Table, event: e.MetersRead) -> Table:
    """Until a win is confirmed the meters before the coin-in move along: a jackpot is what they show then."""
    confirmed = {name: pot for name, pot in table.pots.items() if pot.cents is not None}
    shared = {Share.named(name).meter for name in confirmed}
    before = {meter(name): cents for name, cents in table.meters_before.items()}
    after = moved(before, (move for move in event.moves if move.source in before or move.target in before))
    return replace(
        table,
        pots={**confirmed, **(event.pots or {})},
        deal_number=event.dealt,
        reset=event.reset,
        meters_before={
            name: cents if name in shared else after[meter(name)]
            for name, cents in table.meters_before.items()
        },
    )


def _holes_dealt(table: Table, event: e.HolesDealt) -> Table:
    table = replace(table, dealt_at=event.at, reshuffles=0, unseen=event.holes is None)
    if event.holes is None:
        return table
    spots = {
        seat: replace(spot, hole=event.holes[spot.behind or int(spot.seat)])
        for seat, spot in table.spots.items()
    }
    return replace(table, spots=spots)


def _decided(table: Table, event: e.Decided) -> Table:
    spot = table.spots[event.seat]
    spot = spot.decided(event.choice, tucked=event.tucked)
    if event.toke:
        spot = spot.with_toke(Toke(table.book.play.name, event.toke))
    entered = tuple(seat for seat in table.entered if seat != event.seat)
    entered += (event.seat,) if event.entered else ()
    return replace(table, spots=_with(table.spots, event.seat, spot), entered=entered)


def _decision_amended(table: Table, event: e.DecisionAmended) -> Table:
    """Cards that went to the rack with a fold that was none are its player's again."""
    spot = table.spots[event.seat].amended(table.book, event.choice, tucked=event.tucked)
    racked = tuple(seat for seat in table.racked if seat != base_of(spot))
    return replace(table, spots=_with(table.spots, event.seat, spot), racked=racked)


def _board(table: Table, event: e.FlopShown | e.RiverShown) -> Table:
    return replace(table, board=table.board + event.cards)


def _hand_shown(table: Table, event: e.HandShown) -> Table:
    spots = dict(table.spots)
    for seat, spot in table.spots.items():
        if event.seat in (seat, spot.behind):
            spots[seat] = replace(spot, hole=event.cards)
    return replace(table, spots=spots, shown=(*table.shown, event.seat))


def _with_pot(table: Table, name: str, pot: Pot) -> Table:
    return replace(table, pots=_with(table.pots, name, pot))


def _jackpot_won(table: Table, event: e.JackpotWon) -> Table:
    """In logs of before, the meter was taken with the win, to ``jackpots``: that is a pot already."""
    pot = table.pots.get(event.meter, Pot())
    taken = (meter(event.meter), JACKPOTS)
    cents = sum(move.cents for move in table.moves if (move.source, move.target) == taken) or pot.cents
    win = Win(event.seat, event.player, table.deal_number, table.order.index(event.seat))
    table = _with_pot(table, event.meter, replace(pot.joined(win), cents=cents))
    won = (*table.review, Review(event.seat, event.player, event.meter, event.cents))
    return replace(table, review=tuple(sorted(won, key=lambda won: table.order.index(won.seat))))


def _jackpot_confirmed(table: Table, event: e.JackpotConfirmed) -> Table:
    return _with_pot(table, event.meter, replace(table.pots[event.meter], cents=event.cents))


def _jackpot_owed(table: Table, event: e.JackpotOwed) -> Table:
    """On top of a rest that waits already; then both are approved anew."""
    mine = [won for won in table.review if won.is_meant(event.seat, event.meter)]
    cents = event.cents + sum(won.cents for won in mine)
    others = tuple(won for won in table.review if won not in mine)
    rest = Review(event.seat, event.player, event.meter, cents, rest=True, dealt=event.dealt)
    pot = table.pots[event.meter].changed(event.seat, owed=event.cents)
    return replace(_with_pot(table, event.meter, pot), review=(*others, rest))


def _jackpot_approved(table: Table, event: e.JackpotApproved) -> Table:
    review = tuple(
        replace(won, offices=(*won.offices, event.office), approved_by=(*won.approved_by, event.by))
        if won.is_meant(event.seat, event.meter)
        else won
        for won in table.review
    )
    return replace(table, review=review)


def _cards_amended(table: Table, event: e.CardsAmended) -> Table:
    main = table.book.main.name
    rows = tuple(row for row in table.rows if row.seat not in event.again or row.wager != main)
    table = replace(table, rows=rows)
    if event.of == "board":
        return replace(table, board=event.cards)
    if event.of == "bank":
        return replace(table, bank_hand=event.cards)
    spots = {
        seat: replace(spot, hole=event.cards) if event.of in (seat, spot.behind) else spot
        for seat, spot in table.spots.items()
    }
    return replace(table, spots=spots)


def _reviewed(table: Table, seat: Seat, meter: str) -> tuple[Table, str]:
    """The table without this jackpot in review, and the meter that it was won from."""
    [name] = {won.meter for won in table.review if won.is_meant(seat, meter)}
    return replace(table, review=tuple(won for won in table.review if not won.is_meant(seat, name))), name


def _jackpot_paid(table: Table, event: e.JackpotPaid) -> Table:
    table, name = _reviewed(table, event.seat, event.meter)
    owed = -event.cents if event.rest else 0
    return _with_pot(table, name, table.pots[name].changed(event.seat, paid=event.cents, owed=owed))


def _jackpot_denied(table: Table, event: e.JackpotDenied) -> Table:
    table, name = _reviewed(table, event.seat, event.meter)
    table = replace(table, denied=(*table.denied, event.seat))
    return _with_pot(table, name, table.pots[name].without(event.seat))


def _happened(table: Table, event: e.Happened) -> Table:
    if event.effect == "reshuffle":
        return replace(table, reshuffles=table.reshuffles + 1)
    return replace(table, held=event.what) if event.effect == "ruling" else table


def _progressive_returned(table: Table, event: e.ProgressiveReturned) -> Table:
    spot = table.spots[event.seat]
    kept = {name: cents for name, cents in spot.stakes.items() if not table.book.bets[name].dropped}
    spot = replace(spot, stakes=kept)
    return replace(table, spots=_with(table.spots, event.seat, spot))


def _round_ended(table: Table, event: e.RoundEnded) -> Table:
    """The felt is clear, the decks change places (SHFL-DECK-2c), the banker keeps his count."""
    return replace(
        table,
        spots={},
        owners={},
        order=(),
        board=(),
        bank_hand=None,
        entered=(),
        unseen=False,
        shown=(),
        rows=(),
        forfeited=(),
        racked=(),
        meters_before={},
        bank_chips=0,
        dealt_at="",
        moves=(),
        review=(),
        denied=(),
        pots={},
        deal_number=0,
        reset=(),
        void=False,
        deck=(table.deck + 1) % (1 if table.device == "hand" else table.book.deck.decks),
    )


CHANGES: dict[type[e.Event], Callable[[Table, Any], Table]] = {
    e.PhaseBegan: _phase_began,
    e.TableOpened: _opened,
    e.TableClosed: lambda table, _: replace(table, paused="", offered=None, declined=(), moves=()),
    e.Paused: lambda table, event: replace(table, paused=event.reason),
    e.Resumed: lambda table, _: replace(table, paused=""),
    e.SeatTaken: lambda table, event: replace(table, seats=_with(table.seats, event.seat, event.player)),
    e.SeatLeft: _seat_left,
    e.DealerCameIn: lambda table, event: replace(table, dealer=event.dealer),
    e.DeviceChanged: lambda table, event: replace(
        table, device=event.device, deck=0 if event.device == "hand" else table.deck
    ),
    e.BankOffered: lambda table, event: replace(table, offered=event.seat),
    e.BankDeclined: lambda table, event: replace(
        table, offered=None, declined=(*table.declined, event.player)
    ),
    e.BankHalted: lambda table, _: replace(table, offered=None, declined=()),
    e.BankTaken: _bank_taken,
    e.BankReturned: _bank_returned,
    e.WagersPlaced: _wagers_placed,
    e.WagersTakenBack: _wagers_taken_back,
    e.BetsClosed: _bets_closed,
    e.CoinIn: _coin_in,
    e.MetersRead: _meters_read,
    e.HolesDealt: _holes_dealt,
    e.Decided: _decided,
    e.DecisionAmended: _decision_amended,
    e.FlopShown: _board,
    e.RiverShown: _board,
    e.BankShown: lambda table, event: replace(table, bank_hand=event.cards),
    e.HandShown: _hand_shown,
    e.WagerSettled: lambda table, event: replace(table, rows=(*table.rows, event.row)),
    e.HandRacked: lambda table, event: replace(table, racked=(*table.racked, event.seat)),
    e.JackpotWon: _jackpot_won,
    e.JackpotApproved: _jackpot_approved,
    e.JackpotConfirmed: _jackpot_confirmed,
    e.JackpotOwed: _jackpot_owed,
    e.JackpotPaid: _jackpot_paid,
    e.JackpotDenied: _jackpot_denied,
    e.CardsAmended: _cards_amended,
    e.LinkChanged: lambda table, event: replace(table, link_up=event.up),
    e.Happened: _happened,
    e.Ruled: lambda table, _: replace(table, held=""),
    e.HandForfeited: lambda table, event: replace(table, forfeited=(*table.forfeited, event.seat)),
    e.ProgressiveReturned: _progressive_returned,
    e.RoundVoided: lambda table, _: replace(table, void=True, held="", review=()),
    e.RoundEnded: _round_ended,
}
