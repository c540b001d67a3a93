"""``legal``: what somebody may do now. A screen offers this and nothing else.

Every act has a line in ``OFFERS``: the ways in which it could be done, which the table itself then accepts or
not. An amount comes with its bounds; a text that somebody has to write stands as ``?``.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from msgspec import Struct

from uth.game import acts as a
from uth.game import banking, betting, paying, playing
from uth.game.acts import Act, Role, Who
from uth.game.decide import accepts
from uth.game.irregularities import known_irregularities
from uth.game.phases import PERMITS, WHEN_HELD, WHEN_PAUSED, Phase
from uth.game.round import Spot
from uth.game.table import Table
from uth.rules.money import MOST_MONEY, Cents

TEXT = "?"


class Option(Struct, frozen=True):
    """Something somebody may do now; ``bounds`` are the amounts where he has a choice."""

    act: Act
    bounds: dict[str, tuple[Cents, Cents]] = {}


def legal(table: Table, who: Who) -> list[Option]:
    """What the table would accept from ``who`` now."""
    return [
        option
        for kind in timely(table, who.role)
        for option in OFFERS[kind](table, who)
        if kind in SURE or accepts(table, who, option.act)
    ]


def timely(table: Table, role: Role) -> tuple[type[Act], ...]:
    """The acts that somebody in this role may do at this time at all."""
    held = WHEN_HELD if table.held else WHEN_PAUSED if table.paused else None
    return _timely(table.phase, role, held)


@cache
def _timely(phase: Phase, role: Role, held: frozenset[type[Act]] | None) -> tuple[type[Act], ...]:
    return tuple(
        kind
        for kind, permit in PERMITS.items()
        if role in permit.by and phase in permit.phases and (held is None or kind in held)
    )


Offer = Callable[[Table, Who], Iterable[Option]]


def _plain(*acts: Act) -> Offer:
    """Acts that are done in one way, or in a few that do not hang on the table."""
    options = tuple(Option(act) for act in acts)
    return lambda table, who: options


def _sit(table: Table, who: Who) -> Iterator[Option]:
    if table.seat_of(who.name) is None:
        for seat in range(1, table.book.table.seats + 1):
            if seat not in table.seats:
                yield Option(a.Sit(seat=seat))


def _cash_out(table: Table, who: Who) -> Iterator[Option]:
    free = table.chips(who.name) - betting.owed(table, who.name)
    if free > 0:
        yield Option(a.CashOut(cents=free), {"cents": (1, free)})


def _take_bank(table: Table, who: Who) -> Iterator[Option]:
    if table.offered is not None and table.seats[table.offered] != who.name:
        return
    least = table.book.bank.min_wager
    lying = table.bank_wager or 0 if table.banker == who.name else 0
    most = table.chips(who.name) + lying - banking.bank_charge(table)
    if least <= most:
        yield Option(a.TakeBank(wager=least), {"wager": (least, most)})


def _bet(table: Table, who: Who) -> Iterator[Option]:
    """The least bet, and how far Ante and Trips may go with the chips there are."""
    limits, unit = table.book.limits, table.book.wagers.unit
    seat = table.seat_of(who.name)
    if limits.ante is None or seat is None:
        return
    least = Spot(seat=seat, hole=None, ante=limits.ante.least, blind=limits.ante.least)
    had = table.spots[seat].staked() if seat in table.spots else 0
    owed = betting.owed(table, who.name, besides=seat)
    free = table.chips(who.name) + had - owed - betting.house_charge(table, least)
    bounds = {"ante": (limits.ante.least, min(limits.ante.most, free // 2 // unit * unit))}
    if limits.trips:
        most = min(limits.trips.most, (free - 2 * limits.ante.least) // unit * unit)
        if most >= limits.trips.least:
            bounds["trips"] = (limits.trips.least, most)
    yield Option(a.Bet(ante=limits.ante.least), bounds)


def _bet_behind(table: Table, who: Who) -> Iterator[Option]:
    if table.book.backline.allowed and table.book.limits.ante:
        least = table.book.limits.ante.least
        for seat, spot in table.spots.items():
            if spot.behind is None and isinstance(seat, int) and table.owners[seat] != who.name:
                yield Option(a.Bet(ante=least, behind=seat), {"ante": (least, least)})


def _bets(table: Table, who: Who) -> Iterator[Option]:
    yield from _bet(table, who)
    yield from _bet_behind(table, who)


def _decide(table: Table, who: Who) -> Iterator[Option]:
    """The choices of the seat whose turn it is, for its owner and for the dealer who enters them."""
    seat = playing.to_act(table)
    if seat is not None and (who.role is Role.DEALER or table.owners[seat] == who.name):
        for choice in playing.choices(table, seat):
            yield Option(a.Decide(choice=choice, seat=seat))


def _device(table: Table, who: Who) -> Iterator[Option]:
    return (Option(a.UseDevice(device=device, reason=TEXT)) for device in ("shuffler", "shoe", "hand"))


def _report(table: Table, who: Who) -> Iterator[Option]:
    return (Option(a.Report(what=what)) for what in (*known_irregularities(table.book), TEXT))


def _rule(table: Table, who: Who) -> Iterator[Option]:
    yield Option(a.Rule(ruling="void", reason=TEXT))
    yield Option(a.Rule(ruling="play_on", reason=TEXT))
    for seat in table.spots:
        yield Option(a.Rule(ruling="forfeit", seat=seat, reason=TEXT))


def _approve(table: Table, who: Who) -> Iterator[Option]:
    for won in table.review:
        for office in paying.OFFICES:
            yield Option(a.Approve(seat=won.seat, office=office, reason=TEXT))


OFFERS: dict[type[Act], Offer] = {
    a.Open: _plain(a.Open()),
    a.Close: _plain(a.Close(reason=TEXT)),
    a.Pause: _plain(a.Pause(reason=TEXT)),
    a.Resume: _plain(a.Resume(reason=TEXT)),
    a.Sit: _sit,
    a.Leave: _plain(a.Leave()),
    a.Vacate: lambda table, who: (Option(a.Vacate(seat=seat, reason=TEXT)) for seat in table.seats),
    a.BuyIn: lambda table, who: (Option(a.BuyIn(cents=1), {"cents": (1, MOST_MONEY)}),),
    a.CashOut: _cash_out,
    a.DealerIn: _plain(a.DealerIn(cards_counted=52)),
    a.UseDevice: _device,
    a.TakeBank: _take_bank,
    a.DeclineBank: _plain(a.DeclineBank()),
    a.Bet: _bets,
    a.TakeBack: _plain(a.TakeBack()),
    a.NoMoreBets: _plain(a.NoMoreBets()),
    a.Deal: _plain(a.Deal()),
    a.Decide: _decide,
    a.TimeOut: _plain(a.TimeOut()),
    a.Settle: _plain(a.Settle()),
    a.EndRound: _plain(a.EndRound()),
    a.Approve: _approve,
    a.PayJackpot: lambda table, who: (Option(a.PayJackpot(seat=won.seat)) for won in table.review),
    a.DenyJackpot: lambda table, who: (
        Option(a.DenyJackpot(seat=won.seat, reason=TEXT)) for won in table.review
    ),
    a.Link: lambda table, who: (Option(a.Link(up=not table.link_up, reason=TEXT)),),
    a.Report: _report,
    a.Rule: _rule,
    a.Dispute: _plain(a.Dispute(says=TEXT)),
    # These need cards or moves that only somebody at the table knows: which are due, the script says.
    a.Flop: _plain(),
    a.River: _plain(),
    a.ShowBank: _plain(),
    a.ShowHand: _plain(),
    a.Amend: _plain(),
    a.Correct: _plain(),
    a.ReadMeters: _plain(),
}
SURE = frozenset({a.Decide})
"""Acts whose options are worked out by the very code that decides about them."""
