"""What goes wrong and is put right: irregularities, rulings, void rounds, disputes, corrections."""

from collections.abc import Callable

from msgspec.structs import replace

from uth.cards import Card, card_names
from uth.game.round import Choice, Seat, base_of
from uth.game.table.events.event import ALL, STAFF_AND_CONCERNED, Event, heard_by, with_item
from uth.game.table.people import Role, Who
from uth.game.table.state import Table
from uth.game.table.wording import bank_title, chose, holder, listed, moves_told, signs, spaced
from uth.rules.book import Book
from uth.rules.money import dollars

EFFECTS = {
    "void": "the round is void and all wagers go back",
    "reshuffle": "the cards are shuffled again",
    "play_on": "play goes on",
    "ruling": "the table waits for a ruling of the supervisor",
}
"""What becomes of a round in which something went wrong."""


class Happened(Event, frozen=True):
    """Something irregular, and what the book does about it."""

    what: str
    effect: str
    seat: Seat | None
    by: str
    clauses: tuple[str, ...]

    sight = heard_by(ALL, "what effect seat by clauses")

    def change(self, table: Table) -> Table:
        if self.effect == "reshuffle":
            return replace(table, reshuffles=table.reshuffles + 1)
        return replace(table, held=self.what) if self.effect == "ruling" else table

    def tell(self) -> str:
        where = f", seat {self.seat}" if self.seat else ""
        clauses = f" [{' '.join(self.clauses)}]" if self.clauses else ""
        return f"Irregular: {self.what}{where}: {spaced(self.effect)} (by {self.by}){clauses}"

    def say(self, book: Book) -> str:
        where = "" if self.seat is None else f", seat {self.seat}"
        return f"Irregularity: {self.what}{where}; {EFFECTS.get(self.effect, self.effect)}"


class Ruled(Event, frozen=True):
    ruling: str
    seat: Seat | None
    by: str
    reason: str

    sight = heard_by(ALL, "ruling seat by reason")

    def change(self, table: Table) -> Table:
        return replace(table, held="")

    def tell(self) -> str:
        where = f", seat {self.seat}" if self.seat else ""
        return f"Ruling: {spaced(self.ruling)}{where}, {self.reason} (by {self.by})"

    def say(self, book: Book) -> str:
        return f"Ruling: {spaced(self.ruling)}, {self.reason}"


class RoundVoided(Event, frozen=True):
    by: str
    reason: str

    sight = heard_by(ALL, "by reason")

    def change(self, table: Table) -> Table:
        return replace(table, void=True, held="", review=())

    def tell(self) -> str:
        return f"The round is void, all wagers go back: {self.reason}"

    def say(self, book: Book) -> str:
        return f"The round is void, all bets go back: {self.reason}"


class HandForfeited(Event, frozen=True):
    """The hand is out; its wagers are settled by the ruling."""

    seat: Seat

    sight = heard_by(ALL, "seat")

    def change(self, table: Table) -> Table:
        return replace(table, forfeited=(*table.forfeited, self.seat))

    def tell(self) -> str:
        return f"Seat {self.seat}'s hand is out"


class DecisionAmended(Event, frozen=True):
    """A decision that the dealer entered wrongly, put right before the next card was out."""

    seat: Seat
    was: Choice
    choice: Choice
    by: str
    reason: str
    tucked: bool = False

    sight = heard_by(ALL, "seat was choice by reason tucked")

    def change(self, table: Table) -> Table:
        """Cards that went to the rack with a fold that was none are its player's again."""
        spot = table.spots[self.seat].amended(table.book, self.choice, tucked=self.tucked)
        racked = tuple(seat for seat in table.racked if seat != base_of(spot))
        return replace(table, spots=with_item(table.spots, self.seat, spot), racked=racked)

    def tell(self) -> str:
        amended = f"Seat {self.seat} {chose(self.choice, 'x')}, entered before as {self.was}"
        return f"{amended}: {self.reason} (by {self.by})"

    def say(self, book: Book) -> str:
        return f"Seat {self.seat} {chose(self.choice)}; it was entered as {self.was}: {self.reason}"


def _open_or_own(field: str) -> Callable[[Who, "CardsAmended"], tuple[Card, ...]]:
    def cards(who: Who, event: "CardsAmended") -> tuple[Card, ...]:
        seen: tuple[Card, ...] = getattr(event, field)
        return seen if not event.player or who == Who(Role.PLAYER, event.player) else ()

    return cards


class CardsAmended(Event, frozen=True):
    """Cards that were entered wrongly are put right."""

    of: str | int
    by: str
    reason: str
    player: str = ""
    """Who holds them, face down; nobody when they lie open."""
    was: tuple[Card, ...] = ()
    cards: tuple[Card, ...] = ()
    again: tuple[Seat, ...] = ()
    """Seats whose Ante had gone back and plays after all."""

    sight = heard_by(
        ALL, "of by reason player again", (_open_or_own("was"), "was"), (_open_or_own("cards"), "cards")
    )

    @property
    def hides_cards(self) -> bool:
        return bool(self.player)

    def change(self, table: Table) -> Table:
        main = table.book.main.name
        rows = tuple(row for row in table.rows if row.seat not in self.again or row.wager != main)
        table = replace(table, rows=rows)
        if self.of == "board":
            return replace(table, board=self.cards)
        if self.of == "bank":
            return replace(table, bank_hand=self.cards)
        spots = {
            seat: replace(spot, hole=self.cards) if self.of in (seat, spot.behind) else spot
            for seat, spot in table.spots.items()
        }
        return replace(table, spots=spots)

    def tell(self) -> str:
        cards = f" from {card_names(self.was)} to {card_names(self.cards)}" if self.cards else ""
        again = f"; the Antes of seats {listed(self.again)} play again" if self.again else ""
        return f"Cards of {self.of} put right{cards}: {self.reason}{again} (by {self.by})"

    def say(self, book: Book) -> str:
        piles = {"board": "the board", "bank": f"the {bank_title(book)}"}
        whose = f"seat {self.of}" if isinstance(self.of, int) else piles[self.of]
        cards = f": {signs(self.cards)}, not {signs(self.was)}" if self.cards else ""
        return f"Cards of {whose} corrected{cards}. {self.reason}"


class Disputed(Event, frozen=True):
    player: str
    says: str

    sight = heard_by(STAFF_AND_CONCERNED, "player says")

    def tell(self) -> str:
        return f"{self.player} disputes: {self.says}"


class Corrected(Event, frozen=True):
    by: str
    reason: str

    sight = heard_by(STAFF_AND_CONCERNED, "by reason")
    of_round = False

    def tell(self) -> str:
        moved = f"{moves_told(self.moves)}, " if self.moves else ""
        return f"Correction: {moved}{self.reason} (by {self.by})"

    def say(self, book: Book) -> str:
        moved = [
            f"{dollars(move.cents)} from {holder(move.source)} to {holder(move.target)}"
            for move in self.moves
        ]
        return f"Correction by {self.by}: {', '.join([*moved, self.reason])}"
