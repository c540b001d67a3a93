"""Rule books, readable by anybody: what the tables play by, where it stands, and how open points are read."""

import dataclasses
from typing import Any

from fastapi import APIRouter

from uth.rules.clauses import clauses, questions
from uth.rules.library import load_book, shipped
from uth.rules.schema import plain
from uth.server.faults import not_found

router = APIRouter(prefix="/api", tags=["rules"])


@router.get("/books")
async def books() -> list[dict[str, Any]]:
    """The books that come with the service."""
    loaded = map(load_book, shipped())
    return [
        {"name": book.name, "title": book.title, "digest": book.digest, "to_choose": book.missing()}
        for book in loaded
    ]


@router.get("/books/{name}")
async def book(name: str) -> dict[str, Any]:
    """One book: every key with its value, its clauses, and the open questions with the answer built."""
    if name not in shipped():
        raise not_found(f"no such book; there are {', '.join(shipped())}")
    rules = load_book(name)
    return {
        "name": rules.name,
        "title": rules.title,
        "digest": rules.digest,
        "to_choose": rules.missing(),
        "rules": plain(rules),
        "clauses": [dataclasses.asdict(clause) for clause in clauses() if clause.book == name],
        "questions": [dataclasses.asdict(question) for question in questions()],
    }
