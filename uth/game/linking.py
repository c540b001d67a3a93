"""A progressive that several tables share: the table is told where the meters stand before it touches them.

The link's money is not this table's: what the meters here grew by elsewhere comes from the account ``link``.
"""

from collections.abc import Iterable

from uth.game import acts as a
from uth.game import events as e
from uth.game.course import Course, refuse
from uth.game.ledger import HOUSE, LINK, RESERVE, Accounts, Move, meter, moved, reversed_moves
from uth.game.table import Table
from uth.rules.money import MOST_MONEY, Cents, dollars


def meters_of(table: Table) -> dict[str, Cents]:
    """Where the meters and the reserve stand; nothing where the game has no progressive."""
    progressive = table.book.progressive
    names = [*(jackpot.name for jackpot in progressive.meters), RESERVE] if progressive.stake else []
    return {name: table.accounts.get(meter(name), 0) for name in names}


def read_meters(c: Course, act: a.ReadMeters) -> None:
    standing = meters_of(c.table)
    if not standing:
        refuse("this game has no progressive")
    if set(act.meters) != set(standing) or not all(0 <= cents <= MOST_MONEY for cents in act.meters.values()):
        told = ", ".join(f"{name} {dollars(cents)}" for name, cents in act.meters.items())
        refuse(f"the meters are {', '.join(standing)}, none below zero; the link tells {told}")
    moves = []
    for name, cents in act.meters.items():
        grown = cents - standing[name]
        if grown > 0:
            moves.append(Move(LINK, meter(name), grown, "link"))
        elif grown < 0:
            moves.append(Move(meter(name), LINK, -grown, "link"))
    if moves:
        c.happen(e.MetersRead(moves=tuple(moves)))


def taken_back(accounts: Accounts, moves: Iterable[Move], what: str) -> tuple[Move, ...]:
    """The moves reversed; what another table has won out of a meter since is the house's to give."""
    left, back = dict(accounts), list[Move]()
    for move in reversed_moves(moves, what):
        linked = move.source == RESERVE or move.source.startswith(meter(""))
        held = min(move.cents, left.get(move.source, 0)) if linked else move.cents
        parts = ((move.source, held), (HOUSE, move.cents - held))
        now = [Move(source, move.target, cents, what) for source, cents in parts if cents]
        left, back = moved(left, now), back + now
    return tuple(move for move in back if move.source != move.target)
