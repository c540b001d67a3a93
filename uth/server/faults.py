"""What can go wrong with a request: each fault has a status, a code for programs and words for people."""

from http import HTTPStatus

from msgspec import Struct


class Says(Struct, frozen=True):
    """One thing that is wrong, the clauses that say so, and the field of the question that it is about."""

    says: str
    clauses: tuple[str, ...] = ()
    field: str = ""


class Fault(Exception):
    """A request that is not carried out; nothing has changed."""

    def __init__(self, status: int, code: str, *says: str | Says, retry_after: int | None = None) -> None:
        self.status, self.code, self.retry_after = status, code, retry_after
        self.says = [one if isinstance(one, Says) else Says(one) for one in says]
        super().__init__("; ".join(one.says for one in self.says))


class FaultBody(Struct, frozen=True):
    """How a fault is told: the same in HTTP answers and socket frames."""

    code: str
    says: list[Says]


def body_of(fault: Fault) -> FaultBody:
    return FaultBody(fault.code, fault.says)


def malformed(*says: str | Says) -> Fault:
    """A question that cannot be read, with everything that is wrong with it."""
    return Fault(HTTPStatus.UNPROCESSABLE_ENTITY, "malformed", *says)


def not_found(what: str) -> Fault:
    return Fault(HTTPStatus.NOT_FOUND, "not_found", what)


def forbidden(what: str) -> Fault:
    return Fault(HTTPStatus.FORBIDDEN, "forbidden", what)


def unavailable(what: str, retry_after: int = 1) -> Fault:
    return Fault(HTTPStatus.SERVICE_UNAVAILABLE, "unavailable", what, retry_after=retry_after)


def too_many(what: str, retry_after: int = 1) -> Fault:
    return Fault(HTTPStatus.TOO_MANY_REQUESTS, "too_many", what, retry_after=retry_after)


def conflict(code: str, what: str) -> Fault:
    return Fault(HTTPStatus.CONFLICT, code, what)


def too_little(what: str) -> Fault:
    """The wallet holds less than is asked of it."""
    return Fault(HTTPStatus.UNPROCESSABLE_ENTITY, "too_little", what)


def refused(*says: Says) -> Fault:
    """The rules do not allow it."""
    return Fault(HTTPStatus.UNPROCESSABLE_ENTITY, "refused", *says)
