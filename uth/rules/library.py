"""Finding a book and putting it together: a shipped book or a house's file, what it extends, what is set."""

import copy
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from uth.rules.book import SECTIONS, Book
from uth.rules.checks import problems_of
from uth.rules.files import Name, extended, house_book, shipped_books, shipped_toml, stem
from uth.rules.money import dollars
from uth.rules.paytables import named_tables
from uth.rules.placing import Path as Keys
from uth.rules.placing import laid_out, placed, short
from uth.rules.schema import HAND_KEYS, BookError, Known, Problem, Reader, keys, remember
from uth.rules.wagers import Wager, Wagers

Layer = dict[str, Any]
"""A TOML table; once read it is never changed, only laid under others."""
Layers = list[tuple[str, Layer]]
"""Layers with the names of their sources, the lowest first."""

ALIASES = {"trips_table": "trips.table", "paytable.trips": "trips.table"}
"""Names of switches that stand elsewhere in a book."""


def shipped() -> list[str]:
    """Names of the books that come with the package."""
    return list(shipped_books())


def load_book(name: Name, settings: Mapping[str, Any] | Iterable[str] = (), *, label: str = "--set") -> Book:
    """The book called ``name`` (shipped, or a file), with settings on top.

    ``settings`` are ``KEY=VALUE`` texts as on the command line, or a mapping from dotted keys to values
    as TOML would give them. Raises :class:`BookError` with everything that is wrong.
    """
    return _read([*_layers(name, ()), (label, _settings_layer(settings))])


def pack_book(name: Name, settings: Mapping[str, Any] | Iterable[str] = ()) -> Layer:
    """All that a book says, as plain data: kept with a table, it outlives changes to the files."""
    load_book(name, settings)
    layers = [*_layers(name, ()), ("--set", _settings_layer(settings))]
    return copy.deepcopy(_merged(layers, Reader(str))[0])


def repack_book(packed: Layer, settings: Mapping[str, Any] | Iterable[str] = ()) -> Layer:
    """A packed book with settings on top; raises :class:`BookError` with everything that is wrong."""
    layers = [
        (packed["name"], _whole(laid_out(packed, _place))),
        ("--set", _settings_layer(settings)),
    ]
    _read(layers)
    return copy.deepcopy(_merged(layers, Reader(str))[0])


def unpack_book(packed: Layer) -> Book:
    """The book that was packed; what its keys say together was checked then, by the rules of that day."""
    return _read([(packed["name"], _whole(laid_out(packed, _place))), ("--set", {})], checked=False)


def load_as_written(name: Name, settings: Mapping[str, Any], in_cents: bool = True) -> Book:
    """The book of a file of rounds; in older files whole numbers of money are cents, and called switches."""
    if not in_cents:
        return load_book(name, settings, label="settings")
    in_dollars = {path: _in_dollars(value) if is_money(path) else value for path, value in settings.items()}
    return load_book(name, in_dollars, label="switches")


@cache
def game_rows() -> dict[str, Wager]:
    """The wagers of the game itself, before a book changes them."""
    rows: dict[str, Wager] = Reader(str).read(Wagers, _game()).rows
    return rows


@cache
def _game() -> Layer:
    return _normal(shipped_toml("wagers.toml"))


def _place(path: Keys) -> Keys:
    """Where a key stands; a wager of the game may stand at the top, as its section once did."""
    return ("wagers", *path) if len(path) == 1 and path[0] in _game() else placed(path, SECTIONS)


def _whole(layer: Layer) -> Layer:
    """A book laid over the wagers of the game."""
    wagers = layer.get("wagers", {})
    return {**layer, "wagers": _laid(_game(), wagers, {}, "")} if isinstance(wagers, dict) else layer


@cache
def _known_keys() -> frozenset[str]:
    return frozenset(path for path, _ in keys(Book))


@cache
def _money_keys() -> frozenset[str]:
    kinds = ((path, field.metadata.get("kind")) for path, field in keys(Book))
    return frozenset(path for path, kind in kinds if kind and kind.cents)


@cache
def _money_of_wagers() -> frozenset[str]:
    kinds = ((path, field.metadata.get("kind")) for path, field in keys(Wager))
    return frozenset(path for path, kind in kinds if kind and kind.cents)


def is_money(path: str) -> bool:
    """Whether the value of a key is an amount, or a range of them."""
    full = full_key(path)
    match full.split("."):
        case ["wagers", _, *rest] if rest:
            return ".".join(rest) in _money_of_wagers()
    return full in _money_keys()


def full_key(path: str) -> str:
    """The key a person means: the name of a reading is understood without ``readings.`` before it."""
    path = path.strip().lower().replace("-", "_").replace(" ", "_")
    path = ALIASES.get(path, path)
    if path not in _known_keys() and f"readings.{path}" in _known_keys():
        return f"readings.{path}"
    return ".".join(_place((*path.split("."),)))


def _in_dollars(value: Any) -> Any:
    if isinstance(value, list):
        return [_in_dollars(item) for item in value]
    return dollars(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _layers(name: Name, seen: tuple[str, ...]) -> Layers:
    """The tables to lay over each other, the book that is extended first."""
    if str(name) in shipped_books():
        return [(str(name), _shipped_layer(str(name)))]
    label, text = house_book(name)
    if label in seen:
        raise BookError([Problem(label, "extends", f"books extend each other: {' → '.join((*seen, label))}")])
    try:
        written = tomllib.loads(text)
        if twice := _written_twice(written):
            raise BookError([Problem(label, key, "stands twice: - and a space mean _") for key in twice])
        table = laid_out(_normal(written), _place)
    except BookError:
        raise
    except (ValueError, RecursionError) as error:  # not TOML, a number of thousands of digits, or too deep
        says = str(error).partition(";")[0]
        raise BookError([Problem(label, "", f"not a TOML file: {says}")]) from None
    parent = table.pop("extends", None)
    table.setdefault("name", stem(name))
    if parent is None:
        return [(label, _whole(table))]
    if not isinstance(parent, str):
        raise BookError([Problem(label, "extends", "the name of one book, in quotes, is wanted")])
    return [*_layers(extended(name, parent), (*seen, label)), (label, table)]


@cache
def _shipped_layer(name: str) -> Layer:
    """A shipped book as it is written: a whole one, which extends none."""
    written = _normal(shipped_toml("books", f"{name}.toml"))
    return _chosen_tables({}, _whole(laid_out(written, _place)), name, Reader(str))[1]


@cache
def _known(name: str) -> Known:
    """The sections of a shipped book: what is laid on top need only be read where it changes one."""
    known: Known = {}
    layer = _shipped_layer(name)
    remember(Reader(str).read(Book, layer), layer, known)
    return known


def _settings_layer(settings: Mapping[str, Any] | Iterable[str]) -> Layer:
    layer: Layer = {}
    pairs = settings.items() if isinstance(settings, Mapping) else map(_split, settings)
    for path, value in pairs:
        *sections, last = full_key(path).split(".")
        table = layer
        for part in sections:
            inner = table.setdefault(part, {})
            if not isinstance(inner, dict):
                raise BookError([Problem("--set", path, "this key and a part of it are both set")])
            table = inner
        table[last] = value
    return laid_out(_normal(layer), _place)


def _split(setting: str) -> tuple[str, Any]:
    """``KEY=VALUE``; the value as TOML where that is a flag, a whole number or a list, else as a text."""
    path, equals, text = setting.partition("=")
    if not equals or not path.strip():
        raise BookError([Problem("--set", setting, 'KEY=VALUE is wanted, like "blind.flush=3:2"')])
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):  # not TOML; or a number of thousands of digits, or lists without end
        value = _bare_list(text.strip())
    return path, value if isinstance(value, bool | int | list | str) else text.strip()


def _bare_list(text: str) -> str | list[str]:
    """A list whose texts lost their quotes to a shell: each item counts, or is found wrong, by itself."""
    inner = text[1:-1]
    if not (text.startswith("[") and text.endswith("]")) or "[" in inner or "]" in inner:
        return text
    return [item.strip().strip("\"'") for item in inner.split(",")]


def _name(key: str) -> str:
    return key.strip().lower().replace(" ", "_").replace("-", "_")


def _written_twice(table: Mapping[str, Any], path: str = "") -> list[str]:
    """Keys that are the same but for how they are written: one would silently change the other."""
    names = Counter(map(_name, table))
    twice = [f"{path}{name}" for name, times in names.items() if times > 1]
    inner = ((key, value) for key, value in table.items() if isinstance(value, dict))
    return twice + [one for key, value in inner for one in _written_twice(value, f"{path}{_name(key)}.")]


def _normal(table: Mapping[str, Any]) -> Layer:
    """Keys with underscores, however they were written ("royal flush", "royal-flush")."""
    return {_name(key): _normal(value) if isinstance(value, dict) else value for key, value in table.items()}


def _read(layers: Layers, *, checked: bool = True) -> Book:
    lowest = layers[0][0]
    known = _known(lowest) if lowest in shipped_books() else {}
    reader = Reader(lambda path: _origin(layers, origin, path), known)
    merged, origin = _merged(layers, reader)
    book: Book | None = reader.read(Book, merged)
    wrong = {problem.key for problem in reader.problems}
    whole = book or _without(merged, wrong)
    for path, says in problems_of(whole) if whole and checked else ():
        if full_key(path) not in wrong:
            reader.problems.append(Problem(_last_to_touch(layers, full_key(path)), path, says))
    name = merged.get("name")
    if len(layers) > 2 and name in shipped():
        reader.wrong("name", f'"{name}" is a shipped book; give yours a name of its own')
    [(first, _), *above] = layers
    lacks = any(said.source == first and said.says.startswith("missing;") for said in reader.problems)
    if len(above) == 1 and lacks:
        reader.wrong(
            "extends", 'a house book needs little more than extends = "california-shfl" and what differs'
        )
    if book is None or reader.problems:
        raise BookError([replace(problem, key=short(problem.key)) for problem in reader.problems])
    return book


def _without(merged: Layer, wrong: set[str]) -> Book | None:
    """The book with its wrong keys left out, so that what the others say together is still checked.

    A key that cannot be left out is borrowed from a shipped book; nothing of this book is ever used. None
    where it cannot be read even so: a key was named like a place in a list, "a[1]".
    """
    lender, mended = copy.deepcopy(_shipped_layer("california-shfl")), copy.deepcopy(merged)
    for key in wrong:
        path = key.partition("[")[0].split(".")
        if "[" in key and _mend_row(mended, path, key, lender):
            continue
        table, lent = mended, lender
        for part in path[:-1]:
            table, lent = table.setdefault(part, {}), lent.get(part, {})
        table.pop(path[-1], None)
        if path[-1] in lent and path[-1] not in HAND_KEYS:
            table[path[-1]] = lent[path[-1]]
    book: Book | None = Reader(str).read(Book, mended)
    return book


def _mend_row(mended: Layer, path: list[str], key: str, lender: Layer) -> bool:
    """A wrong key in one row of a list is borrowed from the lender's first row, so that all rows count."""
    section, name = path[0], path[-1]
    rows, lent = mended.get(section, {}).get(name), lender.get(section, {}).get(name)
    number, _, field = key.partition("[")[2].partition("].")
    if not isinstance(rows, list) or not lent or not field or not isinstance(rows[int(number) - 1], dict):
        return False
    rows[int(number) - 1].pop(field, None)
    if field in lent[0]:
        rows[int(number) - 1][field] = lent[0][field]
    return True


def _last_to_touch(layers: Layers, path: str) -> str:
    """Which source last changed the section that does not fit together."""
    first, _, rest = path.partition(".")
    section = f"{first}.{rest.partition('.')[0]}" if first == "wagers" else first
    paths = section, f"readings.{section}"
    touched = [label for label, layer in layers if any(_holds(layer, path) for path in paths)]
    return touched[-1] if touched else layers[-2][0]


def _merged(layers: Layers, reader: Reader) -> tuple[Layer, dict[str, str]]:
    """All layers as one table, and who said what above the lowest; the lowest is not copied, but shared."""
    merged: Layer = {}
    origin: dict[str, str] = {}
    for label, layer in layers:
        merged, chosen = _chosen_tables(merged, layer, label, reader)
        merged = _laid(merged, chosen, origin, label) if merged else chosen
    return merged, origin


def _chosen_tables(merged: Layer, layer: Layer, label: str, reader: Reader) -> tuple[Layer, Layer]:
    """A named table replaces the prizes below it; those in the same layer then change single hands."""
    rows, below = layer.get("wagers"), merged.get("wagers", {})
    for wager, row in rows.items() if isinstance(rows, dict) else ():
        if isinstance(row, dict) and "table" in row:
            name, prizes = row["table"], {key: value for key, value in row.items() if key != "table"}
            tables = named_tables(wager)
            if not isinstance(name, str) or name not in tables:
                wanted = f"one of {', '.join(tables)} is wanted" if tables else "it has no tables with names"
                reader.problems.append(Problem(label, f"{wager}.table", f'"{name}": {wanted}'))
                name, tables = "", {"": {}}
            elif isinstance(under := below.get(wager), dict):
                kept = {key: value for key, value in under.items() if key not in HAND_KEYS}
                merged = {**merged, "wagers": {**merged["wagers"], wager: kept}}
            layer = {**layer, "wagers": {**layer["wagers"], wager: {**tables[name], **prizes}}}
    return merged, layer


def _laid(below: Layer, above: Layer, origin: dict[str, str], label: str, path: str = "") -> Layer:
    """The table with what ``above`` says on top."""
    merged = dict(below)
    for key, value in above.items():
        full, inner = f"{path}{key}", below.get(key)
        if isinstance(value, dict) and isinstance(inner, dict):
            merged[key] = _laid(inner, value, origin, label, f"{full}.")
        else:
            merged[key] = value
            origin[full] = label
            for name in value if isinstance(value, dict) else ():
                origin[f"{full}.{name}"] = label
    return merged


def _origin(layers: Layers, origin: Mapping[str, str], path: str) -> str:
    """Which source said a key, or else the table around it; a key that nobody said is the house's to say."""
    lowest, layer = layers[0]
    path = path if path in origin else path.partition("[")[0]
    while path:
        if path in origin:
            return origin[path]
        if _holds(layer, path):
            return lowest
        path = path.rpartition(".")[0]
    return layers[-2][0]


def _holds(table: Any, path: str) -> bool:
    for part in path.split("."):
        if not isinstance(table, dict) or part not in table:
            return False
        table = table[part]
    return True
