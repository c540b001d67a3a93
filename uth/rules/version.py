"""A book in one fixed form, over which its version is taken.

The form is older than the rows of wagers: what a book could say before them stands where it stood, so that
books, tables and logs keep the versions they have. What only a row can say comes in a part of its own, and
only if it is not what the game says anyway.
"""

import json
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from uth.rules.schema import HAND_KEYS, plain
from uth.rules.wagers import Wager

if TYPE_CHECKING:
    from uth.rules.book import Book

Plain = dict[str, Any]

_SECTIONS: dict[str, tuple[str, ...]] = {
    "ante": ("pays",),
    "play": ("pays",),
    "blind": tuple(HAND_KEYS),
    "trips": tuple(HAND_KEYS),
    "progressive": ("stake", "meters", *HAND_KEYS),
    "envy": tuple(HAND_KEYS),
}
"""The wagers that once were sections, and what stood in them besides their clauses."""
_READINGS: dict[str, tuple[str, ...]] = {
    "trips": ("win_below_table", "on_tie", "on_loss", "on_fold", "fold_auto_tuck"),
    "progressive": ("stake_returned_on_win", "reserve_surplus"),
    "envy": ("folded_eligible", "trigger"),
}
_LIMITS = ("ante", "trips")
_RESULTS = ("win", "below", "lose", "tie", "fold", "unqualified")
_CITED = ("ante", "play", "blind", "trips", "progressive")
_CITES = {
    ("ante", "limit"): "ante_limit",
    ("trips", "limit"): "trips_limit",
    ("progressive", "limit"): "progressive_stake",
    ("progressive", "bettor"): "progressive_bettor",
    ("envy", "win"): "envy",
}
_NO_WAGER = Wager()

_dumped = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def canonical(book: "Book") -> str:
    """The book as JSON: what the digest is taken over."""
    parts = {name: _written(book, name) for name in book.__dataclass_fields__ if name not in _WITH_WAGERS}
    parts |= {name: _dumped(value) for name, value in _with_wagers(book).items()}
    return f"{{{','.join(f'{_dumped(name)}:{parts[name]}' for name in sorted(parts))}}}"


def _written(book: "Book", name: str) -> str:
    """A section, which keeps what it has written: books that share one need not write it again."""
    value = getattr(book, name)
    if isinstance(value, str):
        return _dumped(value)
    kept = vars(value)
    if "_written" not in kept:
        kept["_written"] = _dumped(plain(value, versioned=True))
    text: str = kept["_written"]
    return text


def _plain(section: Any) -> Plain:
    """A section in plain types, kept like its text; the caller may move keys, also those one level down."""
    kept = vars(section)
    if "_plain" not in kept:
        kept["_plain"] = plain(section, versioned=True)
    return {key: {**value} if isinstance(value, dict) else value for key, value in kept["_plain"].items()}


_WITH_WAGERS = frozenset({"wagers", "limits", "readings", "cites", "fees", "script"})
"""Sections in which wagers were named."""


def _with_wagers(book: "Book") -> Plain:
    rows = {name: _plain(row) for name, row in book.wagers.rows.items()}
    limits, readings, cites, fees, script = (
        _plain(getattr(book, name)) for name in ("limits", "readings", "cites", "fees", "script")
    )
    form: Plain = {"limits": limits, "readings": readings, "cites": cites, "fees": fees, "script": script}
    for name, keys in _SECTIONS.items():
        form[name] = {key: _before(name, key, rows[name].pop(key)) for key in ("clauses", *keys)}
    for name, keys in _READINGS.items():
        readings[name] = {key: rows[name].pop(key) for key in keys}
    readings["fold"]["trips_collect_at"] = rows["trips"].pop("collect_at")
    limits |= {name: rows[name].pop("limits") for name in _LIMITS}
    cites |= {name: {result: rows[name]["cites"].pop(result) for result in _RESULTS} for name in _CITED}
    cites |= {key: rows[name]["cites"].pop(cited) for (name, cited), key in _CITES.items()}
    fees["rates"] = [_renamed(rate, "side", "trips") for rate in fees["rates"]]
    form["script"] = _renamed(script, "side_winner", "trips_winner")
    form["wagers"] = {"clauses": list(book.wagers.clauses), "unit": book.wagers.unit}
    more = {name: left for name, row in rows.items() if (left := _more(name, row))}
    if more:
        form["wagers"]["rows"] = more
    return form


def _before(name: str, key: str, value: Any) -> Any:
    """Envy was written in cents."""
    if name == "envy" and key in HAND_KEYS and isinstance(value, str):
        from uth.rules.money import parse_money

        return parse_money(value)
    return value


def _renamed(table: Plain, key: str, before: str) -> Plain:
    return {before if name == key else name: value for name, value in table.items()}


def _more(name: str, row: Plain) -> Plain:
    """What a row says that the game does not say anyway."""
    usual = _usual().get(name) or _plain(_NO_WAGER)
    cites = {key: value for key, value in row.pop("cites").items() if value != usual["cites"][key]}
    more = {key: value for key, value in row.items() if value != usual[key]}
    return more | ({"cites": cites} if cites else {}) if name in _usual() else {**more, "cites": cites}


@cache
def _usual() -> Mapping[str, Plain]:
    """The rows of the game itself."""
    from uth.rules.library import game_rows

    return {name: _plain(row) for name, row in game_rows().items()}
