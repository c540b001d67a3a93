"""The discard rack: where the cards of a hand go, counted, once nothing depends on them any more."""

from uth.game.round import Laid, Seat, Spot, on_bank
from uth.game.settlement.progressive import envy, free_bets
from uth.game.settlement.verdict import looks_at_cards
from uth.game.table import events as e
from uth.game.table.course import Course
from uth.game.table.phases import Phase
from uth.game.table.state import Table


def riding_on(table: Table, base: int) -> list[Seat]:
    """The seat and those behind it: everybody whose wagers ride on these two cards."""
    return [seat for seat in table.order if base in (seat, table.spots[seat].behind)]


def in_play(table: Table) -> list[Spot]:
    """The spots of the round that may win something, in the order of the deal."""
    return [table.spots[seat] for seat in table.order if seat not in table.forfeited]


def needed(table: Table, base: int) -> bool:
    """Whether something still depends on the cards of this seat: a wager, or others' envy."""
    settled, book = table.settled, table.book
    hands = [table.spots[seat] for seat in riding_on(table, base) if seat not in table.forfeited]
    if any(
        (spot.seat, laid) not in settled and looks_at_cards(book, spot, laid)
        for spot in hands
        for laid in on_bank(book, spot)
    ):
        return True
    linked = table.phase is Phase.PAYING and bool(table.meters_before)
    return linked and _brings_envy(table, base, settled)


def _brings_envy(table: Table, base: int, settled: set[tuple[Seat, Laid]]) -> bool:
    """A hand that others win envy with stays face up until that is paid (IA-ENV-2)."""
    return any(
        base in brought and (seat, Laid(bet.name)) not in settled
        for bet in free_bets(table.book)
        for seat, brought in envy(table.book, bet, in_play(table), table.board).items()
    )


def rack(c: Course, base: int) -> None:
    """Spread the cards of a hand, count them, put them into the rack; once, and not before they are dealt."""
    table = c.table
    if table.phase is not Phase.DEALING and base not in table.racked and not needed(table, base):
        c.happen(e.HandRacked(seat=base))
