"""The address of a database: SQLite's file, or PostgreSQL's server."""

import re
from pathlib import Path

from msgspec import Struct
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from uth.store.errors import StoreError

SQLITE, POSTGRES = "sqlite:///FILE", "postgresql://USER@HOST/NAME"


class Address(Struct, frozen=True):
    """Where a database is."""

    url: str
    file: Path | None
    """SQLite's; none for PostgreSQL."""

    @property
    def shown(self) -> str:
        """For people: SQLite's file with its whole path, PostgreSQL without a password."""
        return str(self.file.absolute()) if self.file else _without_password(self.url)

    @property
    def is_secret(self) -> bool:
        """Whether a password stands in it."""
        return _without_password(self.url) != self.url

    @property
    def whole(self) -> str:
        """The address that leads there from every folder."""
        return f"sqlite:///{self.file.absolute()}" if self.file else self.url


def read_address(url: str) -> Address:
    """``sqlite:///path``, ``postgresql://...``, also with a driver; raises StoreError for anything else."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        shown = _without_password(url)
        raise StoreError(f"{shown!r} is no address of a database: write {SQLITE} or {POSTGRES}") from None
    kind = parsed.get_backend_name()
    if kind in ("postgresql", "postgres"):
        return Address(url, None)
    if kind != "sqlite":
        raise StoreError(f"{kind} is not supported: write {SQLITE} or {POSTGRES}")
    if parsed.host:
        raise StoreError(f"{url!r} has two slashes where three are wanted: write {SQLITE}")
    if not parsed.database or parsed.database == ":memory:":
        raise StoreError(f"the log has to survive: give SQLite a file, as in {SQLITE}")
    if parsed.query:
        raise StoreError(f"{url!r} has a question mark, behind which SQLite takes nothing: write {SQLITE}")
    return Address(url, Path(parsed.database))


def _without_password(url: str) -> str:
    return re.sub(r"(://[^/:@]*:)[^@]+(?=@)|([?&]password=)[^&]+", r"\1\2***", url)
