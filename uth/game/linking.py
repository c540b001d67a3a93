"""A progressive that several tables share: the table is told where the meters stand before it touches them.

The link's money is not this table's: what the meters here grew by elsewhere comes from the account ``link``.
"""

from uth.game import acts as a
from uth.game import events as e
from uth.game.course import Course, refuse
from uth.game.ledger import LINK, RESERVE, Move, meter
from uth.rules.money import dollars


def read_meters(c: Course, act: a.ReadMeters) -> None:
    accounts = {name: meter(name) for name in (jackpot.name for jackpot in c.table.book.progressive.meters)}
    accounts[RESERVE] = RESERVE
    if set(act.meters) != set(accounts) or min(act.meters.values()) < 0:
        told = ", ".join(f"{name} {dollars(cents)}" for name, cents in act.meters.items())
        refuse(f"the meters are {', '.join(accounts)}, none below zero; the link tells {told}")
    moves = []
    for name, account in accounts.items():
        grown = act.meters[name] - c.table.accounts.get(account, 0)
        if grown > 0:
            moves.append(Move(LINK, account, grown, "link"))
        elif grown < 0:
            moves.append(Move(account, LINK, -grown, "link"))
    if moves:
        c.happen(e.MetersRead(moves=tuple(moves)))
