"""Facts of the dealer's and the floor's work, noted when they are done."""

from msgspec import field
from msgspec.structs import replace

from uth.game.round import Seat
from uth.game.table.events.event import STAFF, Event, heard_by, with_item, without
from uth.game.table.state import DecksSeen, Table
from uth.game.table.wording import spaced
from uth.rules.book import Book
from uth.rules.facts import CENTS
from uth.rules.money import dollars

Detail = str | int | bool
"""What stands in a field of a fact: words, a number (money in cents), or yes and no."""


def fact_key(table: Table, fact: str, seat: Seat | None, once: str) -> str:
    """Under what a fact is kept, so that it is noted once for a round, a street, or a hand."""
    about = [fact] if seat is None else [fact, f"seat {seat}"]
    return " ".join([*about, f"board {len(table.board)}"] if once == "street" else about)


class FactNoted(Event, frozen=True):
    """Something that was done with hands or on paper, at the moment that the book has for it."""

    fact: str
    by: str
    seat: Seat | None = None
    details: dict[str, Detail] = field(default_factory=dict)
    clauses: tuple[str, ...] = ()
    once: str = "round"
    backs: tuple[str, ...] = ()
    """The colors of the deck in play and of the other one, where they were looked at."""

    sight = heard_by(STAFF, "fact by seat details clauses once backs")

    def change(self, table: Table) -> Table:
        noted = fact_key(table, self.fact, self.seat, self.once)
        if self.backs:
            table = replace(table, decks_seen=DecksSeen(table.round, *self.backs))
        if self.once == "opening":
            return replace(table, posted=with_item(table.posted, noted, self.by))
        return replace(table, facts=with_item(table.facts, noted, self.by))

    def tell(self) -> str:
        about = [spaced(self.fact)] + ([] if self.seat is None else [f"seat {self.seat}"])
        about += [_shown(name, value) for name, value in self.details.items()]
        clauses = f" [{' '.join(self.clauses)}]" if self.clauses else ""
        return f"Noted: {', '.join(about)} (by {self.by}){clauses}"

    def say(self, book: Book) -> str:
        return ""


class FactTakenBack(Event, frozen=True):
    """Done a second time, where that takes it back."""

    fact: str
    by: str
    seat: Seat | None = None
    clauses: tuple[str, ...] = ()

    sight = heard_by(STAFF, "fact by seat clauses")

    def change(self, table: Table) -> Table:
        return replace(table, facts=without(table.facts, fact_key(table, self.fact, self.seat, "round")))

    def tell(self) -> str:
        where = "" if self.seat is None else f", seat {self.seat}"
        clauses = f" [{' '.join(self.clauses)}]" if self.clauses else ""
        return f"Taken back: {spaced(self.fact)}{where} (by {self.by}){clauses}"

    def say(self, book: Book) -> str:
        return ""


def _shown(name: str, value: Detail) -> str:
    """A field in words; one of money is called cents, or something in cents."""
    if isinstance(value, bool):
        return f"{spaced(name)} {'yes' if value else 'no'}"
    if isinstance(value, int) and name.endswith(CENTS):
        return f"{spaced(name.removesuffix(CENTS)).strip()} {dollars(value)}".strip()
    return f"{spaced(name)} {value}"
