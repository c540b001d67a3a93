"""The books that people read and reckon with here: those that are shipped, and a house's own.

A house's own book comes with a table that was opened from its file; files themselves are not for strangers.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from uth.rules.book import Book
from uth.rules.library import Layer, load_as_written, load_book, pack_book, repack_book, shipped, unpack_book
from uth.rules.schema import BookError, Problem

Settings = Mapping[str, Any] | Iterable[str]


class Shelf:
    """Books by their names."""

    def __init__(self) -> None:
        self._own: dict[str, Layer] = {}
        self._read: dict[str, Book] = {}
        """Without settings, each is read once."""

    def put(self, book: Book, packed: Layer) -> None:
        """A book that a table plays by; one that is shipped stands here as it is shipped."""
        if book.name not in shipped():
            self._own[book.name], self._read[book.name] = packed, book

    @property
    def names(self) -> list[str]:
        return [*shipped(), *self._own]

    def load(self, name: str, settings: Settings = ()) -> Book:
        """A book with settings on top; raises a :class:`BookError` with all that is wrong."""
        if not settings and name in self._read:
            return self._read[name]
        if own := self._own.get(name):
            return unpack_book(repack_book(own, settings))
        self._known(name)
        return load_book(name, settings) if settings else self._read.setdefault(name, load_book(name))

    def pack(self, name: str, settings: Settings = ()) -> Layer:
        """The same as plain data; also of a file, for the house that opens a table of it."""
        own = self._own.get(name)
        return pack_book(name, settings) if own is None else repack_book(own, settings)

    def load_as_written(self, name: str, settings: Mapping[str, Any], in_cents: bool) -> Book:
        """The book of a round that somebody sent to be settled."""
        if name in self._own:
            return self.load(name, settings)
        self._known(name)
        return load_as_written(name, settings, in_cents)

    def _known(self, name: str) -> None:
        if name not in shipped():
            raise BookError([Problem(name, "", f"no such book; there are {', '.join(self.names)}")])
