"""Rule books, readable by anybody: what the tables play by, where it stands, and how open points are read."""

from asyncio import to_thread

import msgspec
from fastapi import APIRouter, Response

from uth.server.api.asking import Serving
from uth.server.books import book_page, summaries
from uth.server.clause_replays import clause_played
from uth.server.faults import not_found

router = APIRouter(prefix="/api", tags=["rules"])
JSON = "application/json"


@router.get("/books")
async def books(service: Serving) -> Response:
    """The books that come with the service, and those of a house that tables play by."""
    return Response(msgspec.json.encode(summaries(service.rooms.shelf)), media_type=JSON)


@router.get("/books/{name}")
async def book(service: Serving, name: str) -> Response:
    """One book: every key with its value, its clauses, and the open questions with the answer built."""
    shelf = service.rooms.shelf
    if name not in shelf.names:
        raise not_found(f"no such book; there are {', '.join(shelf.names)}")
    return Response(msgspec.json.encode(book_page(name, shelf)), media_type=JSON)


@router.get("/clauses/{clause}")
async def clause(clause: str) -> Response:
    """A clause, and the scenarios that show it, each played at a table of its book, line by line."""
    return Response(msgspec.json.encode(await to_thread(clause_played, clause)), media_type=JSON)
