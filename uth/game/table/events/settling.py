"""Settlement: wagers paid and taken, what the supervisor is told, the rake, and the end of the round."""

from msgspec.structs import replace

from uth.game.ledger import HOUSE, player
from uth.game.round import Seat
from uth.game.settlement.coverage import Row
from uth.game.table.events.event import ALL, STAFF, Event, heard_by
from uth.game.table.people import Role, Who
from uth.game.table.state import Table
from uth.game.table.wording import charge_told, holder, in_words, signed
from uth.rules.book import Book
from uth.rules.money import Cents, dollars


class WagerSettled(Event, frozen=True):
    row: Row

    sight = heard_by(ALL, "row")

    def change(self, table: Table) -> Table:
        return replace(table, rows=(*table.rows, self.row))

    def tell(self) -> str:
        row = self.row
        parts = (("paid", row.paid), ("taken", row.collected), ("back", row.returned))
        moved = ", ".join(f"{dollars(amount)} {verb}" for verb, amount in parts if amount)
        told = f"Seat {row.seat} {row.wager}: {row.outcome}" + (f", {moved}" if moved else "")
        note = f"; {row.note}" if row.note else ""
        return f"{told} — {row.reason}{note} [{' '.join(row.clauses)}]"

    def say(self, book: Book) -> str:
        """Nothing by itself: what a hand won and lost is said once for all of its wagers."""
        return ""


class RakeTaken(Event, frozen=True):
    bank: Cents
    players: dict[str, Cents]

    sight = heard_by(ALL, "bank players")

    def tell(self) -> str:
        return f"Rake: {charge_told(self.bank, self.players, 'nothing')}"

    def say(self, book: Book) -> str:
        return f"Rake: {charge_told(self.bank, self.players, 'none')}"


class SupervisorTold(Event, frozen=True):
    seat: Seat
    about: str
    says: str
    clauses: tuple[str, ...]

    sight = heard_by(STAFF, "seat about says clauses")

    def tell(self) -> str:
        return f"Supervisor: seat {self.seat}, {self.says} [{' '.join(self.clauses)}]"

    def say(self, book: Book) -> str:
        return f"Tell the supervisor: seat {self.seat}, {in_words(book, self.says)}"


def _net_of_people(who: Who, event: "RoundEnded") -> dict[str, Cents]:
    """Every account for the supervisor; for others the players, and all the rest as the house's."""
    if who.role is Role.SUPERVISOR:
        return event.net
    net = {name: cents for name, cents in event.net.items() if name.startswith(player(""))}
    rest = -sum(net.values())
    return {**net, HOUSE: rest} if rest else net


class RoundEnded(Event, frozen=True):
    round: int
    net: dict[str, Cents]
    """What the round did to every account."""

    sight = heard_by(ALL, "round", (_net_of_people, "net"))

    def change(self, table: Table) -> Table:
        """The felt is clear, the decks change places (SHFL-DECK-2c), the banker keeps his count."""
        return replace(
            table,
            spots={},
            owners={},
            order=(),
            board=(),
            bank_hand=None,
            entered=(),
            unseen=False,
            shown=(),
            rows=(),
            forfeited=(),
            racked=(),
            meters_before={},
            bank_chips=0,
            dealt_at="",
            moves=(),
            review=(),
            denied=(),
            pots={},
            deal_number=0,
            reset=(),
            void=False,
            facts={},
            deck=(table.deck + 1) % (1 if table.device == "hand" else table.book.deck.decks),
        )

    def tell(self) -> str:
        net = ", ".join(f"{name} {dollars(cents)}" for name, cents in self.net.items())
        return f"Round {self.round} ends: {net or 'no money moved'}"

    def say(self, book: Book) -> str:
        people = [(holder(name), cents) for name, cents in self.net.items() if name.startswith(player(""))]
        net = ", ".join(f"{name} {signed(cents)}" for name, cents in people)
        return f"Round {self.round} ends: {net or 'no money moved'}"
