"""The description of the API: what FastAPI knows, and the frames that msgspec reads and writes."""

from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from uth.game.views.picture import View
from uth.proof.formats import RoundRecord
from uth.proof.happenings import AnyRecorded
from uth.server.api.watch import Answered, NotDone
from uth.server.books import BookEdited, BookPage, BookSummary
from uth.server.clause_replays import ClausePlayed
from uth.server.commands import Accepted, Command
from uth.server.faults import FaultBody
from uth.server.records import Replay
from uth.server.watching import Frame

REF = "#/components/schemas/{name}"
PROSE = """
Tables of Ultimate Texas Hold'em by real rule books. Come in (`POST /api/guests`), look around
(`GET /api/tables`), watch a table (`/api/tables/{table}/watch`, a WebSocket) and act at it
(`POST /api/tables/{table}/commands`, or the same object as a text frame of the socket).

Money is whole cents. Times are microseconds since 1970 (UTC). Cards are named in frames (`Ks`); in the log,
and in acts that enter them, they are numbers, the place in `2c 2d 2h 2s 3c ... As`, from 0. Every fault has
the form of `FaultBody`.
"""


def describe(app: FastAPI) -> dict[str, Any]:
    """The whole description, made once."""
    if app.openapi_schema:
        return app.openapi_schema
    schema = get_openapi(
        title=app.title, version=app.version, summary=app.summary, description=PROSE, routes=app.routes
    )
    answers = _answers()
    kinds = {kind for answer in answers.values() for kind in answer.kinds}
    told = [Command, Answered, NotDone, FaultBody, View, AnyRecorded, *kinds]
    _, ours = msgspec.json.schema_components(told, ref_template=REF)
    schema["components"]["schemas"].update(ours)
    ours["Option"]["properties"]["act"] = ours["Command"]["properties"]["act"]  # any act, not the bare idea
    fault = {
        "description": "Not done",
        "content": {"application/json": {"schema": {"$ref": REF.format(name="FaultBody")}}},
    }
    for path in schema["paths"].values():
        for operation in path.values():
            operation["responses"]["default"] = fault
            operation["responses"].pop("422", None)
    command = schema["paths"]["/api/tables/{table}/commands"]["post"]
    command["requestBody"] = {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": REF.format(name="Command")}}},
    }
    for (method, route), answer in answers.items():
        content = {"application/json": {"schema": answer.schema}}
        schema["paths"][route][method]["responses"]["200"]["content"] = content
    app.openapi_schema = schema
    return schema


class Answer:
    """What an operation answers: an object of one of these kinds, or a list of such."""

    def __init__(self, *kinds: type[msgspec.Struct], many: bool = False) -> None:
        self.kinds, self._many = kinds, many

    @property
    def schema(self) -> dict[str, Any]:
        refs = [{"$ref": REF.format(name=kind.__name__)} for kind in self.kinds]
        form: dict[str, Any] = refs[0] if len(refs) == 1 else {"anyOf": refs}
        return {"type": "array", "items": form} if self._many else form


def _answers() -> dict[tuple[str, str], Answer]:
    """What msgspec writes, by method and path. The solver, slow to import, is looked at only here."""
    from uth.server.told import (
        Advised,
        AdvisedKind,
        Drilled,
        Looked,
        Protected,
        RoundRefused,
        RoundSettled,
        Solved,
    )

    return {
        ("post", "/api/tables/{table}/commands"): Answer(Accepted),
        ("get", "/api/tables/{table}"): Answer(Frame),
        ("get", "/api/tables/{table}/rounds/{number}"): Answer(RoundRecord),
        ("get", "/api/tables/{table}/rounds/{number}/replay"): Answer(Replay),
        ("get", "/api/books"): Answer(BookSummary, many=True),
        ("get", "/api/books/{name}"): Answer(BookPage),
        ("get", "/api/clauses/{clause}"): Answer(ClausePlayed),
        ("post", "/api/mathematics/solve"): Answer(Solved),
        ("post", "/api/mathematics/advise"): Answer(Advised),
        ("post", "/api/mathematics/advise-many"): Answer(AdvisedKind, many=True),
        ("post", "/api/mathematics/drill"): Answer(Drilled, many=True),
        ("post", "/api/mathematics/book"): Answer(BookEdited),
        ("post", "/api/mathematics/protect"): Answer(Protected),
        ("post", "/api/protection/look"): Answer(Looked),
        ("post", "/api/mathematics/settle"): Answer(RoundSettled, RoundRefused, many=True),
    }
