"""The phases of a table, and the ways between them. Each act says in its ``permit`` when it may be done.

The rules of this machine:

1. A table is in exactly one phase. An act that is not permitted in it is refused and changes nothing.
2. Besides its phase a table can be *paused* (a supervisor said so) or *held* (something irregular waits for
   a ruling). Then it takes only the acts whose permit says so: ``when_paused``, ``when_held``.
3. A round runs betting → dealing → preflop → flop_due → flop → river_due → river → showdown → paying
   → ending; where a jackpot is won it waits in review before it ends.
4. A round can be void from the close of bets until it is ended (where a house reads it so, only until a
   hand is settled); it then goes straight to ending. What was paid goes back by new entries.

``docs/table.md`` draws it, with the permits of all acts.
"""

from enum import StrEnum


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
