"""A progressive that several tables share: the table is told where the meters stand before it touches them.

The link's money is not this table's: what the meters here grew by elsewhere comes from the account ``link``.
"""

from collections.abc import Iterable, Iterator

from msgspec import field
from msgspec.structs import replace

from uth.game.ledger import (
    FELT,
    HOUSE,
    JACKPOTS,
    LINK,
    RESERVE,
    Move,
    jackpot,
    meter,
    moved,
    player,
    reversed_moves,
)
from uth.game.settlement.pots import Pot
from uth.game.settlement.progressive import jackpots_of, meter_names
from uth.game.table import events as e
from uth.game.table.act import Act, Option, allowed, to_fill
from uth.game.table.course import Course, reason, refuse
from uth.game.table.events import evolve
from uth.game.table.people import Role, Who
from uth.game.table.phases import OPEN, Phase
from uth.game.table.state import Review, Table
from uth.rules.money import MOST_MONEY, Cents, dollars


class Link(Act, frozen=True):
    """The progressive link goes down, or comes up again."""

    up: bool
    reason: str

    permit = allowed(OPEN, Role.SUPERVISOR, Role.HOUSE)
    written = ("up", "reason")

    def do(self, c: Course) -> None:
        """The game goes on without it (IA-MULTI-4): no new wager, and those not yet coined in go back."""
        table = c.table
        dropped = [bet for bet in table.book.side_bets if bet.dropped]
        if not dropped:
            refuse("this game has no progressive")
        if self.up == table.link_up:
            refuse(f"the link is {'up' if self.up else 'down'} already")
        c.happen(e.LinkChanged(up=self.up, by=str(c.who), reason=reason(self.reason)))
        if not self.up and table.phase is Phase.BETTING:
            for seat, spot in table.spots.items():
                if back := sum(spot.stake(bet) for bet in dropped):
                    moves = (Move(FELT, player(table.owners[seat]), back, "bet back"),)
                    c.happen(e.ProgressiveReturned(seat=seat, moves=moves))

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        yield to_fill(cls, "reason", up=not table.link_up)


class ReadMeters(Act, frozen=True):
    """The link tells where the shared meters and the reserve stand, and who shares what was won."""

    meters: dict[str, Cents]
    jackpots: dict[str, Cents] = field(default_factory=dict)
    """What was won from a meter and is not yet paid."""
    dealt: int = 0
    """Which deal of the link this round's was; zero before it."""
    reset: tuple[str, ...] = ()
    """Meters that were won since the coin-in of this round."""
    pots: dict[str, Pot] = field(default_factory=dict)
    """By meter: the jackpot that a hand of this round shares, or would."""

    permit = allowed(OPEN, Role.HOUSE, when_held=True)

    def do(self, c: Course) -> None:
        table, meters = c.table, meters_of(c.table)
        if not meters:
            refuse("this game has no progressive")
        amounts = (*self.meters.values(), *self.jackpots.values())
        names = dict.fromkeys((*meters, *jackpots_of(table.book)))
        known = set(self.meters) == set(meters) and {*self.jackpots, *self.pots, *self.reset} <= names.keys()
        if not known or not all(0 <= cents <= MOST_MONEY for cents in amounts):
            said = ", ".join(f"{name} {dollars(cents)}" for name, cents in self.meters.items())
            refuse(f"the meters are {', '.join(meters)}, none below zero; the link tells {said}")
        now = {meter(name): cents for name, cents in self.meters.items()}
        now |= {jackpot(name): self.jackpots.get(name, 0) for name in names if name != RESERVE}
        moves = []
        for account, cents in now.items():
            grown = cents - table.accounts.get(account, 0)
            if grown > 0:
                moves.append(Move(LINK, account, grown, "link"))
            elif grown < 0:
                moves.append(Move(account, LINK, -grown, "link"))
        read = e.MetersRead(moves=tuple(moves))
        if table.order:  # the rest is about a round
            read = replace(read, dealt=self.dealt, reset=self.reset, pots=self.pots or None)
        after = evolve(table, read)
        if lost := [won for won in table.review if not _holds(after, won)]:
            seats = ", ".join(str(won.seat) for won in lost)
            refuse(f"seat {seats} has a jackpot in review, and the link tells nothing of it")
        if after != table:
            c.happen(read)

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        yield Option(standing(table), fill=("meters", "jackpots", "dealt", "reset", "pots"))


def meters_of(table: Table) -> dict[str, Cents]:
    """Where the meters and the reserve stand; nothing where the game has no progressive."""
    return {name: table.accounts.get(meter(name), 0) for name in meter_names(table.book)}


def standing(table: Table) -> ReadMeters:
    """What the link would tell if nothing had changed elsewhere."""
    names = [name for name in (*meters_of(table), *jackpots_of(table.book)) if name != RESERVE]
    jackpots = {name: table.accounts.get(jackpot(name), 0) for name in names}
    return ReadMeters(
        meters=meters_of(table),
        jackpots=jackpots,
        dealt=table.deal_number,
        reset=table.reset,
        pots=dict(table.pots),
    )


def meters_known(table: Table) -> bool:
    """Whether it is known where the meters stand: shared ones only when the link has told (IA-METER-1)."""
    return all(table.accounts.get(meter(one.name)) or not one.seed for _, one in table.book.meters.values())


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
