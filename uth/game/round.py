"""A completed round as it lies on the felt: cards, wagers, decisions, bank and meters."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from uth.cards import Card
from uth.rules.book import Book
from uth.rules.money import Cents
from uth.rules.wagers import Wager

Seat = int | str
"""1 to N, clockwise from the house dealer's left; "1b" stands behind seat 1."""

STREETS = ("preflop", "flop", "river")


class Choice(StrEnum):
    """What a player decides: to check, to fold, or to bet a multiple of the main wager."""

    multiple: int
    """How many times the main wager is bet; zero for a check or a fold."""

    def __new__(cls, word: str, multiple: int = 0) -> "Choice":
        choice = str.__new__(cls, word)
        choice._value_, choice.multiple = word, multiple
        return choice

    CHECK = "check"
    FOLD = "fold"
    BET1 = "bet1", 1
    BET2 = "bet2", 2
    BET3 = "bet3", 3
    BET4 = "bet4", 4
    BET5 = "bet5", 5
    BET6 = "bet6", 6
    BET7 = "bet7", 7
    BET8 = "bet8", 8
    BET9 = "bet9", 9
    BET10 = "bet10", 10
    BET11 = "bet11", 11
    BET12 = "bet12", 12
    BET13 = "bet13", 13
    BET14 = "bet14", 14
    BET15 = "bet15", 15
    BET16 = "bet16", 16
    BET17 = "bet17", 17
    BET18 = "bet18", 18
    BET19 = "bet19", 19
    BET20 = "bet20", 20

    __hash__ = str.__hash__

    @staticmethod
    def bet(multiple: int) -> "Choice":
        """The bet of this multiple."""
        return BETS[multiple - 1]


BETS = tuple(Choice)[2:]
"""From 1x up."""


class Laid(NamedTuple):
    """Chips of one person on one wager: his own, or a toke for the dealer that rides on it."""

    wager: str
    """The name of its row."""
    toke: bool = False

    def __str__(self) -> str:
        """As rows of a settlement call it."""
        return f"{_TOKE}{self.wager}" if self.toke else self.wager

    @staticmethod
    @lru_cache(1024)
    def named(name: str) -> "Laid":
        """What a row of a settlement speaks of."""
        return Laid(name.removeprefix(_TOKE), name.startswith(_TOKE))


_TOKE = "toke on "


class Toke(Struct, frozen=True):
    """A wager for the dealer, riding on one of the player's own."""

    on: str
    amount: Cents


class Spot(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The wagers of one person on one hand."""

    seat: Seat
    hole: tuple[Card, ...] | None = None
    """None when the hand was folded and nobody needed to see it."""
    stakes: Mapping[str, Cents] = {}
    """By wager, what was put down before the deal."""
    decisions: tuple[Choice, ...] = ()
    toke: Toke | tuple[Toke, ...] | None = None
    """What is laid for the dealer: a toke, or several, each on another wager."""
    behind: int | None = None
    """The seat whose hand a backline wager rides on."""
    tucked: bool = False

    @property
    def tokes(self) -> tuple[Toke, ...]:
        """All tokes of the hand."""
        toke = self.toke
        return () if toke is None else (toke,) if isinstance(toke, Toke) else toke

    def with_tokes(self, *tokes: Toke) -> "Spot":
        """The same with these for the dealer and no others; one by itself is written without a list."""
        return replace(self, toke=tokes if len(tokes) > 1 else tokes[0] if tokes else None)

    def with_toke(self, toke: Toke) -> "Spot":
        """The same with one more; on a wager that had one it takes its place."""
        return self.with_tokes(*(other for other in self.tokes if other.on != toke.on), toke)

    @property
    def folded(self) -> bool:
        return bool(self.decisions) and self.decisions[-1] is Choice.FOLD

    @property
    def multiple(self) -> int:
        """What was bet, as a multiple of the main wager; zero without a bet."""
        return self.decisions[-1].multiple if self.decisions else 0

    def decided(self, choice: Choice, *, tucked: bool = False) -> "Spot":
        """The same after one more decision."""
        return replace(self, decisions=(*self.decisions, choice), tucked=tucked)

    def amended(self, book: Book, choice: Choice, *, tucked: bool = False) -> "Spot":
        """The same with another last decision; a toke on the Play wager stays only if there is one."""
        spot = replace(self, decisions=(*self.decisions[:-1], choice), tucked=tucked)
        return spot.with_tokes(*(toke for toke in spot.tokes if spot.stake(book.bets[toke.on])))

    def stake(self, bet: Wager) -> Cents:
        """What lies on a wager."""
        if bet.staked == "multiple":
            return self.stakes.get(bet.beside or "", 0) * self.multiple
        return self.stakes.get(bet.name, 0)

    def on(self, book: Book, laid: Laid) -> Cents:
        """What lies on a wager, or on the toke that rides on it."""
        if laid.toke:
            return sum(toke.amount for toke in self.tokes if toke.on == laid.wager)
        return self.stake(book.bets[laid.wager])

    def main(self, book: Book) -> Cents:
        """What lies on the main wager."""
        return self.stakes.get(book.main.name, 0)

    def staked(self, book: Book) -> Cents:
        """Everything this person put down, tokes and dropped stakes included."""
        own = sum(self.stakes.values()) + self.stake(book.play)
        return own + sum(toke.amount for toke in self.tokes) if self.toke else own


def on_bank(book: Book, spot: Spot) -> list[Laid]:
    """What one person has on wagers that the bank pays, in the order of the book, tokes last."""
    stakes, play = spot.stakes, book.play.name if spot.stake(book.play) else ""
    names = [bet.name for bet in book.bank_bets if stakes.get(bet.name) or bet.name == play]
    laid = [Laid.named(name) for name in names]
    return [*laid, *(Laid(toke.on, toke=True) for toke in spot.tokes)] if spot.toke else laid


def on_link(book: Book, spot: Spot) -> list[Wager]:
    """The wagers of one person that the house or a pool pays."""
    return [bet for bet in book.linked_bets if spot.stake(bet)]


def base_of(spot: Spot) -> int:
    """The seat whose two cards a spot plays with."""
    return spot.behind or int(spot.seat)


def laid_stakes(book: Book, given: Mapping[str, Cents]) -> dict[str, Cents]:
    """Stakes as they are put down, in the book's order: those equal to another need not be named."""
    stakes = {name: cents for name, cents in given.items() if cents}
    for bet in book.bets.values():
        if bet.staked == "equal" and bet.beside in stakes and bet.name not in given:
            stakes[bet.name] = stakes[bet.beside]
    return {name: stakes[name] for name in (*book.bets, *stakes) if name in stakes}


class Round(Struct, frozen=True, kw_only=True):
    """One play at a table, from the first wager to the last card."""

    board: tuple[Card, ...]
    bank_hand: tuple[Card, ...] | None
    """None when everybody folded and it stayed face down."""
    spots: tuple[Spot, ...]
    bank_seat: int | None = None
    bank_wager: Cents | None = None
    bank_chips: Cents = 0
    """What the banker has at the table besides, where that counts as funds (B-FL-4)."""
    meters: Mapping[str, Cents] | None = None
    """The progressive meters and their reserve before the coin-in."""


def seats_of(spots: Iterable[Spot]) -> list[int]:
    """The seats that are dealt in."""
    return [spot.seat for spot in spots if isinstance(spot.seat, int)]
