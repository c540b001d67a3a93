"""The clauses of the documents, the questions they leave open, and how each clause is accounted for."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from uth.rules.files import shipped_text, shipped_toml

STATUS_WORDS = {
    "tested": "built and tested",
    "not software": "not software",
}
SCENARIOS = "scenarios.json"
"""What ``tests/clauses`` holds, written by ``make pages``."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One demand of a document, in our own words."""

    id: str
    book: str
    where: str
    parts: tuple[str, ...]
    says: str
    same_as: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """Something a document leaves open, and the answer that is built."""

    id: str
    title: str
    clauses: tuple[str, ...]
    answer: str
    switch: tuple[str, ...]
    costs: str = ""
    """What another answer would cost whom."""


@dataclass(frozen=True, slots=True)
class Entry:
    """How one clause is accounted for: where it is built and tested, or why it is not software."""

    status: str
    where: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    because: str = ""
    instead: str = ""
    """Why its tests stand alone: no scenario of one table can show it."""

    @property
    def carried(self) -> str:
        return "; ".join(filter(None, (STATUS_WORDS[self.status], " ".join(self.where), self.because)))


@cache
def clauses() -> tuple[Clause, ...]:
    """All clauses, in the order of their documents."""
    return tuple(Clause(**_tuples(row)) for row in shipped_toml("clauses.toml")["clause"])


@cache
def questions() -> tuple[Question, ...]:
    """All open questions."""
    return tuple(Question(**_tuples(row)) for row in shipped_toml("questions.toml")["question"])


@cache
def scenarios() -> dict[str, dict[str, str]]:
    """By clause, by name: the texts of the scenarios that play it."""
    texts: dict[str, dict[str, str]] = json.loads(shipped_text(SCENARIOS))
    return texts


@cache
def matrix() -> dict[str, Entry]:
    """How every clause is accounted for, by its id.

    The file groups ids that are carried by the same code and proved by the same tests.
    """
    entries: dict[str, Entry] = {}
    for group in shipped_toml("matrix.toml")["carried"]:
        ids = group.pop("ids")
        for clause in ids:
            if clause in entries:
                raise ValueError(f"{clause} is accounted for twice")
            entries[clause] = Entry(**_tuples(group))
    return entries


def _tuples(row: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
