"""The verdict on each wager: won, pushed or lost, what is due, and the reason with its clauses.

Nobody asks here whether the bank can pay: that is :mod:`uth.game.coverage`.
"""

from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from uth.cards import Card
from uth.game.coverage import Claim, Verdict
from uth.game.progressive import flop_hand
from uth.game.round import Seat, Spot
from uth.ranking import Category, best_five, category, describe, strength
from uth.rules.book import Book
from uth.rules.money import Cents, odds_text
from uth.rules.payoffs import Result


class Shown(Struct, frozen=True):
    """A hand as it was read out."""

    cards: tuple[Card, ...]
    strength: int
    category: Category
    versus_bank: str = ""
    """``higher``, ``lower``, ``equal``, ``folded``; empty for the bank itself."""
    with_flop: Category | None = None
    """The hand of hole cards and flop, for those who bet on it."""

    @property
    def five(self) -> tuple[Card, ...]:
        """The best five of its cards (B-GEN-1: any five of the seven)."""
        return best_five(self.cards)


def show(hole: tuple[Card, ...], board: tuple[Card, ...]) -> Shown:
    """The hand of hole and board."""
    cards = (*hole, *board)
    value = strength(cards)
    return Shown(cards, value, category(value))


def in_for_trips(book: Book, spot: Spot) -> bool:
    """Whether a folder stays in for Trips: his cards are tucked under it, by him or for him (B-IA-8)."""
    return spot.tucked or book.readings.trips.fold_auto_tuck


def looks_at_cards(book: Book, spot: Spot, wager: str) -> bool:
    """Whether the wager depends on the player's cards: after a fold only a Trips paid by its table."""
    if not spot.folded:
        return True
    by_table = book.readings.trips.on_fold == "table" and in_for_trips(book, spot)
    return by_table and wager.endswith("trips")


def _against(spot: Spot, own: int, bank: Shown | None) -> str:
    if spot.folded or bank is None:
        return "folded"
    return "higher" if own > bank.strength else "lower" if own < bank.strength else "equal"


_RESULTS = {"higher": Result.WIN, "equal": Result.TIE, "lower": Result.LOSE}


class Judge:
    """Judges the wagers of one round."""

    def __init__(self, book: Book, board: tuple[Card, ...], bank_hand: tuple[Card, ...] | None) -> None:
        self.book, self.payoffs, self.board = book, book.payoffs, board
        self.bank = show(bank_hand, board) if bank_hand else None
        self.qualifies = None if self.bank is None else self.bank.strength >= self.payoffs.qualifies
        self.hands: dict[Seat, Shown] = {}

    @property
    def antes_first(self) -> bool:
        """Whether Antes go back before any hand is looked at: the bank does not qualify (IA-NQ-1)."""
        return self.book.settle.antes_first and self.qualifies is False

    def hand(self, spot: Spot) -> Shown | None:
        """The hand of one person as it is read out; None while its cards are unseen."""
        if spot.seat not in self.hands and spot.hole:
            cards = (*spot.hole, *self.board)
            own = strength(cards)
            with_flop = flop_hand(spot, self.board) if spot.progressive else None
            against = _against(spot, own, self.bank)
            self.hands[spot.seat] = Shown(cards, own, category(own), against, with_flop)
        return self.hands.get(spot.seat)

    def claim(self, spot: Spot, wager: str) -> Claim:
        """The wager called ``wager``, or the toke that rides on it (``toke on blind``)."""
        own = self.hands.get(spot.seat) or self.hand(spot)
        on = wager.removeprefix("toke on ")
        payoff, reason, clauses = self._verdict(spot, on, own)
        stake = spot.stake(wager)
        if on != wager:
            clauses += self.book.cites.toke
        verdict: Verdict = "win" if payoff > 0 else "lose" if payoff < 0 else "push"
        due = self._payout(stake, payoff) if payoff > 0 else 0
        return Claim(spot.seat, wager, stake, verdict, due, reason, clauses)

    def _payout(self, stake: Cents, payoff: int) -> Cents:
        """Whole odds are paid in the chips of the stake; 3 to 2 may leave less than a chip (B-GEN-3).

        Paid exactly, a part of a cent (of a toke: wagers come in whole steps) is paid as a whole one.
        """
        readings, unit = self.book.readings.payout, self.payoffs.unit
        if readings.rounding == "down_to_unit" and payoff % unit:
            return stake * payoff // (unit * readings.unit) * readings.unit
        return -(-stake * payoff // unit)

    def _verdict(self, spot: Spot, wager: str, own: Shown | None) -> tuple[int, str, tuple[str, ...]]:
        payoffs, folded = self.payoffs, spot.folded
        cites = getattr(self.book.cites, wager)
        if wager == "ante" and not self.qualifies and not folded:  # whatever the hand is (IA-NQ-1)
            says = describe(self.bank.strength) if self.bank else "unseen hand"
            return 0, f"the bank's {says} does not qualify", cites.unqualified
        result = Result.FOLD if folded else _RESULTS[self.hands[spot.seat].versus_bank]
        hand = own.category if own else Category.HIGH_CARD
        if wager == "trips":
            out = folded and not in_for_trips(self.book, spot)
            payoff = -payoffs.unit if out else payoffs.trips[result][hand]
            return payoff, *self._trips_reason(spot, result, payoff)
        if folded:
            return -payoffs.unit, "folded", cites.fold
        reason = self._comparison(spot, result)
        if wager != "blind":
            payoff = payoffs.ante[result] if wager == "ante" else payoffs.play[result]
            return payoff, reason, (cites.win, cites.tie, cites.lose)[result]
        payoff = payoffs.blind[result][hand]
        if result is Result.WIN and payoff > 0:
            return payoff, f"{reason}; {hand.label} pays {self._odds(payoff)}", cites.win
        if result is Result.WIN:
            return payoff, f"{reason}; the Blind is not paid for {hand.label}", cites.below
        return payoff, reason, (cites.tie, cites.lose)[result - 1]

    def _trips_reason(self, spot: Spot, result: Result, payoff: int) -> tuple[str, tuple[str, ...]]:
        cites, readings = self.book.cites.trips, self.book.readings.trips
        name = self.hands[spot.seat].category.label if spot.seat in self.hands else "an unseen hand"
        rule = ("table", readings.on_tie, readings.on_loss, readings.on_fold)[result]
        folded = cites.fold if result is Result.FOLD else ()
        if payoff > 0:
            return f"{name} pays {self._odds(payoff)}", tuple(dict.fromkeys(cites.win + folded))
        if result is Result.FOLD and not in_for_trips(self.book, spot):
            return "folded, and the cards are not tucked under Trips", self.book.cites.tuck or folded
        if result is Result.FOLD and rule == "table":
            return "folded, and the hand is not on the Trips table", folded or cites.lose
        if rule == "table":
            below = cites.below if result is Result.WIN else ()
            return f"{name} is not on the Trips table", below or cites.lose
        if result is Result.FOLD:
            return "folded, and Trips goes with the hand", folded
        return f"{self._comparison(spot, result)}, and Trips goes with the hand", (cites.tie, cites.lose)[
            result - 1
        ]

    def _comparison(self, spot: Spot, result: Result) -> str:
        own, bank = self.hands[spot.seat].strength, self.bank.strength if self.bank else 0
        return _compared(own, ("beats", "ties", "loses to")[result], bank)

    def _odds(self, payoff: int) -> str:
        return _odds_words(payoff, self.payoffs.unit)


@lru_cache(1024)  # said of Ante, Play and Blind alike
def _compared(own: int, verb: str, bank: int) -> str:
    kickers = own != bank and describe(own) == describe(bank)
    return f"{describe(own, kickers=kickers)} {verb} the bank's {describe(bank, kickers=kickers)}"


@lru_cache(1024)
def _odds_words(payoff: int, unit: int) -> str:
    return odds_text(Fraction(payoff, unit)).replace(":", " to ")
