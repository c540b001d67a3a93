"""``decide``: an act answered with events, or refused."""

from collections.abc import Callable
from typing import Any

from uth.game.settlement.validation import Broken, Refusal, Refused
from uth.game.table import acts as a
from uth.game.table.acts import (
    Act,
    Role,
    Who,
    amending,
    banking,
    betting,
    jackpots,
    linking,
    paying,
    playing,
    seating,
    trouble,
)
from uth.game.table.course import Course, refuse
from uth.game.table.events import Event
from uth.game.table.phases import IN_ROUND, IN_WORDS, PERMITS, WHEN_HELD, WHEN_PAUSED
from uth.game.table.sealed_rights import refuse_withheld
from uth.game.table.state import Table

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
    a.LayToke: betting.lay_toke,
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
    a.Approve: jackpots.approve,
    a.PayJackpot: jackpots.pay_jackpot,
    a.DenyJackpot: jackpots.deny_jackpot,
    a.EndRound: paying.end_round,
    a.Link: trouble.link,
    a.ReadMeters: linking.read_meters,
    a.Report: trouble.report,
    a.Rule: trouble.rule,
    a.Amend: amending.amend,
    a.AmendDecision: amending.amend_decision,
    a.Dispute: trouble.dispute,
    a.Correct: trouble.correct,
}


def step(table: Table, who: Who, act: Act) -> tuple[list[Event], Table]:
    """What happens when ``who`` does ``act``, and the table after it; raises :class:`Refused`.

    Whatever goes wrong in it is a refusal: a fault of the program is one too, and called :class:`Broken`.
    """
    permit(table, who, type(act))
    refuse_withheld(table, who, act)
    course = Course(table, who)
    try:
        DO[type(act)](course, act)
    except Refused:
        raise
    except Exception as fault:
        says = f"{_name(type(act))}: the table cannot do this ({fault!r})"
        raise Broken([Refusal(f"{says}; call the supervisor, who may void the round")]) from fault
    return course.events, course.table


def decide(table: Table, who: Who, act: Act) -> list[Event]:
    """What happens when ``who`` does ``act``; the table itself has not moved."""
    return step(table, who, act)[0]


def accepts(table: Table, who: Who, act: Act) -> bool:
    """Whether the table would take the act: the same code answers "may I" and "do it"."""
    try:
        step(table, who, act)
    except Refused:
        return False
    return True


def permit(table: Table, who: Who, kind: type[Act]) -> None:
    """Refuse what this person may not ask of any table, or nobody of this one now."""
    allowed = PERMITS[kind]
    if who.role not in allowed.by:
        refuse(f"{_name(kind)}: that is for the {' or '.join(sorted(allowed.by))}")
    if not who.name and who.role is not Role.HOUSE:
        refuse("an act needs a name")
    stopped = table.held or table.paused
    if stopped and kind not in (WHEN_HELD if table.held else WHEN_PAUSED):
        refuse(f"{_name(kind)}: the table {'waits for a ruling' if table.held else 'is paused'} ({stopped})")
    if table.phase not in allowed.phases:
        too_late = TOO_LATE.get(kind) if table.phase in IN_ROUND else None
        clauses = getattr(table.book.cites, too_late) if too_late else ()
        refuse(f"{_name(kind)}: not now; the table {IN_WORDS[table.phase]}", clauses)


def _name(kind: type[Act]) -> str:
    return kind.name().replace("_", " ")


TOO_LATE = {
    a.Bet: "no_more_bets",
    a.LayToke: "no_more_bets",
    a.TakeBack: "no_more_bets",
    a.TakeBank: "bank_wager",
}
"""The clause that speaks when an act comes after the close of bets."""
