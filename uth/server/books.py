"""Rule books as the service tells them: every key with its value, and how it may be set differently."""

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from msgspec import Struct

from uth.game.views.picture import WagerSeen, layout
from uth.rules.book import Book
from uth.rules.clauses import Clause, Question, clauses, questions, scenarios
from uth.rules.library import load_book, shipped
from uth.rules.money import Cents, dollars
from uth.rules.paytables import named_tables
from uth.rules.placing import short
from uth.rules.schema import HAND_KEYS, Kind, Range, keys, plain
from uth.rules.wagers import Wager
from uth.server.shelf import Shelf

NOT_SET = ("name", "title", "document", "opening", "script", "cites")
"""Parts of a book that say what it is, or follow from its document."""
COUNTED = ("decisions", "qualifier", "aggregate.cap", "readings.payout")
"""Keys, and sections of keys, that the mathematics of a game depends on; besides them, its wagers."""
NOT_COUNTED = frozenset(
    {"title", "limits", "collect_at", "fold_auto_tuck", "payer", "reserve_surplus", "trigger"}
)
"""What the mathematics does not look at in a wager."""


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
    meters: dict[str, dict[str, Cents]]
    """By wager that has jackpots: the seed of each."""


class BookEdited(BookSummary, frozen=True):
    """A book with everything that it says, as it stands or with settings on top."""

    rules: dict[str, Any]
    """Section by section; money in cents."""
    settings: list[Setting]
    wagers: list[WagerSeen]
    """Those that are taken, in the order in which they are settled."""
    tables: dict[str, dict[str, dict[str, str]]]
    """By wager: its pay tables that have a name, odds by hand; the setting ``trips.table`` chooses one."""


class BookPage(BookEdited, frozen=True):
    """A shipped book, its clauses, and the open questions with the answer built."""

    clauses: list[Clause]
    played: list[str]
    """Clauses that scenarios play, to be watched."""
    questions: list[Question]


def summaries(shelf: Shelf) -> list[BookSummary]:
    """All books on a shelf."""
    books = map(shelf.load, shelf.names)
    return [BookSummary(book.name, book.title, book.digest, book.missing(), _meters(book)) for book in books]


def _meters(book: Book) -> dict[str, dict[str, Cents]]:
    return {
        bet.name: {meter.name: meter.seed for meter in bet.meters} for bet in book.side_bets if bet.meters
    }


def book_edited(book: Book) -> BookEdited:
    tables = {name: named for name in book.wagers.rows if len(named := named_tables(name)) > 1}
    settings = [*_settings(book), *_wager_settings(book)]
    return BookEdited(
        *(book.name, book.title, book.digest, book.missing(), _meters(book)),
        rules=plain(book),
        settings=settings,
        wagers=layout(book).wagers,
        tables=tables,
    )


def book_page(name: str, shelf: Shelf | None = None) -> BookPage:
    """The page of a book on a shelf, or of a shipped one."""
    return _page(shelf.load(name) if shelf else load_book(name))


@lru_cache(64)
def _page(rules: Book) -> BookPage:
    book = book_edited(rules)
    documents = [name for name in shipped() if load_book(name).document == rules.document]
    own = [clause for clause in clauses() if clause.book in documents]
    said = {field: getattr(book, field) for field in book.__struct_fields__}
    return BookPage(
        **said, clauses=own, played=[c.id for c in own if c.id in scenarios()], questions=list(questions())
    )


def _settings(book: Book) -> Iterator[Setting]:
    for key, field in keys(Book):
        *path, last = key.split(".")
        if not path or path[0] in NOT_SET or last == "clauses" or "rows" in field.metadata:
            continue
        section: Any = book
        for part in path:
            section = getattr(section, part)
        kind: Kind = field.metadata["kind"]
        yield _setting(key, kind, field.metadata["explains"], getattr(section, last), counts=_counts(key))


def _wager_settings(book: Book) -> Iterator[Setting]:
    """The keys of every wager, under their short names."""
    for row in book.wagers.rows.values():
        for key, field in keys(Wager):
            if "rows" in field.metadata or key == "clauses" or key.startswith("cites."):
                continue
            by_hand = "hands" in field.metadata
            last = key.rpartition(".")[2]
            value = getattr(row, field.name)[HAND_KEYS[last]] if by_hand else getattr(row, key)
            kind: Kind = field.metadata["hands" if by_hand else "kind"]
            name, counts = short(f"wagers.{row.name}.{last}"), last not in NOT_COUNTED
            yield _setting(name, kind, field.metadata["explains"], value, counts=counts)
        if len(tables := tuple(named_tables(row.name))) > 1:
            explains = f"a pay table for {row.label} that has a name; it replaces all odds"
            yield Setting(f"{row.name}.table", explains, "choice", tables, "", False, True)


def _setting(key: str, kind: Kind, explains: str, value: Any, *, counts: bool) -> Setting:
    return Setting(
        key=key,
        explains=explains,
        form=kind.form,
        choices=kind.choices,
        value=_written(kind, value),
        optional=_is_optional(kind),
        counts=counts,
    )


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
