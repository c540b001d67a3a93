"""Who may see what: the only door between a table and the people around it.

A viewer never receives a card he may not see. ``view`` gives the table as one person may see it now,
``seen_by`` an event as he may know it, now or later. What is not named in a picture below, or in the list of
events (``uth.game.views.seen``), is not shown.

A picture has two parts: the *public* one is the same for everybody, spectators included; the *private* one
adds what only this viewer may know: the cards in his hand, and what he may do now.
"""

from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from uth.cards import Card, card_name
from uth.game.round import Seat, Spot, Toke, base_of
from uth.game.settlement.fees import most_player_fee
from uth.game.table.act import Option
from uth.game.table.acts.jackpots import ahead, due, lacking
from uth.game.table.acts.playing import to_act
from uth.game.table.irregularities import mishap
from uth.game.table.offering import legal
from uth.game.table.people import Role, Who
from uth.game.table.phases import STREETS, Phase
from uth.game.table.rotation import Banked
from uth.game.table.state import Review, Table
from uth.game.table.wording import bank_title, tucked
from uth.game.views.results import RowSeen, charged, row_seen
from uth.game.views.script import Step, script
from uth.game.views.seen import seen_by
from uth.ranking import best_five, describe, strength
from uth.rules.book import Book
from uth.rules.money import Cents, odds_text
from uth.rules.schema import Range, plain
from uth.rules.wagers import Wager, pay_lines

__all__ = ["Layout", "Private", "Public", "View", "layout", "private", "public", "seen_by", "view"]

STAFF = frozenset({Role.DEALER, Role.SUPERVISOR})
BOARD = 5


class SeatSeen(Struct, frozen=True):
    """Who sits in a seat, and the chips before him."""

    player: str
    chips: Cents


class BankSeen(Struct, frozen=True):
    """The bank of this round, and what it has paid and collected."""

    who: str
    seat: int | None
    wager: Cents | None
    last: Banked | None
    offered: int | None
    paid: Cents
    collected: Cents


class SpotSeen(Struct, frozen=True):
    """The wagers on one spot; the cards only once they are turned up for all."""

    seat: Seat
    player: str
    stakes: dict[str, Cents]
    """By wager, what lies on it, or did."""
    toke: Toke | tuple[Toke, ...] | None
    behind: int | None
    decisions: tuple[str, ...]
    tucked: bool
    """Folded with the cards under a wager, to stay in for it."""
    hole: list[str] | None
    settled: list[str]
    forfeited: bool
    racked: bool
    """The cards are in the discard rack."""


class HandSeen(Struct, frozen=True, omit_defaults=True):
    """A hand as it is called, and the five cards that make it."""

    says: str
    five: list[str]
    qualifies: bool | None = None
    """Of the bank's hand."""


class ReviewSeen(Struct, frozen=True):
    """A jackpot that is won and not yet paid."""

    seat: Seat
    meter: str
    cents: Cents
    rest: bool = False
    """Owed to somebody who has been paid before."""


class Public(Struct, frozen=True):
    """What everybody at the table can see."""

    phase: str
    round: int
    paused: str
    held: str
    void: bool
    dealer: str
    device: str
    deck: int
    reshuffles: int
    """How often the deck was shuffled again since cards were last dealt."""
    seats: dict[str, SeatSeen]
    bank: BankSeen
    dealt: bool
    """Whether hole cards are out."""
    board: list[str]
    bank_hand: list[str] | None
    hands: dict[str, HandSeen]
    """What the hands that lie face up come to, by seat, and of the ``bank``."""
    spots: list[SpotSeen]
    rows: list[RowSeen]
    """The wagers settled in this round, in their order."""
    charged: dict[str, Cents]
    """By player, what the house took in this round: fees and rake."""
    to_act: Seat | None
    meters: dict[str, Cents]
    link_up: bool
    review: list[ReviewSeen]


class Approvals(Review, frozen=True):
    """A jackpot in review as staff see it."""

    lacking: tuple[str, ...] = ()
    """Who must still approve it, each another person."""
    waits_for: str = ""
    """Why another jackpot, or another table, comes first."""


class Private(Struct, frozen=True):
    """What one viewer may see besides."""

    role: Role
    name: str
    seat: int | None
    chips: Cents
    holes: dict[str, list[str]]
    """The cards in his own hand, by seat."""
    hands: dict[str, HandSeen]
    """What they come to with the board so far."""
    legal: list[Option]
    script: list[Step] | None
    """For staff, and so are the approvals of jackpots in review."""
    approvals: list[Approvals] | None
    ledger: dict[str, Cents] | None
    """For a supervisor."""


class View(Struct, frozen=True):
    """The table as one viewer sees it."""

    table: Public
    you: Private


class WagerSeen(Struct, frozen=True):
    """A wager as the felt and the signs beside it show it."""

    name: str
    title: str
    staked: str
    """How its stake is set: range, equal, fixed, multiple or free."""
    beside: str | None
    """The wager it is laid beside."""
    required: bool
    limits: tuple[Cents, Cents] | None
    stake: Cents | None
    payer: str
    """Who pays it: bank, house or pool."""
    pays: list[tuple[str, str]]
    """Its pay table, the best line first: what is held, and what is won."""
    odds: str | None
    """Where all hands are paid alike."""
    on_win: str
    """What becomes of it: pays, table, push or lose; and so on."""
    on_tie: str
    on_loss: str
    on_fold: str
    on_unqualified: str | None
    apart: bool
    """Whether no decision touches it."""


class Layout(Struct, frozen=True):
    """What stands at the table for everybody to read, without money; a table keeps it all its life."""

    book: str
    title: str
    """What the house calls the table, or else what the book is called."""
    digest: str
    areas: tuple[str, ...]
    inscription: str
    seats: int
    wagers: list[WagerSeen]
    """In the order in which they are settled."""
    multiples: dict[str, tuple[int, ...]]
    qualifier: str
    bank: str
    """Whom the players play against."""
    tucked: str
    """Where the cards of a folded hand lie that stays in for a wager."""
    fees: list[dict[str, Any]]
    charge: tuple[Cents, Cents]
    """The most that is charged for a hand: for the base game, and more for each side wager."""
    rake: dict[str, Any]
    mishaps: list[dict[str, Any]]
    """What can go wrong by name, and what the book does about it."""


def view(table: Table, who: Who) -> View:
    """The table as ``who`` may see it."""
    return View(public(table), private(table, who))


def public(table: Table) -> Public:
    """What everybody may see."""
    accounts, account = table.accounts.items(), table.account
    return Public(
        phase=table.phase,
        round=table.round,
        paused=table.paused,
        held=table.held,
        void=table.void,
        dealer=table.dealer,
        device=table.device,
        deck=table.deck,
        reshuffles=table.reshuffles,
        seats={str(seat): SeatSeen(name, table.chips(name)) for seat, name in table.seats.items()},
        bank=BankSeen(
            table.book.bank.who,
            table.bank_seat,
            table.bank_wager,
            table.last_bank,
            table.offered,
            account.paid,
            account.collected,
        ),
        dealt=table.unseen or any(spot.hole for spot in table.spots.values()),
        board=_names(table.board),
        bank_hand=_names(table.bank_hand) if table.bank_hand else None,
        hands=_face_up(table),
        spots=[_spot(table, spot) for spot in table.spots.values()],
        rows=[row_seen(table, row) for row in table.rows],
        charged=charged(table),
        to_act=to_act(table),
        meters={name.removeprefix("meter:"): cents for name, cents in accounts if name.startswith("meter:")},
        link_up=table.link_up,
        review=[ReviewSeen(won.seat, won.meter, due(table, won), won.rest) for won in table.review],
    )


def _spot(table: Table, spot: Spot) -> SpotSeen:
    turned_up = base_of(spot) in table.shown
    return SpotSeen(
        seat=spot.seat,
        player=table.owners[spot.seat],
        stakes={bet.name: cents for bet in table.book.bets.values() if (cents := spot.stake(bet))},
        toke=spot.toke,
        behind=spot.behind,
        decisions=spot.decisions,
        tucked=spot.tucked,
        hole=_names(spot.hole) if turned_up and spot.hole else None,
        settled=[row.wager for row in table.rows if row.seat == spot.seat],
        forfeited=spot.seat in table.forfeited,
        racked=base_of(spot) in table.racked,
    )


def _face_up(table: Table) -> dict[str, HandSeen]:
    """The hands that are turned up for all, once the board is complete."""
    if len(table.board) < BOARD:
        return {}
    hands = {
        str(seat): hand_seen(spot.hole, table.board)
        for seat, spot in table.spots.items()
        if spot.hole and seat in table.shown
    }
    if table.bank_hand:
        bank = hand_seen(table.bank_hand, table.board)
        qualified = strength((*table.bank_hand, *table.board)) >= table.book.payoffs.qualifies
        hands["bank"] = replace(bank, qualifies=qualified)
    return hands


@lru_cache(4096)
def hand_seen(hole: tuple[Card, ...], board: tuple[Card, ...]) -> HandSeen:
    """What two cards come to with the board, from the flop on."""
    cards = (*hole, *board)
    return HandSeen(describe(cards), _names(best_five(cards)))


class Own(Struct, frozen=True):
    """What of a viewer's own changes with events: his chips and his cards."""

    chips: Cents
    holes: dict[str, list[str]]
    hands: dict[str, HandSeen]


def own(table: Table, who: Who) -> Own:
    """The chips of ``who``, and the cards in his hand."""
    mine = {seat: spot.hole for seat, spot in table.spots.items() if spot.hole and owns(table, who, seat)}
    return Own(
        table.chips(who.name) if who.role is Role.PLAYER else 0,
        {str(seat): _names(hole) for seat, hole in mine.items()},
        {str(seat): hand_seen(hole, table.board) for seat, hole in mine.items() if table.board},
    )


def private(table: Table, who: Who) -> Private:
    """What ``who`` may see besides: his own hand, and what he may do."""
    mine = own(table, who)
    return Private(
        role=who.role,
        name=who.name,
        seat=table.seat_of(who.name) if who.role is Role.PLAYER else None,
        chips=mine.chips,
        holes=mine.holes,
        hands=mine.hands,
        legal=legal(table, who),
        script=script(table) if who.role in STAFF else None,
        approvals=[_approvals(table, won) for won in table.review] if who.role in STAFF else None,
        ledger=dict(table.accounts) if who.role is Role.SUPERVISOR else None,
    )


def _approvals(table: Table, won: Review) -> Approvals:
    won = replace(won, cents=due(table, won))
    return Approvals(**asdict(won), lacking=lacking(won), waits_for=ahead(table, won))


def private_key(table: Table, who: Who) -> tuple[Any, ...] | None:
    """All that the private part of a seated player depends on; None where more than this may matter.

    While the key stays the same, so does the private part, and it need not be worked out and sent again.
    Other people's decisions and bets change nothing for him, and there are many more of them than of his own.
    """
    seat = table.seat_of(who.name)
    if who.role is not Role.PLAYER or seat is None:
        return None
    deciding = table.phase in STREETS
    if not deciding and (table.phase is not Phase.BETTING or _others_bets_matter(table.book)):
        return None
    turn = to_act(table)
    my_turn = turn if turn is not None and table.owners[turn] == who.name else None
    waiting = deciding and my_turn is None  # on any street alike
    return (
        "" if waiting else table.phase,
        table.board,
        table.held,
        table.paused,
        table.link_up,
        seat,
        table.chips(who.name),
        tuple(spot for place, spot in table.spots.items() if table.owners[place] == who.name),
        table.banker == who.name,
        my_turn,
    )


def _others_bets_matter(book: Book) -> bool:
    """Whether bets of others change what somebody may bet: against a player's bank, or to follow."""
    return book.bank.is_player or bool(book.backline.allowed)


def owns(table: Table, who: Who, seat: Seat) -> bool:
    """Whether the cards of this seat are in the viewer's hands: a backline bettor does not hold any."""
    return who.role is Role.PLAYER and table.owners.get(seat) == who.name and table.spots[seat].behind is None


def layout(book: Book) -> Layout:
    """What stands at a table of this book: limits, pays, inscription, charges."""
    return Layout(
        book=book.name,
        title=book.title,
        digest=book.digest,
        areas=tuple(book.table.areas),
        inscription=book.table.inscription,
        seats=book.table.seats,
        wagers=[_wager(bet) for bet in book.bets.values()],
        multiples={street: tuple(getattr(book.decisions, street)) for street in ("preflop", "flop", "river")},
        qualifier=book.qualifier.hand,
        bank=bank_title(book),
        tucked=tucked(book),
        fees=[plain(rate) for rate in book.fees.in_force],
        charge=_charges(book),
        rake={"mode": book.rake.mode, "amount": book.rake.amount},
        mishaps=[plain(mishap(book, known.what)) for known in book.irregularities.mishaps],
    )


def _wager(bet: Wager) -> WagerSeen:
    return WagerSeen(
        name=bet.name,
        title=bet.label,
        staked=bet.staked,
        beside=bet.beside,
        required=bet.required,
        limits=_limit(bet.limits),
        stake=bet.stake,
        payer=bet.payer,
        pays=pay_lines(bet),
        odds=odds_text(bet.pays) if bet.pays else None,
        on_win=bet.on_win,
        on_tie=bet.on_tie,
        on_loss=bet.on_loss,
        on_fold=bet.on_fold,
        on_unqualified=bet.on_unqualified,
        apart=bet.on_fold == "alive" or (bet.on_fold == "table" and not bet.looks_at_result),
    )


def _charges(book: Book) -> tuple[Cents, Cents]:
    base = most_player_fee(book, Spot(seat=1, stakes={bet.name: 1 for bet in book.opening_bets}))
    return base, max((rate.side for rate in book.fees.of_players), default=0)


def _limit(limit: Range | None) -> tuple[Cents, Cents] | None:
    return (limit.least, limit.most) if limit else None


def _names(cards: tuple[Card, ...]) -> list[str]:
    return [card_name(card) for card in cards]
