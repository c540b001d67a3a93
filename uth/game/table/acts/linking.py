"""A progressive that several tables share: the table is told where the meters stand before it touches them.

The link's money is not this table's: what the meters here grew by elsewhere comes from the account ``link``.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from uth.game.ledger import HOUSE, JACKPOTS, LINK, RESERVE, Move, jackpot, meter, moved, reversed_moves
from uth.game.settlement.pots import Pot
from uth.game.settlement.progressive import jackpots_of, meter_names
from uth.game.table import acts as a
from uth.game.table import events as e
from uth.game.table.course import Course, refuse
from uth.game.table.state import Review, Table, evolve
from uth.rules.money import MOST_MONEY, Cents, dollars


def meters_of(table: Table) -> dict[str, Cents]:
    """Where the meters and the reserve stand; nothing where the game has no progressive."""
    return {name: table.accounts.get(meter(name), 0) for name in meter_names(table.book)}


def standing(table: Table) -> a.ReadMeters:
    """What the link would tell if nothing had changed elsewhere."""
    names = [name for name in (*meters_of(table), *jackpots_of(table.book)) if name != RESERVE]
    jackpots = {name: table.accounts.get(jackpot(name), 0) for name in names}
    return a.ReadMeters(
        meters=meters_of(table),
        jackpots=jackpots,
        dealt=table.deal_number,
        reset=table.reset,
        pots=dict(table.pots),
    )


def meters_known(table: Table) -> bool:
    """Whether it is known where the meters stand: shared ones only when the link has told (IA-METER-1)."""
    return all(table.accounts.get(meter(one.name)) or not one.seed for _, one in table.book.meters.values())


def read_meters(c: Course, act: a.ReadMeters) -> None:
    table, meters = c.table, meters_of(c.table)
    if not meters:
        refuse("this game has no progressive")
    amounts = (*act.meters.values(), *act.jackpots.values())
    names = dict.fromkeys((*meters, *jackpots_of(table.book)))
    known = set(act.meters) == set(meters) and {*act.jackpots, *act.pots, *act.reset} <= names.keys()
    if not known or not all(0 <= cents <= MOST_MONEY for cents in amounts):
        said = ", ".join(f"{name} {dollars(cents)}" for name, cents in act.meters.items())
        refuse(f"the meters are {', '.join(meters)}, none below zero; the link tells {said}")
    now = {meter(name): cents for name, cents in act.meters.items()}
    now |= {jackpot(name): act.jackpots.get(name, 0) for name in names if name != RESERVE}
    moves = []
    for account, cents in now.items():
        grown = cents - table.accounts.get(account, 0)
        if grown > 0:
            moves.append(Move(LINK, account, grown, "link"))
        elif grown < 0:
            moves.append(Move(account, LINK, -grown, "link"))
    read = e.MetersRead(moves=tuple(moves))
    if table.order:  # the rest is about a round
        read = replace(read, dealt=act.dealt, reset=act.reset, pots=act.pots or None)
    after = evolve(table, read)
    if lost := [won for won in table.review if not _holds(after, won)]:
        seats = ", ".join(str(won.seat) for won in lost)
        refuse(f"seat {seats} has a jackpot in review, and the link tells nothing of it")
    if after != table:
        c.happen(read)


def _holds(table: Table, won: Review) -> bool:
    """Whether a jackpot in review has its part in a pot, and the money for all of that is there."""
    pot = table.pots.get(won.meter, Pot())
    held = sum(table.accounts.get(account, 0) for account in (jackpot(won.meter), JACKPOTS))
    return won.cents <= held if won.rest else pot.win(won.seat) is not None and pot.left <= held


def taken_back(table: Table, moves: Iterable[Move], what: str) -> tuple[Move, ...]:
    """The moves reversed; what has been won out of a meter since is the house's to give, and so is a seed."""
    seeds = {meter(one.name): one.seed for _, one in table.book.meters.values()}
    gone = {meter(name) for name in table.reset}
    left, back = dict(table.accounts), list[Move]()
    for move in reversed_moves(moves, what):
        held = move.cents
        if move.source == RESERVE or move.source in seeds:
            rest = left.get(move.source, 0) - seeds.get(move.source, 0)
            held = 0 if move.source in gone else max(0, min(held, rest))
        parts = ((move.source, held), (HOUSE, move.cents - held))
        now = [Move(source, move.target, cents, what) for source, cents in parts if cents]
        left, back = moved(left, now), back + now
    return tuple(move for move in back if move.source != move.target)
