"""An act is answered with events, or refused with the reason and the clause."""

from uth.game.settlement.validation import Broken, Refusal, Refused
from uth.game.table.act import Act
from uth.game.table.course import Course, refuse
from uth.game.table.events.event import Event
from uth.game.table.people import Role, Who
from uth.game.table.phases import IN_ROUND, IN_WORDS
from uth.game.table.state import Table


def step(table: Table, who: Who, act: Act) -> tuple[list[Event], Table]:
    """What happens when ``who`` does ``act``, and the table after it; raises :class:`Refused`.

    Whatever goes wrong in it is a refusal: a fault of the program is one too, and called :class:`Broken`.
    """
    refuse_unpermitted(table, who, type(act))
    refuse_withheld(table, who, act)
    course = Course(table, who)
    try:
        act.do(course)
    except Refused:
        raise
    except Exception as fault:
        says = f"{act.title()}: the table cannot do this ({fault!r})"
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


def refuse_unpermitted(table: Table, who: Who, kind: type[Act]) -> None:
    """Refuse what this person may not ask of any table, or nobody of this one now."""
    permit = kind.permit
    if who.role not in permit.by:
        refuse(f"{kind.title()}: that is for the {' or '.join(sorted(permit.by))}")
    if not who.name and who.role is not Role.HOUSE:
        refuse("an act needs a name")
    if table.held and not permit.when_held:
        refuse(f"{kind.title()}: the table waits for a ruling ({table.held})")
    if table.paused and not table.held and not permit.when_paused:
        refuse(f"{kind.title()}: the table is paused ({table.paused})")
    if table.phase not in permit.phases:
        too_late = kind.too_late if table.phase in IN_ROUND else ""
        clauses = getattr(table.book.cites, too_late) if too_late else ()
        refuse(f"{kind.title()}: not now; the table {IN_WORDS[table.phase]}", clauses)


def refuse_withheld(table: Table, who: Who, act: Act) -> None:
    """Refuse what a sealed table does not take from this person, or from nobody."""
    if not table.sealed:
        return
    if why := act.withheld(table, who):
        refuse(f"{act.title()}: {why}")
    act.guard_sealed()
