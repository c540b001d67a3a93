"""``decide``: an act answered with events, or refused."""

from collections.abc import Callable
from typing import Any

from uth.game import acts as a
from uth.game import banking, betting, linking, paying, playing, seating, trouble
from uth.game.acts import Act, Role, Who
from uth.game.course import Course, refuse
from uth.game.events import Event
from uth.game.phases import IN_WORDS, PERMITS, WHEN_HELD, WHEN_PAUSED
from uth.game.table import Table
from uth.game.validation import Refused

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


def accepts(table: Table, who: Who, act: Act) -> bool:
    """Whether the table would take the act: the same code answers "may I" and "do it"."""
    try:
        step(table, who, act)
    except Refused:
        return False
    return True
