"""The directory of streams: what there is, of which kind, with which settings."""

from typing import Any

import msgspec
from sqlalchemy import Row, insert, select
from sqlalchemy.exc import IntegrityError

from uth.proof.house import NOBODY, StreamOpened, digest
from uth.store.database import Database
from uth.store.errors import Damaged, Taken
from uth.store.house import entering, require_writable
from uth.store.records import Stream
from uth.store.schema import streams


class Streams:
    _database: Database

    async def create_stream(
        self, stream: str, kind: str, about: dict[str, Any], by: int = NOBODY, reason: str = ""
    ) -> None:
        """Enter a stream and, into the chain of the house, what it is opened with. Raises Taken."""
        row = {"id": stream, "kind": kind, "about": msgspec.json.encode(about).decode()}
        require_writable(stream, kind, reason)
        opened = StreamOpened(stream=stream, kind=kind, terms=digest(row["about"]), by=by, reason=reason)
        try:
            async with entering(self._database) as house:
                await house.connection.execute(insert(streams).values(**row, created=self._database.now()))
                await house.enter(opened)
        except IntegrityError as error:
            raise Taken(f"there is a stream {stream} already") from error

    async def stream(self, stream: str) -> Stream | None:
        """Raises Damaged if what is kept of it cannot be read."""
        async with self._database.reading() as connection:
            row = (await connection.execute(select(streams).where(streams.c.id == stream))).first()
        return _stream(row) if row else None

    async def streams(self, kind: str | None = None) -> list[Stream]:
        """All streams, or those of a kind, oldest first."""
        query = select(streams).order_by(streams.c.created, streams.c.id)
        if kind is not None:
            query = query.where(streams.c.kind == kind)
        async with self._database.reading() as connection:
            return [_stream(row) for row in await connection.execute(query)]

    async def stream_ids(self, kind: str) -> list[str]:
        """The streams of a kind by id alone, oldest first: cheap to ask for again and again."""
        query = select(streams.c.id).where(streams.c.kind == kind).order_by(streams.c.created, streams.c.id)
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())


def _stream(row: Row[Any]) -> Stream:
    try:
        about = msgspec.json.decode(row.about, type=dict[str, Any])
    except (msgspec.DecodeError, TypeError):  # SQLite keeps anything in any column
        raise Damaged(
            f"what {row.id} was opened with cannot be read: it was changed in the database"
        ) from None
    return Stream(row.id, row.kind, about, row.created, row.closed)
