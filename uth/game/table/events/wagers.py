"""Wagers until the deal: placed, taken back, closed, and what is taken off the felt then."""

from msgspec.structs import replace

from uth.game.ledger import RESERVE, meter, moved, reversed_moves
from uth.game.round import Seat, Spot
from uth.game.table.events.event import ALL, Event, heard_by, refuse_other_book, with_item, without
from uth.game.table.people import Who
from uth.game.table.state import Table
from uth.game.table.wording import charge_told, dropped_titles, listed, spaced, wager_title
from uth.rules.book import Book
from uth.rules.money import Cents, dollars


def _face_down(who: Who, event: "WagersPlaced") -> Spot:
    return replace(event.spot, hole=None)


class WagersPlaced(Event, frozen=True):
    spot: Spot
    player: str

    sight = heard_by(ALL, "player", (_face_down, "spot"))

    def change(self, table: Table) -> Table:
        seat = self.spot.seat
        return replace(
            table,
            spots=with_item(table.spots, seat, self.spot),
            owners=with_item(table.owners, seat, self.player),
        )

    def tell(self) -> str:
        spot = self.spot
        laid = [f"{spaced(wager).capitalize()} {dollars(cents)}" for wager, cents in spot.stakes.items()]
        laid += [f"a toke of {dollars(toke.amount)} on {toke.on}" for toke in spot.tokes]
        return f"Seat {spot.seat} ({self.player}) bets {', '.join(laid)}"

    def say(self, book: Book) -> str:
        spot = self.spot
        laid = [f"{wager_title(book, wager)} {dollars(cents)}" for wager, cents in spot.stakes.items()]
        laid += [f"toke {dollars(toke.amount)} on {wager_title(book, toke.on)}" for toke in spot.tokes]
        return f"Seat {spot.seat} ({self.player}) bets {', '.join(laid)}"


class WagersTakenBack(Event, frozen=True):
    seat: Seat

    sight = heard_by(ALL, "seat")

    def change(self, table: Table) -> Table:
        return replace(table, spots=without(table.spots, self.seat), owners=without(table.owners, self.seat))

    def tell(self) -> str:
        return f"Seat {self.seat} takes its wagers back"

    def say(self, book: Book) -> str:
        return f"Seat {self.seat} takes its bets back"


class BetsClosed(Event, frozen=True):
    """A round begins: what lies on the felt is played under this version of the book, to its end."""

    round: int
    book: str
    digest: str
    order: tuple[Seat, ...]
    bank_chips: Cents = 0
    """What the banker has besides his wager, where that answers for the hands too (B-FL-4)."""

    sight = heard_by(ALL, "round book digest order bank_chips")

    def change(self, table: Table) -> Table:
        refuse_other_book(table, self.digest)
        return replace(table, round=self.round, order=self.order, bank_chips=self.bank_chips)

    def tell(self) -> str:
        return f"No more bets. Round {self.round}: seats {listed(self.order)}"

    def say(self, book: Book) -> str:
        return f"No more bets. Round {self.round}"


class FeesCollected(Event, frozen=True):
    bank: Cents
    players: dict[str, Cents]
    table_action: Cents | None

    sight = heard_by(ALL, "bank players table_action")

    def tell(self) -> str:
        return f"Fees: {charge_told(self.bank, self.players, 'nothing')}"

    def say(self, book: Book) -> str:
        return f"Fees: {charge_told(self.bank, self.players, 'none')}"


class FeesReturned(Event, frozen=True):
    players: dict[str, Cents]

    sight = heard_by(ALL, "players")

    def tell(self) -> str:
        back = (f"seat {seat} {dollars(cents)}" for seat, cents in self.players.items())
        return f"Fees back: {', '.join(back)}"

    def say(self, book: Book) -> str:
        return f"Fees returned: {charge_told(0, self.players, 'none')}"


class CoinIn(Event, frozen=True):
    seats: tuple[Seat, ...]

    sight = heard_by(ALL, "seats")

    def change(self, table: Table) -> Table:
        """The moves of this event are already made: what the meters were is what they were before them."""
        before = moved(table.accounts, reversed_moves(self.moves, ""))
        names = [*table.book.meters, RESERVE]
        return replace(table, meters_before={name: before.get(meter(name), 0) for name in names})

    def tell(self) -> str:
        return f"Coin in: seats {listed(self.seats)}"

    def say(self, book: Book) -> str:
        return f"{dropped_titles(book)} taken in: seat{'s' * (len(self.seats) > 1)} {listed(self.seats)}"
