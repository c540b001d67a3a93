"""The progressive: jackpots won, reviewed, paid or denied; the meters, and the link that shares them."""

from msgspec.structs import replace

from uth.game.ledger import JACKPOTS, meter, moved
from uth.game.round import Seat
from uth.game.settlement.pots import Pot, Win
from uth.game.table.events.event import ALL, STAFF, STAFF_AND_CONCERNED, Event, heard_by, with_item
from uth.game.table.state import Review, Table
from uth.game.table.wording import dropped_titles, moves_told, spaced
from uth.rules.book import Book
from uth.rules.money import Cents, dollars
from uth.rules.prizes import Share


def _with_pot(table: Table, name: str, pot: Pot) -> Table:
    return replace(table, pots=with_item(table.pots, name, pot))


def _reviewed(table: Table, seat: Seat, meter: str) -> tuple[Table, str]:
    """The table without this jackpot in review, and the meter that it was won from."""
    [name] = {won.meter for won in table.review if won.is_meant(seat, meter)}
    return replace(table, review=tuple(won for won in table.review if not won.is_meant(seat, name))), name


class JackpotWon(Event, frozen=True):
    """In review until it is approved and paid, or denied."""

    seat: Seat
    player: str
    meter: str
    cents: Cents
    """Its share as far as is known now; it is settled when it is paid."""
    place: int = 0
    """Where the hand came in the deal."""

    sight = heard_by(ALL, "seat player meter cents place")

    def change(self, table: Table) -> Table:
        """In logs of before, the meter was taken with the win, to ``jackpots``: that is a pot already."""
        pot = table.pots.get(self.meter, Pot())
        taken = (meter(self.meter), JACKPOTS)
        cents = sum(move.cents for move in table.moves if (move.source, move.target) == taken) or pot.cents
        win = Win(self.seat, self.player, table.deal_number, table.order.index(self.seat))
        table = _with_pot(table, self.meter, replace(pot.joined(win), cents=cents))
        won = (*table.review, Review(self.seat, self.player, self.meter, self.cents))
        return replace(table, review=tuple(sorted(won, key=lambda won: table.order.index(won.seat))))

    def tell(self) -> str:
        wins = f"Seat {self.seat} ({self.player}) wins the {self.meter} jackpot"
        return f"{wins}, {dollars(self.cents)}, in review"

    def say(self, book: Book) -> str:
        wins = f"Seat {self.seat} ({self.player}) wins the {spaced(self.meter)} jackpot"
        return f"{wins}, {dollars(self.cents)}. Being verified"


class JackpotConfirmed(Event, frozen=True):
    """The first win of a meter is approved: what the meter shows is shared by all who have won it."""

    meter: str
    cents: Cents

    sight = heard_by(ALL, "meter cents")

    def change(self, table: Table) -> Table:
        return _with_pot(table, self.meter, replace(table.pots[self.meter], cents=self.cents))

    def tell(self) -> str:
        return f"The {self.meter} jackpot is confirmed: {dollars(self.cents)}"

    def say(self, book: Book) -> str:
        return f"The {spaced(self.meter)} jackpot is confirmed: {dollars(self.cents)}"


class JackpotOwed(Event, frozen=True):
    """Another win of the same meter was denied: somebody who has been paid is owed more."""

    seat: Seat
    """At this table, or as ``T2/1`` at another one."""
    player: str
    meter: str
    cents: Cents
    dealt: int = 0

    sight = heard_by(ALL, "seat player meter cents dealt")

    def change(self, table: Table) -> Table:
        """On top of a rest that waits already; then both are approved anew."""
        mine = [won for won in table.review if won.is_meant(self.seat, self.meter)]
        cents = self.cents + sum(won.cents for won in mine)
        others = tuple(won for won in table.review if won not in mine)
        rest = Review(self.seat, self.player, self.meter, cents, rest=True, dealt=self.dealt)
        pot = table.pots[self.meter].changed(self.seat, owed=self.cents)
        return replace(_with_pot(table, self.meter, pot), review=(*others, rest))

    def tell(self) -> str:
        owed = f"Seat {self.seat} ({self.player}) is owed {dollars(self.cents)}"
        return f"{owed} more of the {self.meter} jackpot"

    def say(self, book: Book) -> str:
        owed = f"Seat {self.seat} ({self.player}) is owed {dollars(self.cents)}"
        return f"{owed} more of the {spaced(self.meter)} jackpot"


class EnvyTakenBack(Event, frozen=True):
    """Envy for a hand whose jackpot was denied goes back to the house."""

    seat: Seat
    player: str
    cents: Cents
    brought_by: Seat

    sight = heard_by(ALL, "seat player cents brought_by")

    def tell(self) -> str:
        back = f"Seat {self.seat} gives {dollars(self.cents)} of envy back"
        return f"{back}: seat {self.brought_by}'s hand does not stand"

    def say(self, book: Book) -> str:
        back = f"Seat {self.seat} gives {dollars(self.cents)} back"
        return f"{back}: seat {self.brought_by}'s hand does not stand"


class MetersReseeded(Event, frozen=True):
    """Meters that were won start again."""

    sight = heard_by(ALL)

    def tell(self) -> str:
        return f"Meters start again: {moves_told(self.moves)}" if self.moves else "Meters start again"

    def say(self, book: Book) -> str:
        return "The meters that were won start again"


class MetersRead(Event, frozen=True):
    """The shared meters stand where the link says; what they moved by elsewhere is no part of this round."""

    dealt: int = 0
    """Which deal of the link this round's was."""
    reset: tuple[str, ...] = ()
    """Meters that were won elsewhere since the coin-in of this round."""
    pots: dict[str, Pot] | None = None
    """By meter: who shares it with a hand of this round."""

    sight = heard_by(ALL, "", (STAFF, "dealt reset pots"))
    of_round = False

    def change(self, table: Table) -> Table:
        """Until a win is confirmed the meters before the coin-in move along: a jackpot is what they show."""
        confirmed = {name: pot for name, pot in table.pots.items() if pot.cents is not None}
        shared = {Share.named(name).meter for name in confirmed}
        before = {meter(name): cents for name, cents in table.meters_before.items()}
        after = moved(before, (move for move in self.moves if move.source in before or move.target in before))
        return replace(
            table,
            pots={**confirmed, **(self.pots or {})},
            deal_number=self.dealt,
            reset=self.reset,
            meters_before={
                name: cents if name in shared else after[meter(name)]
                for name, cents in table.meters_before.items()
            },
        )

    def tell(self) -> str:
        return "The meters are read from the link"

    def say(self, book: Book) -> str:
        return ""


class JackpotApproved(Event, frozen=True):
    seat: Seat
    office: str
    by: str
    reason: str
    meter: str = ""
    """Which, where a hand has won several."""

    sight = heard_by(STAFF, "seat office by reason meter")

    def change(self, table: Table) -> Table:
        review = tuple(
            replace(won, offices=(*won.offices, self.office), approved_by=(*won.approved_by, self.by))
            if won.is_meant(self.seat, self.meter)
            else won
            for won in table.review
        )
        return replace(table, review=review)

    def tell(self) -> str:
        return f"Seat {self.seat}'s jackpot: approved by the {self.office}, {self.reason} (by {self.by})"

    def say(self, book: Book) -> str:
        return f"Jackpot of seat {self.seat} approved by the {spaced(self.office)} ({self.by}): {self.reason}"


class JackpotPaid(Event, frozen=True):
    seat: Seat
    player: str
    cents: Cents
    by: str
    form: str = ""
    offset: Cents = 0
    """Debts that were set off."""
    meter: str = ""
    dealt: int = 0
    """Which deal of the link the hand came from."""
    rest: bool = False
    """What was owed to somebody who had been paid before."""

    sight = heard_by(ALL, "seat player cents by meter dealt rest", (STAFF_AND_CONCERNED, "form offset"))

    def change(self, table: Table) -> Table:
        table, name = _reviewed(table, self.seat, self.meter)
        owed = -self.cents if self.rest else 0
        return _with_pot(table, name, table.pots[name].changed(self.seat, paid=self.cents, owed=owed))

    def tell(self) -> str:
        forms = {"": "", "both": " in chips and by check", "check": " by check", "chips": " in chips"}
        offset = f", {dollars(self.offset)} set off" if self.offset else ""
        paid = f"Seat {self.seat}'s jackpot of {dollars(self.cents)} is paid"
        return f"{paid}{forms[self.form]}{offset} (by {self.by})"

    def say(self, book: Book) -> str:
        return f"Seat {self.seat} is paid its jackpot of {dollars(self.cents)}"


class JackpotDenied(Event, frozen=True):
    seat: Seat
    cents: Cents
    by: str
    reason: str
    meter: str = ""

    sight = heard_by(ALL, "seat cents by reason meter")

    def change(self, table: Table) -> Table:
        table, name = _reviewed(table, self.seat, self.meter)
        table = replace(table, denied=(*table.denied, self.seat))
        return _with_pot(table, name, table.pots[name].without(self.seat))

    def tell(self) -> str:
        return f"Seat {self.seat}'s jackpot is denied: {self.reason} (by {self.by})"

    def say(self, book: Book) -> str:
        return f"Seat {self.seat}'s jackpot is denied: {self.reason}"


class LinkChanged(Event, frozen=True):
    up: bool
    by: str
    reason: str

    sight = heard_by(ALL, "up by reason")

    def change(self, table: Table) -> Table:
        return replace(table, link_up=self.up)

    def tell(self) -> str:
        return f"The progressive link is {'up' if self.up else 'down'}: {self.reason} (by {self.by})"

    def say(self, book: Book) -> str:
        return f"The progressive link is {'up' if self.up else 'down'}: {self.reason}"


class ProgressiveReturned(Event, frozen=True):
    """A progressive wager goes back before the coin-in: the link is down."""

    seat: Seat

    sight = heard_by(ALL, "seat")

    def change(self, table: Table) -> Table:
        spot = table.spots[self.seat]
        kept = {name: cents for name, cents in spot.stakes.items() if not table.book.bets[name].dropped}
        return replace(table, spots=with_item(table.spots, self.seat, replace(spot, stakes=kept)))

    def tell(self) -> str:
        return f"Seat {self.seat}'s progressive wager goes back"

    def say(self, book: Book) -> str:
        return f"Seat {self.seat} gets its {dropped_titles(book)} bet back"
