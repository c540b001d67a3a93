"""``legal``: everything somebody may do at a table now. A screen offers this and nothing else.

The same code answers "may I" and "do it": an option is offered when its act, tried, would be accepted. Cards
cannot be tried: which ones would be taken depends on cards that are hidden, and would tell them.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from uth.game.settlement.validation import Refused
from uth.game.table import acts as a
from uth.game.table.acts import Act, Role, Who
from uth.game.table.acts.amending import may_amend
from uth.game.table.acts.playing import may_show_hand, refuse_unseen
from uth.game.table.deciding import accepts
from uth.game.table.options import OFFERS, Option
from uth.game.table.phases import PERMITS, WHEN_HELD, WHEN_PAUSED, Phase
from uth.game.table.sealed_rights import withheld
from uth.game.table.state import Table

__all__ = ["Option", "legal"]

CARD_GUARDS: dict[type[Act], Callable[[Table, Any], object]] = {
    a.Flop: lambda table, act: None,
    a.River: lambda table, act: None,
    a.ShowBank: lambda table, act: refuse_unseen(table),
    a.ShowHand: may_show_hand,
    a.Amend: may_amend,
}
"""What is asked of an act besides its cards."""
WORKED_OUT = frozenset({a.Bet, a.BuyIn, a.Decide, a.Dispute, a.LayToke})
"""Acts whose options come from the very code that decides about them: only their amounts are looked at."""


def legal(table: Table, who: Who) -> list[Option]:
    """What the table would accept from ``who`` now."""
    if not who.name and who.role is not Role.HOUSE:
        return []
    options = (option for kind in _timely(table, who) for option in OFFERS[kind](table, who))
    return [option for option in options if _stands(table, who, option)]


def _timely(table: Table, who: Who) -> list[type[Act]]:
    """The acts that somebody may do at all in this phase and at this table, and while it is stopped."""
    kinds = _permitted(who.role, table.phase)
    if table.sealed:
        kinds = [kind for kind in kinds if not withheld(table, who, kind)]
    if table.held or table.paused:
        return [kind for kind in kinds if kind in (WHEN_HELD if table.held else WHEN_PAUSED)]
    return kinds


@cache
def _permitted(role: Role, phase: Phase) -> list[type[Act]]:
    return [kind for kind in OFFERS if role in PERMITS[kind].by and phase in PERMITS[kind].phases]


def _stands(table: Table, who: Who, option: Option) -> bool:
    kind = type(option.act)
    if kind in WORKED_OUT:
        return all(least <= most for least, most in option.bounds.values())
    if guard := CARD_GUARDS.get(kind):
        try:
            guard(table, option.act)
        except Refused:
            return False
        return True
    return accepts(table, who, option.act)
