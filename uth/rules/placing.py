"""Where a key stands in a book, however somebody writes it.

All about a wager stands in its row, ``wagers.trips.on_tie``. Shorter names are understood, and so are those
of books that were written before wagers were rows:

    trips.flush                     wagers.trips.flush
    limits.trips                    wagers.trips.limits
    readings.trips.on_tie           wagers.trips.on_tie
    readings.fold.trips_collect_at  wagers.trips.collect_at
    cites.trips.win                 wagers.trips.cites.win
    cites.trips_limit               wagers.trips.cites.limit
"""

import dataclasses
from collections.abc import Callable, Collection, Mapping
from typing import Any

from uth.rules.cites import Cites
from uth.rules.readings import FoldReadings, Readings
from uth.rules.wagers import Wagers

Path = tuple[str, ...]

_CITES = {field.name for field in dataclasses.fields(Cites)}
_READINGS = {field.name for field in dataclasses.fields(Readings)}
_OF_ALL = {field.name for field in dataclasses.fields(Wagers)}
_FOLDS = {field.name for field in dataclasses.fields(FoldReadings)}
_COLLECT_AT = "_collect_at"
_CITED = {"_limit": "limit", "_stake": "limit", "_bettor": "bettor"}
_RENAMED: dict[Path, Path] = {("script", "trips_winner"): ("script", "side_winner")}


def placed(path: Path, sections: Collection[str]) -> Path:
    """The key as the book has it; ``sections`` are the names of its sections."""
    match path:
        case ("limits", wager, *rest) if wager != "clauses":
            return ("wagers", wager, "limits", *rest)
        case ("fold", name) | ("readings", "fold", name) if name not in _FOLDS and name.endswith(_COLLECT_AT):
            return ("wagers", name.removesuffix(_COLLECT_AT), "collect_at")
        case ("readings", wager, *rest) if wager not in _READINGS and rest:
            return ("wagers", wager, *rest)
        case ("cites", wager, result) if wager not in _CITES:
            return ("wagers", wager, "cites", result)
        case ("cites", name) if name not in _CITES:
            return _cited(name)
        case (section, *rest) if section not in sections and section not in _READINGS and rest:
            return ("wagers", section, *rest)
        case _:
            return _RENAMED.get(path, path)


def _cited(name: str) -> Path:
    """A list of clauses: of a wager's limit, or of what it wins."""
    for ending, key in _CITED.items():
        if name.endswith(ending):
            return ("wagers", name.removesuffix(ending), "cites", key)
    return ("wagers", name, "cites", "win")


def short(path: str) -> str:
    """A key as people write it."""
    match path.split("."):
        case ["wagers", wager, "limits"]:
            return f"limits.{wager}"
        case ["wagers", wager, *rest] if wager not in _OF_ALL:
            return ".".join((wager, *rest))
        case _:
            return path


def laid_out(table: Mapping[str, Any], place: Callable[[Path], Path]) -> dict[str, Any]:
    """A table of a book with every key in its place; nothing is changed where all of them are."""
    result: dict[str, Any] = {}
    for path, value in _leaves(table):
        new = place(path)
        inner = result
        for part in new[:-1]:
            found = inner.setdefault(part, {})
            if not isinstance(found, dict):  # said twice, and once as no table: the reader finds it wrong
                inner[part] = found = {}
            inner = found
        inner[new[-1]] = _fee_rates(value) if new == ("fees", "rates") else value
    return result


def _leaves(table: Mapping[str, Any], path: Path = ()) -> list[tuple[Path, Any]]:
    leaves: list[tuple[Path, Any]] = []
    for key, value in table.items():
        if isinstance(value, Mapping) and value:
            leaves += _leaves(value, (*path, key))
        else:
            leaves.append(((*path, key), value))
    return leaves


def _fee_rates(rates: Any) -> Any:
    """Rates of before charged for Trips by name."""
    if not isinstance(rates, list):
        return rates
    return [
        {"side" if key == "trips" else key: value for key, value in rate.items()}
        if isinstance(rate, dict) and "side" not in rate
        else rate
        for rate in rates
    ]
