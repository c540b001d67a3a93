"""Rule books as the service tells them: every key with its value, and how it may be set differently."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import Struct

from uth.rules.book import Book
from uth.rules.clauses import Clause, Question, clauses, questions
from uth.rules.library import load_book, shipped, trips_tables
from uth.rules.money import dollars
from uth.rules.schema import HAND_KEYS, Kind, Range, keys, plain

NOT_SET = ("name", "title", "document", "opening", "script", "cites")
"""Parts of a book that say what it is, or follow from its document."""
COUNTED = (
    *("decisions", "qualifier", "ante", "play", "blind", "trips", "progressive", "envy", "aggregate.cap"),
    *("readings.payout", "readings.progressive.stake_returned_on_win", "readings.envy.folded_eligible"),
    *(f"readings.trips.{reading}" for reading in ("win_below_table", "on_tie", "on_loss", "on_fold")),
)
"""Keys, and sections of keys, that the mathematics of a game depends on."""
TRIPS_TABLE = "trips.table"


class Setting(Struct, frozen=True):
    """A key of a book; ``KEY=VALUE`` sets it differently."""

    key: str
    explains: str
    form: str
    """What is written: text, flag, number, choice, odds, share, money, range or list."""
    choices: tuple[str, ...]
    """The words to choose from; for a list, those that may stand in it."""
    value: str
    """What it is now, written as a setting; empty where nothing is said."""
    optional: bool
    """Whether "none" takes it away."""
    counts: bool
    """Whether the mathematics of the game may depend on it."""


class BookSummary(Struct, frozen=True):
    """A book in a list."""

    name: str
    title: str
    digest: str
    to_choose: list[str]
    """What a house must choose before a table of it can open."""


class BookEdited(BookSummary, frozen=True):
    """A book with everything that it says, as it stands or with settings on top."""

    rules: dict[str, Any]
    """Section by section; money in cents."""
    settings: list[Setting]
    trips_tables: dict[str, dict[str, str]]
    """The pay tables for Trips that have a name, odds by hand; the setting ``trips.table`` chooses one."""


class BookPage(BookEdited, frozen=True):
    """A shipped book, its clauses, and the open questions with the answer built."""

    clauses: list[Clause]
    questions: list[Question]


@cache
def books() -> list[BookSummary]:
    """Those that come with the service."""
    shelf = map(load_book, shipped())
    return [BookSummary(book.name, book.title, book.digest, book.missing()) for book in shelf]


def book_edited(book: Book) -> BookEdited:
    return BookEdited(
        book.name, book.title, book.digest, book.missing(), plain(book), list(_settings(book)), trips_tables()
    )


@cache
def book_page(name: str) -> BookPage:
    """The page of a shipped book."""
    book = book_edited(load_book(name))
    own = [clause for clause in clauses() if clause.book == name]
    said = {field: getattr(book, field) for field in book.__struct_fields__}
    return BookPage(**said, clauses=own, questions=list(questions()))


def _settings(book: Book) -> Iterator[Setting]:
    for key, field in keys(Book):
        *path, last = key.split(".")
        if not path or path[0] in NOT_SET or last == "clauses" or "rows" in field.metadata:
            continue
        section: Any = book
        for part in path:
            section = getattr(section, part)
        by_hand = "hands" in field.metadata
        value = getattr(section, field.name)[HAND_KEYS[last]] if by_hand else getattr(section, last)
        kind: Kind = field.metadata["hands" if by_hand else "kind"]
        yield Setting(
            key=key,
            explains=field.metadata["explains"],
            form=kind.form,
            choices=kind.choices,
            value=_written(kind, value),
            optional=_is_optional(kind),
            counts=_counts(key),
        )
    explains = "a pay table for Trips that has a name; it replaces all odds"
    yield Setting(TRIPS_TABLE, explains, "choice", tuple(trips_tables()), "", False, True)


def _counts(key: str) -> bool:
    return any(key == part or key.startswith(f"{part}.") for part in COUNTED)


def _is_optional(kind: Kind) -> bool:
    try:
        return kind.read("none") is None
    except ValueError:
        return False


def _written(kind: Kind, value: Any) -> str:
    """A value as ``--set`` takes it."""
    if value == "":
        return ""
    if value is None:
        return "none" if _is_optional(kind) else ""
    if kind.form == "money":
        return dollars(value)
    if isinstance(value, Range):
        return json.dumps([dollars(value.least), dollars(value.most)])
    if kind.form in ("flag", "list", "text"):
        return json.dumps(kind.plain(value), ensure_ascii=False)
    return str(kind.plain(value))
