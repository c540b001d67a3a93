"""Banks: who pays a claim, how far, and what happens when the bank cannot.

A claim is a wager at its turn, judged but not yet paid. A bank takes the claims of one hand and gives
back what really moves: paid, collected, returned.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from uth.game.round import Laid, Seat
from uth.rules.book import Book
from uth.rules.money import Cents, dollars

Verdict = Literal["win", "push", "lose"]


class Claim(Struct, frozen=True, gc=False):
    """A wager at its turn: what it is owed, or that it is lost, and why."""

    seat: Seat
    laid: Laid
    stake: Cents
    verdict: Verdict
    due: Cents
    reason: str
    clauses: tuple[str, ...]
    note: str = ""
    payable: Cents | None = None
    """Less than due where an aggregate limit binds."""

    @property
    def asks(self) -> Cents:
        return self.due if self.payable is None else self.payable

    @property
    def key(self) -> tuple[Seat, Laid]:
        return self.seat, self.laid


class Row(Struct, frozen=True, gc=False):
    """What happened to one wager."""

    seat: Seat
    wager: str
    stake: Cents
    outcome: str
    due: Cents
    paid: Cents
    collected: Cents
    returned: Cents
    reason: str
    clauses: tuple[str, ...]
    note: str = ""

    @property
    def laid(self) -> Laid:
        """The wager, or the toke that rides on it."""
        return Laid.named(self.wager)

    @property
    def key(self) -> tuple[Seat, Laid]:
        return self.seat, self.laid


def uncovered(rows: Iterable[Row]) -> set[tuple[Seat, Laid]]:
    """The wagers that a bank did not cover."""
    return {row.key for row in rows if row.outcome == "not covered"}


def dead_hands(rows: Iterable[Row]) -> set[Seat]:
    """The hands that a bank could not cover."""
    return {row.seat for row in rows if row.outcome == "dead hand"}


class BankResult(Struct, frozen=True, gc=False):
    """The bank's account of a round."""

    wager: Cents | None
    paid: Cents = 0
    collected: Cents = 0
    exhausted_at: tuple[Seat, str] | None = None
    chips: Cents = 0
    """What the banker has besides, where that counts as funds (B-FL-4)."""

    @property
    def net(self) -> Cents:
        return self.collected - self.paid


def _row(claim: Claim, outcome: str, *, paid: Cents = 0, collected: Cents = 0, note: str = "") -> Row:
    return Row(
        claim.seat,
        claim.laid.wager if not claim.laid.toke else str(claim.laid),
        claim.stake,
        outcome,
        claim.due,
        paid,
        collected,
        claim.stake - collected,
        claim.reason,
        claim.clauses,
        note or claim.note,
    )


@dataclass(slots=True)
class HouseBank:
    """Answers for everything (Iowa)."""

    book: Book
    wager: Cents | None = None
    paid: Cents = 0
    collected: Cents = 0
    exhausted_at: tuple[Seat, str] | None = None
    chips: Cents = 0

    def take(self, hand: Sequence[Claim]) -> list[Row]:
        return [self.settle(claim) for claim in hand]

    def settle(self, claim: Claim) -> Row:
        if claim.verdict == "push":
            return self.push(claim)
        return self.pay(claim) if claim.verdict == "win" else self.collect(claim)

    def push(self, claim: Claim) -> Row:
        return _row(claim, "push")

    def pay(self, claim: Claim) -> Row:
        self.paid += claim.asks
        return _row(claim, "win", paid=claim.asks)

    def collect(self, claim: Claim) -> Row:
        self.collected += claim.stake
        return _row(claim, "lose", collected=claim.stake)

    def result(self) -> BankResult:
        return BankResult(self.wager, self.paid, self.collected, self.exhausted_at, self.chips)


@dataclass(slots=True)
class WagerBank(HouseBank):
    """Answers with his wager, no more, and may win no more than it (California)."""

    @property
    def left(self) -> Cents:
        """What the bank still answers for (B-CA-1)."""
        left, accounting = (self.wager or 0) - self.paid, self.book.readings.bank.accounting
        if accounting == "stake_only":
            return left
        return left + (self.collected if accounting == "running" else -self.collected)

    @property
    def losses_count(self) -> bool:
        """Whether a lost wager uses the bank up as a won one does."""
        readings = self.book.readings.bank
        return readings.accounting == "matched" and readings.after_exhaustion == "return_all"

    def room(self, stake: Cents) -> Cents:
        """How much of a lost stake the bank may still win (B-CA-4)."""
        wager, win_cap = self.wager or 0, self.book.readings.bank.win_cap
        cap = stake if win_cap == "none" else wager - self.collected + (self.paid if win_cap == "net" else 0)
        cover = self.left if self.losses_count else stake
        return max(0, min(stake, cover, cap))

    def pay(self, claim: Claim) -> Row:
        asks, left = claim.asks, self.left
        if not self._covers(asks, left):
            return self._not_covered(claim, "win")
        paid = min(asks, left)
        self.paid += paid
        self._look(claim)
        if paid == asks:
            return _row(claim, "win", paid=paid)
        reason = f"{claim.reason}; the bank has {dollars(paid)} left of the {dollars(asks)} owed"
        return replace(
            _row(claim, "win, partly covered", paid=paid),
            reason=reason,
            clauses=claim.clauses + self.book.cites.partly_covered,
        )

    def collect(self, claim: Claim) -> Row:
        left, returns_all = self.left, self.book.readings.bank.after_exhaustion == "return_all"
        if (returns_all and left <= 0) or (self.losses_count and not self._covers(claim.stake, left)):
            return self._not_covered(claim, "lose")
        collected = self.room(claim.stake)
        self.collected += collected
        self._look(claim)
        if collected == claim.stake:
            return _row(claim, "lose", collected=collected)
        uncovered = self.losses_count and self.left <= 0
        outcome, cites = ("partly covered", "not_covered") if uncovered else ("capped", "win_cap")
        return replace(
            _row(claim, f"lose, {outcome}", collected=collected),
            reason=f"{claim.reason}; the bank may win only {dollars(collected)} more",
            clauses=claim.clauses + getattr(self.book.cites, cites),
        )

    def _covers(self, amount: Cents, left: Cents) -> bool:
        """Whether the bank answers for this; for a part of it only where the house does so (B-CA-3)."""
        whole = self.book.readings.bank.partial_cover == "whole_wager"
        return left >= (amount if whole else 1)

    def _not_covered(self, claim: Claim, would: str) -> Row:
        why = "bank exhausted" if self.left <= 0 else "bank cannot cover it whole"
        row = _row(claim, "not covered", note=f"{why}, would {would}")
        reason = f"{claim.reason}, but the bank does not cover it: the wager goes back"
        return replace(row, reason=reason, clauses=claim.clauses + self.book.cites.not_covered)

    def _look(self, claim: Claim) -> None:
        if self.exhausted_at is None and self.left <= 0:
            self.exhausted_at = (claim.seat, str(claim.laid))


@dataclass(slots=True)
class DeadHandBank(HouseBank):
    """Answers for a hand whole or not at all (Florida, B-FL-4)."""

    def take(self, hand: Sequence[Claim]) -> list[Row]:
        wins = sum(claim.asks for claim in hand if claim.verdict == "win")
        loses = sum(claim.stake for claim in hand if claim.verdict == "lose")
        reading = self.book.readings.bank.funds
        funds = (self.wager or 0) - self.paid + (self.chips if reading == "at_table" else 0)
        needed = wins
        if reading != "posted_only":
            funds += self.collected
            needed -= loses  # a winner may lose his Trips: that helps to pay him
        if needed <= funds and (funds > 0 or not loses):
            return [self.settle(claim) for claim in hand]
        return [self._dead(claim, funds) for claim in hand]

    def _dead(self, claim: Claim, funds: Cents) -> Row:
        row = _row(claim, "dead hand", note="designated player cannot cover")
        reason = f"{claim.reason}, but the bank's {dollars(funds)} do not cover the hand: it is dead"
        return replace(row, reason=reason, clauses=claim.clauses + self.book.cites.dead_hand)


def open_bank(book: Book, account: BankResult) -> HouseBank:
    """The bank the book describes, with what it put up and has paid and collected so far."""
    banks = {"unlimited": HouseBank, "wager": WagerBank, "dead_hand": DeadHandBank}
    bank = banks[book.bank.cover_policy]
    return bank(book, account.wager, account.paid, account.collected, account.exhausted_at, account.chips)
