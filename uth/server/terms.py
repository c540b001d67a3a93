"""What a table was opened with; kept beside its log."""

from typing import Any

from msgspec import Struct

from uth.server.house import Pace


class Terms(Struct, frozen=True, kw_only=True):
    """The book as it was on that day, and how the table is run."""

    title: str
    book: dict[str, Any]
    digest: str
    sealed: bool = True
    """Dealt from sealed shuffles by the automatic dealer; otherwise cards are entered by a dealer."""
    pace: Pace = Pace()
    link: str | None = None
    """The progressive link whose meters it shares."""
