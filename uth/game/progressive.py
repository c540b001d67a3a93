"""The linked progressive: coin-in, prizes from the meters and from the tray, envy, reseeding."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from uth.game.coverage import Row
from uth.game.ledger import RESERVE
from uth.game.pots import Win, shared
from uth.game.round import Round, Seat, Spot
from uth.ranking import Category, category, strength
from uth.rules.book import Book, Jackpot, Meter
from uth.rules.money import Cents, dollars, odds_text

Meters = Mapping[str, Cents]


class Share(NamedTuple):
    """What somebody wins of a meter, and how many have won it."""

    cents: Cents
    winners: int


class Seed(NamedTuple):
    """What a meter that was won starts again with, and who pays for it."""

    meter: str
    from_reserve: Cents
    from_house: Cents


@dataclass(frozen=True, slots=True)
class MeterResult:
    """The meters through a round; the reserve stands before and after it has paid for a seed."""

    after_coin_in: Meters
    after_round: Meters
    seeds: tuple[Seed, ...]


def shares(book: Book) -> dict[str, Cents]:
    """Where one progressive wager goes: to the meters and the reserve; the house keeps the rest."""
    stake, meters = book.progressive.stake or 0, book.progressive.meters
    parts = {meter.name: int(stake * meter.meter) for meter in meters}
    return parts | {RESERVE: sum(int(stake * meter.reserve) for meter in meters)}


def coin_in(book: Book, meters: Meters, wagers: int) -> dict[str, Cents]:
    """The meters after so many progressive wagers."""
    before = {RESERVE: 0, **meters}
    return before | {name: before[name] + part * wagers for name, part in shares(book).items()}


def reseed(book: Book, meters: Meters, won: Iterable[Meter]) -> tuple[dict[str, Cents], tuple[Seed, ...]]:
    """The meters after an award, and who paid for it.

    A seed comes from the reserve as far as that goes; what is missing is the house's (B-IA-13).
    """
    after, seeds = dict(meters), []
    for meter in won:
        reserve = after[RESERVE] if meter.reserve else 0
        surplus = book.readings.progressive.reserve_surplus == "to_meter"
        drawn = reserve if surplus else min(reserve, meter.seed)
        seeds.append(Seed(meter.name, drawn, max(0, meter.seed - drawn)))
        after[meter.name] = drawn + seeds[-1].from_house
        after[RESERVE] -= drawn
    return after, tuple(seeds)


def settle_progressive(
    book: Book, played: Round, spots: Sequence[Spot]
) -> tuple[list[Row], MeterResult | None]:
    """Rows for the progressive wagers, then the envy, and the meters; ``spots`` in the order of the deal."""
    bettors = [spot for spot in spots if spot.progressive]
    if not bettors:
        return [], None
    prizes = {spot.seat: prize_of(book, spot, played.board) for spot in bettors}
    meters = None if played.meters is None else coin_in(book, played.meters, len(bettors))
    jackpots: dict[Seat, Share] = {}
    won: list[Meter] = []
    for meter in book.progressive.meters:
        seats = [seat for seat, prize in prizes.items() if prize == Jackpot(meter.name)]
        if seats and meters is not None:
            won.append(meter)
            wins = [Win(seat, "", place=place) for place, seat in enumerate(seats)]
            parts = shared(meters[meter.name], wins)
            jackpots |= {win.seat: Share(cents, len(seats)) for win, cents in parts}
    rows = [prize_row(book, spot, played.board, jackpots.get(spot.seat)) for spot in bettors]
    rows += envy_rows(book, envy(book, spots, played.board))
    if meters is None:
        return rows, None
    after, seeds = reseed(book, meters, won)
    return rows, MeterResult(meters, after, seeds)


def flop_hand(spot: Spot, board: Sequence[int]) -> Category | None:
    """The hand of the two hole cards and the flop, exactly those five (B-IA-14)."""
    return category(strength((*spot.hole, *board[:3]))) if spot.hole else None


def counting_hand(spot: Spot, board: Sequence[int]) -> Category | None:
    """The hand that counts for the progressive: nobody's who folded (IA-PRG-9)."""
    return None if spot.folded else flop_hand(spot, board)


def prize_of(book: Book, spot: Spot, board: Sequence[int]) -> Fraction | Jackpot | None:
    """The prize of a hand: odds from the tray, a whole meter, or nothing."""
    hand = counting_hand(spot, board)
    return None if hand is None else book.progressive.prizes[hand]


def prize_row(book: Book, spot: Spot, board: Sequence[int], jackpot: Share | None) -> Row:
    """What becomes of a progressive wager; ``jackpot`` is its part of a meter, if it wins one."""
    cites, stake = book.cites.progressive, spot.progressive
    hand, prize = counting_hand(spot, board), prize_of(book, spot, board)
    if hand is None:
        reason, clauses, note = "a folded hand wins nothing", cites.fold, "folded hand does not qualify"
    elif prize is None:
        reason, clauses, note = f"{hand.label} with the flop is not paid", cites.lose, ""
    elif isinstance(prize, Jackpot):
        reason = f"{hand.label} with the flop wins the {prize.meter} jackpot"
        clauses = book.cites.jackpot + (book.cites.split if jackpot and jackpot.winners > 1 else ())
        note = f"{hand.label}, stake already dropped"
    else:
        reason = f"{hand.label} with the flop pays {odds_text(prize)} from the tray"
        clauses, note = cites.win, f"{hand.label}, stake already dropped"
    if prize is None:
        return lost_prize(spot, reason, clauses, note)
    due = (jackpot.cents if jackpot else 0) if isinstance(prize, Jackpot) else int(stake * prize)
    back = stake if book.readings.progressive.stake_returned_on_win else 0
    return Row(spot.seat, "progressive", stake, "win", due, due, stake - back, back, reason, clauses, note)


def lost_prize(spot: Spot, reason: str, clauses: tuple[str, ...], note: str = "") -> Row:
    """A progressive wager that wins nothing."""
    stake = spot.progressive
    return Row(spot.seat, "progressive", stake, "lose", 0, 0, stake, 0, reason, clauses, note)


Envy = Mapping[Seat, Mapping[Seat, Cents]]
"""What each bettor wins with the hands of others, by the hand that brings it."""


def envy(book: Book, spots: Sequence[Spot], board: Sequence[int]) -> Envy:
    """Who wins envy with whose hand: every other bettor, for each hand (B-IA-15)."""
    readings = book.readings.envy
    prizes = {
        spot.seat: prize
        for spot in spots
        if (hand := counting_hand(spot, board)) is not None
        and (prize := book.envy.prizes[hand])
        and spot.behind is None
        and (spot.progressive or readings.trigger == "any_player")
    }
    eligible = [s for s in spots if s.progressive and (readings.folded_eligible or not s.folded)]
    return {s.seat: {seat: prize for seat, prize in prizes.items() if seat != s.seat} for s in eligible}


def envy_rows(book: Book, won: Envy) -> Iterator[Row]:
    """What is paid for envy, in the order of the deal."""
    for seat, brought in won.items():
        if due := sum(brought.values()):
            hands = ", ".join(f"{dollars(prize)} for seat {other}'s hand" for other, prize in brought.items())
            yield Row(seat, "envy", 0, "win", due, due, 0, 0, f"envy: {hands}", book.cites.envy)
