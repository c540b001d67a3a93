"""The linked progressive: coin-in, prizes from the meters and from the tray, envy, reseeding."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from uth.game.coverage import Row
from uth.game.round import Round, Seat, Spot
from uth.ranking import Category, category, strength
from uth.rules.book import Book, Jackpot, Meter
from uth.rules.money import Cents, dollars, odds_text

RESERVE = "reserve"

Meters = Mapping[str, Cents]


@dataclass(frozen=True, slots=True)
class MeterResult:
    """The meters through a round; the reserve stands before and after it has paid for a seed."""

    after_coin_in: Meters
    after_round: Meters
    house_seeds: Cents
    """What the house adds where the reserve does not cover a seed."""


def coin_in(book: Book, meters: Meters, wagers: int) -> dict[str, Cents]:
    """The meters after so many progressive wagers; a negative number takes them back (B-IA-16)."""
    stake = book.progressive.stake or 0
    grown = {RESERVE: 0, **meters}
    for meter in book.progressive.meters:
        grown[meter.name] += int(stake * meter.meter) * wagers
        grown[RESERVE] += int(stake * meter.reserve) * wagers
    return grown


def split(amount: Cents, winners: int) -> list[Cents]:
    """An even split; odd cents go to those dealt first (B-IA-11)."""
    share, odd = divmod(amount, winners)
    return [share + (n < odd) for n in range(winners)]


def reseed(book: Book, meters: Meters, won: Iterable[Meter]) -> tuple[dict[str, Cents], Cents]:
    """The meters after an award, and what the house paid for it.

    A seed comes from the reserve as far as that goes; what is missing is the house's (B-IA-13).
    """
    after, house = dict(meters), 0
    for meter in won:
        from_reserve = min(after[RESERVE], meter.seed) if meter.reserve else 0
        surplus = 0
        if meter.reserve and book.readings.progressive.reserve_surplus == "to_meter":
            surplus = after[RESERVE] - from_reserve
        after[meter.name] = meter.seed + surplus
        after[RESERVE] -= from_reserve + surplus
        house += meter.seed - from_reserve
    return after, house


def settle_progressive(
    book: Book, played: Round, spots: Sequence[Spot]
) -> tuple[list[Row], MeterResult | None]:
    """Rows for the progressive wagers, then the envy, and the meters; ``spots`` in the order of the deal."""
    bettors = [spot for spot in spots if spot.progressive]
    if not bettors:
        return [], None
    hands = {spot.seat: flop_hand(spot, played.board) for spot in spots if not spot.folded}
    meters = None if played.meters is None else coin_in(book, played.meters, len(bettors))
    shares: dict[Seat, Cents] = {}
    won: list[Meter] = []
    for meter in book.progressive.meters:
        winners = [
            spot.seat for spot in bettors if prize_of(book, hands.get(spot.seat)) == Jackpot(meter.name)
        ]
        if winners and meters is not None:
            won.append(meter)
            shares |= zip(winners, split(meters[meter.name], len(winners)), strict=True)
    rows = [_prize_row(book, spot, hands.get(spot.seat), shares) for spot in bettors]
    rows += _envy_rows(book, spots, hands)
    if meters is None:
        return rows, None
    after, house = reseed(book, meters, won)
    return rows, MeterResult(meters, after, house)


def flop_hand(spot: Spot, board: Sequence[int]) -> Category | None:
    """The hand of the two hole cards and the flop, exactly those five (B-IA-14)."""
    return category(strength((*spot.hole, *board[:3]))) if spot.hole else None


def prize_of(book: Book, hand: Category | None) -> Fraction | Jackpot | None:
    """The prize of a hand: odds from the tray, a whole meter, or nothing."""
    return None if hand is None else book.progressive.prizes[hand]


def _prize_row(book: Book, spot: Spot, hand: Category | None, shares: Mapping[Seat, Cents]) -> Row:
    cites, stake = book.cites.progressive, spot.progressive
    prize = prize_of(book, hand)
    if hand is None:
        reason, clauses, note = "a folded hand wins nothing", cites.fold, "folded hand does not qualify"
    elif prize is None:
        reason, clauses, note = f"{hand.label} with the flop is not paid", cites.lose, ""
    elif isinstance(prize, Jackpot):
        reason = f"{hand.label} with the flop wins the {prize.meter} jackpot"
        clauses = book.cites.jackpot + book.cites.split
        note = f"{hand.label}, stake already dropped"
    else:
        reason = f"{hand.label} with the flop pays {odds_text(prize)} from the tray"
        clauses, note = cites.win, f"{hand.label}, stake already dropped"
    if prize is None:
        return Row(spot.seat, "progressive", stake, "lose", 0, 0, stake, 0, reason, clauses, note)
    due = shares[spot.seat] if isinstance(prize, Jackpot) else int(stake * prize)
    back = stake if book.readings.progressive.stake_returned_on_win else 0
    return Row(spot.seat, "progressive", stake, "win", due, due, stake - back, back, reason, clauses, note)


def _envy_rows(book: Book, spots: Sequence[Spot], hands: Mapping[Seat, Category | None]) -> list[Row]:
    """Each progressive bettor is paid for every envy hand that is somebody else's (B-IA-15)."""
    readings = book.readings.envy
    prizes = {
        spot.seat: book.envy.prizes[hand] or 0
        for spot in spots
        if (hand := hands.get(spot.seat)) is not None
        and spot.behind is None
        and (spot.progressive or readings.trigger == "any_player")
    }
    rows = []
    for spot in spots:
        if not spot.progressive or (spot.folded and not readings.folded_eligible):
            continue
        others = {seat: prize for seat, prize in prizes.items() if seat != spot.seat and prize}
        if due := sum(others.values()):
            reason = "envy: " + ", ".join(
                f"{dollars(p)} for seat {seat}'s hand" for seat, p in others.items()
            )
            rows.append(Row(spot.seat, "envy", 0, "win", due, due, 0, 0, reason, book.envy.clauses))
    return rows
