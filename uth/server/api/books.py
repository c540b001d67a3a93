"""Rule books, readable by anybody: what the tables play by, where it stands, and how open points are read."""

import msgspec
from fastapi import APIRouter, Response

from uth.rules.library import shipped
from uth.server import books as shelf
from uth.server.faults import not_found

router = APIRouter(prefix="/api", tags=["rules"])
JSON = "application/json"


@router.get("/books")
async def books() -> Response:
    """The books that come with the service."""
    return Response(msgspec.json.encode(shelf.books()), media_type=JSON)


@router.get("/books/{name}")
async def book(name: str) -> Response:
    """One book: every key with its value, its clauses, and the open questions with the answer built."""
    if name not in shipped():
        raise not_found(f"no such book; there are {', '.join(shipped())}")
    return Response(msgspec.json.encode(shelf.book_page(name)), media_type=JSON)
