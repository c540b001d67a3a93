"""Settlement: from a book and a completed round to what happens to every wager, and why.

Each wager is judged by the book's :class:`Payoffs`, put in the book's order, and handed to the bank,
which pays and collects as far as it answers for it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from uth.game.round import Round, Seat, seats_of
from uth.game.settlement.coverage import BankResult, Row, dead_hands, open_bank
from uth.game.settlement.fees import Charge, whole_charge
from uth.game.settlement.notices import Notice, notices
from uth.game.settlement.order import deal_order, settle_order, with_backline
from uth.game.settlement.progressive import MeterResult, settle_progressive
from uth.game.settlement.validation import refuse_malformed
from uth.game.settlement.verdict import Judge, Shown
from uth.game.settlement.walk import Walk
from uth.rules.book import Book
from uth.rules.money import Cents


@dataclass(frozen=True, kw_only=True)
class Settlement:
    """A settled round: what happened to every wager, and what follows from it."""

    book: Book
    played: Round
    bank_hand: Shown | None
    qualifies: bool | None
    hands: Mapping[Seat, Shown]
    order: tuple[Seat, ...]
    rows: tuple[Row, ...]
    bank: BankResult
    meters: MeterResult | None

    @cached_property
    def net(self) -> Mapping[Seat, Cents]:
        """By seat, and by ``bank``, ``house``, ``pool``, ``toke_pool``, if they play; it adds up to zero."""
        return _net(self.book, self.played, self.rows)

    @cached_property
    def charge(self) -> Charge | None:
        """What the house charges."""
        return whole_charge(self.book, self.played.spots, self.rows)

    @cached_property
    def notices(self) -> tuple[Notice, ...]:
        """What the supervisor is told."""
        return tuple(notice for seat in self.order for notice in notices(self.book, seat, self.rows))

    @property
    def dead_hands(self) -> list[Seat]:
        return [seat for seat in self.order if seat in dead_hands(self.rows)]

    @property
    def net_after_fees(self) -> dict[Seat, Cents] | None:
        """The same after the house's charge, which ends in the drop."""
        if self.charge is None:
            return None
        after = {seat: net - self.charge.players.get(seat, 0) for seat, net in self.net.items()}
        after["bank"] -= self.charge.bank
        after["house"] = after.get("house", 0) + self.charge.house
        return after


def settle(book: Book, played: Round) -> Settlement:
    """Settle a completed round; a malformed one is refused with every reason, and nothing is guessed."""
    refuse_malformed(book, played)
    judge = Judge(book, played.board, played.bank_hand)
    seats, spots = seats_of(played.spots), {spot.seat: spot for spot in played.spots}
    dealt = with_backline(deal_order(book, seats, played.bank_seat), played.spots)
    order = with_backline(settle_order(book, seats, played.bank_seat), played.spots)
    bank = open_bank(book, BankResult(played.bank_wager, chips=played.bank_chips))
    rows = [row for claims in Walk(judge, spots, order).whole(dealt) for row in bank.take(claims)]
    extra, meters = settle_progressive(judge, played, [spots[seat] for seat in dealt])
    return Settlement(
        book=book,
        played=played,
        bank_hand=judge.bank,
        qualifies=judge.qualifies,
        hands={seat: hand for seat in dealt if (hand := judge.hand(spots[seat]))},
        order=tuple(order),
        rows=(*rows, *extra),
        bank=bank.result(),
        meters=meters,
    )


def _net(book: Book, played: Round, rows: Iterable[Row]) -> dict[Seat, Cents]:
    """What everybody won or lost; the bank is the other side, or the house, or a pool."""
    bank = "bank" if book.bank.is_player else "house"
    net: dict[Seat, Cents] = {spot.seat: 0 for spot in played.spots}
    with_tokes = any(spot.toke for spot in played.spots)
    if with_tokes:
        net["toke_pool"] = 0
    net[bank] = 0
    for row in rows:
        payer = book.payers.get(row.wager, bank)
        net[payer] = net.get(payer, 0) + row.collected - row.paid
        net[row.seat] += row.paid - row.collected
        if with_tokes and row.laid.toke and not toke_goes_back(book, row):
            # The stake was given away when it was laid; whatever comes of it is the dealers'.
            net[row.seat] -= row.paid + row.returned
            net["toke_pool"] += row.paid + row.returned
    return net


def toke_goes_back(book: Book, row: Row) -> bool:
    """Whether what comes of a toke is the player's again rather than the dealers' (B-IA-22)."""
    undecided = row.outcome in ("push", "not covered", "dead hand")
    return undecided and book.readings.toke.on_push == "player"
