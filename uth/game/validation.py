"""What is wrong with a round before it is settled: every reason at once, each with its clauses."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from uth.cards import card_name
from uth.game.ledger import RESERVE
from uth.game.progressive import prize_of
from uth.game.round import STREETS, Round, Seat, Spot
from uth.game.verdict import looks_at_cards
from uth.rules.book import Book, Jackpot
from uth.rules.money import Cents, dollars
from uth.rules.payoffs import unchosen

Thing = TypeVar("Thing", int, Seat)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not accepted, and the clauses that say so."""

    says: str
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.says} ({', '.join(self.clauses)})" if self.clauses else self.says


class Refused(ValueError):
    """A round or an act the rules do not allow; nothing has changed."""

    def __init__(self, refusals: list[Refusal]) -> None:
        super().__init__("\n".join(map(str, refusals)))
        self.refusals = refusals


class Broken(Refused):
    """An act that failed through a fault of the program, not by a rule; nothing has changed here either."""


def refuse_malformed(book: Book, played: Round) -> None:
    """Raise :class:`Refused` with everything that is wrong with the round."""
    refusals = list(malformed(book, played))
    if refusals:
        raise Refused(refusals)


def malformed(book: Book, played: Round) -> Iterator[Refusal]:
    for problem in unchosen(book):
        left_open = (need.clauses for need in book.opening.needs if need.choose == problem.key)
        yield Refusal(f"{problem.key}: {problem.says}", next(left_open, ()))
    wrong_cards = list(_cards(book, played))
    yield from wrong_cards
    yield from _seats(book, played)
    yield from _bank(book, played)
    for spot in played.spots:
        yield from malformed_wagers(book, spot)
        yield from malformed_decisions(book, spot)
        yield from malformed_toke(book, spot)
        yield from _backline(book, played, spot)
    yield from _meters(book, played)
    if not wrong_cards:
        yield from _jackpots(book, played)


def _name(seat: Seat) -> str:
    return f"seat {seat}"


def _repeated(things: list[Thing]) -> list[tuple[Thing, int]]:
    """What is there more than once, and how often."""
    if len(set(things)) == len(things):
        return []
    return [(thing, times) for thing, times in Counter(things).items() if times > 1]


def _cards(book: Book, played: Round) -> Iterator[Refusal]:
    if len(played.board) != 5:
        yield Refusal(f"a completed round has five cards on the board, not {len(played.board)}")
    everybody_folded = all(spot.folded for spot in played.spots)
    if played.bank_hand is None:
        if not everybody_folded:
            yield Refusal("the bank's two cards are missing")
    elif len(played.bank_hand) != 2:
        yield Refusal(f"the bank needs two cards, not {len(played.bank_hand)}")
    for spot in played.spots:
        if spot.hole is None:
            if not spot.folded or (spot.trips and looks_at_cards(book, spot, "trips")):
                yield Refusal(f"{_name(spot.seat)}: the two hole cards are missing")
        elif len(spot.hole) != 2:
            yield Refusal(f"{_name(spot.seat)}: a hand has two hole cards, not {len(spot.hole)}")
    holes = [spot.hole for spot in played.spots if spot.hole and spot.behind is None]
    dealt = [card for cards in (played.board, played.bank_hand or (), *holes) for card in cards]
    for card, times in _repeated(dealt):
        yield Refusal(f"{card_name(card)} appears {times} times; a deck has it once")


def _seats(book: Book, played: Round) -> Iterator[Refusal]:
    clauses = book.cites.seats
    if not played.spots:
        yield Refusal("nobody has placed a wager")
    for seat, times in _repeated([spot.seat for spot in played.spots]):
        yield Refusal(f"{_name(seat)} appears {times} times; one spot a player")
    for spot in played.spots:
        if spot.behind is None and not (isinstance(spot.seat, int) and 1 <= spot.seat <= book.table.seats):
            yield Refusal(f"{_name(spot.seat)}: the table has seats 1 to {book.table.seats}", clauses)
        if spot.seat == played.bank_seat:
            yield Refusal(f"{_name(spot.seat)} banks this round and makes no wager", book.cites.bank)


def _bank(book: Book, played: Round) -> Iterator[Refusal]:
    cites = book.cites
    if not book.bank.is_player:
        if played.bank_seat is not None or played.bank_wager is not None:
            yield Refusal("the house banks this game; a player cannot", cites.bank)
        return
    if played.bank_seat is None or played.bank_wager is None:
        yield Refusal(f"the bank is missing: a {book.bank.who}'s seat and wager are needed", cites.bank)
        return
    if not 1 <= played.bank_seat <= book.table.seats:
        says = f"the bank sits in seat {played.bank_seat}; the table has 1 to {book.table.seats}"
        yield Refusal(says, cites.seats)
    if refusal := too_small(book, played.bank_wager):
        yield refusal
    if played.bank_chips < 0:
        yield Refusal(f"the bank's chips are {dollars(played.bank_chips)}, below zero", cites.bank_wager)


def too_small(book: Book, bank: Cents) -> Refusal | None:
    """Why this is no bank: above zero it is one, unless the house itself wants more (B-CA-8)."""
    if bank <= 0:
        return Refusal(f"the bank's wager is {dollars(bank)}; it must be above zero", book.cites.bank_wager)
    least = book.bank.min_wager
    return Refusal(f"the house takes no bank below {dollars(least)}") if bank < least else None


def malformed_wagers(book: Book, spot: Spot) -> Iterator[Refusal]:
    """What is wrong with the wagers of one person before the deal."""
    name, limits, cites = _name(spot.seat), book.limits, book.cites
    if spot.ante != spot.blind:
        says = f"{name}: Ante {dollars(spot.ante)} and Blind {dollars(spot.blind)} must be equal"
        yield Refusal(says, cites.equal)
    if spot.behind is not None:
        yield from _laid_behind(book, spot)
    elif spot.ante <= 0:
        yield Refusal(f"{name}: only a spot with Ante and Blind is dealt in", cites.equal)
    limited = (
        ("ante", spot.ante, limits.ante, cites.ante_limit),
        ("blind", spot.blind, limits.ante, cites.ante_limit),
        ("trips", spot.trips, limits.trips, cites.trips_limit),
    )
    for wager, stake, limit, cited in limited:
        if stake < 0:
            yield Refusal(f"{name}: {wager} of {dollars(stake)} is below zero", cites.wager)
        if limit and stake > 0 and stake not in limit:
            yield Refusal(f"{name}: {wager} of {dollars(stake)} is outside the limits, {limit}", cited)
        if stake % book.wagers.unit:
            unit = dollars(book.wagers.unit)
            yield Refusal(f"{name}: {wager} of {dollars(stake)} is not in whole steps of {unit}", cites.wager)
    if book.readings.limits.play_limited and limits.ante and spot.play > limits.ante.most:
        says = f"{name}: Play of {dollars(spot.play)} is above {dollars(limits.ante.most)}"
        yield Refusal(says, cites.ante_limit)
    if spot.progressive and spot.progressive != book.progressive.stake:
        fixed = book.progressive.stake
        right = f"it is exactly {dollars(fixed)}" if fixed else "this book has none"
        says = f"{name}: progressive wager of {dollars(spot.progressive)}; {right}"
        yield Refusal(says, cites.progressive_stake)


def _laid_behind(book: Book, spot: Spot) -> Iterator[Refusal]:
    """What somebody behind a hand may lay: the base game, Trips, or both (BALLY-DEAL-2)."""
    name, clauses, on = _name(spot.seat), book.backline.clauses, book.backline.on
    if spot.ante and "base" not in on:
        yield Refusal(f"{name}: only Trips is taken from behind at this table", clauses)
    if spot.trips and "trips" not in on:
        yield Refusal(f"{name}: no Trips is taken from behind at this table", clauses)
    if not spot.ante and not spot.trips:
        yield Refusal(f"{name}: a backline wager lies on Ante and Blind, or on Trips", clauses)


def malformed_decisions(book: Book, spot: Spot) -> Iterator[Refusal]:
    """Street by street, once only: check or one of the multiples; a fold only on the river."""
    name, given = _name(spot.seat), list(spot.decisions)
    for n, street in enumerate(STREETS):
        clauses = getattr(book.cites, street)
        if n >= len(given):
            yield Refusal(f"{name}: a decision {_where(street)} is missing", clauses)
            return
        legal = legal_decisions(book, street)
        if given[n] not in legal:
            says = f"{name}: {given[n]} {_where(street)}; legal are {', '.join(legal)}"
            yield Refusal(says, clauses)
            return
        if given[n] != "check":
            if given[n + 1 :]:
                yield Refusal(f"{name}: {given[n + 1]} after {given[n]}; a decision is final", clauses)
            return


def legal_decisions(book: Book, street: str) -> tuple[str, ...]:
    """What a player who has not bet may do on a street."""
    return _decisions(getattr(book.decisions, street), "fold" if street == "river" else "check")


@cache
def _decisions(multiples: tuple[int, ...], otherwise: str) -> tuple[str, ...]:
    return (otherwise, *(f"bet{multiple}" for multiple in multiples))


def _where(street: str) -> str:
    return "before the flop" if street == "preflop" else f"on the {street}"


def malformed_toke(book: Book, spot: Spot) -> Iterator[Refusal]:
    """A toke rides on a wager that is there, within its own limits and the reading of the common one."""
    name, clauses, tokes = _name(spot.seat), book.cites.toke_on, spot.tokes
    if not tokes:
        return
    for on, times in Counter(toke.on for toke in tokes).items():
        if book.tokes.range is None or on not in book.tokes.on:
            rides = f"a toke rides on {', '.join(book.tokes.on)}"
            what = "no tokes are taken" if book.tokes.range is None else rides
            yield Refusal(f"{name}: toke on {on}: {what}", clauses)
            return
        if times > 1:
            yield Refusal(f"{name}: two tokes on {on}; lay one for the whole amount", clauses)
        if not spot.stake(on):
            yield Refusal(f"{name}: a toke on {on} needs that wager beside it", clauses)
    for toke in tokes:
        yield from _toke_range(book, name, toke.amount)
    if book.readings.toke.original_bet == "ante":
        yield from _toke_and_bet(book, name, spot.ante, sum(toke.amount for toke in tokes))
    else:
        for toke in tokes:
            yield from _toke_and_bet(book, name, spot.stake(toke.on), toke.amount)


def toke_limits(book: Book, name: str, bet: Cents, amount: Cents) -> Iterator[Refusal]:
    """Whether a toke of this amount may ride on this bet (B-IA-1)."""
    yield from _toke_range(book, name, amount)
    yield from _toke_and_bet(book, name, bet, amount)


def _toke_range(book: Book, name: str, amount: Cents) -> Iterator[Refusal]:
    cited = book.cites.toke_range
    if book.tokes.range and amount not in book.tokes.range:
        yield Refusal(f"{name}: toke of {dollars(amount)} is outside {book.tokes.range}", cited)
    if amount % book.tokes.unit:
        says = f"{name}: toke of {dollars(amount)} is not in steps of {dollars(book.tokes.unit)}"
        yield Refusal(says, cited)


def _toke_and_bet(book: Book, name: str, bet: Cents, amount: Cents) -> Iterator[Refusal]:
    cites = book.cites
    alone, together = toke_cap(book)
    if alone is not None and amount > alone:
        yield Refusal(f"{name}: toke of {dollars(amount)} above {dollars(alone)}", cites.toke_limit)
    if together is not None and bet + amount > together:
        says = f"{name}: toke and bet together of {dollars(bet + amount)} above {dollars(together)}"
        yield Refusal(says, cites.toke_limit)


def toke_cap(book: Book) -> tuple[Cents | None, Cents | None]:
    """The most on a toke by itself, and on toke and bet together, by the reading of the rule (B-IA-1)."""
    if book.limits.ante is None:
        return None, None
    tenth = book.limits.ante.most // 10
    reading = book.readings.toke.limit
    if reading == "toke_10_percent":
        return tenth, None
    return None, tenth if reading == "literal_10_percent" else book.limits.ante.most + tenth


def _backline(book: Book, played: Round, spot: Spot) -> Iterator[Refusal]:
    if spot.behind is None:
        return
    name, clauses = _name(spot.seat), book.backline.clauses
    if not book.backline.allowed:
        yield Refusal(f"{name}: backline wagers are not taken at this table", clauses)
    seat = next((other for other in played.spots if other.seat == spot.behind), None)
    if seat is None or seat.behind is not None:
        yield Refusal(f"{name}: nobody plays in seat {spot.behind} to bet behind", clauses)
        return
    if spot.hole != seat.hole:
        yield Refusal(f"{name}: a backline wager rides on the cards of seat {seat.seat}", clauses)
    unfunded = ("check", "check", "fold")  # who cannot follow the Play wager is folded on the river
    follows = book.readings.backline.decides == "seat" or not spot.ante
    if follows and spot.decisions not in (seat.decisions, unfunded):
        yield Refusal(
            f"{name}: seat {seat.seat} decides; its decisions are {' '.join(seat.decisions)}", clauses
        )
    if spot.progressive:
        yield Refusal(f"{name}: no progressive wager from behind", book.cites.progressive_bettor)


def _meters(book: Book, played: Round) -> Iterator[Refusal]:
    clauses, names = book.cites.meters, [meter.name for meter in book.progressive.meters]
    given = played.meters or {}
    for name in names if given else ():
        if name not in given:
            yield Refusal(f"the {name} meter is missing", clauses)
    for name, amount in given.items():
        if name not in (*names, RESERVE):
            yield Refusal(f"there is no meter called {name}", clauses)
        elif amount < 0:
            yield Refusal(f"the {name} meter is below zero", clauses)


def _jackpots(book: Book, played: Round) -> Iterator[Refusal]:
    for spot in played.spots:
        prize = prize_of(book, spot, played.board) if spot.progressive else None
        if isinstance(prize, Jackpot) and played.meters is None:
            says = f"{_name(spot.seat)} wins the {prize.meter} jackpot, and the meters are missing"
            yield Refusal(says, book.cites.meters)
