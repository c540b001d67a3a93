"""Wagers as rows: all there is to know about one bet on the felt.

The rows of the game itself are in ``wagers.toml``; every book is laid over them, changes what its document
says differently and may add rows of its own. No code knows a wager by its name.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from uth.ranking import Category
from uth.rules.cites import Section, WagerCites
from uth.rules.holes import HOLES
from uth.rules.money import Cents, dollars
from uth.rules.prizes import PRIZE, Prize
from uth.rules.schema import (
    FLAG,
    MONEY,
    ODDS,
    PERCENT,
    RANGE,
    TEXT,
    Range,
    choice,
    hands,
    key,
    named,
    optional,
    rows,
    section,
)

BY_RESULT = choice("pays", "table", "push", "lose")
SUITS = ("clubs", "diamonds", "hearts", "spades")

ByHand = tuple[Prize | None, ...]
"""What each hand is paid, by :class:`Category`; None where the hand is not on the table."""


@dataclass(frozen=True, kw_only=True)
class HolePay:
    """A line of a pay table for hole cards; of several that fit, the first one counts."""

    holes: str = key(HOLES, "the player's two cards, like AKs or KK-JJ")
    dealer: str | None = key(optional(HOLES), "what the dealer must hold besides", None)
    pays: Prize = key(PRIZE, "what is won")

    @property
    def says(self) -> str:
        return f"{self.holes} against {self.dealer}" if self.dealer else self.holes


@dataclass(frozen=True, kw_only=True)
class SuitedPay:
    """A line of a pay table for a hand in one suit."""

    hand: str = key(choice("flush", "straight_flush", "royal_flush"), "the hand")
    suit: str = key(choice(*SUITS), "its suit")
    pays: Prize = key(PRIZE, "what is won")

    @property
    def says(self) -> str:
        return f"{self.hand.replace('_', ' ')} in {self.suit}"


@dataclass(frozen=True, kw_only=True)
class Meter:
    """A progressive jackpot."""

    name: str = key(TEXT, "what it is called")
    seed: Cents = key(MONEY, "where it starts again after an award")
    meter: Fraction = key(PERCENT, "the part of each wager it grows by")
    reserve: Fraction = key(PERCENT, "the part of each wager kept for its next seed", Fraction(0))


@dataclass(frozen=True, kw_only=True)
class Wager(Section):
    """One bet on the felt."""

    name: str = field(default="", metadata={"given": True})
    title: str = key(TEXT, "what the felt says", "")
    offered: bool = key(FLAG, "whether it is taken at this table", True)

    # the stake
    staked: str = key(
        choice("range", "equal", "fixed", "multiple", "free"),
        "how its stake is set: chosen, equal to another, fixed, a multiple by a decision, or none",
        "range",
    )
    beside: str | None = key(
        optional(TEXT), "the wager it is laid beside: equal to it, a multiple of it, or needing it", "ante"
    )
    required: bool = key(FLAG, "whether nobody who is dealt in can leave it out", False)
    limits: Range | None = key(optional(RANGE), "minimum and maximum", None)
    stake: Cents | None = key(optional(MONEY), "the fixed stake; without it, not offered", None)
    dropped: bool = key(FLAG, "the stake is dropped before the deal, and a win does not return it", False)

    # the cards
    cards: str = key(choice("hand", "hole_and_flop", "hole"), "the cards it looks at", "hand")
    whose: str = key(
        choice("player", "dealer", "loser", "winner", "others"), "whose hand decides the pay", "player"
    )

    # the pay
    pays: Fraction | None = key(optional(ODDS), "the odds where all hands are paid alike", None)
    prizes: ByHand = hands(optional(PRIZE), "what is won, by hand")
    suited: tuple[SuitedPay, ...] = rows(SuitedPay, "what a hand in one suit wins instead")
    holes: tuple[HolePay, ...] = rows(HolePay, "what is won, by hole cards")
    on_win: str = key(BY_RESULT, "when the player's hand is higher", "table")
    win_below_table: str = key(
        choice("lose", "push"), "a winning hand that is not on the table (B-FL-1)", "lose"
    )
    on_tie: str = key(BY_RESULT, "when the hands tie (B-FL-2)", "table")
    on_loss: str = key(BY_RESULT, "when the bank's hand is higher (B-FL-2)", "table")
    on_fold: str = key(
        choice("alive", "pays", "table", "push", "lose"), "when the hand is folded (B-FL-2, B-IA-8)", "table"
    )
    on_unqualified: str | None = key(
        optional(BY_RESULT, "as_usual"), "when the bank does not qualify and the hand is not folded", None
    )
    collect_at: str = key(choice("fold", "turn"), "when a folded one that loses is taken (B-CA-7)", "fold")
    fold_auto_tuck: bool = key(FLAG, "a folder's cards are tucked under it for him (B-IA-8)", True)
    most_paid: Cents | None = key(optional(MONEY), "the most that is paid on it to one hand", None)

    # who pays
    payer: str = key(
        choice("bank", "house", "pool"), "who pays it: the bank, the house, or the players", "bank"
    )
    meters: tuple[Meter, ...] = rows(Meter, "the progressive jackpots that it feeds")
    stake_returned_on_win: bool = key(FLAG, "a dropped stake comes back with a win (B-IA-10)", False)
    reserve_surplus: str = key(
        choice("keep", "to_meter"), "a reserve larger than the seed it pays (B-IA-13)", "keep"
    )

    # what others win with a hand
    folded_eligible: bool = key(FLAG, "a player who folded still wins with another's hand (B-IA-15)", True)
    trigger: str = key(choice("bettor", "any_player"), "whose hand others win with (B-IA-21)", "bettor")

    cites: WagerCites = section(WagerCites)

    @cached_property
    def label(self) -> str:
        """As people say it."""
        return self.title or self.name.replace("_", " ").capitalize()

    @property
    def paid_by_bank(self) -> bool:
        return self.payer == "bank"

    @cached_property
    def has_table(self) -> bool:
        """Whether anything is said of what it pays by hand."""
        return any(self.prizes) or bool(self.suited or self.holes)

    @cached_property
    def by_result(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The rule, and the clauses that say so, when the hand wins, ties and loses."""
        cites = self.cites
        return (self.on_win, cites.win), (self.on_tie, cites.tie), (self.on_loss, cites.lose)

    @cached_property
    def shares(self) -> dict[str, tuple[Cents, Cents]]:
        """What each meter grows by with one such wager, and what is kept for its seed."""
        stake = self.stake or 0
        return {one.name: (int(stake * one.meter), int(stake * one.reserve)) for one in self.meters}

    @cached_property
    def looks_at_result(self) -> bool:
        """Whether the comparison of the hands means anything to it, short of a fold."""
        results = {self.on_win, self.on_tie, self.on_loss}
        below = self.on_win == "table" and self.win_below_table == "push"
        by_result = len(results) > 1 or below or self.on_unqualified is not None
        return by_result or self.whose in ("loser", "winner")


@dataclass(frozen=True, kw_only=True)
class Wagers(Section):
    """The wagers of the game, each a table of its own: [wagers.ante]."""

    unit: Cents = key(MONEY, "every wager is a multiple of this", 100)
    rows: dict[str, Wager] = named(Wager, "one bet on the felt")  # noqa: RUF009


def limits_said(bets: Iterable[Wager]) -> str:
    """The limits of a table in words, those that are equal to another with it: "Ante and Blind $5 to $50"."""
    rows = list(bets)
    said = []
    for bet in rows:
        if bet.limits:
            names = [
                bet.label,
                *(other.label for other in rows if other.staked == "equal" and other.beside == bet.name),
            ]
            said.append(f"{' and '.join(names)} {bet.limits}")
        elif bet.stake:
            said.append(f"{bet.label} {dollars(bet.stake)}")
    return ", ".join(said)


def pay_lines(wager: Wager) -> list[tuple[str, str]]:
    """A pay table as a sign shows it, the best line first: what is held, and what is won."""
    lines: list[tuple[str, Prize | None]] = [(line.says, line.pays) for line in wager.holes]
    lines += [(line.says, line.pays) for line in wager.suited]
    lines += [(hand.label, wager.prizes[hand]) for hand in reversed(hands_paid(wager))]
    return [(held, PRIZE.show(prize)) for held, prize in lines]


def hands_paid(wager: Wager) -> list[Category]:
    """The hands on its table, the lowest first."""
    return [hand for hand in Category if wager.prizes[hand] is not None]
