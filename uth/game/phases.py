"""The phases of a table, and which act may be done in which, by whom, leading where.

The rules of this machine:

1. A table is in exactly one phase. An act that its phase does not list is refused and changes nothing.
2. Besides its phase a table can be *paused* (a supervisor said so, or the link is in doubt) or *held*
   (something irregular waits for a ruling). Then only the acts in ``WHEN_HELD`` are taken.
3. A round runs betting → dealing → preflop → flop_due → flop → river_due → river → showdown → paying
   → ending; where a jackpot is won it waits in review before it ends.
4. A round can be void from the close of bets until its first payout has been made in paying; it then
   goes straight to ending. What was paid is only ever corrected by a new entry.

``docs/table.md`` draws this table.
"""

from enum import StrEnum
from typing import NamedTuple

from uth.game import acts
from uth.game.acts import Act, Role


class Phase(StrEnum):
    """Where a table stands."""

    CLOSED = "closed"
    BANKING = "banking"
    BETTING = "betting"
    DEALING = "dealing"
    PREFLOP = "preflop"
    FLOP_DUE = "flop_due"
    FLOP = "flop"
    RIVER_DUE = "river_due"
    RIVER = "river"
    SHOWDOWN = "showdown"
    PAYING = "paying"
    REVIEW = "review"
    ENDING = "ending"


P = Phase
IN_ROUND = frozenset({P.DEALING, P.PREFLOP, P.FLOP_DUE, P.FLOP, P.RIVER_DUE, P.RIVER, P.SHOWDOWN, P.PAYING})
STREETS = {P.PREFLOP: "preflop", P.FLOP: "flop", P.RIVER: "river"}
ANY = frozenset(Phase)
OPEN = ANY - {P.CLOSED}
BETWEEN = frozenset({P.BANKING, P.BETTING, P.ENDING})

PLAYER, DEALER, SUPERVISOR, HOUSE = Role.PLAYER, Role.DEALER, Role.SUPERVISOR, Role.HOUSE


class Permit(NamedTuple):
    """When an act may be done, by whom, and which phases it can lead to (besides staying)."""

    phases: frozenset[Phase]
    by: frozenset[Role]
    to: frozenset[Phase] = frozenset()


def _permit(phases: frozenset[Phase] | Phase, by: Role | tuple[Role, ...], *to: Phase) -> Permit:
    where = frozenset({phases}) if isinstance(phases, Phase) else phases
    return Permit(where, frozenset(by) if isinstance(by, tuple) else frozenset({by}), frozenset(to))


PERMITS: dict[type[Act], Permit] = {
    acts.Open: _permit(P.CLOSED, SUPERVISOR, P.BANKING, P.BETTING),
    acts.Close: _permit(BETWEEN, SUPERVISOR, P.CLOSED),
    acts.Pause: _permit(OPEN, SUPERVISOR),
    acts.Resume: _permit(OPEN, SUPERVISOR),
    acts.Sit: _permit(OPEN, PLAYER),
    acts.Leave: _permit(OPEN, PLAYER, P.BANKING),
    acts.BuyIn: _permit(OPEN, PLAYER),
    acts.CashOut: _permit(ANY, PLAYER),
    acts.DealerIn: _permit(BETWEEN, DEALER),
    acts.UseDevice: _permit(BETWEEN | {P.DEALING}, (DEALER, SUPERVISOR)),
    acts.TakeBank: _permit(frozenset({P.BANKING, P.BETTING}), PLAYER, P.BETTING),
    acts.DeclineBank: _permit(P.BANKING, PLAYER),
    acts.Bet: _permit(P.BETTING, PLAYER),
    acts.TakeBack: _permit(P.BETTING, PLAYER),
    acts.NoMoreBets: _permit(P.BETTING, DEALER, P.DEALING),
    acts.Deal: _permit(P.DEALING, DEALER, P.PREFLOP),
    acts.Decide: _permit(
        frozenset(STREETS),
        (PLAYER, DEALER),
        P.FLOP_DUE,
        P.RIVER_DUE,
        P.SHOWDOWN,
        P.PAYING,
        P.REVIEW,
        P.ENDING,
    ),
    acts.TimeOut: _permit(
        frozenset(STREETS), HOUSE, P.FLOP_DUE, P.RIVER_DUE, P.SHOWDOWN, P.PAYING, P.REVIEW, P.ENDING
    ),
    acts.Flop: _permit(P.FLOP_DUE, DEALER, P.FLOP, P.RIVER_DUE),
    acts.River: _permit(P.RIVER_DUE, DEALER, P.RIVER, P.SHOWDOWN, P.PAYING, P.REVIEW, P.ENDING),
    acts.ShowBank: _permit(P.SHOWDOWN, DEALER, P.PAYING),
    acts.ShowHand: _permit(frozenset({P.RIVER, P.SHOWDOWN, P.PAYING}), DEALER),
    acts.Settle: _permit(P.PAYING, DEALER, P.REVIEW, P.ENDING),
    acts.Approve: _permit(P.REVIEW, SUPERVISOR),
    acts.PayJackpot: _permit(P.REVIEW, SUPERVISOR, P.ENDING),
    acts.EndRound: _permit(P.ENDING, DEALER, P.BANKING, P.BETTING),
    acts.Link: _permit(OPEN, SUPERVISOR),
    acts.Report: _permit(OPEN, (DEALER, SUPERVISOR), P.ENDING),
    acts.Rule: _permit(OPEN, SUPERVISOR, P.ENDING, P.FLOP_DUE, P.RIVER_DUE, P.SHOWDOWN, P.PAYING, P.REVIEW),
    acts.Dispute: _permit(OPEN, PLAYER),
    acts.Correct: _permit(ANY, SUPERVISOR),
}

WHEN_HELD = frozenset(
    {acts.Resume, acts.Rule, acts.Pause, acts.Dispute, acts.Correct, acts.BuyIn, acts.Close}
)
"""What is still taken while a table is paused or waits for a ruling."""
