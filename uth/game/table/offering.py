"""``legal``: everything somebody may do at a table now. A screen offers this and nothing else.

The same code answers "may I" and "do it": an option is offered when its act, tried, would be accepted.
"""

from functools import cache

from uth.game.settlement.validation import Refused
from uth.game.table.act import Act, Option
from uth.game.table.acts import ACTS
from uth.game.table.answering import accepts
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import Table


def legal(table: Table, who: Who) -> list[Option]:
    """What the table would accept from ``who`` now."""
    if not who.name and who.role is not Role.HOUSE:
        return []
    options = (option for kind in _timely(table, who) for option in kind.offers(table, who))
    return [option for option in options if _stands(table, who, option)]


def _timely(table: Table, who: Who) -> list[type[Act]]:
    """The acts that somebody may do at all in this phase and at this table, and while it is stopped."""
    kinds = _permitted(who.role, table.phase)
    if table.sealed:
        kinds = [kind for kind in kinds if not kind.withheld(table, who)]
    if table.held:
        return [kind for kind in kinds if kind.permit.when_held]
    return [kind for kind in kinds if kind.permit.when_paused] if table.paused else kinds


@cache
def _permitted(role: Role, phase: Phase) -> list[type[Act]]:
    return [kind for kind in ACTS.values() if role in kind.permit.by and phase in kind.permit.phases]


def _stands(table: Table, who: Who, option: Option) -> bool:
    """Whether the act of an option would be accepted; one that names cards is not tried with any."""
    act = option.act
    if act.worked_out:
        return all(least <= most for least, most in option.bounds.values())
    if act.enters_cards:
        try:
            act.guard(table)
        except Refused:
            return False
        return True
    return accepts(table, who, act)
