"""From what happened back to what was asked: which acts could have brought these events.

A log has events, not acts. Every event that an act begins with tells who did what; where two acts begin alike
both are given, and whoever replays the log tries them.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from uth.game.ledger import RESERVE, jackpot, meter, moved, player
from uth.game.settlement.progressive import jackpots_of, meter_names
from uth.game.table import acts as a
from uth.game.table import events as e
from uth.game.table.act import Act
from uth.game.table.acts.linking import meters_of
from uth.game.table.acts.paying import MONEY_LEFT
from uth.game.table.people import AUTOMATIC_DEALER, Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import Table

HOUSE = Who(Role.HOUSE, "")
Asked = tuple[Who, Act]
Events = Sequence[e.Event]


def acts_behind(table: Table, events: Events) -> Iterator[Asked]:
    """Who may have asked what, so that these events followed at this table; the likeliest first."""
    first = events[0]
    if table.phase is Phase.PAYING and not isinstance(first, _OF_PEOPLE):
        yield dealer_of(table), a.Settle()
    if table.phase is Phase.ENDING and isinstance(first, e.BankReturned | e.RoundEnded):
        yield dealer_of(table), a.EndRound()
    for told in events:
        if isinstance(told, _LEADING):
            continue
        if behind := _BEHIND.get(type(told)):
            yield from behind(table, told)
        break
    if isinstance(first, e.WagersTakenBack):
        seats = [one.seat for one in events if isinstance(one, e.WagersTakenBack)]
        owners = dict.fromkeys(table.owners[seat] for seat in seats if seat in table.owners)
        yield from ((Who(Role.PLAYER, name), a.TakeBack()) for name in owners)


def dealer_of(table: Table) -> Who:
    """Who deals here; at a table with real cards the log names a dealer only where it matters."""
    return AUTOMATIC_DEALER if table.sealed else Who(Role.DEALER, table.dealer or "dealer")


def who_in(by: str) -> Who:
    """Somebody as an event names him; raises ValueError for what is nobody."""
    role, _, name = by.partition(" ")
    return Who(Role(role), name)


def _player(name: str, act: Act) -> Iterator[Asked]:
    yield Who(Role.PLAYER, name), act


def _placed(table: Table, event: e.WagersPlaced) -> Iterator[Asked]:
    spot, before = event.spot, table.spots.get(event.spot.seat)
    if before:
        for toke in sorted(spot.tokes, key=lambda toke: toke in before.tokes):  # the new one first
            yield from _player(event.player, a.LayToke(on=toke.on, cents=toke.amount, behind=spot.behind))
    only = spot.tokes[0] if len(spot.tokes) == 1 else None
    yield from _player(event.player, a.Bet(stakes={**spot.stakes}, toke=only, behind=spot.behind))


def _left(table: Table, event: e.SeatLeft) -> Iterator[Asked]:
    who = who_in(event.by)
    leaves = a.Leave() if who.role is Role.PLAYER else a.Vacate(seat=event.seat, reason=event.reason)
    yield who, leaves


def _opened(table: Table, event: e.TableOpened) -> Iterator[Asked]:
    names = meter_names(table.book)
    starts = {name: sum(m.cents for m in event.moves if m.target == meter(name)) for name in names}
    meters = {name: cents for name, cents in starts.items() if cents}
    yield who_in(event.by), a.Open(meters=meters)
    if not meters:
        yield who_in(event.by), a.Open(linked=True)


def _decided(table: Table, event: e.Decided) -> Iterator[Asked]:
    who = who_in(event.by)
    decide = a.Decide(choice=event.choice, seat=event.seat, toke=event.toke, tuck=event.tucked)
    yield who, a.TimeOut() if who.role is Role.HOUSE else decide


def _declined(table: Table, event: e.BankDeclined) -> Iterator[Asked]:
    who = who_in(event.by)
    yield who, a.TimeOut() if who.role is Role.HOUSE else a.DeclineBank()


def _read(table: Table, event: e.MetersRead) -> Iterator[Asked]:
    after, meters = moved(table.accounts, event.moves), meters_of(table)
    told = [account for move in event.moves for account in (move.source, move.target)]
    order = sorted(meters, key=lambda name: told.index(meter(name)) if meter(name) in told else -1)
    won = {name for name in (*meters, *jackpots_of(table.book)) if name != RESERVE}
    read = a.ReadMeters(
        meters={name: after.get(meter(name), 0) for name in order},  # in the order in which the link told
        jackpots={name: after.get(jackpot(name), 0) for name in won},
        dealt=event.dealt,
        reset=event.reset,
        pots=event.pots or {},
    )
    yield HOUSE, read


def _paid(table: Table, event: e.JackpotPaid) -> Iterator[Asked]:
    chips = sum(move.cents for move in event.moves if move.target == player(event.player))
    part = chips if event.form == "both" else 0
    pay = a.PayJackpot(seat=event.seat, form=event.form, offset=event.offset, chips=part, meter=event.meter)
    yield who_in(event.by), pay


def _happened(table: Table, event: e.Happened) -> Iterator[Asked]:
    if event.what != MONEY_LEFT:
        yield who_in(event.by), a.Report(what=event.what, seat=event.seat)


def _by(make: Callable[[Any], Act]) -> Callable[[Table, Any], Iterator[Asked]]:
    """An act of somebody whom the event names in ``by``."""

    def behind(table: Table, event: Any) -> Iterator[Asked]:
        yield who_in(event.by), make(event)

    return behind


def _dealt(make: Callable[[Any], Act]) -> Callable[[Table, Any], Iterator[Asked]]:
    """An act of whoever deals."""

    def behind(table: Table, event: Any) -> Iterator[Asked]:
        yield dealer_of(table), make(event)

    return behind


def _own(make: Callable[[Any], Act]) -> Callable[[Table, Any], Iterator[Asked]]:
    """An act of the player whom the event is about."""

    def behind(table: Table, event: Any) -> Iterator[Asked]:
        yield from _player(event.player, make(event))

    return behind


_LEADING = (e.WagersTakenBack, e.BankReturned, e.WagerSettled, e.HandRacked)
"""What other acts may bring before the event that tells what was asked."""

_BEHIND: dict[type[e.Event], Callable[[Table, Any], Iterator[Asked]]] = {
    e.TableOpened: _opened,
    e.TableClosed: _by(lambda x: a.Close(reason=x.reason)),
    e.Paused: _by(lambda x: a.Pause(reason=x.reason)),
    e.Resumed: _by(lambda x: a.Resume(reason=x.reason)),
    e.SeatTaken: _own(lambda x: a.Sit(seat=x.seat)),
    e.SeatLeft: _left,
    e.ChipsBought: _own(lambda x: a.BuyIn(cents=x.cents)),
    e.ChipsCashed: _own(lambda x: a.CashOut(cents=x.cents)),
    e.DealerCameIn: lambda table, x: iter(
        [(Who(Role.DEALER, x.dealer), a.DealerIn(cards_counted=x.cards_counted))]
    ),
    e.DeviceChanged: _by(lambda x: a.UseDevice(device=x.device, reason=x.reason)),
    e.BankTaken: _own(lambda x: a.TakeBank(wager=x.wager)),
    e.BankDeclined: _declined,
    e.WagersPlaced: _placed,
    e.BetsClosed: _dealt(lambda x: a.NoMoreBets()),
    e.HolesDealt: _dealt(lambda x: a.Deal(holes=x.holes, at=x.at)),
    e.Decided: _decided,
    e.DecisionAmended: _by(lambda x: a.AmendDecision(seat=x.seat, choice=x.choice, reason=x.reason)),
    e.FlopShown: _dealt(lambda x: a.Flop(cards=x.cards)),
    e.RiverShown: _dealt(lambda x: a.River(cards=x.cards)),
    e.BankShown: _dealt(lambda x: a.ShowBank(cards=x.cards)),
    e.HandShown: _dealt(lambda x: a.ShowHand(seat=x.seat, cards=x.cards)),
    e.MetersRead: _read,
    e.JackpotApproved: _by(lambda x: a.Approve(seat=x.seat, office=x.office, reason=x.reason, meter=x.meter)),
    e.JackpotPaid: _paid,
    e.JackpotDenied: _by(lambda x: a.DenyJackpot(seat=x.seat, reason=x.reason, meter=x.meter)),
    e.CardsAmended: _by(lambda x: a.Amend(of=x.of, cards=x.cards, reason=x.reason)),
    e.LinkChanged: _by(lambda x: a.Link(up=x.up, reason=x.reason)),
    e.Happened: _happened,
    e.Ruled: _by(lambda x: a.Rule(ruling=x.ruling, seat=x.seat, reason=x.reason)),
    e.Disputed: _own(lambda x: a.Dispute(says=x.says)),
    e.Corrected: _by(lambda x: a.Correct(moves=x.moves, reason=x.reason)),
    e.FactNoted: _by(lambda x: a.Did(fact=x.fact, seat=x.seat, details=x.details)),
    e.FactTakenBack: _by(lambda x: a.Did(fact=x.fact, seat=x.seat)),
}
"""What an event that begins something tells of who asked what."""

_OF_PEOPLE = (
    e.SeatTaken,
    e.SeatLeft,
    e.ChipsBought,
    e.ChipsCashed,
    e.Paused,
    e.Resumed,
    e.Disputed,
    e.Corrected,
    e.Ruled,
    e.CardsAmended,
    e.LinkChanged,
    e.MetersRead,
    e.FactNoted,
    e.FactTakenBack,
)
"""What people and the link bring while wagers are settled."""
