"""The bank: offered, declined, taken and given back."""

from msgspec.structs import replace

from uth.game.round import Seat
from uth.game.table.events.event import ALL, Event, heard_by
from uth.game.table.rotation import banked
from uth.game.table.state import Table
from uth.game.table.wording import bank_title
from uth.rules.book import Book
from uth.rules.money import Cents, dollars


class BankOffered(Event, frozen=True):
    seat: int

    sight = heard_by(ALL, "seat")

    def change(self, table: Table) -> Table:
        return replace(table, offered=self.seat)

    def tell(self) -> str:
        return f"The bank is offered to seat {self.seat}"


class BankDeclined(Event, frozen=True):
    seat: int
    player: str
    by: str

    sight = heard_by(ALL, "seat player by")

    def change(self, table: Table) -> Table:
        return replace(table, offered=None, declined=(*table.declined, self.player))

    def tell(self) -> str:
        return f"Seat {self.seat} declines the bank (by {self.by})"

    def say(self, book: Book) -> str:
        return f"Seat {self.seat} declines the bank"


class BankHalted(Event, frozen=True):
    """Nobody takes the bank who may: the table waits."""

    sight = heard_by(ALL)

    def change(self, table: Table) -> Table:
        return replace(table, offered=None, declined=())

    def tell(self) -> str:
        return "Nobody takes the bank: the table halts"

    def say(self, book: Book) -> str:
        return f"Waiting for a {bank_title(book)}"


class BankTaken(Event, frozen=True):
    seat: int
    player: str
    wager: Cents
    rounds: int
    """How many rounds in a row with this one."""

    sight = heard_by(ALL, "seat player wager rounds")

    def change(self, table: Table) -> Table:
        return replace(
            table,
            bank_seat=self.seat,
            banker=self.player,
            bank_wager=self.wager,
            offered=None,
            declined=(),
        )

    def tell(self) -> str:
        banks = f"Seat {self.seat} ({self.player}) banks with {dollars(self.wager)}"
        return f"{banks}, round {self.rounds} in a row"

    def say(self, book: Book) -> str:
        return f"Seat {self.seat} ({self.player}) banks {dollars(self.wager)}"


class BankReturned(Event, frozen=True):
    """What is left of the bank goes back to the banker; unplayed, the round does not count for him."""

    seat: int
    cents: Cents
    played: bool

    sight = heard_by(ALL, "seat cents played")

    def change(self, table: Table) -> Table:
        last = table.last_bank
        if self.played and table.banker is not None:
            last = banked(last, table.banker, self.seat)
        return replace(table, bank_seat=None, banker=None, bank_wager=None, last_bank=last)

    def tell(self) -> str:
        return f"{dollars(self.cents)} of the bank left for seat {self.seat}"

    def say(self, book: Book) -> str:
        return f"Seat {self.seat} gets the rest of the bank back: {dollars(self.cents)}"


class CoverWarned(Event, frozen=True):
    """More lies against the bank than it has put up: a message, nothing more (B-FL-4)."""

    seat: Seat
    """Whose wager made it so."""
    bank: Cents
    against: Cents
    clauses: tuple[str, ...]

    sight = heard_by(ALL, "seat bank against clauses")

    def tell(self) -> str:
        lies = f"{dollars(self.against)} lie against the bank's {dollars(self.bank)}"
        return f"{lies}: it may not cover every hand [{' '.join(self.clauses)}]"

    def say(self, book: Book) -> str:
        bets = f"{dollars(self.against)} in bets against a bank of {dollars(self.bank)}"
        return f"{bets}: it may not cover every hand"
