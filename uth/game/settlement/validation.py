"""What is wrong with a round before it is settled: every reason at once, each with its clauses."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from uth.cards import card_name
from uth.game.ledger import RESERVE
from uth.game.round import STREETS, Choice, Round, Seat, Spot, on_bank, on_link
from uth.game.settlement.progressive import prize_of
from uth.game.settlement.verdict import looks_at_cards, needs_bank
from uth.rules.book import Book
from uth.rules.money import Cents, dollars
from uth.rules.prizes import Share
from uth.rules.wagers import Wager

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
    for problem in book.unchosen:
        left_open = (need.clauses for need in book.opening.needs if need.choose == problem.key)
        yield Refusal(f"{problem.key}: {problem.says}", next(left_open, ()))
    wrong_cards = list(_cards(book, played))
    yield from wrong_cards
    yield from _seats(book, played)
    yield from _bank(book, played)
    for spot in played.spots:
        yield from malformed_wagers(book, spot)
        yield from malformed_decisions(book, spot)
        if spot.toke:
            yield from malformed_toke(book, spot)
        if spot.behind is not None:
            yield from _backline(book, played, spot)
    yield from _meters(book, played)
    if book.linked_bets and not wrong_cards:
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
    if played.bank_hand is None:
        if any(needs_bank(book, spot) for spot in played.spots):
            yield Refusal("the bank's two cards are missing")
    elif len(played.bank_hand) != 2:
        yield Refusal(f"the bank needs two cards, not {len(played.bank_hand)}")
    for spot in played.spots:
        if spot.hole is None:
            if any(looks_at_cards(book, spot, laid) for laid in on_bank(book, spot)) or not spot.folded:
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
    name, cites = _name(spot.seat), book.cites
    main, stakes = book.main, spot.stakes
    for wager, stake in stakes.items():
        if not isinstance(stake, int):
            yield Refusal(f"{name}: {wager} of {stake!r}; whole cents are wanted")
            return
        if wager not in book.bets or book.bets[wager].staked in ("multiple", "free"):
            yield from _unknown(book, name, wager, stake)
    for bet in book.opening_bets:
        if bet.staked == "equal" and stakes.get(bet.name, 0) != stakes.get(bet.beside or "", 0):
            yield from _unequal(book, name, spot, bet)
    for bet in book.dependent_bets:
        if stakes.get(bet.name) and not stakes.get(bet.beside or ""):
            needed = book.bets[bet.beside or ""]
            yield Refusal(f"{name}: {bet.label} is laid only beside {needed.label}", bet.cites.bettor)
    if spot.behind is not None:
        yield from _laid_behind(book, spot)
    elif spot.main(book) <= 0:
        opening = " and ".join(bet.label for bet in book.opening_bets)
        yield Refusal(f"{name}: only a spot with {opening} is dealt in", cites.equal)
    for wager, stake in stakes.items():
        if wager in book.bets:
            yield from _outside_limits(book, name, book.bets[wager], stake)
    if not book.readings.limits.play_limited:
        return
    play = spot.stake(book.play)
    if main.limits and play > main.limits.most:
        says = f"{name}: {book.play.label} of {dollars(play)} is above {dollars(main.limits.most)}"
        yield Refusal(says, main.cites.limit)


def _unknown(book: Book, name: str, wager: str, stake: Cents) -> Iterator[Refusal]:
    """A stake on a wager that this table does not take."""
    row = book.wagers.rows.get(wager)
    if row is not None and row.staked == "fixed" and stake:
        yield Refusal(f"{name}: {wager} wager of {dollars(stake)}; this book has none", row.cites.limit)
    elif stake:
        taken = ", ".join(bet.name for bet in (*book.opening_bets, *book.side_bets))
        yield Refusal(f"{name}: no wager {wager} at this table; there are {taken}")


def _unequal(book: Book, name: str, spot: Spot, bet: Wager) -> Iterator[Refusal]:
    beside = book.bets[bet.beside or ""]
    first, second = (dollars(spot.stakes.get(one.name, 0)) for one in (beside, bet))
    yield Refusal(f"{name}: {beside.label} {first} and {bet.label} {second} must be equal", book.cites.equal)


def _outside_limits(book: Book, name: str, bet: Wager, stake: Cents) -> Iterator[Refusal]:
    """What is wrong with a stake by itself."""
    limit, unit = book.bets[bet.beside or ""] if bet.staked == "equal" else bet, book.wagers.unit
    if limit.limits and stake in limit.limits and not stake % unit:
        return
    said = f"{name}: {bet.name} of {dollars(stake)}"
    if bet.staked == "fixed":
        if stake != bet.stake and stake:
            says = f"{name}: {bet.name} wager of {dollars(stake)}; it is exactly {dollars(bet.stake or 0)}"
            yield Refusal(says, bet.cites.limit)
        return
    if stake < 0:
        yield Refusal(f"{said} is below zero", book.cites.wager)
    if limit.limits and stake > 0 and stake not in limit.limits:
        yield Refusal(f"{said} is outside the limits, {limit.limits}", limit.cites.limit)
    if stake % unit:
        yield Refusal(f"{said} is not in whole steps of {dollars(unit)}", book.cites.wager)


def _laid_behind(book: Book, spot: Spot) -> Iterator[Refusal]:
    """What somebody behind a hand may lay: the base game, side wagers, or both (BALLY-DEAL-2)."""
    name, clauses, on = _name(spot.seat), book.backline.clauses, book.backline.on
    side = [bet for bet in book.side_bets if bet.paid_by_bank]
    taken = [bet.label for bet in side if bet.name in on]
    if spot.main(book) and "base" not in on:
        yield Refusal(f"{name}: only {' and '.join(taken)} is taken from behind at this table", clauses)
    for bet in side:
        if spot.stake(bet) and bet.name not in on:
            yield Refusal(f"{name}: no {bet.label} is taken from behind at this table", clauses)
    if not any(spot.stake(bet) for bet in (book.main, *side)):
        opening = " and ".join(bet.label for bet in book.opening_bets)
        others = " or ".join(bet.label for bet in side)
        yield Refusal(f"{name}: a backline wager lies on {opening}, or on {others}", clauses)


def malformed_decisions(book: Book, spot: Spot) -> Iterator[Refusal]:
    """Street by street, once only: check or one of the multiples; a fold only on the river."""
    if spot.decisions in _lines(book.decisions.preflop, book.decisions.flop, book.decisions.river):
        return
    name, given = _name(spot.seat), spot.decisions
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
        if given[n] is not Choice.CHECK:
            if given[n + 1 :]:
                yield Refusal(f"{name}: {given[n + 1]} after {given[n]}; a decision is final", clauses)
            return


@cache
def _lines(*streets: tuple[int, ...]) -> frozenset[tuple[Choice, ...]]:
    """All that a player may decide from the deal to the end."""
    check = Choice.CHECK
    bets = [(check,) * n + (Choice.bet(one),) for n, multiples in enumerate(streets) for one in multiples]
    return frozenset([*bets, (check, check, Choice.FOLD)])


def legal_decisions(book: Book, street: str) -> tuple[Choice, ...]:
    """What a player who has not bet may do on a street."""
    otherwise = Choice.FOLD if street == "river" else Choice.CHECK
    return _decisions(getattr(book.decisions, street), otherwise)


@cache
def _decisions(multiples: tuple[int, ...], otherwise: Choice) -> tuple[Choice, ...]:
    return (otherwise, *map(Choice.bet, multiples))


def _where(street: str) -> str:
    return "before the flop" if street == "preflop" else f"on the {street}"


def malformed_toke(book: Book, spot: Spot) -> Iterator[Refusal]:
    """A toke rides on a wager that is there, within its own limits and the reading of the common one."""
    name, clauses, tokes = _name(spot.seat), book.cites.toke_on, spot.tokes
    if not tokes:
        return
    for on, times in Counter(toke.on for toke in tokes).items():
        if book.tokes.range is None or on not in book.tokes.on or on not in book.bets:
            rides = f"a toke rides on {', '.join(book.tokes.on)}"
            what = "no tokes are taken" if book.tokes.range is None else rides
            yield Refusal(f"{name}: toke on {on}: {what}", clauses)
            return
        if times > 1:
            yield Refusal(f"{name}: two tokes on {on}; lay one for the whole amount", clauses)
        if not spot.stake(book.bets[on]):
            yield Refusal(f"{name}: a toke on {on} needs that wager beside it", clauses)
    for toke in tokes:
        yield from _toke_range(book, name, toke.amount)
    if book.readings.toke.original_bet == "ante":
        yield from _toke_and_bet(book, name, spot.main(book), sum(toke.amount for toke in tokes))
    else:
        for toke in tokes:
            yield from _toke_and_bet(book, name, spot.stake(book.bets[toke.on]), toke.amount)


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
    limits = book.main.limits
    if limits is None:
        return None, None
    tenth = limits.most // 10
    reading = book.readings.toke.limit
    if reading == "toke_10_percent":
        return tenth, None
    return None, tenth if reading == "literal_10_percent" else limits.most + tenth


def _backline(book: Book, played: Round, spot: Spot) -> Iterator[Refusal]:
    name, clauses = _name(spot.seat), book.backline.clauses
    if not book.backline.allowed:
        yield Refusal(f"{name}: backline wagers are not taken at this table", clauses)
    seat = next((other for other in played.spots if other.seat == spot.behind), None)
    if seat is None or seat.behind is not None:
        yield Refusal(f"{name}: nobody plays in seat {spot.behind} to bet behind", clauses)
        return
    if spot.hole != seat.hole:
        yield Refusal(f"{name}: a backline wager rides on the cards of seat {seat.seat}", clauses)
    unfunded = (
        Choice.CHECK,
        Choice.CHECK,
        Choice.FOLD,
    )  # who cannot follow the Play wager is folded on the river
    follows = book.readings.backline.decides == "seat" or not spot.main(book)
    if follows and spot.decisions not in (seat.decisions, unfunded):
        yield Refusal(
            f"{name}: seat {seat.seat} decides; its decisions are {' '.join(seat.decisions)}", clauses
        )
    for bet in on_link(book, spot):
        yield Refusal(f"{name}: no {bet.name} wager from behind", bet.cites.bettor)


def _meters(book: Book, played: Round) -> Iterator[Refusal]:
    clauses, names = book.cites.meters, list(book.meters)
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
        for bet in on_link(book, spot):
            prize = prize_of(bet, spot, played.board)
            if isinstance(prize, Share) and played.meters is None:
                says = f"{_name(spot.seat)} wins the {prize.meter} jackpot, and the meters are missing"
                yield Refusal(says, book.cites.meters)
