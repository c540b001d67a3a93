"""The table: what it knows at one moment, and how each event changes it.

``evolve`` is the only way a table changes. Replaying the events of a log gives the same table again.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from uth.cards import Card
from uth.game import events as e
from uth.game.coverage import BankResult
from uth.game.ledger import Accounts, Move, meter, moved, player
from uth.game.phases import Phase
from uth.game.rotation import Banked, banked
from uth.game.round import Round, Seat, Spot
from uth.rules.book import Book
from uth.rules.money import Cents

OUTSIDE_THE_ROUND = (e.TableOpened, e.ChipsBought, e.ChipsCashed, e.Corrected, e.MetersRead)
NO_ACCOUNT = BankResult(None)


class Review(Struct, frozen=True):
    """A jackpot that is won and not yet paid."""

    seat: Seat
    player: str
    meter: str
    cents: Cents
    approved_by: tuple[str, ...] = ()
    approvers: tuple[str, ...] = ()


class Table(Struct, frozen=True, kw_only=True):
    """A table at one moment."""

    book: Book
    phase: Phase = Phase.CLOSED
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
    shown: frozenset[int] = frozenset()
    settled: frozenset[tuple[Seat, str]] = frozenset()
    forfeited: frozenset[Seat] = frozenset()
    dead: frozenset[Seat] = frozenset()
    uncovered: frozenset[tuple[Seat, str]] = frozenset()
    paid: Mapping[Seat, Cents] = {}
    """Payouts of this round by seat, for the supervisor's threshold."""
    told: frozenset[Seat] = frozenset()
    """Seats whose payout the supervisor has been told of."""
    account: BankResult = NO_ACCOUNT
    """What the bank has paid and collected in this round."""
    meters_before: Mapping[str, Cents] = {}
    """The progressive before the coin-in of this round."""
    dealt_at: str = ""
    moves: tuple[Move, ...] = ()
    """All money moved in this round, so that a void round can give it back."""
    review: tuple[Review, ...] = ()
    link_up: bool = True
    void: bool = False

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

    def as_round(self) -> Round:
        """The round as settlement reads it."""
        return Round(
            board=self.board,
            bank_hand=self.bank_hand,
            spots=tuple(self.spots[seat] for seat in self.order),
            bank_seat=self.bank_seat,
            bank_wager=self.bank_wager,
            meters=self.meters_before or None,
        )


def new_table(book: Book) -> Table:
    """A closed table for this book."""
    return Table(book=book, device=book.deal.device)


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


def _seat_left(table: Table, event: e.SeatLeft) -> Table:
    offered = None if table.offered == event.seat else table.offered
    return replace(table, seats=_without(table.seats, event.seat), offered=offered)


def _bank_taken(table: Table, event: e.BankTaken) -> Table:
    return replace(
        table,
        bank_seat=event.seat,
        banker=event.player,
        bank_wager=event.wager,
        account=BankResult(event.wager),
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
    before = moved(table.accounts, (Move(m.target, m.source, m.cents, "") for m in event.moves))
    names = [f"meter:{meter.name}" for meter in table.book.progressive.meters]
    meters = {name.removeprefix("meter:"): before.get(name, 0) for name in names}
    return replace(table, meters_before={**meters, "reserve": before.get("reserve", 0)})


def _meters_read(table: Table, event: e.MetersRead) -> Table:
    """In a round the meters before its coin-in move along, so that a prize is what the meter is now."""
    if not table.meters_before:
        return table
    before = {
        (name if name == "reserve" else meter(name)): cents for name, cents in table.meters_before.items()
    }
    after = moved(before, event.moves)
    return replace(table, meters_before={name.removeprefix("meter:"): after[name] for name in before})


def _holes_dealt(table: Table, event: e.HolesDealt) -> Table:
    table = replace(table, dealt_at=event.at)
    if event.holes is None:
        return table
    spots = {
        seat: replace(spot, hole=event.holes[spot.behind or int(spot.seat)])
        for seat, spot in table.spots.items()
    }
    return replace(table, spots=spots)


def _decided(table: Table, event: e.Decided) -> Table:
    spot = table.spots[event.seat]
    decided = replace(spot, decisions=(*spot.decisions, event.choice))
    return replace(table, spots=_with(table.spots, event.seat, decided))


def _board(table: Table, event: e.FlopShown | e.RiverShown) -> Table:
    return replace(table, board=table.board + event.cards)


def _hand_shown(table: Table, event: e.HandShown) -> Table:
    spots = dict(table.spots)
    for seat, spot in table.spots.items():
        if event.seat in (seat, spot.behind):
            spots[seat] = replace(spot, hole=event.cards)
    return replace(table, spots=spots, shown=table.shown | {event.seat})


def _wager_settled(table: Table, event: e.WagerSettled) -> Table:
    row, account = event.row, table.account
    if row.paid:
        table = replace(table, paid=_with(table.paid, row.seat, table.paid.get(row.seat, 0) + row.paid))
    if row.outcome == "dead hand":
        table = replace(table, dead=table.dead | {row.seat})
    if row.outcome == "not covered":
        table = replace(table, uncovered=table.uncovered | {(row.seat, row.wager)})
    if row.wager not in ("progressive", "envy"):
        paid, collected = account.paid + row.paid, account.collected + row.collected
        account = replace(account, paid=paid, collected=collected)
    return replace(table, settled=table.settled | {(row.seat, row.wager)}, account=account)


def _jackpot_won(table: Table, event: e.JackpotWon) -> Table:
    won = Review(event.seat, event.player, event.meter, event.cents)
    return replace(table, review=(*table.review, won))


def _jackpot_approved(table: Table, event: e.JackpotApproved) -> Table:
    review = tuple(_approved(won, event) if won.seat == event.seat else won for won in table.review)
    return replace(table, review=review)


def _approved(won: Review, event: e.JackpotApproved) -> Review:
    name = event.by.partition(" ")[2]
    return replace(won, approved_by=(*won.approved_by, event.office), approvers=(*won.approvers, name))


def _cards_amended(table: Table, event: e.CardsAmended) -> Table:
    if event.of == "board":
        return replace(table, board=event.cards)
    if event.of == "bank":
        return replace(table, bank_hand=event.cards)
    spots = {
        seat: replace(spot, hole=event.cards) if event.of in (seat, spot.behind) else spot
        for seat, spot in table.spots.items()
    }
    return replace(table, spots=spots)


def _jackpot_over(table: Table, event: e.JackpotPaid | e.JackpotDenied) -> Table:
    return replace(table, review=tuple(won for won in table.review if won.seat != event.seat))


def _happened(table: Table, event: e.Happened) -> Table:
    return replace(table, held=event.what) if event.effect == "ruling" else table


def _ruled(table: Table, event: e.Ruled) -> Table:
    return replace(table, held="")


def _progressive_returned(table: Table, event: e.ProgressiveReturned) -> Table:
    spot = replace(table.spots[event.seat], progressive=0)
    return replace(table, spots=_with(table.spots, event.seat, spot))


def _round_voided(table: Table, event: e.RoundVoided) -> Table:
    return replace(table, void=True, held="")


def _round_ended(table: Table, event: e.RoundEnded) -> Table:
    """The felt is clear, the decks change places (SHFL-DECK-2c), the banker keeps his count."""
    return replace(
        table,
        spots={},
        owners={},
        order=(),
        board=(),
        bank_hand=None,
        shown=frozenset(),
        settled=frozenset(),
        forfeited=frozenset(),
        dead=frozenset(),
        uncovered=frozenset(),
        paid={},
        told=frozenset(),
        account=NO_ACCOUNT,
        meters_before={},
        dealt_at="",
        moves=(),
        review=(),
        void=False,
        deck=(table.deck + 1) % (1 if table.device == "hand" else table.book.deck.decks),
    )


CHANGES: dict[type[e.Event], Callable[[Table, Any], Table]] = {
    e.PhaseBegan: _phase_began,
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
    e.BetsClosed: lambda table, event: replace(table, round=event.round, order=event.order),
    e.CoinIn: _coin_in,
    e.MetersRead: _meters_read,
    e.HolesDealt: _holes_dealt,
    e.Decided: _decided,
    e.FlopShown: _board,
    e.RiverShown: _board,
    e.BankShown: lambda table, event: replace(table, bank_hand=event.cards),
    e.HandShown: _hand_shown,
    e.WagerSettled: _wager_settled,
    e.JackpotWon: _jackpot_won,
    e.JackpotApproved: _jackpot_approved,
    e.JackpotPaid: _jackpot_over,
    e.JackpotDenied: _jackpot_over,
    e.CardsAmended: _cards_amended,
    e.SupervisorTold: lambda table, event: replace(table, told=table.told | {event.seat}),
    e.LinkChanged: lambda table, event: replace(table, link_up=event.up),
    e.Happened: _happened,
    e.Ruled: _ruled,
    e.HandForfeited: lambda table, event: replace(table, forfeited=table.forfeited | {event.seat}),
    e.ProgressiveReturned: _progressive_returned,
    e.RoundVoided: _round_voided,
    e.RoundEnded: _round_ended,
}
