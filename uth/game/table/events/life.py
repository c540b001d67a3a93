"""The life of a table: opening, pauses, seats, chips, dealers and devices."""

from msgspec.structs import replace

from uth.game.table.events.event import (
    ALL,
    STAFF_AND_CONCERNED,
    Event,
    heard_by,
    refuse_other_book,
    with_item,
    without,
)
from uth.game.table.phases import Phase
from uth.game.table.state import Table
from uth.game.table.wording import because
from uth.rules.book import Book
from uth.rules.money import Cents, dollars


class PhaseBegan(Event, frozen=True):
    phase: Phase

    sight = heard_by(ALL, "phase")

    def change(self, table: Table) -> Table:
        return replace(table, phase=self.phase)

    def tell(self) -> str:
        return f"-- {self.phase.replace('_', ' ')}"

    def say(self, book: Book) -> str:
        return ""


class TableOpened(Event, frozen=True):
    book: str
    digest: str
    by: str

    sight = heard_by(ALL, "book digest by")
    of_round = False

    def change(self, table: Table) -> Table:
        refuse_other_book(table, self.digest)
        return table

    def tell(self) -> str:
        return f"The table opens with {self.book} (by {self.by})"

    def say(self, book: Book) -> str:
        return "The table opens"


class TableClosed(Event, frozen=True):
    by: str
    reason: str

    sight = heard_by(ALL, "by reason")

    def change(self, table: Table) -> Table:
        return replace(
            table, paused="", offered=None, declined=(), moves=(), facts={}, posted={}, decks_seen=None
        )

    def tell(self) -> str:
        return f"The table closes: {self.reason} (by {self.by})"

    def say(self, book: Book) -> str:
        return f"The table closes: {self.reason}"


class Paused(Event, frozen=True):
    by: str
    reason: str

    sight = heard_by(ALL, "by reason")

    def change(self, table: Table) -> Table:
        return replace(table, paused=self.reason)

    def tell(self) -> str:
        return f"Paused: {self.reason} (by {self.by})"

    def say(self, book: Book) -> str:
        return f"Paused: {self.reason}"


class Resumed(Event, frozen=True):
    by: str
    reason: str

    sight = heard_by(ALL, "by reason")

    def change(self, table: Table) -> Table:
        return replace(table, paused="")

    def tell(self) -> str:
        return f"Play goes on{because(self.reason)} (by {self.by})"

    def say(self, book: Book) -> str:
        return "Play resumes"


class SeatTaken(Event, frozen=True):
    seat: int
    player: str

    sight = heard_by(ALL, "seat player")

    def change(self, table: Table) -> Table:
        return replace(table, seats=with_item(table.seats, self.seat, self.player))

    def tell(self) -> str:
        return f"{self.player} takes seat {self.seat}"


class SeatLeft(Event, frozen=True):
    seat: int
    player: str
    by: str
    reason: str = ""

    sight = heard_by(ALL, "seat player by", (STAFF_AND_CONCERNED, "reason"))

    def change(self, table: Table) -> Table:
        offered = None if table.offered == self.seat else table.offered
        return replace(table, seats=without(table.seats, self.seat), offered=offered)

    def tell(self) -> str:
        return f"{self.player} leaves seat {self.seat}{because(self.reason)} (by {self.by})"

    def say(self, book: Book) -> str:
        return f"{self.player} leaves seat {self.seat}{because(self.reason)}"


class ChipsBought(Event, frozen=True):
    player: str
    cents: Cents

    sight = heard_by(ALL, "player cents")
    of_round = False

    def tell(self) -> str:
        return f"{self.player} buys in for {dollars(self.cents)}"


class ChipsCashed(Event, frozen=True):
    player: str
    cents: Cents

    sight = heard_by(ALL, "player cents")
    of_round = False

    def tell(self) -> str:
        return f"{self.player} cashes {dollars(self.cents)}"

    def say(self, book: Book) -> str:
        return f"{self.player} cashes out {dollars(self.cents)}"


class DealerCameIn(Event, frozen=True):
    dealer: str
    cards_counted: int | None

    sight = heard_by(ALL, "dealer cards_counted")

    def change(self, table: Table) -> Table:
        return replace(table, dealer=self.dealer)

    def tell(self) -> str:
        return f"{self.dealer} deals" + (
            f"; {self.cards_counted} cards counted" if self.cards_counted else ""
        )

    def say(self, book: Book) -> str:
        counted = "" if self.cards_counted is None else f", {self.cards_counted} cards counted"
        return f"{self.dealer} deals{counted}"


class DeviceChanged(Event, frozen=True):
    device: str
    by: str
    reason: str

    sight = heard_by(ALL, "device by reason")

    def change(self, table: Table) -> Table:
        return replace(table, device=self.device, deck=0 if self.device == "hand" else table.deck)

    def tell(self) -> str:
        return f"Dealt from the {self.device} now: {self.reason} (by {self.by})"

    def say(self, book: Book) -> str:
        return f"Now dealt from the {self.device}: {self.reason}"
