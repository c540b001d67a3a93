"""A book's pays as one small block of whole numbers.

The settlement of the game, the exact solver and the simulator all read this block, so they cannot
disagree on what a wager pays. A payoff is what a wager gains per ``unit`` staked: above zero it is
paid, zero pushes, ``-unit`` is lost.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from uth.ranking import FIRST_STRENGTH, Category
from uth.rules.prizes import Cash, ForOne, Prize, Share
from uth.rules.schema import BookError, Problem
from uth.rules.wagers import Wager

if TYPE_CHECKING:
    from uth.rules.book import Book


class Result(IntEnum):
    """How a hand came out against the bank's."""

    WIN = 0
    TIE = 1
    LOSE = 2
    FOLD = 3


class Cards(Enum):
    """What a wager looks at."""

    HAND = "the player's best five of seven"
    FLOP = "the hole cards and the flop"
    HOLE = "the hole cards"
    DEALER = "the dealer's best five of seven"
    LOSER = "the losing hand"
    WINNER = "the winning hand"
    OTHERS = "other players' hole cards and the flop"


Payoff = int | Cash | Share
"""Per unit staked; or money, or a share of a meter, whatever was staked."""


@dataclass(frozen=True, slots=True)
class Pays:
    """What one wager gains, by the result of the hand and by what it looks at."""

    cards: Cards
    classes: tuple[str, ...]
    """What its table tells apart, in words: the hands, the hole cards, or a single class of all."""
    prizes: tuple[Prize | None, ...]
    """What the table says, by class."""
    table: tuple[tuple[tuple[Payoff, ...], ...], ...]
    """By whether the bank qualifies (0 or 1), result and class."""
    alive: bool
    """A fold does not touch it: it is settled as if the hand had stayed in."""

    def payoff(self, result: Result, *, qualified: bool, of: int = 0) -> Payoff:
        return self.table[qualified][result][of]


@dataclass(frozen=True, slots=True)
class Payoffs:
    """What every wager gains."""

    unit: int
    qualifies: int
    """The least strength with which the bank qualifies."""
    wagers: Mapping[str, Pays]
    preflop: tuple[int, ...]
    flop: tuple[int, ...]
    river: tuple[int, ...]


def unchosen(book: "Book") -> list[Problem]:
    """The pay tables a house must choose before anything can be paid (BALLY-PAY-SEL)."""
    missing = [bet for bet in book.bets.values() if _by_table(bet) and not bet.has_table]
    return [Problem(book.name, bet.name, f"not chosen yet; {_how_to_choose(bet)}") for bet in missing]


def _by_table(bet: Wager) -> bool:
    return "table" in (bet.on_win, bet.on_tie, bet.on_loss, bet.on_fold, bet.on_unqualified)


def _how_to_choose(bet: Wager) -> str:
    from uth.rules.paytables import named_tables

    names = list(named_tables(bet.name))
    choose = f"choose a pay table, such as {bet.name}.table = {names[1]}, or " if len(names) > 1 else ""
    return f"{choose}give the odds by hand{'' if choose else f' in [{bet.name}]'}"


def compile_payoffs(book: "Book", *, without: frozenset[str] = frozenset()) -> Payoffs:
    """The block of numbers of a book whose pay tables are chosen; those of ``without`` need not be."""
    if problems := [problem for problem in unchosen(book) if problem.key not in without]:
        raise BookError(problems)
    bets = {name: bet for name, bet in book.bets.items() if name not in without}
    unit = lcm(*(odds.denominator for bet in bets.values() for odds in _odds(bet)))
    qualifier = book.qualifier.hand
    return Payoffs(
        unit=unit,
        qualifies=0 if qualifier == "none" else FIRST_STRENGTH[Category[qualifier.upper()]],
        wagers={name: _kept_pays(bet, unit) for name, bet in bets.items()},
        preflop=book.decisions.preflop,
        flop=book.decisions.flop,
        river=book.decisions.river,
    )


def _odds(bet: Wager) -> list[Fraction]:
    lines = [*(line.pays for line in bet.suited), *(line.pays for line in bet.holes)]
    prizes = [bet.pays, *bet.prizes, *lines]
    odds = (prize.odds if isinstance(prize, ForOne) else prize for prize in prizes)
    return [prize for prize in odds if isinstance(prize, Fraction)]


def _kept_pays(bet: Wager, unit: int) -> Pays:
    """Kept with the row, which the variants of a book share."""
    kept: dict[int, Pays] = vars(bet).setdefault("_pays", {})
    if unit not in kept:
        kept[unit] = compile_pays(bet, unit)
    return kept[unit]


def compile_pays(bet: Wager, unit: int) -> Pays:
    """One wager, in units."""
    classes, prizes = _classes(bet)

    def gains(rule: str, below: int = -unit) -> tuple[Payoff, ...]:
        if rule == "table":
            return tuple(below if prize is None else _payoff(bet, prize, unit) for prize in prizes)
        one = {"push": 0, "lose": -unit, "pays": int((bet.pays or 0) * unit)}[rule]
        return (one,) * len(prizes)

    on_fold = bet.on_loss if bet.on_fold == "alive" else bet.on_fold
    usual = (
        gains(bet.on_win, 0 if bet.win_below_table == "push" else -unit),
        gains(bet.on_tie),
        gains(bet.on_loss),
        gains(on_fold),
    )
    same = bet.on_unqualified is None
    unqualified = usual if same else (*(gains(bet.on_unqualified or ""),) * 3, usual[Result.FOLD])
    return Pays(_cards(bet), classes, prizes, (unqualified, usual), bet.on_fold == "alive")


def _payoff(bet: Wager, prize: Prize, unit: int) -> Payoff:
    """A dropped stake is gone, so that "9 for 1" hands over nine of it as "9 to 1" does."""
    if isinstance(prize, ForOne):
        return int((prize.odds if bet.dropped else prize.odds - 1) * unit)
    return int(prize * unit) if isinstance(prize, Fraction) else prize


def _cards(bet: Wager) -> Cards:
    if bet.whose == "player":
        return {"hand": Cards.HAND, "hole_and_flop": Cards.FLOP, "hole": Cards.HOLE}[bet.cards]
    return Cards[bet.whose.upper()]


def _classes(bet: Wager) -> tuple[tuple[str, ...], tuple[Prize | None, ...]]:
    """What a table tells apart, and what each is paid: hands, then hands in one suit; or hole cards."""
    if bet.cards == "hole":
        lines = (*(line.says for line in bet.holes), "other hole cards")
        return lines, (*(line.pays for line in bet.holes), None)
    hands = (*(hand.label for hand in Category), *(line.says for line in bet.suited))
    return hands, (*bet.prizes, *(line.pays for line in bet.suited))
