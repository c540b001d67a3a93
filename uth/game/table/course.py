"""The course of one act: events happen one after the other, and each changes the table at once."""

from itertools import chain
from typing import NoReturn

from uth.game.ledger import overdrawn
from uth.game.settlement.validation import Refusal, Refused
from uth.game.table.events import Event, PhaseBegan, evolve
from uth.game.table.people import Who
from uth.game.table.phases import NEXT, Phase
from uth.game.table.state import Table


class Course:
    """A table while an act is carried out, and what has happened so far."""

    __slots__ = ("events", "table", "who")

    def __init__(self, table: Table, who: Who) -> None:
        self.table, self.who = table, who
        self.events: list[Event] = []

    def happen(self, event: Event) -> None:
        self.events.append(event)
        self.table = evolve(self.table, event)
        if event.moves and (short := overdrawn(self.table.accounts)):
            raise AssertionError(f"{type(event).__name__} would overdraw {', '.join(short)}")

    def begin(self, phase: Phase) -> None:
        if self.table.phase is not phase:
            if phase not in NEXT[self.table.phase]:
                raise AssertionError(f"no way from {self.table.phase} to {phase}")
            self.happen(PhaseBegan(phase=phase))


def refuse(says: str, *clauses: tuple[str, ...]) -> NoReturn:
    """Refuse the act, with the clauses that say so; the table has not moved."""
    raise Refused([Refusal(says, tuple(dict.fromkeys(chain(*clauses))))])


def reason(given: str) -> str:
    """What staff do has a reason, and it is recorded (GLI-19, B.3.2)."""
    if not given.strip():
        refuse("an act of staff needs a reason")
    return given.strip()
