"""What every request brings: the service it is for, and who asks."""

from http import HTTPStatus
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from uth.server.faults import Fault
from uth.server.service import Service
from uth.store import Person

COOKIE = "uth_session"


def service_of(connection: HTTPConnection) -> Service:
    service: Service = connection.app.state.service
    return service


async def _service(connection: HTTPConnection) -> Service:
    """Awaited, because FastAPI sends what is not to a thread, which takes longer than a whole command."""
    return service_of(connection)


Serving = Annotated[Service, Depends(_service)]


def token_of(connection: HTTPConnection) -> str | None:
    """The session's token: from the header for programs, from the cookie for browsers.

    A cookie travels with every request to the service, whoever's page made it; so one that changes anything
    must come from our own pages. A header is only ever set on purpose.
    """
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip()
    token = connection.cookies.get(COOKIE, "")
    if token and connection.scope.get("method", "GET") not in ("GET", "HEAD"):
        check_origin(connection)
    return token or None


def check_origin(connection: HTTPConnection) -> None:
    """Refuse a browser that acts on behalf of a page of somebody else."""
    origin = connection.headers.get("origin")
    allowed = service_of(connection).settings.origins
    if origin is None or origin in allowed:
        return
    if origin.partition("://")[2] != connection.headers.get("host"):
        raise Fault(HTTPStatus.FORBIDDEN, "wrong_origin", f"pages of {origin} may not act here")


async def _token(connection: HTTPConnection) -> str:
    token = token_of(connection)
    if token is None:
        raise Fault(HTTPStatus.UNAUTHORIZED, "not_signed_in", "sign in first, or come in as a guest")
    return token


Token = Annotated[str, Depends(_token)]


async def _person(service: Serving, token: Token) -> Person:
    person = await service.door.know(token)
    if person is None:
        raise Fault(HTTPStatus.UNAUTHORIZED, "not_signed_in", "the session is over; sign in again")
    return person


Asking = Annotated[Person, Depends(_person)]


async def _anybody(connection: HTTPConnection, service: Serving) -> Person | None:
    token = token_of(connection)
    return await service.door.know(token) if token else None


Anybody = Annotated[Person | None, Depends(_anybody)]


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""
