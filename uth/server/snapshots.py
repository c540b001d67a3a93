"""The standing of a table as bytes, so that a restart need not replay its whole log.

A snapshot is only believed if this very program made it, with this service's secret, for the event that the
log has at that number; otherwise the log is replayed from the start.
"""

import hmac
from hashlib import sha256

import msgspec
from msgspec import Struct

from uth.game.table.snapshots import restore, snapshot
from uth.proof.happenings import ClockSet, EventHidden, ShuffleSealed
from uth.rules.book import Book
from uth.server.program import program_digest
from uth.server.standing import Promise, Standing, Tally
from uth.store import Snapshot, Store

EVERY = 1000
"""Events between two snapshots, at least; they are made when a round has ended."""


class Kept(Struct, frozen=True):
    """A standing without its book."""

    table: bytes
    version: int
    turn: int
    shuffle: ShuffleSealed | None
    ended: int
    clock: ClockSet
    idle: frozenset[str]
    hidden: dict[int, EventHidden]
    numbers: tuple[Promise, ...]
    sits_out: dict[str, int]
    tally: Tally


class Snapshots:
    """Makes snapshots and reads them, with a key made from the service's secret."""

    def __init__(self, secret: bytes) -> None:
        self._key = hmac.digest(secret, b"uth snapshot", "sha256")

    def make(self, stream: str, standing: Standing) -> Snapshot:
        rest = {name: getattr(standing, name) for name in Kept.__struct_fields__ if name != "table"}
        kept = Kept(table=snapshot(standing.table), **rest)
        body = msgspec.json.encode(kept)
        return Snapshot(stream, standing.version, b"", program_digest(), self._sign(stream, body) + body)

    async def read(self, store: Store, stream: str, book: Book) -> Standing | None:
        """The standing of the last snapshot, if it can be believed."""
        found = await store.snapshot(stream)
        if found is None or found.code != program_digest():
            return None
        signature, body = found.body[:32], found.body[32:]
        event = await store.read(stream, found.number - 1, limit=1)
        if (
            not hmac.compare_digest(signature, self._sign(stream, body))
            or not event
            or event[0].hash != found.hash
        ):
            return None
        kept = msgspec.json.decode(body, type=Kept)
        return Standing(**{**msgspec.structs.asdict(kept), "table": restore(kept.table, book)})

    def _sign(self, stream: str, body: bytes) -> bytes:
        return hmac.digest(self._key, sha256(stream.encode()).digest() + body, "sha256")
