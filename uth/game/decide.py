"""``decide``: an act answered with events, or refused. ``legal``: what would be accepted."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from uth.game import acts as a
from uth.game import banking, betting, linking, paying, playing, seating, trouble
from uth.game.acts import Act, Role, Who
from uth.game.course import Course, refuse
from uth.game.events import Event
from uth.game.phases import IN_WORDS, PERMITS, WHEN_HELD, WHEN_PAUSED
from uth.game.round import Spot
from uth.game.table import Table
from uth.game.validation import Refused
from uth.rules.money import Cents

DO: dict[type[Act], Callable[[Course, Any], None]] = {
    a.Open: seating.open_table,
    a.Close: seating.close_table,
    a.Pause: seating.pause,
    a.Resume: seating.resume,
    a.Sit: seating.sit,
    a.Leave: seating.leave,
    a.Vacate: seating.vacate,
    a.BuyIn: seating.buy_in,
    a.CashOut: seating.cash_out,
    a.DealerIn: seating.dealer_in,
    a.UseDevice: seating.use_device,
    a.TakeBank: banking.take_bank,
    a.DeclineBank: banking.decline_bank,
    a.Bet: betting.bet,
    a.TakeBack: betting.take_back,
    a.NoMoreBets: betting.no_more_bets,
    a.Deal: playing.deal,
    a.Decide: playing.decide,
    a.TimeOut: playing.time_out,
    a.Flop: playing.flop,
    a.River: playing.river,
    a.ShowBank: playing.show_bank,
    a.ShowHand: playing.show_hand,
    a.Settle: paying.settle,
    a.Approve: paying.approve,
    a.PayJackpot: paying.pay_jackpot,
    a.DenyJackpot: paying.deny_jackpot,
    a.EndRound: paying.end_round,
    a.Link: trouble.link,
    a.ReadMeters: linking.read_meters,
    a.Report: trouble.report,
    a.Rule: trouble.rule,
    a.Amend: trouble.amend,
    a.Dispute: trouble.dispute,
    a.Correct: trouble.correct,
}


def step(table: Table, who: Who, act: Act) -> tuple[list[Event], Table]:
    """What happens when ``who`` does ``act``, and the table after it; raises :class:`Refused`."""
    _permitted(table, who, act)
    course = Course(table, who)
    DO[type(act)](course, act)
    return course.events, course.table


def decide(table: Table, who: Who, act: Act) -> list[Event]:
    """What happens when ``who`` does ``act``; the table itself has not moved."""
    return step(table, who, act)[0]


def _permitted(table: Table, who: Who, act: Act) -> None:
    permit = PERMITS[type(act)]
    if who.role not in permit.by:
        refuse(f"{_name(act)}: that is for the {' or '.join(sorted(permit.by))}")
    if not who.name and who.role is not Role.HOUSE:
        refuse("an act needs a name")
    stopped = table.held or table.paused
    if stopped and type(act) not in (WHEN_HELD if table.held else WHEN_PAUSED):
        refuse(f"{_name(act)}: the table {'waits for a ruling' if table.held else 'is paused'} ({stopped})")
    if table.phase not in permit.phases:
        refuse(f"{_name(act)}: not now; the table {IN_WORDS[table.phase]}", _clauses(table, act))


def _name(act: Act) -> str:
    return act.name().replace("_", " ")


NOT_NOW = {a.Bet: "no_more_bets", a.TakeBack: "no_more_bets", a.TakeBank: "rotation"}
"""The clause that speaks when an act comes at the wrong time."""


def _clauses(table: Table, act: Act) -> tuple[str, ...]:
    clauses: tuple[str, ...] = getattr(table.book.cites, NOT_NOW[type(act)]) if type(act) in NOT_NOW else ()
    return clauses


class Option(Struct, frozen=True):
    """Something somebody may do now; ``bounds`` are the amounts where he has a choice."""

    act: Act
    bounds: dict[str, tuple[Cents, Cents]] = {}


def legal(table: Table, who: Who) -> list[Option]:
    """What the table would accept from ``who`` now. A screen offers this and nothing else."""
    return [option for option in _candidates(table, who) if accepts(table, who, option.act)]


def accepts(table: Table, who: Who, act: Act) -> bool:
    """Whether the table would take the act: the same code answers "may I" and "do it"."""
    try:
        step(table, who, act)
    except Refused:
        return False
    return True


def _bets(table: Table, who: Who) -> Iterator[Option]:
    """The least bet, and how far Ante and Trips may go with the chips there are."""
    limits, unit = table.book.limits, table.book.wagers.unit
    if limits.ante is None:
        return
    seat = table.seat_of(who.name) or 0
    least = Spot(seat=seat, hole=None, ante=limits.ante.least, blind=limits.ante.least)
    had = table.spots[seat].staked() if seat in table.spots else 0
    owed = betting.owed(table, who.name, besides=seat)
    free = table.chips(who.name) + had - owed - betting.house_charge(table, least)
    bounds = {"ante": (limits.ante.least, min(limits.ante.most, free // 2 // unit * unit))}
    if limits.trips:
        most = min(limits.trips.most, (free - 2 * limits.ante.least) // unit * unit)
        if most >= limits.trips.least:
            bounds["trips"] = (limits.trips.least, most)
    yield Option(a.Bet(ante=limits.ante.least), bounds)


def _candidates(table: Table, who: Who) -> Iterator[Option]:
    book, chips = table.book, table.chips(who.name)
    if who.role is Role.PLAYER:
        yield from (Option(a.Sit(seat=seat)) for seat in range(1, book.table.seats + 1))
        yield Option(a.Leave())
        most = chips + (table.bank_wager or 0 if table.banker == who.name else 0) - banking.bank_charge(table)
        yield Option(a.TakeBank(wager=book.bank.min_wager), {"wager": (book.bank.min_wager, most)})
        yield Option(a.DeclineBank())
        yield from _bets(table, who)
        yield Option(a.TakeBack())
        free = chips - betting.owed(table, who.name)
        yield Option(a.CashOut(cents=free), {"cents": (1, free)})
    if who.role in (Role.PLAYER, Role.DEALER):
        seat = playing.to_act(table)
        if seat is not None:
            yield from (Option(a.Decide(choice=choice, seat=seat)) for choice in playing.choices(table, seat))
    if who.role is Role.DEALER:
        plain = (a.NoMoreBets(), a.Deal(), a.Settle(), a.EndRound(), a.DealerIn(cards_counted=52))
        yield from map(Option, plain)
    if who.role is Role.HOUSE:
        yield Option(a.TimeOut())
    if who.role is Role.SUPERVISOR:
        yield Option(a.Open())
        for act in (a.Close(reason="?"), a.Pause(reason="?"), a.Resume(), a.Rule(ruling="void", reason="?")):
            yield Option(act)
        yield Option(a.Rule(ruling="play_on", reason="?"))
        for seat in table.spots:
            yield Option(a.Rule(ruling="forfeit", seat=seat, reason="?"))
        for won in table.review:
            for office in paying.OFFICES:
                yield Option(a.Approve(seat=won.seat, office=office, reason="?"))
            yield Option(a.PayJackpot(seat=won.seat))
