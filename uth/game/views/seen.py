"""Who hears of which event, and who sees which of its fields: a list of what is allowed.

``EVENTS`` names every kind of event and every field. What it does not name is not shown: whoever adds an
event or a field decides here who sees it, and until then nobody does.

Nobody receives a card that he may not see, staff neither: of hole cards a player hears his own, and who bets
behind a hand does not hold it. The ledger is the supervisor's; a player learns of the moves that touch his
own chips. A field that somebody may not see has its default for him, and defaults are not written (see
``uth.game.table.events``).
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from msgspec import NODEFAULT
from msgspec.structs import fields, replace

from uth.cards import Card
from uth.game.ledger import HOUSE, Move, player
from uth.game.round import Spot
from uth.game.table import events as e
from uth.game.table.acts import Role, Who
from uth.game.table.events import Event
from uth.rules.money import Cents


class Eyes(NamedTuple):
    """Whose eyes something is for: people in these roles, and the players whom an event is about."""

    roles: frozenset[Role]
    concerned: bool = False

    def include(self, who: Who, event: Event) -> bool:
        return who.role in self.roles or (self.concerned and concerns(who, event))


def concerns(who: Who, event: Event) -> bool:
    """Whether an event is about this player: it names him, or moves his chips."""
    return who.role is Role.PLAYER and (getattr(event, "player", None) == who.name or bool(own(who, event)))


def own(who: Who, event: Event) -> tuple[Move, ...]:
    """The moves of a player's own chips."""
    return tuple(move for move in event.moves if player(who.name) in (move.source, move.target))


def named(event: Event) -> set[str]:
    """The players an event is about, who may see more of it than others; these all see the same."""
    accounts = (account for move in event.moves for account in (move.source, move.target))
    names = {account.removeprefix(player("")) for account in accounts if account.startswith(player(""))}
    return names.union((getattr(event, "player", ""),), getattr(event, "held_by", {}).values())


STRANGER = Who(Role.PLAYER, "\0")
"""A player whom no event is about: nobody has such a name."""

ALL = Eyes(frozenset(Role))
STAFF = Eyes(frozenset({Role.DEALER, Role.SUPERVISOR}))
STAFF_AND_CONCERNED = Eyes(STAFF.roles, concerned=True)


def _ledger(who: Who, event: Event) -> tuple[Move, ...]:
    if who.role is Role.SUPERVISOR:
        return event.moves
    return own(who, event) if who.role is Role.PLAYER else ()


def _face_down(who: Who, event: e.WagersPlaced) -> Spot:
    return replace(event.spot, hole=None)


def _own_hole(who: Who, event: e.HolesDealt) -> dict[int, tuple[Card, Card]] | None:
    holes = event.holes or {}
    mine = [seat for seat in holes if who == Who(Role.PLAYER, event.held_by[seat])]
    return {seat: holes[seat] for seat in mine} or None


def _open_or_own(field: str) -> Callable[[Who, e.CardsAmended], tuple[Card, ...]]:
    def cards(who: Who, event: e.CardsAmended) -> tuple[Card, ...]:
        seen: tuple[Card, ...] = getattr(event, field)
        return seen if not event.player or who == Who(Role.PLAYER, event.player) else ()

    return cards


def _net_of_people(who: Who, event: e.RoundEnded) -> dict[str, Cents]:
    """Every account for the supervisor; for others the players, and all the rest as the house's."""
    if who.role is Role.SUPERVISOR:
        return event.net
    net = {name: cents for name, cents in event.net.items() if name.startswith(player(""))}
    rest = -sum(net.values())
    return {**net, HOUSE: rest} if rest else net


Part = Callable[[Who, Any], Any]
"""What of a field somebody sees, where that is neither all nor nothing."""


class Sight(NamedTuple):
    """Who hears of an event, and who sees its fields."""

    hears: Eyes
    fields: dict[str, Eyes | Part]


def _to(eyes: Eyes, names: str = "", *apart: tuple[Eyes | Part, str]) -> Sight:
    """Heard by ``eyes``, who see these fields; others stand apart. Moves are always the ledger's matter."""
    seen = {field: rule for rule, own_names in ((eyes, names), *apart) for field in own_names.split()}
    return Sight(eyes, {"moves": _ledger, **seen})


EVENTS: dict[type[Event], Sight] = {
    e.PhaseBegan: _to(ALL, "phase"),
    e.TableOpened: _to(ALL, "book digest by"),
    e.TableClosed: _to(ALL, "by reason"),
    e.Paused: _to(ALL, "by reason"),
    e.Resumed: _to(ALL, "by reason"),
    e.SeatTaken: _to(ALL, "seat player"),
    e.SeatLeft: _to(ALL, "seat player by", (STAFF_AND_CONCERNED, "reason")),
    e.ChipsBought: _to(ALL, "player cents"),
    e.ChipsCashed: _to(ALL, "player cents"),
    e.DealerCameIn: _to(ALL, "dealer cards_counted"),
    e.DeviceChanged: _to(ALL, "device by reason"),
    e.BankOffered: _to(ALL, "seat"),
    e.BankDeclined: _to(ALL, "seat player by"),
    e.BankHalted: _to(ALL),
    e.BankTaken: _to(ALL, "seat player wager rounds"),
    e.BankReturned: _to(ALL, "seat cents played"),
    e.WagersPlaced: _to(ALL, "player", (_face_down, "spot")),
    e.WagersTakenBack: _to(ALL, "seat"),
    e.CoverWarned: _to(ALL, "seat bank against clauses"),
    e.BetsClosed: _to(ALL, "round book digest order bank_chips"),
    e.FeesCollected: _to(ALL, "bank players table_action"),
    e.FeesReturned: _to(ALL, "players"),
    e.CoinIn: _to(ALL, "seats"),
    e.HolesDealt: _to(ALL, "seats held_by device at", (_own_hole, "holes")),
    e.Decided: _to(ALL, "seat choice by cents toke tucked entered"),
    e.DecisionAmended: _to(ALL, "seat was choice by reason tucked"),
    e.FlopShown: _to(ALL, "cards"),
    e.RiverShown: _to(ALL, "cards"),
    e.BankShown: _to(ALL, "cards hand qualifies"),
    e.HandShown: _to(ALL, "seat cards hand"),
    e.WagerSettled: _to(ALL, "row"),
    e.HandRacked: _to(ALL, "seat"),
    e.RakeTaken: _to(ALL, "bank players"),
    e.JackpotWon: _to(ALL, "seat player meter cents place"),
    e.JackpotConfirmed: _to(ALL, "meter cents"),
    e.JackpotOwed: _to(ALL, "seat player meter cents dealt"),
    e.EnvyTakenBack: _to(ALL, "seat player cents brought_by"),
    e.MetersReseeded: _to(ALL),
    e.MetersRead: _to(ALL, "", (STAFF, "dealt reset pots")),
    e.JackpotApproved: _to(STAFF, "seat office by reason meter"),
    e.JackpotPaid: _to(ALL, "seat player cents by meter dealt rest", (STAFF_AND_CONCERNED, "form offset")),
    e.JackpotDenied: _to(ALL, "seat cents by reason meter"),
    e.CardsAmended: _to(
        ALL, "of by reason player again", (_open_or_own("was"), "was"), (_open_or_own("cards"), "cards")
    ),
    e.SupervisorTold: _to(STAFF, "seat about says clauses"),
    e.LinkChanged: _to(ALL, "up by reason"),
    e.Happened: _to(ALL, "what effect seat by clauses"),
    e.Ruled: _to(ALL, "ruling seat by reason"),
    e.RoundVoided: _to(ALL, "by reason"),
    e.HandForfeited: _to(ALL, "seat"),
    e.ProgressiveReturned: _to(ALL, "seat"),
    e.Disputed: _to(STAFF_AND_CONCERNED, "player says"),
    e.Corrected: _to(STAFF_AND_CONCERNED, "by reason"),
    e.RoundEnded: _to(ALL, "round", (_net_of_people, "net")),
}


def hides_cards(event: Event) -> bool:
    """Whether an event names cards that lie face down: nothing guessable about it may be published."""
    match event:
        case e.HolesDealt():
            return bool(event.holes)
        case e.CardsAmended():
            return bool(event.player)
    return False


def seen_by(who: Who, event: Event) -> Event | None:
    """An event as ``who`` may know it, now or later: itself, without some of it, or None if not at all."""
    sight = EVENTS.get(type(event))
    if sight is None or not sight.hears.include(who, event):
        return None
    cut: dict[str, Any] = {}
    for name, rule, default in _guarded(type(event)):
        if callable(rule):
            part = rule(who, event)
        elif rule is not None and rule.include(who, event):
            continue
        elif default is NODEFAULT:
            raise AssertionError(f"{type(event).__name__}.{name} cannot be left out")
        else:
            part = default
        if part != getattr(event, name):
            cut[name] = part
    return replace(event, **cut) if cut else event


@cache
def _guarded(kind: type[Event]) -> tuple[tuple[str, Eyes | Part | None, Any], ...]:
    """The fields of an event that are not for everybody, with the rule and what stands there instead."""
    rules = EVENTS[kind].fields
    return tuple(
        (field.name, rules.get(field.name), field.default)
        for field in fields(kind)
        if rules.get(field.name) is not ALL
    )
