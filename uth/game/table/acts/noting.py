"""Facts: what the dealer and the floor note as they do it, exactly when the book has it."""

from collections.abc import Iterator

from msgspec import field

from uth.game.round import Seat
from uth.game.table import events as e
from uth.game.table.act import TEXT, Act, Option, allowed
from uth.game.table.acts.details import wrong_with
from uth.game.table.acts.occasions import due_facts, due_seats, noted_by
from uth.game.table.course import Course, refuse
from uth.game.table.events.noting import Detail
from uth.game.table.irregularities import mishap
from uth.game.table.people import Role, Who
from uth.game.table.phases import IN_WORDS, OPEN
from uth.game.table.state import Table
from uth.rules.facts import NUMBERS, Fact


class Did(Act, frozen=True):
    """Something the book's script has at this moment is done: noted with its fields."""

    fact: str
    seat: Seat | None = None
    """Whose hand it is about."""
    details: dict[str, Detail] = field(default_factory=dict)

    permit = allowed(OPEN, Role.DEALER, Role.SUPERVISOR)
    worked_out = True
    written = ("fact", "seat")

    def do(self, c: Course) -> None:
        """Refused at the wrong time, a second time, and when it is not as it must be."""
        table, fact = c.table, known_fact(c.table, self.fact)
        said = fact.name.replace("_", " ")
        if c.who.role not in fact.by:
            refuse(f"{said}: that is for the {' or '.join(fact.by)}", fact.clauses)
        seats = due_seats(table, fact)
        if not seats:
            refuse(f"{said}: not now; {_why_not(table, fact)}", fact.clauses)
        if self.seat not in seats:
            refuse(f"{said}: {_whose(seats)}", fact.clauses)
        if done := noted_by(table, fact, self.seat):
            if not fact.again:
                refuse(f"{said}: done already, noted by {done}", fact.clauses)
            taken = e.FactTakenBack(fact=fact.name, seat=self.seat, by=str(c.who), clauses=fact.clauses)
            c.happen(taken)
            return
        if wrong := wrong_with(table, fact, self.seat, self.details):
            report = f'; report "{fact.amiss}"' if fact.amiss else ""
            amiss = mishap(table.book, fact.amiss).clauses if fact.amiss else ()
            refuse(f"{said}, {wrong}{report}", fact.clauses, amiss)
        noted = e.FactNoted(
            fact=fact.name,
            seat=self.seat,
            by=str(c.who),
            details={name: self.details[name] for name, _ in fact.asks},
            clauses=fact.clauses,
            once=fact.once,
            backs=_backs(fact, self.details),
        )
        c.happen(noted)

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        for fact, seat, done_by in due_facts(table):
            if who.role in fact.by and (fact.again or not done_by):
                asks = {} if done_by else dict(fact.asks)
                details = {name: blank(kind) for name, kind in asks.items()}
                fill = ("details",) if asks else ()
                yield Option(cls(fact=fact.name, seat=seat, details=details), fill=fill, fields=asks)


def known_fact(table: Table, name: str) -> Fact:
    """The fact of this name in the book's script."""
    for fact in table.book.script.facts:
        if fact.name == name:
            return fact
    names = ", ".join(fact.name for fact in table.book.script.facts)
    refuse(f"this book notes no {name or 'such fact'}; it notes {names or 'nothing'}")


def blank(kind: str) -> Detail:
    """What stands in a field until somebody fills it in."""
    return False if kind == "flag" else 0 if kind in NUMBERS else TEXT


def _why_not(table: Table, fact: Fact) -> str:
    if table.sealed and not fact.sealed:
        return "at a sealed table nobody touches the cards"
    if fact.devices and table.device not in fact.devices:
        return f"the game is dealt from the {table.device}"
    return f"the table {IN_WORDS[table.phase]}"


def _whose(seats: tuple[Seat | None, ...]) -> str:
    due = ", ".join(str(seat) for seat in seats if seat is not None)
    return f"it is due for seat {due}" if due else "it is about no seat"


def _backs(fact: Fact, details: dict[str, Detail]) -> tuple[str, ...]:
    """The colors of both decks, where a fact asks for both."""
    by_kind = {kind: str(details[name]) for name, kind in fact.asks}
    return (by_kind["back"], by_kind["other_back"]) if {"back", "other_back"} <= set(by_kind) else ()
