"""Wagers that the house or a pool pays: coin-in, prizes from meters and tray, envy, reseeding."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from uth.cards import Card
from uth.game.ledger import RESERVE
from uth.game.round import Round, Seat, Spot, on_link
from uth.game.settlement.coverage import Row
from uth.game.settlement.pots import Win, shared
from uth.game.settlement.verdict import Judge, flop_hand, with_suit
from uth.ranking import Category
from uth.rules.book import Book
from uth.rules.money import Cents, dollars, odds_text
from uth.rules.prizes import Cash, ForOne, Prize, Share
from uth.rules.wagers import Wager

Meters = Mapping[str, Cents]


class Part(NamedTuple):
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


def meter_names(book: Book) -> list[str]:
    """The meters of the book, and the reserve; nothing where it has no progressive."""
    return [*book.meters, RESERVE] if any(bet.dropped for bet in book.side_bets) else []


def jackpots_of(book: Book) -> list[str]:
    """The names of all jackpots that can be won: whole meters, and parts of them."""
    prizes = [prize for bet in book.bets.values() for prize in (*bet.prizes, *(s.pays for s in bet.suited))]
    return list(dict.fromkeys(prize.name for prize in prizes if isinstance(prize, Share)))


def shares(bet: Wager) -> dict[str, Cents]:
    """Where one such wager goes: to its meters and the reserve; the house keeps the rest."""
    parts = {name: grows for name, (grows, _) in bet.shares.items()}
    return parts | {RESERVE: sum(kept for _, kept in bet.shares.values())}


def coin_in(book: Book, meters: Meters, wagers: Mapping[str, int]) -> dict[str, Cents]:
    """The meters after so many wagers of each kind."""
    after = {RESERVE: 0, **meters}
    for name, count in wagers.items():
        for meter, part in shares(book.bets[name]).items():
            after[meter] += part * count
    return after


def reseed(book: Book, meters: Meters, won: Iterable[str]) -> tuple[dict[str, Cents], tuple[Seed, ...]]:
    """The meters after an award of these whole, and who paid for it.

    A seed comes from the reserve as far as that goes; what is missing is the house's (B-IA-13).
    """
    after, seeds = dict(meters), []
    for name in won:
        bet, meter = book.meters[name]
        reserve = after[RESERVE] if meter.reserve else 0
        drawn = reserve if bet.reserve_surplus == "to_meter" else min(reserve, meter.seed)
        seeds.append(Seed(name, drawn, max(0, meter.seed - drawn)))
        after[name] = drawn + seeds[-1].from_house
        after[RESERVE] -= drawn
    return after, tuple(seeds)


def settle_progressive(
    judge: Judge, played: Round, spots: Sequence[Spot]
) -> tuple[list[Row], MeterResult | None]:
    """Rows for the wagers that the bank does not pay, then envy, and the meters; in the order of the deal."""
    book = judge.book
    laid = [(spot, bet) for spot in spots for bet in on_link(book, spot)] if book.linked_bets else []
    if not laid:
        return [], None
    wagers = {bet.name: sum(bet is other for _, other in laid) for _, bet in laid}
    meters = None if played.meters is None else coin_in(book, played.meters, wagers)
    parts: dict[tuple[Seat, str], Part] = {}
    after, seeds = dict(meters or {}), list[Seed]()
    prizes = {(spot.seat, bet.name): prize_of(bet, spot, played.board) for spot, bet in laid}
    for name in book.meters if meters is not None else ():
        won = {
            key: prize for key, prize in prizes.items() if isinstance(prize, Share) and prize.meter == name
        }
        for part in sorted({prize.part for prize in won.values()}):  # parts of a meter before the whole of it
            winners = [key for key, prize in won.items() if prize.part == part]
            wins = [Win(seat, bet, place=place) for place, (seat, bet) in enumerate(winners)]
            cents = share_of(after[name], part)
            parts |= {(w.seat, w.player): Part(paid, len(wins)) for w, paid in shared(cents, wins)}
            after[name] -= cents
        if any(prize.part == 1 for prize in won.values()):
            after, seed = reseed(book, after, [name])
            seeds += seed
    rows = [prize_row(book, bet, spot, played.board, parts.get((spot.seat, bet.name))) for spot, bet in laid]
    rows += [row for bet in free_bets(book) for row in envy_rows(bet, envy(book, bet, spots, played.board))]
    return rows, None if meters is None else MeterResult(meters, after, tuple(seeds))


def share_of(meter: Cents, part: Fraction) -> Cents:
    """A part of a meter, in whole cents; what is less stays in it."""
    return int(meter * part)


def counting_hand(spot: Spot, board: Sequence[Card]) -> Category | None:
    """The hand that counts for such a wager: nobody's who folded (IA-PRG-9)."""
    return None if spot.folded else flop_hand(spot, tuple(board))


def prize_of(bet: Wager, spot: Spot, board: Sequence[Card]) -> Prize | None:
    """The prize of a hand: odds or money from the tray, a share of a meter, or nothing."""
    hand = counting_hand(spot, board)
    if hand is None or spot.hole is None:
        return None
    line = with_suit(bet, hand, (*spot.hole, *board[:3]))
    return bet.prizes[line] if line < len(Category) else bet.suited[line - len(Category)].pays


def prize_row(book: Book, bet: Wager, spot: Spot, board: Sequence[Card], jackpot: Part | None) -> Row:
    """What becomes of a progressive wager; ``jackpot`` is its part of a meter, if it wins one."""
    cites, stake = bet.cites, spot.stake(bet)
    hand, prize = counting_hand(spot, board), prize_of(bet, spot, board)
    if hand is None:
        return lost_prize(spot, bet, "a folded hand wins nothing", cites.fold, "folded hand does not qualify")
    if prize is None:
        return lost_prize(spot, bet, f"{hand.label} with the flop is not paid", cites.lose)
    if isinstance(prize, Share):
        won = "the" if prize.part == 1 else f"{prize.percent} of the"
        reason = f"{hand.label} with the flop wins {won} {prize.meter} jackpot"
        clauses = book.cites.jackpot + (book.cites.split if jackpot and jackpot.winners > 1 else ())
        due = jackpot.cents if jackpot else 0
    else:
        says, due = _from_tray(prize, stake)
        reason, clauses = f"{hand.label} with the flop pays {says} from the tray", cites.win
    back = stake if bet.stake_returned_on_win else 0
    note = f"{hand.label}, stake already dropped"
    return Row(spot.seat, bet.name, stake, "win", due, due, stake - back, back, reason, clauses, note)


def _from_tray(prize: Fraction | ForOne | Cash, stake: Cents) -> tuple[str, Cents]:
    if isinstance(prize, Cash):
        return str(prize), prize.cents
    odds = prize.odds if isinstance(prize, ForOne) else prize
    return odds_text(prize) if isinstance(prize, Fraction) else str(prize), int(stake * odds)


def lost_prize(spot: Spot, bet: Wager, reason: str, clauses: tuple[str, ...], note: str = "") -> Row:
    """A progressive wager that wins nothing."""
    stake = spot.stake(bet)
    return Row(spot.seat, bet.name, stake, "lose", 0, 0, stake, 0, reason, clauses, note)


Envy = Mapping[Seat, Mapping[Seat, Cents]]
"""What each bettor wins with the hands of others, by the hand that brings it."""


def free_bets(book: Book) -> list[Wager]:
    """The wagers that come with others and look at other players' hands."""
    return [bet for bet in book.bets.values() if bet.staked == "free"]


def envy(book: Book, bet: Wager, spots: Sequence[Spot], board: Sequence[Card]) -> Envy:
    """Who wins envy with whose hand: every other bettor, for each hand (B-IA-15)."""
    beside = bet.beside or ""
    prizes = {
        spot.seat: cents
        for spot in spots
        if (spot.stakes.get(beside) or bet.trigger == "any_player")
        and spot.behind is None
        and (cents := _envied(bet, spot, board))
    }
    eligible = [s for s in spots if s.stakes.get(beside) and (bet.folded_eligible or not s.folded)]
    return {s.seat: {seat: prize for seat, prize in prizes.items() if seat != s.seat} for s in eligible}


def _envied(bet: Wager, spot: Spot, board: Sequence[Card]) -> Cents:
    """What others win with this hand."""
    prize = prize_of(bet, spot, board)
    return prize.cents if isinstance(prize, Cash) else 0


def envy_rows(bet: Wager, won: Envy) -> Iterator[Row]:
    """What is paid for envy, in the order of the deal."""
    for seat, brought in won.items():
        if due := sum(brought.values()):
            hands = ", ".join(f"{dollars(prize)} for seat {other}'s hand" for other, prize in brought.items())
            yield Row(seat, bet.name, 0, "win", due, due, 0, 0, f"{bet.name}: {hands}", bet.cites.win)
