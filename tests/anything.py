"""Acts of any kind with any values in their fields: most are nonsense, and none may break a table."""

import random
from typing import Any, get_type_hints

from uth.game.ledger import Move
from uth.game.round import Choice, Toke
from uth.game.settlement.pots import Pot
from uth.game.table.act import Act
from uth.game.table.acts import ACTS
from uth.game.table.acts.jackpots import FORMS, OFFICES
from uth.game.table.state import Table

AMOUNTS = (-100, -1, 0, 1, 49, 50, 75, 100, 500, 1000, 5000, 10**6, 10**13, 10**14, 2**62)
WORDS = (
    *(
        "",
        " ",
        "?",
        "void",
        "play_on",
        "forfeit",
    ),
    *(
        "hand",
        "shoe",
        "shuffler",
        "ante",
        "blind",
        "trips",
        "play",
        "progressive",
        "bank",
        "board",
        "1b",
        "3b2",
    ),
    *("incorrect number of cards", "shuffler failed", "a bird", *OFFICES, *FORMS),
)
KINDS = list(ACTS.values())
HINTS = {
    kind: {name: hint for name, hint in get_type_hints(kind).items() if name in kind.__struct_fields__}
    for kind in KINDS
}


def anything(table: Table, rng: random.Random) -> Act:
    """An act of any kind; a field is left at its default, or filled with whatever its type allows."""
    kind = rng.choice(KINDS)
    fields = {name: _value(name, str(hint), table, rng) for name, hint in HINTS[kind].items()}
    given = {
        name: value
        for name, value in fields.items()
        if name in _required(kind) or (rng.random() < 0.5 and value is not None)
    }
    return kind(**given)


def _required(kind: type[Act]) -> set[str]:
    fields, defaults = kind.__struct_fields__, kind.__struct_defaults__
    return set(fields[: len(fields) - len(defaults)])


def _value(name: str, hint: str, table: Table, rng: random.Random) -> Any:
    seats: list[Any] = [*table.seats, *table.spots, 0, 1, 9, "2b", ""]
    if name in ("seat", "behind", "of"):
        chosen = rng.choice(seats if name != "of" else [*seats, "board", "bank"])
        return chosen if "str" in hint or isinstance(chosen, int) else 1
    if name in ("cards", "holes"):
        return _cards(name, table, rng)
    if name == "pots":
        return {rng.choice(("major", "minor", "x")): Pot() for _ in range(rng.randint(0, 2))}
    if name == "reset":
        return tuple(rng.sample(("major", "minor", "x"), rng.randint(0, 2)))
    if name in ("meters", "jackpots"):
        return {rng.choice(("major", "minor", "reserve", "x")): rng.choice(AMOUNTS) for _ in range(3)}
    if name == "moves":
        accounts = [*table.accounts, "player:Nobody", ""]
        return tuple(
            Move(rng.choice(accounts), rng.choice(accounts), rng.choice(AMOUNTS), "correction")
            for _ in range(rng.randint(0, 2))
        )
    if name == "fact":
        return rng.choice((*WORDS, *(fact.name for fact in table.book.script.facts)))
    if name == "details":
        fields = [name for fact in table.book.script.facts for name, _ in fact.asks]
        values = (True, False, "", "red", "blue", "wins", 2, 52, 41, -1, "x" * 300)
        return {rng.choice((*fields, "x")): rng.choice(values) for _ in range(rng.randint(0, 3))}
    if name == "stakes":
        return {rng.choice(WORDS): rng.choice((True, False, *AMOUNTS)) for _ in range(rng.randint(0, 4))}
    if "Choice" in hint:
        return rng.choice(tuple(Choice))
    if "Toke" in hint:
        return Toke(rng.choice(WORDS), rng.choice(AMOUNTS))
    if "bool" in hint:
        return rng.random() < 0.5
    return rng.choice(AMOUNTS) if "int" in hint else rng.choice(WORDS)


def _cards(name: str, table: Table, rng: random.Random) -> Any:
    deck = [rng.choice((-1, 52, *range(52))) for _ in range(20)]
    if name == "holes":
        seats = [seat for seat in table.order if isinstance(seat, int)] or [1]
        return rng.choice((None, {seat: (deck.pop(), deck.pop()) for seat in seats}, {9: (0, 0)}))
    return tuple(deck[: rng.choice((0, 2, 2, 3, 3, 5))])
