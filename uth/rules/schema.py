"""How a book is written: the kinds of value a key can hold, and a reader that reports every mistake.

A section of a book is a frozen dataclass whose fields are made with :func:`key`. The field carries its
kind (how the value is written, checked and shown) and a line of explanation, so reading, printing,
hashing and error messages all come from the one declaration.
"""

import dataclasses
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from uth.ranking import Category
from uth.rules.money import Cents, dollars, odds_text, parse_money, parse_odds

HAND_KEYS = {hand.key: int(hand) for hand in Category}
"""The name of each hand in a book, and its place in a table by hand."""
HAND_NAMES = {
    "pair": "one_pair",
    "two_pairs": "two_pair",
    "trips": "three_of_a_kind",
    "quads": "four_of_a_kind",
}
"""Other words for a hand that people write."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a book: where, what, and what would be right."""

    source: str
    key: str
    says: str

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.source, self.key, self.says)))


class BookError(ValueError):
    """A book that cannot be used, with every problem found."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value: how it is read from TOML, and how it is written back in plain JSON types."""

    read: Callable[[Any], Any]
    plain: Callable[[Any], Any] = lambda value: value
    show: Callable[[Any], str] = str
    cents: bool = False
    form: str = "text"
    """What is written, in a word: text, flag, number, choice, odds, share, money, range or list."""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Range:
    """The least and the most that may be put on a spot."""

    least: Cents
    most: Cents

    def __contains__(self, stake: Cents) -> bool:
        return self.least <= stake <= self.most

    def __str__(self) -> str:
        return f"{dollars(self.least)} to {dollars(self.most)}"


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("a text in quotes is wanted")
    if not value.isprintable():
        raise ValueError("a text without control characters is wanted")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false is wanted")
    return value


def _range(value: Any) -> Range:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ValueError('the least and the most are wanted, like ["5.00", "50.00"]')
    least, most = map(parse_money, value)
    if least <= 0:
        raise ValueError("the least must be above zero")
    if least > most:
        raise ValueError(
            f"upside down: the least ({dollars(least)}) is above the most ({dollars(most)}); swap them"
        )
    return Range(least, most)


def _percent(value: Any) -> Fraction:
    try:
        rate = Fraction(value.strip().removesuffix("%").strip()) / 100 if isinstance(value, str) else None
    except (ValueError, ZeroDivisionError):
        rate = None
    if rate is None or not 0 <= rate <= 1:
        raise ValueError('a share is written "14%", from 0% to 100%')
    return rate


TEXT = Kind(_text)
FLAG = Kind(_flag, show=lambda flag: "yes" if flag else "no", form="flag")
MONEY = Kind(parse_money, show=dollars, cents=True, form="money")
RANGE = Kind(_range, lambda r: [r.least, r.most], cents=True, form="range")
ODDS = Kind(parse_odds, odds_text, lambda odds: odds_text(odds).replace(":", " to "), form="odds")
PERCENT = Kind(_percent, str, lambda share: f"{float(share * 100):g}%", form="share")


def whole(least: int, most: int) -> Kind:
    """A whole number from ``least`` to ``most``."""

    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"a whole number from {least} to {most} is wanted")
        return value

    return Kind(read, form="number")


def choice(*words: str) -> Kind:
    """One of a few words."""

    def read(value: Any) -> str:
        if value not in words:
            near = get_close_matches(str(value), words, 1)
            hint = f'did you mean "{near[0]}"? ' if near else ""
            raise ValueError(f"{hint}one of {', '.join(words)} is wanted")
        return str(value)

    return Kind(read, show=lambda word: word.replace("_", " "), form="choice", choices=words)


def listing(kind: Kind) -> Kind:
    """A list, each item of one kind."""

    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise ValueError("a list in [ ] is wanted")
        try:
            return tuple(kind.read(item) for item in value)
        except ValueError as error:
            raise ValueError(f"{error}; commas stand between the items") from None

    return Kind(
        read,
        lambda items: [kind.plain(item) for item in items],
        lambda items: ", ".join(map(kind.show, items)) or "none",
        form="list",
        choices=kind.choices,
    )


WORDS = listing(TEXT)


def optional(kind: Kind, word: str = "none") -> Kind:
    """A value that may be taken away again, by writing ``word``."""
    return Kind(
        lambda value: None if value == word else kind.read(value),
        lambda value: None if value is None else kind.plain(value),
        lambda value: word if value is None else kind.show(value),
        kind.cents,
        kind.form,
        kind.choices,
    )


def key(kind: Kind, explains: str, default: Any = dataclasses.MISSING, *, later: bool = False) -> Any:
    """A key of a section; without a default it must be given.

    ``later`` marks a key that books of earlier versions do not have. Its default is what was so before it
    came, and while it has that it is no part of a book's version: what was kept with a table reads as it did.
    """
    return dataclasses.field(default=default, metadata={"kind": kind, "explains": explains, "later": later})


def section(kind: type, explains: str = "") -> Any:
    """A table inside a book or a section, read as its own dataclass; left out, it keeps its defaults."""
    return dataclasses.field(
        default_factory=kind, metadata={"section": kind, "explains": explains or kind.__doc__ or ""}
    )


def hands(kind: Kind, explains: str) -> Any:
    """One value for each hand, under the hand's own name in the section; kept by :class:`Category`."""
    return dataclasses.field(default=(None,) * len(Category), metadata={"hands": kind, "explains": explains})


def rows(kind: type, explains: str, *, versioned: bool = True) -> Any:
    """A list of tables ([[...]]), each read as one dataclass; not versioned, it is no part of the digest."""
    about = {"rows": kind, "explains": explains, "unversioned": not versioned}
    return dataclasses.field(default=(), metadata=about)


def named(kind: type, explains: str) -> Any:
    """Tables under names of their own, beside the other keys of a section; each knows its name."""
    return dataclasses.field(default_factory=dict, metadata={"named": kind, "explains": explains})


Known = dict[int, tuple[Any, Any]]
"""Tables that were read before without a fault: by identity, the table itself and the section it gave."""


class _Fields(NamedTuple):
    """The keys of a section, and which of its fields hold a value for each hand, or tables with names."""

    keys: dict[str, "dataclasses.Field[Any]"]
    by_hand: str | None
    named: str | None


@cache
def _fields(kind: type) -> _Fields:
    fields = {f.name: f for f in dataclasses.fields(kind) if "given" not in f.metadata}
    found = {what: name for name, f in fields.items() for what in ("hands", "named") if what in f.metadata}
    keys = {name: f for name, f in fields.items() if name not in found.values()}
    return _Fields(keys, found.get("hands"), found.get("named"))


@cache
def _field(kind: type, name: str) -> "dataclasses.Field[Any]":
    return next(field for field in dataclasses.fields(kind) if field.name == name)


@cache
def _left_out(kind: type) -> Any:
    """A section that a book does not mention; None where something in it must be given."""
    return Reader(str).read(kind, {})


def remember(made: Any, table: Mapping[str, Any], known: Known) -> None:
    """Put a section that was read from a table, and all sections inside it, into ``known``."""
    known[id(table)] = table, made
    kind: type = type(made)
    fields = _fields(kind)
    for name, field in fields.keys.items():
        if "section" in field.metadata and name in table:
            remember(getattr(made, name), table[name], known)
    for name, row in getattr(made, fields.named).items() if fields.named else ():
        remember(row, table[name], known)


@dataclass(slots=True)
class Reader:
    """Reads tables into sections and keeps every problem it meets.

    A table that is in ``known``, the very same and not only an equal one, is not read again.
    """

    where: Callable[[str], str]
    known: Known = dataclasses.field(default_factory=dict)
    problems: list[Problem] = dataclasses.field(default_factory=list)

    def wrong(self, path: str, says: str) -> None:
        self.problems.append(Problem(self.where(path), path, says))

    def read(self, kind: type, table: Any, path: str = "") -> Any:
        """The section ``kind`` from a TOML table, or None when something in it is wrong."""
        seen, made = self.known.get(id(table), (self, None))
        if seen is table:
            return made
        if not isinstance(table, dict):
            return self.wrong(path, "a table of keys is wanted here")
        before = len(self.problems)
        fields, values = _fields(kind), dict[str, Any]()
        if fields.named:
            values[fields.named] = {}
        for name, value in table.items():
            self._key(kind, name, value, f"{path}.{name}" if path else name, values)
        for name, field in fields.keys.items():
            if name not in table:
                self._absent(field, f"{path}.{name}" if path else name, values)
        if fields.by_hand in values:
            values[fields.by_hand] = tuple(values[fields.by_hand])
        return kind(**values) if len(self.problems) == before else None

    def _key(self, kind: type, name: str, value: Any, path: str, values: dict[str, Any]) -> None:
        """One key of a section: a hand, a value, a section inside it, rows, or a table with a name."""
        fields, hand = _fields(kind), HAND_NAMES.get(name, name)
        field = fields.keys.get(name)
        if field is not None and "section" in field.metadata:
            values[name] = self.read(field.metadata["section"], value, path)
        elif field is not None and "rows" in field.metadata:
            values[name] = self._rows(field.metadata["rows"], value, path)
        elif field is not None:
            values[name] = self._value(field.metadata["kind"], value, path)
        elif fields.by_hand and hand in HAND_KEYS:
            prizes = values.setdefault(fields.by_hand, [None] * len(Category))
            prizes[HAND_KEYS[hand]] = self._value(_field(kind, fields.by_hand).metadata["hands"], value, path)
        elif fields.named and isinstance(value, dict):
            row = self.read(_field(kind, fields.named).metadata["named"], value, path)
            if row is not None:
                values[fields.named][name] = row if row.name == name else dataclasses.replace(row, name=name)
        else:
            known = [*fields.keys, *(HAND_KEYS if fields.by_hand else ())]
            near = get_close_matches(name, known, 1)
            if fields.named and not near:
                return self.wrong(path, "a table of keys is wanted here")
            hint = f"did you mean {near[0]}?" if near else f"known here: {', '.join(known)}"
            self.wrong(path, f"unknown {'hand or ' if fields.by_hand else ''}key; {hint}")

    def _absent(self, field: "dataclasses.Field[Any]", path: str, values: dict[str, Any]) -> None:
        """A key that a table does not give: its default, or a problem."""
        if "section" in field.metadata:
            inner = field.metadata["section"]
            values[field.name] = _left_out(inner) or self.read(inner, {}, path)
        elif "kind" in field.metadata and field.default is dataclasses.MISSING:
            self.wrong(path, f"missing; {field.metadata['explains']}")

    def _value(self, kind: Kind, value: Any, path: str) -> Any:
        try:
            return kind.read(value)
        except ValueError as error:
            return self.wrong(path, f"{json.dumps(value, ensure_ascii=False, default=str)}: {error}")

    def _rows(self, kind: type, value: Any, path: str) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            self.wrong(path, f"a list of tables, [[{path}]], is wanted")
            return ()
        return tuple(self.read(kind, row, f"{path}[{n}]") for n, row in enumerate(value, 1))


def plain(section: Any, *, versioned: bool = False) -> dict[str, Any]:
    """A section as plain JSON types; ``versioned``, as the digest is taken over it."""
    result: dict[str, Any] = {}
    for field in dataclasses.fields(section):
        value = getattr(section, field.name)
        if "given" in field.metadata:
            continue
        if versioned and field.metadata.get("later") and value == field.default:
            continue
        if versioned and field.metadata.get("unversioned"):
            continue
        if "section" in field.metadata:
            result[field.name] = plain(value, versioned=versioned)
        elif "rows" in field.metadata:
            result[field.name] = [plain(row, versioned=versioned) for row in value]
        elif "named" in field.metadata:
            result |= {name: plain(row, versioned=versioned) for name, row in value.items()}
        elif "hands" in field.metadata:
            pairs = zip(HAND_KEYS, value, strict=True)
            result |= {hand: None if v is None else field.metadata["hands"].plain(v) for hand, v in pairs}
        else:
            result[field.name] = None if value is None else field.metadata["kind"].plain(value)
    return result


@cache
def keys(kind: type) -> tuple[tuple[str, "dataclasses.Field[Any]"], ...]:
    """Every key below a section, with its dotted name."""
    return tuple(_keys(kind, ""))


def _keys(kind: type, path: str) -> Iterator[tuple[str, "dataclasses.Field[Any]"]]:
    for field in dataclasses.fields(kind):
        full = f"{path}.{field.name}" if path else field.name
        if "section" in field.metadata:
            yield from _keys(field.metadata["section"], full)
        elif "hands" in field.metadata:
            yield from ((f"{path}.{hand}", field) for hand in HAND_KEYS)
        elif "named" not in field.metadata and "given" not in field.metadata:
            yield full, field
