"""Settlement: from a book and a completed round to what happens to every wager, and why.

Each wager is judged by the book's :class:`Payoffs`, put in the book's order, and handed to the bank,
which pays and collects as far as it answers for it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain

from msgspec.structs import replace

from uth.game.aggregate import apply_cap
from uth.game.coverage import BankResult, Claim, Row, open_bank
from uth.game.fees import Charge, whole_charge
from uth.game.order import deal_order, settle_order, with_backline
from uth.game.progressive import MeterResult, settle_progressive
from uth.game.round import Round, Seat, Spot
from uth.game.validation import refuse_malformed
from uth.game.verdict import Judge, Shown
from uth.rules.book import Book
from uth.rules.money import Cents, dollars

ANTES_FIRST = "refunded before hands are looked at"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the supervisor is told at once."""

    seat: Seat
    says: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Settlement:
    """A settled round."""

    book: Book
    bank_hand: Shown | None
    qualifies: bool | None
    hands: Mapping[Seat, Shown]
    order: tuple[Seat, ...]
    rows: tuple[Row, ...]
    bank: BankResult
    meters: MeterResult | None
    charge: Charge | None
    notices: tuple[Notice, ...]
    net: Mapping[Seat, Cents]
    """By seat, and by ``bank``, ``house`` and ``toke_pool`` where they take part; it adds up to zero."""

    @property
    def dead_hands(self) -> list[Seat]:
        dead = {row.seat for row in self.rows if row.outcome == "dead hand"}
        return [seat for seat in self.order if seat in dead]

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
    seats = [spot.seat for spot in played.spots if isinstance(spot.seat, int)]
    dealt = with_backline(deal_order(book, seats, played.bank_seat), played.spots)
    order = with_backline(settle_order(book, seats, played.bank_seat), played.spots)

    by_seat = {spot.seat: spot for spot in played.spots}
    turns = _turns(judge, [by_seat[seat] for seat in dealt], [by_seat[seat] for seat in order])
    claims = apply_cap(book, list(chain.from_iterable(turns)))
    bank = open_bank(book, BankResult(played.bank_wager))
    rows: list[Row] = []
    for turn in turns:
        rows += bank.take([claims.pop(0) for _ in turn])

    extra, meters = settle_progressive(book, played, [by_seat[seat] for seat in dealt])
    uncovered = {(row.seat, row.wager) for row in rows if row.outcome == "not covered"}
    dead = {row.seat for row in rows if row.outcome == "dead hand"}
    return Settlement(
        book=book,
        bank_hand=judge.bank,
        qualifies=judge.qualifies,
        hands={seat: hand for seat in dealt if (hand := judge.hand(by_seat[seat]))},
        order=tuple(order),
        rows=(*rows, *extra),
        bank=bank.result(),
        meters=meters,
        charge=whole_charge(book, played.spots, uncovered, dead),
        notices=tuple(_notices(book, order, [*rows, *extra])),
        net=_net(book, played, rows, extra),
    )


def _turns(judge: Judge, dealt: list[Spot], order: list[Spot]) -> list[list[Claim]]:
    """All claims of the round, hand by hand, in the order in which the book settles them."""
    book = judge.book
    early: list[list[Claim]] = []
    later: dict[Seat, list[Claim]] = {}
    for spot in dealt:
        claims = [judge.claim(spot, wager) for wager in wagers_of(book, spot)]
        at_fold = [claim for claim in claims if spot.folded and taken_at_fold(book, claim)]
        if at_fold:
            early.append([replace(claim, note=fold_note(book)) for claim in at_fold])
        later[spot.seat] = [claim for claim in claims if claim not in at_fold]
    if book.settle.antes_first and judge.qualifies is False:
        for spot in order:
            antes = [claim for claim in later[spot.seat] if claim.wager == "ante" and not spot.folded]
            early += [[replace(claim, note=ANTES_FIRST)] for claim in antes]
            later[spot.seat] = [claim for claim in later[spot.seat] if claim not in antes]
    hands = [later[spot.seat] for spot in order if later[spot.seat]]
    if book.readings.settle.loop == "wager_first" and book.bank.cover_policy != "dead_hand":
        kinds = [*book.settle.wager_order, *(f"toke on {wager}" for wager in book.tokes.on)]
        hands = [[claim] for kind in kinds for hand in hands for claim in hand if claim.wager == kind]
    return early + hands


def wagers_of(book: Book, spot: Spot) -> Iterable[str]:
    """The wagers of one person that hold a stake, in the order of the book, his toke last."""
    yield from (wager for wager in book.settle.wager_order if spot.stake(wager))
    if spot.toke:
        yield f"toke on {spot.toke.on}"


def fold_note(book: Book) -> str:
    return f"{'collected' if book.bank.is_player else 'forfeited'} at the fold"


def taken_at_fold(book: Book, claim: Claim) -> bool:
    """Whether a folded wager is taken at once; a Trips that wins waits for its turn (B-CA-7)."""
    fold = book.readings.fold
    waits = claim.wager.endswith("trips") and fold.trips_collect_at == "turn"
    return claim.verdict == "lose" and fold.collect_at == "fold" and not waits


def _notices(book: Book, order: Iterable[Seat], rows: list[Row]) -> Iterable[Notice]:
    """Payouts large enough for the supervisor, by hand or by wager (B-IA-9), and progressive winners."""
    threshold, base = book.notify.threshold, book.readings.notify.base
    for seat in order:
        paid = [row for row in rows if row.seat == seat and row.paid]
        largest = (
            sum(row.paid for row in paid)
            if base == "hand_total"
            else max((row.paid for row in paid), default=0)
        )
        if threshold is not None and largest >= threshold:
            yield Notice(seat, f"payout of {dollars(largest)}", book.notify.clauses)
        if book.notify.progressive_winners and any(row.wager == "progressive" for row in paid):
            yield Notice(seat, "progressive winner", book.notify.clauses)


def _net(book: Book, played: Round, rows: Iterable[Row], extra: Iterable[Row]) -> dict[Seat, Cents]:
    """What everybody won or lost; the bank is the other side of the table, the house of the progressive."""
    bank = "bank" if book.bank.is_player else "house"
    net: dict[Seat, Cents] = {spot.seat: 0 for spot in played.spots}
    if any(spot.toke for spot in played.spots):
        net["toke_pool"] = 0
    net[bank] = 0
    for payer, paid_by in ((bank, rows), ("house", extra)):
        for row in paid_by:
            net[payer] = net.get(payer, 0) + row.collected - row.paid
            net[row.seat] += row.paid - row.collected
            if row.wager.startswith("toke") and not toke_goes_back(book, row):
                # The stake was given away when it was laid; whatever comes of it is the dealers'.
                net[row.seat] -= row.paid + row.returned
                net["toke_pool"] += row.paid + row.returned
    return net


def toke_goes_back(book: Book, row: Row) -> bool:
    """Whether what comes of a toke is the player's again rather than the dealers' (B-IA-22)."""
    undecided = row.outcome in ("push", "not covered", "dead hand")
    return undecided and book.readings.toke.on_push == "player"
