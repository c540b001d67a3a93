"""A completed round as it lies on the felt: cards, wagers, decisions, bank and meters."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from uth.cards import Card
from uth.rules.money import Cents

Seat = int | str
"""1 to N, clockwise from the house dealer's left; "1b" stands behind seat 1."""

STREETS = ("preflop", "flop", "river")


class Toke(Struct, frozen=True):
    """A wager for the dealer, riding on one of the player's own."""

    on: str
    amount: Cents


class Spot(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The wagers of one person on one hand."""

    seat: Seat
    hole: tuple[Card, ...] | None
    """None when the hand was folded and nobody needed to see it."""
    ante: Cents
    blind: Cents
    trips: Cents = 0
    progressive: Cents = 0
    decisions: tuple[str, ...] = ()
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
        return self.decisions[-1:] == ("fold",)

    @property
    def multiple(self) -> int:
        """The Play wager as a multiple of the Ante; zero without one."""
        last = self.decisions[-1] if self.decisions else ""
        return int(last[3:]) if last.startswith("bet") else 0

    def amended(self, choice: str, *, tucked: bool = False) -> "Spot":
        """The same with another last decision; a toke on the Play wager stays only if there is one."""
        spot = replace(self, decisions=(*self.decisions[:-1], choice), tucked=tucked)
        return spot.with_tokes(*(toke for toke in spot.tokes if spot.stake(toke.on)))

    @property
    def play(self) -> Cents:
        return self.ante * self.multiple

    def stake(self, wager: str) -> Cents:
        """What lies on a wager, or on the toke that rides on one (``toke on blind``)."""
        if wager.startswith("toke"):
            return sum(toke.amount for toke in self.tokes if wager == f"toke on {toke.on}")
        amount: Cents = getattr(self, wager)
        return amount

    def staked(self) -> Cents:
        """Everything this person put down, tokes and the dropped progressive included."""
        own = self.ante + self.blind + self.play + self.trips + self.progressive
        return own + sum(toke.amount for toke in self.tokes) if self.toke else own


def base_of(spot: Spot) -> int:
    """The seat whose two cards a spot plays with."""
    return spot.behind or int(spot.seat)


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
