"""The life of a table: opening, seats, chips, dealers and devices."""

from uth.game.ledger import CAGE, HOUSE, Move, meter, player
from uth.game.table import acts as a
from uth.game.table import events as e
from uth.game.table.acts.banking import begin_round, leave_bank
from uth.game.table.acts.betting import owed, return_wagers
from uth.game.table.acts.linking import meters_of
from uth.game.table.course import Course, reason, refuse
from uth.game.table.phases import BETWEEN, Phase
from uth.rules.book import Book
from uth.rules.money import MOST_MONEY, dollars


def open_table(c: Course, act: a.Open) -> None:
    """A table opens when its book is complete; the progressive starts at its seeds or where it stood."""
    book = c.table.book
    if needs := book.left_open():
        lacking = [need.choose for need in needs if not book.has(need.choose)]
        told = [f"choose {', '.join(lacking)}"] if lacking else []
        told += [need.says for need in needs if book.has(need.choose)]
        refuse(f"the book is not complete: {'; '.join(told)}", *(need.clauses for need in needs))
    standing = meters_of(c.table)
    seeds = {name: one.seed for name, (_, one) in book.meters.items()}
    for name, cents in act.meters.items():
        if name not in standing or not 0 <= cents <= MOST_MONEY:
            known = ", ".join(standing) or "none"
            refuse(f"{name} at {dollars(cents)}: the meters are {known}, none below zero")
        if cents < seeds.get(name, 0):
            says = f"the {name} meter at {dollars(cents)} is below its seed, {dollars(seeds[name])}"
            refuse(says, book.meters[name][0].cites.limit)
    moves = [
        Move(HOUSE, meter(name), start, "meter")
        for name, cents in standing.items()
        if not act.linked and not cents and (start := act.meters.get(name, seeds.get(name, 0)))
    ]
    c.happen(e.TableOpened(book=book.name, digest=book.digest, by=str(c.who), moves=tuple(moves)))
    begin_round(c)


def close_table(c: Course, act: a.Close) -> None:
    if c.table.spots:
        refuse("wagers lie on the felt: they are taken back or played first")
    leave_bank(c)
    c.happen(e.TableClosed(by=str(c.who), reason=reason(act.reason)))
    c.begin(Phase.CLOSED)


def pause(c: Course, act: a.Pause) -> None:
    if c.table.paused:
        refuse("the table is paused already")
    c.happen(e.Paused(by=str(c.who), reason=reason(act.reason)))


def resume(c: Course, act: a.Resume) -> None:
    if not c.table.paused:
        refuse("the table is not paused")
    c.happen(e.Resumed(by=str(c.who), reason=act.reason))


def sit(c: Course, act: a.Sit) -> None:
    table, name = c.table, c.who.name
    if not 1 <= act.seat <= table.book.table.seats:
        refuse(f"the table has seats 1 to {table.book.table.seats}", table.book.cites.seats)
    if act.seat in table.seats:
        refuse(f"seat {act.seat} is taken")
    if table.seat_of(name) is not None:
        refuse(f"{name} sits in seat {table.seat_of(name)}; one spot a player")
    c.happen(e.SeatTaken(seat=act.seat, player=name))
    if c.table.phase is Phase.BANKING and c.table.offered is None:
        begin_round(c)


def leave(c: Course, act: a.Leave) -> None:
    table, name = c.table, c.who.name
    seat = table.seat_of(name)
    if seat is None:
        refuse(f"{name} does not sit here")
    if any(owner == name for owner in table.owners.values()):
        refuse(f"{name} has wagers on the felt")
    if table.banker == name and (table.phase is not Phase.BETTING or table.spots):
        refuse(f"{name} banks this round and stays until it is over", table.book.cites.rotation)
    _leave(c, seat, name, "")


def vacate(c: Course, act: a.Vacate) -> None:
    """For somebody who does not answer: between rounds only, his wagers and his bank go back to him."""
    name = c.table.seats.get(act.seat)
    if name is None:
        refuse(f"nobody sits in seat {act.seat}")
    why = reason(act.reason)
    if c.table.phase not in (Phase.BANKING, Phase.BETTING):
        if name in (*c.table.owners.values(), c.table.banker):
            refuse(f"{name} has wagers in play; the round is finished first")
    elif c.table.banker == name:
        for seat in list(c.table.spots):
            return_wagers(c, seat)
    for seat in [seat for seat, owner in c.table.owners.items() if owner == name]:
        return_wagers(c, seat)
    _leave(c, act.seat, name, why)


def _leave(c: Course, seat: int, name: str, why: str) -> None:
    if c.table.banker == name:
        leave_bank(c)
    c.happen(e.SeatLeft(seat=seat, player=name, by=str(c.who), reason=why))
    waiting = c.table.phase is Phase.BETTING and c.table.book.bank.is_player and c.table.bank_wager is None
    if c.table.phase is Phase.BANKING or waiting:
        begin_round(c)


def buy_in(c: Course, act: a.BuyIn) -> None:
    if not 0 < act.cents <= MOST_MONEY:
        refuse(f"{dollars(act.cents)} buys no chips")
    moves = (Move(CAGE, player(c.who.name), act.cents, "buy-in"),)
    c.happen(e.ChipsBought(player=c.who.name, cents=act.cents, moves=moves))


def cash_out(c: Course, act: a.CashOut) -> None:
    table, name = c.table, c.who.name
    free = table.chips(name) - owed(table, name)
    if not 0 < act.cents <= free:
        refuse(f"{name} has {dollars(free)} to cash")
    if table.phase not in BETWEEN | {Phase.CLOSED} and name in (*table.owners.values(), table.banker):
        refuse("chips needed for the round in play are cashed after it")
    moves = (Move(player(name), CAGE, act.cents, "cash-out"),)
    c.happen(e.ChipsCashed(player=name, cents=act.cents, moves=moves))


def dealer_in(c: Course, act: a.DealerIn) -> None:
    """A deck that is not complete stops the dealer before he deals (IA-HAND-4)."""
    if act.cards_counted is None and c.table.device == "hand":
        refuse("the deck is counted before a new dealer deals by hand", c.table.book.cites.deck_count)
    if act.cards_counted not in (None, 52):
        refuse(
            f"{act.cards_counted} cards: the deck is not complete; take another",
            c.table.book.cites.deck_count,
        )
    c.happen(e.DealerCameIn(dealer=c.who.name, cards_counted=act.cards_counted))


def use_device(c: Course, act: a.UseDevice) -> None:
    book = c.table.book
    known = devices(book)
    if act.device not in known:
        refuse(f"this game is dealt from {', '.join(known)}", book.cites.device)
    if act.device == c.table.device:
        refuse(f"the {act.device} is in use already")
    c.happen(e.DeviceChanged(device=act.device, by=str(c.who), reason=reason(act.reason)))


def devices(book: Book) -> list[str]:
    """What this game can be dealt from: the devices for which the book has an order of dealing."""
    return [name for name in ("shuffler", "shoe", "hand") if getattr(book.deal.orders, name)]
