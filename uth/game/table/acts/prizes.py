"""Wagers that the bank does not pay: settled with their hand (IA-PRG-3); envy at the end."""

from uth.game.ledger import HOUSE, Move, player
from uth.game.round import Laid, Seat, on_link
from uth.game.settlement.coverage import Row
from uth.game.settlement.progressive import (
    envy,
    envy_rows,
    free_bets,
    lost_prize,
    prize_of,
    prize_row,
)
from uth.game.table import events as e
from uth.game.table.acts.jackpots import due_row, win_jackpot, withdraw
from uth.game.table.acts.racking import in_play
from uth.game.table.course import Course
from uth.game.table.state import Table
from uth.rules.prizes import Share
from uth.rules.wagers import Wager


def settle_prize(c: Course, seat: Seat) -> None:
    """A prize from the tray is paid, a lost wager is done with, a jackpot goes into review."""
    for bet in waiting(c.table, seat):
        table, spot = c.table, c.table.spots[seat]
        prize = prize_of(bet, spot, table.board)
        if isinstance(prize, Share):
            win_jackpot(c, seat, prize)
        else:
            _happen(c, prize_row(table.book, bet, spot, table.board, None))


def waiting(table: Table, seat: Seat) -> list[Wager]:
    """The wagers of a seat that the bank does not pay and nothing has become of yet."""
    if not table.meters_before:
        return []
    settled = table.settled
    reviewed = {table.book.meters[won.prize.meter][0].name for won in table.review if won.seat == seat}
    bets = on_link(table.book, table.spots[seat])
    return [bet for bet in bets if (seat, Laid(bet.name)) not in settled and bet.name not in reviewed]


def forfeit_prize(c: Course, seat: Seat, why: str) -> None:
    """A hand that a ruling has taken out wins nothing, also where it has won already (IA-IRR-7)."""
    for won in [won for won in c.table.review if won.seat == seat]:
        withdraw(c, won, why)
    for bet in waiting(c.table, seat):
        _happen(c, lost_prize(c.table.spots[seat], bet, why, c.table.book.cites.forfeit))


def pay_envy(c: Course) -> None:
    """At the end of the round, for every hand that brings it (IA-ENV-3)."""
    table = c.table
    for bet in free_bets(table.book):
        for row in envy_rows(bet, envy(table.book, bet, in_play(table), table.board)):
            _happen(c, row)


def with_jackpots(table: Table) -> list[Row]:
    """The wagers settled so far, and those that have won a jackpot as if it were paid now."""
    return [*table.rows, *(due_row(table, won) for won in table.review)]


def _happen(c: Course, row: Row) -> None:
    owner = player(c.table.owners[row.seat])
    parts = ((row.paid, "paid"), (row.returned, "returned"))
    moves = tuple(Move(HOUSE, owner, cents, what) for cents, what in parts if cents)
    c.happen(e.WagerSettled(row=row, moves=moves))
