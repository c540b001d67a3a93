"""Rounds as people write them down: the JSON that ``uth settle`` reads and prints. Money is in cents.

A round names its ``book``, the ``settings`` that differ from it, board, bank, seats with hole cards, wagers
and decisions. Everything wrong with it is found before it is settled. In older files the book is called
``document``, and settings are ``switches``, in which whole numbers of money are cents.
"""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from uth.cards import Card, CardError, card_name, parse_card
from uth.game.round import Choice, Round, Seat, Spot, Toke
from uth.game.settlement.coverage import Row
from uth.game.settlement.rounds import Settlement, settle
from uth.game.settlement.validation import Refusal, Refused
from uth.game.settlement.verdict import Shown
from uth.rules.book import Book
from uth.rules.library import load_as_written
from uth.rules.money import Cents
from uth.rules.schema import BookError

Json = Mapping[str, Any]
Load = Callable[[str, Json, bool], Book]
"""How a book is found by its name and settings, and whether whole numbers of money are cents in them."""

ROUND_KEYS = {
    "book",
    "settings",
    "document",
    "switches",
    "board",
    "bank_hand",
    "seats",
    "bank",
    "meters",
    "fees",
}
ABOUT_KEYS = {"id", "type", "title", "clauses", "expected", "why"}
SEAT_KEYS = {"seat", "hole", "decisions", "toke", "backline_of", "tucked"}
"""What a seat may say besides its wagers, which go by their names."""


def shown(value: object) -> str:
    """A value as it stands in the file."""
    return json.dumps(value, ensure_ascii=False, default=str)[:80]


class Form:
    """A JSON object being read: gives the values wanted and keeps every complaint."""

    def __init__(self, table: Json, refusals: list[Refusal], where: str = "") -> None:
        self.table, self.refusals, self.where = table, refusals, where

    def wrong(self, says: str) -> None:
        self.refusals.append(Refusal(f"{self.where}{says}"))

    def only(self, known: set[str]) -> None:
        if not known.issuperset(self.table):
            for name in (name for name in self.table if name not in known):
                self.wrong(f"unknown field {name!r}; known are {', '.join(sorted(known))}")

    def money(self, name: str, *, needed: bool = False) -> Cents:
        value = self.table.get(name)
        if value is None and not needed:
            return 0
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong(f"{name} is {shown(value)}; whole cents are wanted")
            return 0
        return value

    def cards(self, name: str) -> tuple[Card, ...] | None:
        value = self.table.get(name)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(card, str) for card in value):
            self.wrong(f'{name} is {shown(value)}; a list of cards is wanted, like ["Ks", "Td"]')
            return ()
        cards = []
        for text in value:
            try:
                cards.append(parse_card(text))
            except CardError as error:
                self.wrong(f"{name}: {error}")
        return tuple(cards)

    def inner(self, name: str, where: str) -> "Form | None":
        value = self.table.get(name)
        if value is None:
            return None
        if not isinstance(value, dict):
            self.wrong(f"{name} is {shown(value)}; an object is wanted")
            return None
        return Form(value, self.refusals, where)

    def listing(self, name: str) -> list[Any]:
        value = self.table.get(name, [])
        if not isinstance(value, list):
            self.wrong(f"{name} is {shown(value)}; a list is wanted")
            return []
        return value


def load_once(most: int = 1024) -> Load:
    """A way to load books for one file, in which many rounds name the same: each is read once.

    Only the latest are kept, for a file may give every round settings of its own.
    """

    @lru_cache(most)
    def load(name: str, settings: str, in_cents: bool) -> Book:
        return load_as_written(name, json.loads(settings), in_cents)

    return lambda name, settings, in_cents: load(name, json.dumps(settings), in_cents)


def settle_json(data: Json, load: Load = load_as_written) -> dict[str, Any]:
    """One round from the file settled, as the file has it."""
    book, played = read_round(data, load)
    return settlement_json(settle(book, played))


def read_book(data: Json, load: Load = load_as_written) -> Book:
    """The book a case names, with its settings."""
    name = data.get("book", data.get("document"))
    if not isinstance(name, str):
        raise Refused([Refusal('the book is missing: "book" names one')])
    for key in ("settings", "switches"):
        if not isinstance(data.get(key, {}), dict):
            says = f"{key} is {shown(data[key])}; an object of keys and values is wanted"
            raise Refused([Refusal(says)])
    if "settings" in data and "switches" in data:
        raise Refused([Refusal("settings and switches are the same thing: give one of them")])
    in_cents = "switches" in data
    settings = data["switches" if in_cents else "settings"] if in_cents or "settings" in data else {}
    options = data.get("fees") or {}
    if isinstance(options, dict) and "option" in options:
        settings = {**settings, "fees.option": options["option"]}
    try:
        return load(name, settings, in_cents)
    except BookError as error:
        raise Refused([Refusal(str(problem)) for problem in error.problems]) from None


def read_round(data: Json, load: Load = load_as_written) -> tuple[Book, Round]:
    """The book and the round written in one case; raises :class:`Refused` with everything unreadable."""
    book = read_book(data, load)
    refusals: list[Refusal] = []
    form = Form(data, refusals)
    form.only(ROUND_KEYS | ABOUT_KEYS)
    bank = form.inner("bank", "bank: ")
    if bank:
        bank.only({"seat", "wager", "chips", "house"})
        if "seat" in bank.table and not _is_seat(bank.table["seat"]):
            bank.wrong(f"seat is {shown(bank.table['seat'])}; a number is wanted")
    meters, wagers = form.inner("meters", "meters: "), _wagers(book)
    played = Round(
        board=form.cards("board") or (),
        bank_hand=form.cards("bank_hand"),
        spots=tuple(filter(None, (_spot(wagers, seat, refusals) for seat in form.listing("seats")))),
        bank_seat=bank.table.get("seat") if bank else None,
        bank_wager=bank.money("wager") if bank and "wager" in bank.table else None,
        bank_chips=bank.money("chips") if bank else 0,
        meters={name: meters.money(name) for name in meters.table} if meters else None,
    )
    if refusals:
        raise Refused(refusals)
    return book, played


def _is_seat(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_name(value: object) -> bool:
    """Of a backline bettor: unlike any number of a seat, and unlike bank, house and toke pool."""
    return isinstance(value, str) and value[:1].isdigit() and not value.isdigit() and value.isprintable()


def _spot(wagers: Mapping[str, bool], data: Any, refusals: list[Refusal]) -> Spot | None:
    if not isinstance(data, dict):
        refusals.append(Refusal(f"a seat is {shown(data)}; an object is wanted"))
        return None
    seat, behind = data.get("seat"), data.get("backline_of")
    form = Form(data, refusals, f"seat {seat}: ")
    form.only(SEAT_KEYS | wagers.keys())
    if not (_is_seat(seat) or (behind is not None and _is_name(seat))):
        form.wrong("a seat is a number; only a backline bettor has a name such as 1b")
    if behind is not None and not _is_seat(behind):
        form.wrong(f"backline_of is {shown(behind)}; the number of a seat is wanted")
    decisions = _decisions(form)
    tokes = _tokes(form, seat)
    if data.get("tucked", False) not in (True, False):
        form.wrong(f"tucked is {shown(data['tucked'])}; true or false is wanted")
    return Spot(
        seat=seat if isinstance(seat, int | str) else 0,
        hole=form.cards("hole"),
        stakes={name: cents for name, needed in wagers.items() if (cents := form.money(name, needed=needed))},
        decisions=decisions,
        behind=behind,
        tucked=data.get("tucked") is True,
    ).with_tokes(*tokes)


def _wagers(book: Book) -> dict[str, bool]:
    """The wagers that a seat may name, and whether it must; those not offered are refused later, in words."""
    taken = book.opening_bets
    return {
        row.name: row in taken for row in book.wagers.rows.values() if row.staked not in ("multiple", "free")
    }


def _decisions(form: Form) -> tuple[Choice, ...]:
    given = form.listing("decisions")
    try:
        return tuple(map(Choice, given))
    except (ValueError, TypeError):
        form.wrong(f'decisions are {shown(given)}; words such as "check", "bet4" and "fold" are wanted')
        return ()


def _tokes(form: Form, seat: object) -> list[Toke]:
    """One toke, or a list of them."""
    given = form.table.get("toke")
    each = given if isinstance(given, list) else [] if given is None else [given]
    if not all(isinstance(toke, Mapping) for toke in each):
        form.wrong(f"toke is {shown(given)}; an object, or a list of them, is wanted")
        return []
    tokes = []
    for toke in each:
        riding = Form(toke, form.refusals, f"seat {seat}: toke: ")
        riding.only({"on", "amount"})
        tokes.append(Toke(str(toke.get("on")), riding.money("amount", needed=True)))
    return tokes


def settlement_json(settled: Settlement) -> dict[str, Any]:
    """A settlement in the words of the file."""
    book, bank = settled.book, settled.bank
    account: dict[str, Any] = {"house": True}
    if book.bank.is_player:
        account = {"wager": bank.wager, "paid": bank.paid, "collected": bank.collected, "net": bank.net}
        if book.bank.cover_policy == "wager":
            at = bank.exhausted_at
            account["exhausted_at"] = {"seat": at[0], "wager": at[1]} if at else None
    result: dict[str, Any] = {
        "book": {"name": book.name, "digest": book.digest},
        "net": _by_name(settled.net),
        "settlement": [row_json(row) for row in settled.rows],
        "order": list(settled.order),
        "qualifies": settled.qualifies,
        "hands": {str(seat): _hand_json(hand) for seat, hand in settled.hands.items()},
        "bank_hand": _hand_json(settled.bank_hand) if settled.bank_hand else None,
        "bank": account,
    }
    if book.bank.cover_policy == "dead_hand":
        result["dead_hands"] = settled.dead_hands
    if settled.meters:
        after = settled.meters.after_round
        result["meters_after_coin_in"] = dict(settled.meters.after_coin_in)
        before = settled.meters.after_coin_in["reserve"]
        result["meters_after_round"] = {**after, "reserve_before_reseed": before}
        result["house_seeds"] = sum(seed.from_house for seed in settled.meters.seeds)
    if book.notify.threshold is not None:
        told = {notice.seat for notice in settled.notices}
        result["supervisor_notified_for_seats"] = sorted(told, key=str)
        result["notices"] = [
            {"seat": notice.seat, "says": notice.says, "clauses": list(notice.clauses)}
            for notice in settled.notices
        ]
    if settled.charge and settled.net_after_fees:
        result["fees"] = {
            "total_table_action": settled.charge.table_action,
            "player_dealer_fee": settled.charge.bank,
            "player_fees": list(settled.charge.players.values()),
            "house": settled.charge.house,
        }
        result["net_after_fees"] = _by_name(settled.net_after_fees)
    return result


def row_json(row: Row) -> dict[str, Any]:
    told: dict[str, Any] = {
        "seat": row.seat,
        "wager": row.wager,
        "stake": row.stake,
        "outcome": row.outcome,
        "due": row.due,
        "paid": row.paid,
        "collected": row.collected,
        "returned": row.returned,
    }
    if row.note:
        told["note"] = row.note
    told["reason"] = row.reason
    told["clauses"] = list(row.clauses)
    return told


def _hand_json(hand: Shown) -> dict[str, Any]:
    told: dict[str, Any] = {"category": hand.category.label, "five": list(map(card_name, hand.five))}
    if hand.versus_bank:
        told["versus_bank"] = hand.versus_bank
    if hand.with_flop is not None:
        told["hole_plus_flop"] = hand.with_flop.label
    return told


def _by_name(net: Mapping[Seat, Cents]) -> dict[str, Cents]:
    return {str(seat): amount for seat, amount in net.items()}
