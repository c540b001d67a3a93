"""The bank: offered, taken, declined; at most so many rounds in a row, then clockwise."""

from collections.abc import Iterator

from uth.game.ledger import BANK, DRAWN, Move, player
from uth.game.round import Seat
from uth.game.settlement.fees import most_bank_fee
from uth.game.settlement.validation import Refused, too_small
from uth.game.table import events as e
from uth.game.table.act import Act, Option, allowed
from uth.game.table.acts.collecting import fees_are_due
from uth.game.table.course import Course, refuse
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.rotation import banked, may_bank, offers
from uth.game.table.state import Table
from uth.rules.money import Cents, dollars


def begin_round(c: Course) -> None:
    """Ready for wagers where the house banks; elsewhere the bank is offered first."""
    if not c.table.book.bank.is_player:
        c.begin(Phase.BETTING)
        return
    c.begin(Phase.BANKING)
    _offer_next(c)


def _offer_next(c: Course) -> None:
    """To the next who has not declined; when all have, the table halts (or the old banker goes on)."""
    table = c.table
    if len(table.seats) < table.book.table.fewest:
        return
    order = offers(table.book, table.seats, table.last_bank)
    waiting = [seat for seat in order if table.seats[seat] not in table.declined]
    if waiting:
        if table.offered != waiting[0]:
            c.happen(e.BankOffered(seat=waiting[0]))
    else:
        c.happen(e.BankHalted())


class TakeBank(Act, frozen=True):
    """Accept the bank with this wager, or change it before bets are closed."""

    wager: Cents

    permit = allowed({Phase.BANKING, Phase.BETTING}, Role.PLAYER)
    too_late = "bank_wager"
    written = ("wager",)

    def do(self, c: Course) -> None:
        table, name = c.table, c.who.name
        cites = table.book.cites
        if not table.book.bank.is_player:
            refuse("the house banks this game", cites.bank)
        seat = table.seat_of(name)
        if seat is None:
            refuse(f"{name} does not sit here; a seated player banks", cites.rotation)
        if table.phase is not Phase.BETTING:
            _may_take(table, seat)
        elif table.banker != name:
            refuse(f"seat {table.bank_seat} banks this round", cites.rotation)
        if refusal := too_small(table.book, self.wager):
            raise Refused([refusal])
        if (most := bank_means(table, name)) < self.wager:
            charge = bank_charge(table)
            owned, needed = dollars(most + charge), dollars(self.wager + charge)
            refuse(f"{name} has {owned}; wager and fee need {needed}", cites.bank_wager, cites.collection)
        change, his = self.wager - (table.bank_wager or 0), player(name)
        move = Move(his, BANK, change, "bank") if change > 0 else Move(BANK, his, -change, "bank")
        rounds = banked(table.last_bank, name, seat).rounds
        moves = (move,) if change else ()
        c.happen(e.BankTaken(seat=seat, player=name, wager=self.wager, rounds=rounds, moves=moves))
        c.begin(Phase.BETTING)
        warn_of_cover(c, seat)

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        if table.book.bank.is_player:
            least = table.book.bank.min_wager
            yield Option(cls(wager=least), bounds={"wager": (least, bank_means(table, who.name))})


def warn_of_cover(c: Course, seat: Seat) -> None:
    """Say it when more lies against the bank than it has put up: a message, nothing more (B-FL-4)."""
    table, bank = c.table, c.table.bank_wager
    if bank is None or not table.book.readings.bank.cover_warning:
        return
    bank += table.bank_chips if table.order else chips_behind(table)
    against = sum(spot.staked(table.book) for spot in table.spots.values() if not spot.folded)
    if against > bank:
        c.happen(e.CoverWarned(seat=seat, bank=bank, against=against, clauses=table.book.cites.dead_hand))


def _may_take(table: Table, seat: int) -> None:
    clauses = table.book.cites.rotation
    if len(table.seats) < table.book.table.fewest:
        refuse("one person alone cannot play: the house never banks", table.book.cites.house_never_banks)
    if table.offered is not None and table.offered != seat:
        refuse(f"the bank is offered to seat {table.offered}", clauses)
    keeps = table.book.readings.bank.all_declined == "keep"
    if not keeps and not may_bank(table.book, table.last_bank, table.seats[seat]):
        most = table.book.bank.max_consecutive
        rounds = "the round before" if most == 1 else f"{most} rounds in a row"
        refuse(f"seat {seat} has banked {rounds}: somebody else banks first", clauses)


class DeclineBank(Act, frozen=True):
    permit = allowed(Phase.BANKING, Role.PLAYER)

    def do(self, c: Course) -> None:
        seat = c.table.seat_of(c.who.name)
        if seat is None or c.table.offered != seat:
            refuse("the bank is not offered to you", c.table.book.cites.rotation)
        decline(c, seat)


def decline(c: Course, seat: int) -> None:
    """The offered seat declines, or the house does for somebody who does not answer."""
    c.happen(e.BankDeclined(seat=seat, player=c.table.seats[seat], by=str(c.who)))
    _offer_next(c)


def bank_charge(table: Table) -> Cents:
    """The most the house may charge the bank this round; it stays in his stack for it."""
    book = table.book
    fee = most_bank_fee(book, list(table.spots.values())) if fees_are_due(table) else 0
    return fee + (book.rake.amount or 0 if book.rake.mode and book.rake.mode in "ac" else 0)


def chips_behind(table: Table) -> Cents:
    """What the banker has besides his wager and the house's charge, where it counts as funds (B-FL-4)."""
    if table.book.readings.bank.funds != "at_table" or table.banker is None:
        return 0
    return max(0, table.chips(table.banker) - bank_charge(table))


def pledged(table: Table) -> Cents:
    """What of it is still pledged to the hands of the round in play."""
    drawn = sum(move.cents for move in table.moves if move.what == DRAWN) if table.bank_chips else 0
    return table.bank_chips - drawn


def bank_means(table: Table, name: str) -> Cents:
    """The most that a person can put up as a bank."""
    had = table.bank_wager or 0 if table.banker == name else 0
    return table.chips(name) + had - bank_charge(table)


def leave_bank(c: Course) -> None:
    """Give the banker his wager back: nothing was played against it."""
    table = c.table
    if table.banker is not None and table.bank_seat is not None and table.bank_wager is not None:
        moves = (Move(BANK, player(table.banker), table.bank_wager, "bank"),)
        c.happen(e.BankReturned(seat=table.bank_seat, cents=table.bank_wager, played=False, moves=moves))
