"""The hash chain: every event is sealed together with all that came before it in its stream.

An event's hash is SHA-256 over the hash before it (32 zero bytes before the first) and then its stream,
number, time, command and body, each as a netstring, ``length:bytes,``, numbers in decimal. So no two
different events have the same text, and anybody can recompute a chain with nothing but SHA-256.

A hash of something guessable gives it away. So an event that names cards which lie face down stands in the
chain as a commitment (``hiding``) with 32 random bytes of its own; the round's end opens it.
"""

from collections.abc import Iterable
from hashlib import sha256

from msgspec import Struct

ORIGIN = bytes(32)
"""The hash before the first event of a stream."""


class Written(Struct, frozen=True):
    """An event as it stands in the log."""

    stream: str
    number: int
    """1, 2, 3 ... without gaps within a stream."""
    at: int
    """Microseconds since 1970 UTC; never falls within a stream."""
    command: str
    """The id of the command that caused it; empty for the house's own."""
    body: bytes
    hash: bytes
    """Of this event and all before it."""


def link(previous: bytes, stream: str, number: int, at: int, command: str, body: bytes) -> bytes:
    """The hash of an event that follows the event with hash ``previous``."""
    fields = (stream.encode(), b"%d" % number, b"%d" % at, command.encode(), body)
    return sha256(previous + b"".join([b"%d:%b," % (len(field), field) for field in fields])).digest()


BLINDING_BYTES = 32


def hiding(stream: str, number: int, blinding: bytes, body: bytes) -> bytes:
    """The commitment to an event's body: without ``blinding`` it says nothing about the body."""
    fields = (b"uth hidden", stream.encode(), b"%d" % number, blinding, body)
    return sha256(b"".join([b"%d:%b," % (len(field), field) for field in fields])).digest()


def faults(events: Iterable[Written], *, number: int = 0, previous: bytes = ORIGIN, at: int = 0) -> list[str]:
    """What is wrong with these events of one stream, after an event with that number, hash and time."""
    wrong = []
    for event in events:
        where = f"{event.stream} {event.number}"
        if event.number != number + 1:
            wrong.append(f"{where}: follows {number}")
        if not _is_sealed(event, previous):
            wrong.append(f"{where}: the hash does not fit, the event or one before it was changed")
        elif event.at < at:
            wrong.append(f"{where}: written before the event that it follows")
        number, previous, at = event.number, event.hash, event.at
    return wrong


def _is_sealed(event: Written, previous: bytes) -> bool:
    try:
        return event.hash == link(previous, event.stream, event.number, event.at, event.command, event.body)
    except (TypeError, AttributeError):  # SQLite keeps anything in any column, so anything may come out
        return False
