"""What nobody may do at a table that is dealt from a sealed shuffle.

There the automatic dealer and the clock run the round. A person can neither deal, close bets, decide for a
seat, change the order of the deal once a deck is committed to, nor correct a card or a decision: who doubts a
round voids it. A player who does not answer is played by the clock, by the published rule.
"""

from uth.game.table import acts as a
from uth.game.table.acts import Act, Role, Who
from uth.game.table.course import refuse
from uth.game.table.phases import Phase
from uth.game.table.state import Table

AUTOMATIC_DEALER = Who(Role.DEALER, "automatic dealer")
"""Deals a sealed table. No person may act under this name."""

DEALT_BY_ITSELF: frozenset[type[Act]] = frozenset(
    {a.NoMoreBets, a.Deal, a.Flop, a.River, a.ShowBank, a.ShowHand, a.Settle, a.EndRound}
)
"""What only the automatic dealer does."""
NEVER: dict[type[Act], str] = {
    a.Amend: "no card of a sealed deck is corrected; void the round",
    a.AmendDecision: "a player's decision is not corrected; void the round",
}


def withheld(table: Table, who: Who, kind: type[Act]) -> str:
    """Why this person may not do this at a sealed table; empty if they may, or the table is not sealed."""
    if not table.sealed:
        return ""
    if kind in NEVER:
        return NEVER[kind]
    if kind in DEALT_BY_ITSELF and who != AUTOMATIC_DEALER:
        return "the automatic dealer does that at a sealed table"
    if kind is a.Decide and who.role is not Role.PLAYER:
        return "nobody decides for a player at a sealed table; the clock does when time is up"
    if kind is a.UseDevice and table.phase is not Phase.BANKING:
        return "the deck is committed to; change the device before the next round's bets"
    return ""


def refuse_withheld(table: Table, who: Who, act: Act) -> None:
    """Refuse what a sealed table does not take from this person."""
    if why := withheld(table, who, type(act)):
        refuse(f"{act.name().replace('_', ' ')}: {why}")
    if table.sealed and isinstance(act, a.Rule) and act.ruling == "forfeit":
        refuse("no hand is forfeited at a sealed table; void the round")
