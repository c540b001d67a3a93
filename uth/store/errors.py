"""What can go wrong with a write, each by its own name, so that the caller can act on it."""

from uth.store.records import Answer


class StoreError(Exception):
    """The store could not do it. The message says why, to a person."""


class Conflict(StoreError):
    """The stream has moved on: the batch was made against another version than the present one."""

    def __init__(self, stream: str, expected: int, present: int) -> None:
        super().__init__(f"stream {stream} is at {present}, the batch was made for {expected}")
        self.stream, self.expected, self.present = stream, expected, present


class Fenced(StoreError):
    """The lease under which the batch was made belongs to somebody else now, or to nobody."""

    def __init__(self, stream: str, token: int) -> None:
        super().__init__(f"the lease {token} on stream {stream} is lost")
        self.stream, self.token = stream, token


class Overdrawn(StoreError):
    """A wallet would fall below zero (or there is no such wallet)."""

    def __init__(self, person: int, message: str) -> None:
        super().__init__(message)
        self.person = person


class Repeated(StoreError):
    """This person's command was answered before; here is that answer. Compare the digests."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(f"command {answer.command} of person {answer.person} has been answered already")
        self.answer = answer


class Unavailable(StoreError):
    """The database is gone, its disk full or failing. Nothing of the batch was acknowledged."""


class Damaged(StoreError):
    """A row holds what this program never wrote there."""


class Unknown(StoreError):
    """There is no such stream, person or session."""


class Taken(StoreError):
    """A stream of this id is there already."""


class NameTaken(Taken):
    """Somebody has this name, perhaps in other letters (case does not count)."""
