"""The progressive wager at the table: settled with its hand (IA-PRG-3), lost with a fold; envy at the end."""

from uth.game import events as e
from uth.game.course import Course
from uth.game.coverage import Row
from uth.game.jackpots import due_row, win_jackpot, withdraw
from uth.game.ledger import HOUSE, Move, player
from uth.game.progressive import envy, envy_rows, lost_prize, prize_of, prize_row
from uth.game.racking import in_play
from uth.game.round import Seat
from uth.game.table import Table
from uth.rules.book import Jackpot


def settle_prize(c: Course, seat: Seat) -> None:
    """A prize from the tray is paid, a lost wager is done with, a jackpot goes into review."""
    table, spot = c.table, c.table.spots[seat]
    if not waits(table, seat):
        return
    prize = prize_of(table.book, spot, table.board)
    if isinstance(prize, Jackpot):
        win_jackpot(c, seat, prize.meter)
    else:
        _happen(c, prize_row(table.book, spot, table.board, None))


def waits(table: Table, seat: Seat) -> bool:
    """Whether a seat has a progressive wager that nothing has become of yet."""
    done = (seat, "progressive") in table.settled or any(won.seat == seat for won in table.review)
    return bool(table.meters_before and table.spots[seat].progressive) and not done


def forfeit_prize(c: Course, seat: Seat, why: str) -> None:
    """A hand that a ruling has taken out wins nothing, also where it has won already (IA-IRR-7)."""
    for won in [won for won in c.table.review if won.seat == seat]:
        withdraw(c, won, why)
    if waits(c.table, seat):
        _happen(c, lost_prize(c.table.spots[seat], why, c.table.book.cites.forfeit))


def pay_envy(c: Course) -> None:
    """At the end of the round, for every hand that brings it (IA-ENV-3)."""
    table = c.table
    for row in envy_rows(table.book, envy(table.book, in_play(table), table.board)):
        _happen(c, row)


def with_jackpots(table: Table) -> list[Row]:
    """The wagers settled so far, and those that have won a jackpot as if it were paid now."""
    return [*table.rows, *(due_row(table, won) for won in table.review)]


def _happen(c: Course, row: Row) -> None:
    owner = player(c.table.owners[row.seat])
    parts = ((row.paid, "paid"), (row.returned, "returned"))
    moves = tuple(Move(HOUSE, owner, cents, what) for cents, what in parts if cents)
    c.happen(e.WagerSettled(row=row, moves=moves))
