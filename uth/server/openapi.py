"""The description of the API: what FastAPI knows, and the frames that msgspec reads and writes."""

from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from uth.game.events import AnyEvent
from uth.game.view import View
from uth.server.api.watch import Answered, NotDone
from uth.server.commands import Accepted, Command
from uth.server.faults import FaultBody
from uth.server.records import RoundRecord
from uth.server.watching import Frame

REF = "#/components/schemas/{name}"
PROSE = """
Tables of Ultimate Texas Hold'em by real rule books. Come in (`POST /api/guests`), look around
(`GET /api/tables`), watch a table (`/api/tables/{table}/watch`, a WebSocket) and act at it
(`POST /api/tables/{table}/commands`, or the same object as a text frame of the socket).

Money is whole cents. Times are microseconds since 1970 (UTC). Cards in acts and events are numbers, the place
in `2c 2d 2h 2s 3c ... As`, from 0; pictures of a table name them. Every fault has the form of `FaultBody`.
"""


def describe(app: FastAPI) -> dict[str, Any]:
    """The whole description, made once."""
    if app.openapi_schema:
        return app.openapi_schema
    schema = get_openapi(
        title=app.title, version=app.version, summary=app.summary, description=PROSE, routes=app.routes
    )
    kinds = [Command, Accepted, Answered, NotDone, FaultBody, Frame, RoundRecord, View, AnyEvent]
    _, ours = msgspec.json.schema_components(kinds, ref_template=REF)
    schema["components"]["schemas"].update(ours)
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
    command["responses"]["200"]["content"] = {
        "application/json": {"schema": {"$ref": REF.format(name="Accepted")}}
    }
    app.openapi_schema = schema
    return schema
