"""The bank: offered, taken, declined; at most so many rounds in a row, then clockwise."""

from uth.game import acts as a
from uth.game import events as e
from uth.game.course import Course, refuse
from uth.game.fees import most_bank_fee
from uth.game.ledger import BANK, Move, player
from uth.game.phases import Phase
from uth.game.rotation import offers
from uth.game.table import Table
from uth.rules.money import Cents, dollars


def begin_round(c: Course) -> None:
    """Ready for wagers where the house banks; elsewhere the bank is offered first."""
    if not c.table.book.bank.is_player:
        c.begin(Phase.BETTING)
        return
    c.begin(Phase.BANKING)
    _offer_next(c)


def eligible(table: Table, seat: int) -> bool:
    """Whether this seat may bank now: nobody more rounds in a row than the book allows (B-CA-9)."""
    most, last = table.book.bank.max_consecutive, table.bank
    same = table.seats.get(seat) == table.bank_name
    return last is None or most is None or not same or last.rounds < most


def candidates(table: Table) -> list[int]:
    """Seats in the order in which the bank is offered: the last banker while he may, then clockwise."""
    last = table.seat_of(table.bank_name) or (table.bank.seat if table.bank else 0)
    first = [last] if last in table.seats and eligible(table, last) else []
    others = offers(list(table.seats), last)
    keeps = table.book.readings.bank.all_declined == "keep"
    again = [last] if last in table.seats and not first and keeps else []
    return first + others + again


def _offer_next(c: Course) -> None:
    """To the next who has not declined; when all have, the table halts (or the old banker goes on)."""
    table = c.table
    if len(table.seats) < table.book.table.fewest:
        return
    waiting = [seat for seat in candidates(table) if seat not in table.declined]
    if waiting:
        if table.offered != waiting[0]:
            c.happen(e.BankOffered(seat=waiting[0]))
    else:
        c.happen(e.BankHalted())


def take_bank(c: Course, act: a.TakeBank) -> None:
    table, name = c.table, c.who.name
    clauses = table.book.bank.clauses
    if not table.book.bank.is_player:
        refuse("the house banks this game", clauses)
    seat = table.seat_of(name)
    if seat is None:
        refuse(f"{name} does not sit here; a seated player banks", table.book.cites.rotation)
    if table.phase is Phase.BETTING:
        if table.banker != name:
            refuse(
                f"seat {table.bank.seat if table.bank else '?'} banks this round", table.book.cites.rotation
            )
        had, rounds = table.bank_wager or 0, table.bank.rounds if table.bank else 1
    else:
        _may_take(table, seat)
        had, rounds = 0, table.bank.rounds + 1 if table.bank and table.bank_name == name else 1
    if act.wager < table.book.bank.min_wager:
        refuse(f"the bank wagers at least {dollars(table.book.bank.min_wager)}", clauses)
    needed, owned = act.wager + bank_charge(table), table.chips(name) + had
    if needed > owned:
        refuse(f"{name} has {dollars(owned)}; wager and fee need {dollars(needed)}", clauses)
    change, his = act.wager - had, player(name)
    moves = [Move(his, BANK, change, "bank")] if change > 0 else [Move(BANK, his, -change, "bank")]
    c.happen(
        e.BankTaken(
            seat=seat, player=name, wager=act.wager, rounds=rounds, moves=tuple(moves) if change else ()
        )
    )
    c.begin(Phase.BETTING)


def _may_take(table: Table, seat: int) -> None:
    clauses = table.book.cites.rotation
    if len(table.seats) < table.book.table.fewest:
        refuse("one person alone cannot play: the house never banks", table.book.cites.house_never_banks)
    if table.offered is not None and table.offered != seat:
        refuse(f"the bank is offered to seat {table.offered}", clauses)
    keeps = table.book.readings.bank.all_declined == "keep" and table.offered == seat
    if not eligible(table, seat) and not keeps:
        most = table.book.bank.max_consecutive
        refuse(f"seat {seat} has banked {most} rounds in a row: somebody else banks first", clauses)


def decline_bank(c: Course, act: a.DeclineBank) -> None:
    seat = c.table.seat_of(c.who.name)
    if seat is None or c.table.offered != seat:
        refuse("the bank is not offered to you", c.table.book.cites.rotation)
    c.happen(e.BankDeclined(seat=seat))
    _offer_next(c)


def bank_charge(table: Table) -> Cents:
    """The most the house may charge the bank this round; it stays in his stack for it."""
    book = table.book
    fee = most_bank_fee(book) if table.phase in (Phase.BANKING, Phase.BETTING) else 0
    return fee + (book.rake.amount or 0 if book.rake.mode and book.rake.mode in "ac" else 0)


def leave_bank(c: Course) -> None:
    """Give the banker his wager back: nothing was played against it."""
    table = c.table
    if table.banker is not None and table.bank and table.bank_wager is not None:
        moves = (Move(BANK, player(table.banker), table.bank_wager, "bank"),)
        c.happen(e.BankReturned(seat=table.bank.seat, cents=table.bank_wager, played=False, moves=moves))
