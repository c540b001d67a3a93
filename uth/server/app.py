"""The application: routes, faults, headers, and the service's life from start to stop."""

import contextlib
import logging
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Any

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from uth.server.api import (
    books,
    links,
    mathematics,
    operation,
    people,
    protection,
    restrictions,
    tables,
    watch,
)
from uth.server.faults import Fault, Says, body_of, malformed, unavailable
from uth.server.openapi import describe
from uth.server.pages import Pages
from uth.server.service import Service
from uth.server.settings import Settings
from uth.store import Store, StoreError

log = logging.getLogger(__name__)

LONGEST_BODY = 64 * 1024

HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"content-security-policy": (
        b"default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        b"connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    b"permissions-policy": b"camera=(), geolocation=(), microphone=()",
}


def create_app(settings: Settings) -> FastAPI:
    """The service as an ASGI application."""

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        store = await Store.open(settings.database)
        service = app.state.service = Service(settings, store)
        try:
            await service.start()
            log.info("serving", extra={"tables": len(list(service.rooms))})
            yield
        finally:
            await service.stop()
            log.info("stopped")

    app = FastAPI(
        title="uth", summary="Tables of Ultimate Texas Hold'em", lifespan=life, docs_url=None, redoc_url=None
    )
    for part in (people, restrictions, tables, watch, links, books, mathematics, protection, operation):
        app.include_router(part.router)
    app.state.pages = Pages()
    app.include_router(app.state.pages.routes())
    app.add_exception_handler(Fault, _fault)
    app.add_exception_handler(StoreError, _store_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RecursionError, _too_deep)
    app.add_middleware(Guard, secure=settings.secure)
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]
    return app


def _answer(fault: Fault) -> Response:
    headers = {"retry-after": str(fault.retry_after)} if fault.retry_after else None
    return Response(msgspec.json.encode(body_of(fault)), fault.status, headers, "application/json")


async def _fault(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, Fault)
    return _answer(fault)


async def _store_error(request: Request, error: Exception) -> Response:
    log.error("store", extra={"why": str(error)})
    return _answer(unavailable("the store does not answer; nothing was changed", 5))


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    # where it stands, without the first part: whether path, query or body is a programmer's matter
    found = [(".".join(map(str, problem["loc"][1:])), _plainly(problem)) for problem in error.errors()]
    says = [Says(": ".join(filter(None, (field, said))), field=field) for field, said in found]
    return _answer(malformed(*says))


def _plainly(problem: dict[str, Any]) -> str:
    """What is wrong with a field, for people: pydantic speaks of strings."""
    limits = problem.get("ctx", {})
    match problem["type"]:
        case "string_too_short":
            return f"at least {_characters(limits['min_length'])} wanted"
        case "string_too_long":
            return f"at most {_characters(limits['max_length'])} wanted"
    return str(problem["msg"])


def _characters(count: int) -> str:
    return "1 character is" if count == 1 else f"{count} characters are"


async def _too_deep(request: Request, error: Exception) -> Response:
    return _answer(malformed("the body is nested too deeply"))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    pages: Pages = request.app.state.pages
    if error.status_code == HTTPStatus.NOT_FOUND and (page := pages.lost(request)):
        return page
    code = HTTPStatus(error.status_code).name.lower()
    response = _answer(Fault(HTTPStatus(error.status_code), code, str(error.detail)))
    response.headers.update(error.headers or {})
    return response


class Guard:
    """Around everything: headers that protect browsers, and a limit to what may be sent."""

    def __init__(self, app: ASGIApp, secure: bool) -> None:
        self.app = app
        self.headers = [*HEADERS.items()]
        if secure:
            self.headers.append((b"strict-transport-security", b"max-age=31536000"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self.headers]
                if scope["path"].startswith("/api"):
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        length = 0

        async def receiving() -> Message:
            nonlocal length
            message = await receive()
            length += len(message.get("body", b""))
            if length > LONGEST_BODY:
                raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "a request has at most 64 kB")
            return message

        await self.app(scope, receiving, sending)
