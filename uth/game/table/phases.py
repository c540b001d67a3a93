"""The phases of a table: the ways between them, and which act may be done in which, by whom.

The rules of this machine:

1. A table is in exactly one phase. An act that its phase does not list is refused and changes nothing.
2. Besides its phase a table can be *paused* (a supervisor said so) or *held* (something irregular waits for
   a ruling). Paused it takes only the acts in ``WHEN_PAUSED``, held only those in ``WHEN_HELD``.
3. A round runs betting → dealing → preflop → flop_due → flop → river_due → river → showdown → paying
   → ending; where a jackpot is won it waits in review before it ends.
4. A round can be void from the close of bets until it is ended (where a house reads it so, only until a
   hand is settled); it then goes straight to ending. What was paid goes back by new entries.

``docs/table.md`` draws this table.
"""

from enum import StrEnum
from typing import NamedTuple

from uth.game.table import acts
from uth.game.table.acts import Act, Role


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

IN_WORDS: dict[Phase, str] = {
    P.CLOSED: "is closed",
    P.BANKING: "is looking for a bank",
    P.BETTING: "takes bets",
    P.DEALING: "is about to deal",
    P.PREFLOP: "waits for decisions before the flop",
    P.FLOP_DUE: "waits for the flop",
    P.FLOP: "waits for decisions on the flop",
    P.RIVER_DUE: "waits for turn and river",
    P.RIVER: "waits for decisions on the river",
    P.SHOWDOWN: "waits for the bank's cards",
    P.PAYING: "is settling",
    P.REVIEW: "has a jackpot in review",
    P.ENDING: "is about to end the round",
}
"""What a table does in each phase, after "the table"."""
IN_ROUND = frozenset({P.DEALING, P.PREFLOP, P.FLOP_DUE, P.FLOP, P.RIVER_DUE, P.RIVER, P.SHOWDOWN, P.PAYING})
STREETS = {P.PREFLOP: "preflop", P.FLOP: "flop", P.RIVER: "river"}
ANY = frozenset(Phase)
OPEN = ANY - {P.CLOSED}
BETWEEN = frozenset({P.BANKING, P.BETTING, P.ENDING})

PLAYER, DEALER, SUPERVISOR, HOUSE = Role.PLAYER, Role.DEALER, Role.SUPERVISOR, Role.HOUSE


NEXT: dict[Phase, dict[Phase, str]] = {
    P.CLOSED: {P.BANKING: "open, where a player banks", P.BETTING: "open, where the house banks"},
    P.BANKING: {P.BETTING: "take bank", P.CLOSED: "close"},
    P.BETTING: {P.DEALING: "no more bets", P.BANKING: "the banker leaves", P.CLOSED: "close"},
    P.DEALING: {P.PREFLOP: "deal", P.ENDING: "void"},
    P.PREFLOP: {P.FLOP_DUE: "the last decision", P.ENDING: "void"},
    P.FLOP_DUE: {P.FLOP: "flop", P.ENDING: "void"},
    P.FLOP: {P.RIVER_DUE: "the last decision", P.ENDING: "void"},
    P.RIVER_DUE: {P.RIVER: "river", P.ENDING: "void"},
    P.RIVER: {P.SHOWDOWN: "the last decision", P.PAYING: "nobody is left", P.ENDING: "void"},
    P.SHOWDOWN: {P.PAYING: "show bank", P.ENDING: "void"},
    P.PAYING: {
        P.REVIEW: "the last payout, with a jackpot",
        P.ENDING: "the last payout, or void",
    },
    P.REVIEW: {P.ENDING: "the last jackpot paid or denied, or void"},
    P.ENDING: {
        P.BANKING: "end round, where a player banks",
        P.BETTING: "end round, where the house banks",
    },
}
"""The ways from one phase to another, and what leads there."""


class Permit(NamedTuple):
    """When an act may be done, and by whom."""

    phases: frozenset[Phase]
    by: frozenset[Role]


def _permit(phases: frozenset[Phase] | Phase, *by: Role) -> Permit:
    return Permit(frozenset({phases}) if isinstance(phases, Phase) else phases, frozenset(by))


PERMITS: dict[type[Act], Permit] = {
    acts.Open: _permit(P.CLOSED, SUPERVISOR),
    acts.Close: _permit(frozenset({P.BANKING, P.BETTING}), SUPERVISOR),
    acts.Pause: _permit(OPEN, SUPERVISOR),
    acts.Resume: _permit(OPEN, SUPERVISOR),
    acts.Sit: _permit(OPEN, PLAYER),
    acts.Leave: _permit(OPEN, PLAYER),
    acts.Vacate: _permit(OPEN, SUPERVISOR),
    acts.BuyIn: _permit(OPEN, PLAYER),
    acts.CashOut: _permit(ANY, PLAYER),
    acts.DealerIn: _permit(BETWEEN | {P.DEALING}, DEALER),
    acts.UseDevice: _permit(BETWEEN | {P.DEALING}, DEALER, SUPERVISOR),
    acts.TakeBank: _permit(frozenset({P.BANKING, P.BETTING}), PLAYER),
    acts.DeclineBank: _permit(P.BANKING, PLAYER),
    acts.Bet: _permit(P.BETTING, PLAYER),
    acts.LayToke: _permit(P.BETTING, PLAYER),
    acts.TakeBack: _permit(P.BETTING, PLAYER),
    acts.NoMoreBets: _permit(P.BETTING, DEALER),
    acts.Deal: _permit(P.DEALING, DEALER),
    acts.Decide: _permit(frozenset(STREETS), PLAYER, DEALER),
    acts.TimeOut: _permit(frozenset(STREETS) | {P.BANKING}, HOUSE),
    acts.Flop: _permit(P.FLOP_DUE, DEALER),
    acts.River: _permit(P.RIVER_DUE, DEALER),
    acts.ShowBank: _permit(P.SHOWDOWN, DEALER),
    acts.ShowHand: _permit(frozenset({P.RIVER, P.SHOWDOWN, P.PAYING}), DEALER),
    acts.Settle: _permit(P.PAYING, DEALER),
    acts.Approve: _permit(P.REVIEW, SUPERVISOR),
    acts.PayJackpot: _permit(P.REVIEW, SUPERVISOR),
    acts.DenyJackpot: _permit(P.REVIEW, SUPERVISOR),
    acts.Amend: _permit(IN_ROUND - {P.DEALING}, SUPERVISOR),
    acts.AmendDecision: _permit(IN_ROUND - {P.DEALING, P.PAYING}, SUPERVISOR),
    acts.EndRound: _permit(P.ENDING, DEALER),
    acts.Link: _permit(OPEN, SUPERVISOR, HOUSE),
    acts.ReadMeters: _permit(OPEN, HOUSE),
    acts.Report: _permit(OPEN, DEALER, SUPERVISOR),
    acts.Rule: _permit(OPEN, SUPERVISOR, HOUSE),
    acts.Dispute: _permit(OPEN, PLAYER),
    acts.Correct: _permit(ANY, SUPERVISOR),
}

WHEN_HELD: frozenset[type[Act]] = frozenset(
    {acts.Rule, acts.Pause, acts.Resume, acts.Dispute, acts.Correct, acts.BuyIn, acts.Amend, acts.ReadMeters}
)
"""What is still taken while a table waits for a ruling."""
WHEN_PAUSED: frozenset[type[Act]] = WHEN_HELD | {acts.Close, acts.Vacate}
"""And while it is paused."""
