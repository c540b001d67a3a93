"""The house's charge: a collection (California) or a rake at settlement (Florida)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from uth.game.round import Laid, Seat, Spot
from uth.game.settlement.coverage import Row, dead_hands, uncovered
from uth.rules.book import Book
from uth.rules.charges import FeeRate
from uth.rules.money import Cents

FREE = FeeRate(least=0)
"""Where a schedule charges only the other side."""
Circle = tuple[Seat, Laid]


@dataclass(frozen=True, slots=True)
class Charge:
    """What each pays the house for one round."""

    bank: Cents
    players: dict[Seat, Cents]
    table_action: Cents | None = None

    @property
    def house(self) -> Cents:
        return self.bank + sum(self.players.values())


def action(book: Book, spot: Spot) -> Cents:
    """What one position counts for: the wagers standing at "No more bets" (B-CA-15)."""
    return sum(spot.stake(book.bets[wager]) for wager in book.fees.table_action if wager in book.bets)


def collection(book: Book, spots: Sequence[Spot], lacking: Collection[Circle] = ()) -> Charge | None:
    """The fees of a round under the schedule in force, or None where the book has none.

    ``lacking`` are the circles a bank did not cover; their fee goes back where the house does so (B-CA-18).
    """
    if not book.fees.in_force:
        return None
    fees, each = book.fees, [action(book, spot) for spot in spots]
    total = sum(each)
    players = {}
    for spot, own in zip(spots, each, strict=True):
        rate = rate_for(book, fees.of_players, total if fees.basis == "table_action" else own)
        players[spot.seat] = _player_fee(book, rate, spot, lacking)
    squares = [total] if bank_basis(book) == "table_action" else each
    bank = sum(rate_for(book, fees.of_bank, amount).bank for amount in squares)
    return Charge(bank, players, total)


def bank_basis(book: Book) -> str:
    """What the bank's fee is looked up by: the whole table's action, or each betting square (BALLY-FEE-8)."""
    return book.fees.bank_basis or book.fees.basis


def rate_for(book: Book, rates: Sequence[FeeRate], amount: Cents) -> FeeRate:
    """The line of a schedule that an amount falls into; between two lines the reading decides (B-CA-16)."""
    if not rates:
        return FREE
    below = [rate for rate in rates if rate.least <= amount]
    current = below[-1] if below else rates[0]
    in_gap = current.most is not None and amount > current.most
    above = rates[len(below) : len(below) + 1]
    return above[0] if in_gap and above and book.readings.fees.bracket_gap == "upper" else current


def most_bank_fee(book: Book, spots: Sequence[Spot]) -> Cents:
    """The most the bank can be charged before a deal with these wagers, and at least one, on the felt."""
    most = max((rate.bank for rate in book.fees.of_bank), default=0)
    return most if bank_basis(book) == "table_action" else most * max(1, len(spots))


def most_player_fee(book: Book, spot: Spot) -> Cents:
    """The most a player can be charged for these wagers before a deal."""
    return max((_player_fee(book, rate, spot, ()) for rate in book.fees.of_players), default=0)


def _player_fee(book: Book, rate: FeeRate, spot: Spot, lacking: Collection[Circle]) -> Cents:
    """For each circle of the opening wagers, or once for all of them; and for each side wager."""
    charged = [bet for bet in book.bank_bets if spot.stakes.get(bet.name)]
    if book.readings.fees.refund_uncovered:
        charged = [bet for bet in charged if (spot.seat, Laid(bet.name)) not in lacking]
    circles = sum(bet.required for bet in charged)
    units = circles if book.readings.fees.player_unit == "circle" else min(circles, 1)
    return rate.player * units + rate.side * (len(charged) - circles)


def whole_charge(book: Book, spots: Sequence[Spot], rows: Sequence[Row]) -> Charge | None:
    """All that the house charges for a round: the collection and the rake, where a book has both."""
    if not book.fees.in_force and book.rake.mode is None:
        return None
    both = collection(book, spots, uncovered(rows)), rake(book, spots, dead_hands(rows))
    parts = [charge for charge in both if charge]
    if not parts:
        return None
    players = {spot.seat: sum(part.players[spot.seat] for part in parts) for spot in spots}
    return Charge(sum(part.bank for part in parts), players, parts[0].table_action)


def rake(book: Book, spots: Sequence[Spot], dead: Collection[Seat]) -> Charge | None:
    """The rake: from all, all but the bank, or the bank alone; dead hands are left out (FL-14a)."""
    mode, amount = book.rake.mode, book.rake.amount
    if mode is None or amount is None:
        return None
    live = [spot.seat for spot in spots if spot.seat not in dead]
    players = {spot.seat: amount if mode in "ab" and spot.seat in live else 0 for spot in spots}
    return Charge(amount if mode in "ac" and live else 0, players)
