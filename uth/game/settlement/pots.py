"""A meter that was won: who shares it, in which order, and how much each is due (IA-MULTI-1, IA-MULTI-2).

The meter stays where it is until the first win is confirmed, that is, approved by everybody who has to. Then
what it shows becomes a *pot*, and it starts again at its seed. A hand that was dealt before that moment, here
or at another table of the link, shares the pot; one that was dealt later plays for the new meter (B-IA-12).
"""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from uth.game.round import Seat
from uth.rules.money import Cents


class Win(Struct, frozen=True):
    """A hand that has won a meter."""

    seat: Seat
    player: str
    dealt: int = 0
    """Which deal of the link it came from; a table without a link has only its own."""
    place: int = 0
    """Where the hand came in that deal."""
    table: str = ""
    """Where it was won, if not at this table."""
    paid: Cents = 0
    owed: Cents = 0
    """A rest that waits to be paid, because somebody else was denied after this was."""

    @property
    def where(self) -> Seat:
        """The seat, as one of this table or of another."""
        return f"{self.table}/{self.seat}" if self.table else self.seat


class Pot(Struct, frozen=True):
    """A meter that was won, until everybody has his share."""

    wins: tuple[Win, ...] = ()
    """Those that stand, in the order of the deal."""
    cents: Cents | None = None
    """What is shared; None until the first win is confirmed: until then it is what the meter shows."""
    playing: tuple[str, ...] = ()
    """Other tables where a hand that was dealt in time is still in play: there may be one more win."""

    def joined(self, win: Win) -> "Pot":
        return replace(self, wins=in_order((*self.wins, win)))

    def without(self, where: Seat) -> "Pot":
        return replace(self, wins=tuple(win for win in self.wins if win.where != where))

    def changed(self, where: Seat, *, paid: Cents = 0, owed: Cents = 0) -> "Pot":
        """The same after one of the wins was paid so much, or is owed so much more."""
        return replace(
            self,
            wins=tuple(
                replace(win, paid=win.paid + paid, owed=win.owed + owed) if win.where == where else win
                for win in self.wins
            ),
        )

    @property
    def left(self) -> Cents:
        """What is still to be paid of it, once it is confirmed."""
        return 0 if self.cents is None else self.cents - sum(win.paid for win in self.wins)

    def win(self, where: Seat) -> Win | None:
        return next((win for win in self.wins if win.where == where), None)


def placed(where: Seat) -> tuple[str, Seat]:
    """The table, if it is another one, and the seat of a win."""
    table, _, seat = str(where).rpartition("/")
    return (table, int(seat) if seat.isdigit() else seat) if table else ("", where)


def split(amount: Cents, winners: int) -> list[Cents]:
    """An even split; odd cents go to those dealt first (B-IA-11)."""
    share, odd = divmod(amount, winners)
    return [share + (n < odd) for n in range(winners)]


def in_order(wins: Iterable[Win]) -> tuple[Win, ...]:
    """As they were dealt: the earlier deal first, and within a deal clockwise."""
    return tuple(sorted(wins, key=lambda win: (win.dealt, win.place)))


def shared(cents: Cents, wins: Iterable[Win]) -> list[tuple[Win, Cents]]:
    """What each win is due of a pot, in the order in which they are paid."""
    ordered = in_order(wins)
    return list(zip(ordered, split(cents, len(ordered)) if ordered else (), strict=True))
