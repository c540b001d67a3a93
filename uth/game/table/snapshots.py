"""A table's state as bytes, and back: for whoever keeps tables and does not want to replay their whole log.

The book is not in it, only its version: it is given back, and must be the same.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from uth.game.round import Seat
from uth.game.table.state import State, Table
from uth.rules.book import Book


class Snapshot(msgspec.Struct, frozen=True):
    """A state, and the version of the book it was reached under."""

    digest: str
    state: State


def snapshot(table: Table) -> bytes:
    """The table as JSON, without its book."""
    state = State(**{name: getattr(table, name) for name in State.__struct_fields__})
    return msgspec.json.encode(Snapshot(table.book.digest, state))


def restore(data: bytes, book: Book) -> Table:
    """The table of a snapshot; raises ValueError under another version of the book."""
    taken = msgspec.json.decode(data, type=Snapshot)
    if taken.digest != book.digest:
        versions = f"{taken.digest[:12]} of the book; this is {book.digest[:12]}"
        raise ValueError(f"the snapshot was taken under version {versions}")
    state = msgspec.structs.asdict(taken.state)
    state |= {name: _by_seat(state[name]) for name in ("spots", "owners")}
    return Table(book=book, **state)


def _by_seat(names: Mapping[Seat, Any]) -> dict[Seat, Any]:
    """Keys of JSON are words: 1 is a seat again, and 1b stays who stands behind it."""
    return {int(name) if str(name).isdigit() else name: value for name, value in names.items()}
