"""The life of a table: opening, seats, chips, dealers and devices."""

from collections.abc import Iterator

from msgspec import field
from msgspec.structs import replace

from uth.game.ledger import CAGE, HOUSE, Move, meter, player
from uth.game.table import events as e
from uth.game.table.act import Act, Option, allowed, to_fill
from uth.game.table.acts.banking import begin_round, leave_bank
from uth.game.table.acts.betting import owed, return_wagers
from uth.game.table.acts.linking import meters_of
from uth.game.table.course import Course, reason, refuse
from uth.game.table.people import Role, Who
from uth.game.table.phases import ANY, BETWEEN, OPEN, Phase
from uth.game.table.state import Table
from uth.rules.book import Book
from uth.rules.money import MOST_MONEY, Cents, dollars


class Open(Act, frozen=True):
    """Open the table; a progressive starts at its seeds, or at the meters given."""

    meters: dict[str, Cents] = field(default_factory=dict)
    linked: bool = False
    """The meters are shared with other tables: the link will tell where they stand."""

    permit = allowed(Phase.CLOSED, Role.SUPERVISOR)

    def do(self, c: Course) -> None:
        """A table opens when its book is complete; the progressive starts at its seeds or where it stood."""
        book = c.table.book
        if needs := book.left_open():
            lacking = [need.choose for need in needs if not book.has(need.choose)]
            told = [f"choose {', '.join(lacking)}"] if lacking else []
            told += [need.says for need in needs if book.has(need.choose)]
            refuse(f"the book is not complete: {'; '.join(told)}", *(need.clauses for need in needs))
        standing = meters_of(c.table)
        seeds = {name: one.seed for name, (_, one) in book.meters.items()}
        for name, cents in self.meters.items():
            if name not in standing or not 0 <= cents <= MOST_MONEY:
                known = ", ".join(standing) or "none"
                refuse(f"{name} at {dollars(cents)}: the meters are {known}, none below zero")
            if cents < seeds.get(name, 0):
                says = f"the {name} meter at {dollars(cents)} is below its seed, {dollars(seeds[name])}"
                refuse(says, book.meters[name][0].cites.limit)
        moves = [
            Move(HOUSE, meter(name), start, "meter")
            for name, cents in standing.items()
            if not self.linked and not cents and (start := self.meters.get(name, seeds.get(name, 0)))
        ]
        c.happen(e.TableOpened(book=book.name, digest=book.digest, by=str(c.who), moves=tuple(moves)))
        begin_round(c)

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        if table.book.meters:
            yield replace(to_fill(cls, "meters"), choices={"linked": (False, True)})
        else:
            yield Option(cls(), choices={"linked": (False, True)})


class Close(Act, frozen=True):
    reason: str

    permit = allowed({Phase.BANKING, Phase.BETTING}, Role.SUPERVISOR, when_paused=True)
    written = ("reason",)
    fill = ("reason",)

    def do(self, c: Course) -> None:
        if c.table.spots:
            refuse("wagers lie on the felt: they are taken back or played first")
        leave_bank(c)
        c.happen(e.TableClosed(by=str(c.who), reason=reason(self.reason)))
        c.begin(Phase.CLOSED)


class Pause(Act, frozen=True):
    reason: str

    permit = allowed(OPEN, Role.SUPERVISOR, when_held=True)
    written = ("reason",)
    fill = ("reason",)

    def do(self, c: Course) -> None:
        if c.table.paused:
            refuse("the table is paused already")
        c.happen(e.Paused(by=str(c.who), reason=reason(self.reason)))


class Resume(Act, frozen=True):
    reason: str = ""

    permit = allowed(OPEN, Role.SUPERVISOR, when_held=True)
    written = ("reason",)
    fill = ("reason",)

    def do(self, c: Course) -> None:
        if not c.table.paused:
            refuse("the table is not paused")
        c.happen(e.Resumed(by=str(c.who), reason=self.reason))


class Sit(Act, frozen=True):
    seat: int

    permit = allowed(OPEN, Role.PLAYER)
    written = ("seat",)

    def do(self, c: Course) -> None:
        table, name = c.table, c.who.name
        if not 1 <= self.seat <= table.book.table.seats:
            refuse(f"the table has seats 1 to {table.book.table.seats}", table.book.cites.seats)
        if self.seat in table.seats:
            refuse(f"seat {self.seat} is taken")
        if table.seat_of(name) is not None:
            refuse(f"{name} sits in seat {table.seat_of(name)}; one spot a player")
        c.happen(e.SeatTaken(seat=self.seat, player=name))
        if c.table.phase is Phase.BANKING and c.table.offered is None:
            begin_round(c)

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        if table.seat_of(who.name) is None:
            free = (seat for seat in range(1, table.book.table.seats + 1) if seat not in table.seats)
            yield from (Option(cls(seat=seat)) for seat in free)


class Leave(Act, frozen=True):
    permit = allowed(OPEN, Role.PLAYER)

    def do(self, c: Course) -> None:
        table, name = c.table, c.who.name
        seat = table.seat_of(name)
        if seat is None:
            refuse(f"{name} does not sit here")
        if any(owner == name for owner in table.owners.values()):
            refuse(f"{name} has wagers on the felt")
        if table.banker == name and (table.phase is not Phase.BETTING or table.spots):
            refuse(f"{name} banks this round and stays until it is over", table.book.cites.rotation)
        _leave(c, seat, name, "")

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        if table.seat_of(who.name) is not None:
            yield Option(cls())


class Vacate(Act, frozen=True):
    """A supervisor takes an absent player off his seat, and his wagers off the felt; his chips are kept."""

    seat: int
    reason: str

    permit = allowed(OPEN, Role.SUPERVISOR, when_paused=True)
    written = ("seat", "reason")

    def do(self, c: Course) -> None:
        """For somebody who does not answer: between rounds only, his wagers and his bank go back to him."""
        name = c.table.seats.get(self.seat)
        if name is None:
            refuse(f"nobody sits in seat {self.seat}")
        why = reason(self.reason)
        if c.table.phase not in (Phase.BANKING, Phase.BETTING):
            if name in (*c.table.owners.values(), c.table.banker):
                refuse(f"{name} has wagers in play; the round is finished first")
        elif c.table.banker == name:
            for seat in list(c.table.spots):
                return_wagers(c, seat)
        for seat in [seat for seat, owner in c.table.owners.items() if owner == name]:
            return_wagers(c, seat)
        _leave(c, self.seat, name, why)

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        yield from (to_fill(cls, "reason", seat=seat) for seat in table.seats)


def _leave(c: Course, seat: int, name: str, why: str) -> None:
    if c.table.banker == name:
        leave_bank(c)
    c.happen(e.SeatLeft(seat=seat, player=name, by=str(c.who), reason=why))
    waiting = c.table.phase is Phase.BETTING and c.table.book.bank.is_player and c.table.bank_wager is None
    if c.table.phase is Phase.BANKING or waiting:
        begin_round(c)


class BuyIn(Act, frozen=True):
    cents: Cents

    permit = allowed(OPEN, Role.PLAYER, when_held=True)
    worked_out = True
    written = ("cents",)

    def do(self, c: Course) -> None:
        if not 0 < self.cents <= MOST_MONEY:
            refuse(f"{dollars(self.cents)} buys no chips")
        moves = (Move(CAGE, player(c.who.name), self.cents, "buy-in"),)
        c.happen(e.ChipsBought(player=c.who.name, cents=self.cents, moves=moves))

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        yield Option(cls(cents=1), bounds={"cents": (1, MOST_MONEY)})


class CashOut(Act, frozen=True):
    cents: Cents

    permit = allowed(ANY, Role.PLAYER)
    written = ("cents",)

    def do(self, c: Course) -> None:
        table, name = c.table, c.who.name
        free = table.chips(name) - owed(table, name)
        if not 0 < self.cents <= free:
            refuse(f"{name} has {dollars(free)} to cash")
        if table.phase not in BETWEEN | {Phase.CLOSED} and name in (*table.owners.values(), table.banker):
            refuse("chips needed for the round in play are cashed after it")
        moves = (Move(player(name), CAGE, self.cents, "cash-out"),)
        c.happen(e.ChipsCashed(player=name, cents=self.cents, moves=moves))

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        free = table.chips(who.name) - owed(table, who.name)
        yield Option(cls(cents=1), bounds={"cents": (1, free)})


class DealerIn(Act, frozen=True):
    """A house dealer takes over; the deck in his hands is counted first."""

    cards_counted: int | None = None

    permit = allowed(BETWEEN | {Phase.DEALING}, Role.DEALER)
    written = ("cards_counted",)

    def do(self, c: Course) -> None:
        """A deck that is not complete stops the dealer before he deals (IA-HAND-4)."""
        if self.cards_counted is None and c.table.device == "hand":
            refuse("the deck is counted before a new dealer deals by hand", c.table.book.cites.deck_count)
        if self.cards_counted not in (None, 52):
            refuse(
                f"{self.cards_counted} cards: the deck is not complete; take another",
                c.table.book.cites.deck_count,
            )
        c.happen(e.DealerCameIn(dealer=c.who.name, cards_counted=self.cards_counted))

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        yield from (Option(cls(cards_counted=counted)) for counted in (52, None))


class UseDevice(Act, frozen=True):
    """Deal from another device, or by hand when the shuffler fails."""

    device: str
    reason: str

    permit = allowed(BETWEEN | {Phase.DEALING}, Role.DEALER, Role.SUPERVISOR)
    written = ("device", "reason")

    @classmethod
    def withheld(cls, table: Table, who: Who) -> str:
        if table.phase is Phase.BANKING:
            return ""
        return "the deck is committed to; change the device before the next round's bets"

    def do(self, c: Course) -> None:
        book = c.table.book
        known = devices(book)
        if self.device not in known:
            refuse(f"this game is dealt from {', '.join(known)}", book.cites.device)
        if self.device == c.table.device:
            refuse(f"the {self.device} is in use already")
        c.happen(e.DeviceChanged(device=self.device, by=str(c.who), reason=reason(self.reason)))

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        yield from (to_fill(cls, "reason", device=device) for device in devices(table.book))


def devices(book: Book) -> list[str]:
    """What this game can be dealt from: the devices for which the book has an order of dealing."""
    return [name for name in ("shuffler", "shoe", "hand") if getattr(book.deal.orders, name)]
