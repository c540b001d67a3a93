"""Game protection as a chapter of a report: every figure, with how it was found, as plain data."""

from fractions import Fraction
from typing import Any

from uth.protect.charts import chart
from uth.protect.data import worth_data
from uth.protect.finding import Progress, protect
from uth.protect.knowledge import read_knowledge
from uth.protect.rule import COSTLY, rule_data, tells
from uth.rules.book import Book
from uth.solver import solve

KINDS = (
    "dealer=1",
    "dealer=2",
    "flop=1",
    "flop=2",
    "flop=3",
    "turn=1",
    "turn=1,river=1",
    "dealer=1,flop=1",
    "dealer=1,turn=1",
    "dead=1",
)
"""What the chapter tells of: exact cases that take seconds each."""
RULE_FOR = "dealer=1"


def chapter(
    book: Book,
    kinds: tuple[str, ...] = KINDS,
    costly: Fraction = COSTLY,
    threads: int | None = None,
    progress: Progress = lambda what, share: None,
) -> dict[str, Any]:
    """All cases of a book, the surveillance rule for a dealer's card, and a chart of each case as SVG."""
    cases, charts = [], {}
    for place, kind in enumerate(kinds):

        def told(what: str, share: float, place: int = place) -> None:
            progress(what, (place + share) / len(kinds))

        worth = protect(book, kind, threads=threads, progress=told)
        cases.append({"says": str(worth.knowledge), **worth_data(worth)})
        charts[worth.knowledge.key] = chart(worth)
    known = protect(book, read_knowledge(RULE_FOR), threads=threads)
    found = tells(known, solve(book), costly)
    return {
        "title": "Game protection",
        "book": book.name,
        "digest": book.digest,
        "cases": cases,
        "charts": charts,
        "rule": rule_data(known, found, costly),
    }
