"""Who may see what: a table and its events as one viewer may know them, built from an allow-list.

A viewer never receives a card he may not see. What is not named here is not shown.
"""

from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from uth.cards import Card, card_name
from uth.game.acts import Role, Who
from uth.game.decide import legal
from uth.game.events import CardsAmended, Event, HolesDealt
from uth.game.playing import to_act
from uth.game.round import Seat, Spot
from uth.game.script import script
from uth.game.table import Table
from uth.ranking import Category
from uth.rules.book import Book
from uth.rules.schema import Range, plain

STAFF = frozenset({Role.DEALER, Role.SUPERVISOR})


def owns(table: Table, who: Who, seat: Seat) -> bool:
    """Whether the cards of this seat are in the viewer's hands: a backline bettor does not hold any."""
    return who.role is Role.PLAYER and table.owners.get(seat) == who.name and table.spots[seat].behind is None


def may_see(table: Table, who: Who, spot: Spot) -> bool:
    """Whether the viewer may see the cards of a spot: his own, or those turned up for all."""
    base = spot.behind or spot.seat
    return base in table.shown or owns(table, who, base)


def view(table: Table, who: Who) -> dict[str, Any]:
    """The table as ``who`` may see it."""
    seen: dict[str, Any] = {
        "book": {"name": table.book.name, "title": table.book.title, "digest": table.book.digest},
        "layout": _layout(table.book),
        "phase": table.phase,
        "round": table.round,
        "paused": table.paused,
        "held": table.held,
        "dealer": table.dealer,
        "deck": table.deck,
        "seats": {
            str(seat): {"player": name, "chips": table.chips(name)} for seat, name in table.seats.items()
        },
        "bank": _bank(table),
        "board": _names(table.board),
        "bank_hand": _names(table.bank_hand) if table.bank_hand else None,
        "spots": [_spot(table, who, spot) for spot in table.spots.values()],
        "to_act": to_act(table),
        "meters": {name: cents for name, cents in table.accounts.items() if name.startswith("meter:")},
        "link_up": table.link_up,
        "review": [{"seat": won.seat, "meter": won.meter, "cents": won.cents} for won in table.review],
        "legal": [{"act": to_builtins(option.act), "bounds": option.bounds} for option in legal(table, who)],
    }
    if who.role is Role.PLAYER:
        seen["chips"] = table.chips(who.name)
    if who.role in STAFF:
        seen["script"] = [to_builtins(line) for line in script(table)]
    if who.role is Role.SUPERVISOR:
        seen["ledger"] = dict(table.accounts)
    return seen


def _layout(book: Book) -> dict[str, Any]:
    """What stands at the table for everybody to read, without money: limits, pays, inscription, charges."""
    odds = {
        wager: {
            hand.key: str(pay) for hand, pay in zip(Category, getattr(book, wager).odds, strict=True) if pay
        }
        for wager in ("blind", "trips")
    }
    return {
        "areas": list(book.table.areas),
        "inscription": book.table.inscription,
        "seats": book.table.seats,
        "limits": {"ante": _limit(book.limits.ante), "trips": _limit(book.limits.trips)},
        "pays": odds,
        "multiples": {
            street: list(getattr(book.decisions, street)) for street in ("preflop", "flop", "river")
        },
        "qualifier": book.qualifier.hand,
        "fees": [plain(rate) for rate in book.fees.in_force],
        "rake": {"mode": book.rake.mode, "amount": book.rake.amount},
        "progressive": {"stake": book.progressive.stake},
    }


def _limit(limit: Range | None) -> list[int] | None:
    return [limit.least, limit.most] if limit else None


def _bank(table: Table) -> dict[str, Any]:
    return {
        "who": table.book.bank.who,
        "seat": table.bank_seat,
        "wager": table.bank_wager,
        "last": to_builtins(table.last_bank) if table.last_bank else None,
        "offered": table.offered,
        "paid": table.account.paid,
        "collected": table.account.collected,
    }


def _spot(table: Table, who: Who, spot: Spot) -> dict[str, Any]:
    return {
        "seat": spot.seat,
        "player": table.owners[spot.seat],
        "ante": spot.ante,
        "blind": spot.blind,
        "trips": spot.trips,
        "play": spot.play,
        "progressive": spot.progressive,
        "toke": to_builtins(spot.toke) if spot.toke else None,
        "behind": spot.behind,
        "decisions": list(spot.decisions),
        "hole": _names(spot.hole) if spot.hole and may_see(table, who, spot) else None,
        "settled": sorted(wager for seat, wager in table.settled if seat == spot.seat),
        "forfeited": spot.seat in table.forfeited,
    }


def _names(cards: tuple[Card, ...]) -> list[str]:
    return [card_name(card) for card in cards]


def seen_by(who: Who, event: Event) -> Event:
    """An event as ``who`` may know it, now or later: hole cards only of the hand he was dealt."""
    if isinstance(event, HolesDealt) and event.holes is not None:
        mine = {seat for seat, name in event.held_by.items() if who == Who(Role.PLAYER, name)}
        return replace(event, holes={seat: hole for seat, hole in event.holes.items() if seat in mine})
    if isinstance(event, CardsAmended) and event.of not in ("board", "bank"):
        return replace(event, cards=())
    return event
