"""Cards and decisions: dealt, decided, shown, racked."""

from msgspec.structs import replace

from uth.cards import Card, card_names
from uth.game.round import Choice, Seat, Toke, base_of
from uth.game.table.events.event import ALL, Event, heard_by, with_item
from uth.game.table.people import Role, Who
from uth.game.table.state import Table
from uth.game.table.wording import bank_title, chose, listed, signs, tucked
from uth.rules.book import Book
from uth.rules.money import Cents, dollars


def _own_hole(who: Who, event: "HolesDealt") -> dict[int, tuple[Card, Card]] | None:
    holes = event.holes or {}
    mine = [seat for seat in holes if who == Who(Role.PLAYER, event.held_by[seat])]
    return {seat: holes[seat] for seat in mine} or None


class HolesDealt(Event, frozen=True):
    seats: tuple[int, ...]
    held_by: dict[int, str]
    """Who holds the cards of a seat."""
    device: str
    at: str
    holes: dict[int, tuple[Card, Card]] | None
    """None where nobody has seen them, or he who reads this may not."""

    sight = heard_by(ALL, "seats held_by device at", (_own_hole, "holes"))

    @property
    def hides_cards(self) -> bool:
        return bool(self.holes)

    def change(self, table: Table) -> Table:
        table = replace(table, dealt_at=self.at, reshuffles=0, unseen=self.holes is None)
        if self.holes is None:
            return table
        spots = {seat: replace(spot, hole=self.holes[base_of(spot)]) for seat, spot in table.spots.items()}
        return replace(table, spots=spots)

    def tell(self) -> str:
        if self.holes is None:
            return f"Two cards each to seats {listed(self.seats)}, face down"
        held = ", ".join(f"seat {seat} {card_names(hole)}" for seat, hole in self.holes.items())
        return f"Two cards each: {held}"

    def say(self, book: Book) -> str:
        hands = list((self.holes or {}).values())
        return f"Two cards each. You hold {signs(hands[0])}" if hands else "Two cards each, face down"


class Decided(Event, frozen=True):
    seat: Seat
    choice: Choice
    by: str
    cents: Cents = 0
    """The Play wager."""
    toke: Cents = 0
    """For the dealer, riding on it."""
    tucked: bool = False
    """Folded with the cards under a wager, to stay in for it (IA-TRIPS-2)."""
    entered: bool = False
    """By the house dealer for the seat."""

    sight = heard_by(ALL, "seat choice by cents toke tucked entered")

    def change(self, table: Table) -> Table:
        spot = table.spots[self.seat].decided(self.choice, tucked=self.tucked)
        if self.toke:
            spot = spot.with_toke(Toke(table.book.play.name, self.toke))
        entered = tuple(seat for seat in table.entered if seat != self.seat)
        entered += (self.seat,) if self.entered else ()
        return replace(table, spots=with_item(table.spots, self.seat, spot), entered=entered)

    def tell(self) -> str:
        told = f"Seat {self.seat} {chose(self.choice, 'x')}"
        told += f", {dollars(self.cents)}" if self.cents else ""
        told += f", a toke of {dollars(self.toke)} on it" if self.toke else ""
        told += " and tucks the cards" if self.tucked else ""
        return f"{told} (by {self.by})"

    def say(self, book: Book) -> str:
        said = f"Seat {self.seat} {chose(self.choice)}"
        said += f", {dollars(self.cents)}" if self.cents else ""
        said += f", toke {dollars(self.toke)}" if self.toke else ""
        said += f", {tucked(book)}" if self.tucked else ""
        return said + (" (time is up)" if self.by == "house" else "")


class FlopShown(Event, frozen=True):
    cards: tuple[Card, ...]

    sight = heard_by(ALL, "cards")

    def change(self, table: Table) -> Table:
        return replace(table, board=table.board + self.cards)

    def tell(self) -> str:
        return f"Flop {card_names(self.cards)}"

    def say(self, book: Book) -> str:
        return f"Flop {signs(self.cards)}"


class RiverShown(Event, frozen=True):
    cards: tuple[Card, ...]

    sight = heard_by(ALL, "cards")

    def change(self, table: Table) -> Table:
        return replace(table, board=table.board + self.cards)

    def tell(self) -> str:
        return f"Turn and river {card_names(self.cards)}"

    def say(self, book: Book) -> str:
        return f"Turn and river {signs(self.cards)}"


class BankShown(Event, frozen=True):
    cards: tuple[Card, ...]
    hand: str
    qualifies: bool

    sight = heard_by(ALL, "cards hand qualifies")

    def change(self, table: Table) -> Table:
        return replace(table, bank_hand=self.cards)

    def tell(self) -> str:
        qualified = f"{'' if self.qualifies else 'un'}qualified"
        return f"The bank shows {card_names(self.cards)}: {self.hand}, {qualified}"

    def say(self, book: Book) -> str:
        who = bank_title(book).capitalize()
        qualified = "qualifies" if self.qualifies else "does not qualify"
        return f"{who} shows {signs(self.cards)}: {self.hand}, {qualified}"


class HandShown(Event, frozen=True):
    seat: int
    cards: tuple[Card, ...]
    hand: str

    sight = heard_by(ALL, "seat cards hand")

    def change(self, table: Table) -> Table:
        spots = dict(table.spots)
        for seat, spot in table.spots.items():
            if self.seat in (seat, spot.behind):
                spots[seat] = replace(spot, hole=self.cards)
        return replace(table, spots=spots, shown=(*table.shown, self.seat))

    def tell(self) -> str:
        return f"Seat {self.seat} shows {card_names(self.cards)}: {self.hand}"

    def say(self, book: Book) -> str:
        return f"Seat {self.seat} shows {signs(self.cards)}: {self.hand}"


class HandRacked(Event, frozen=True):
    """The two cards of a hand that is done with are counted and go to the discard rack."""

    seat: int

    sight = heard_by(ALL, "seat")

    def change(self, table: Table) -> Table:
        return replace(table, racked=(*table.racked, self.seat))

    def tell(self) -> str:
        return f"Seat {self.seat}'s cards are counted and racked"

    def say(self, book: Book) -> str:
        return ""
