"""The directory of streams: what there is, of which kind, with which settings."""

from typing import Any

import msgspec
from sqlalchemy import Row, insert, select, update
from sqlalchemy.exc import IntegrityError

from uth.store.database import Database
from uth.store.errors import Taken, Unknown
from uth.store.records import Stream
from uth.store.schema import streams


class Streams:
    _database: Database

    async def create_stream(self, stream: str, kind: str, about: dict[str, Any]) -> None:
        """Enter a stream. Raises Taken if it is there."""
        row = {"id": stream, "kind": kind, "about": msgspec.json.encode(about).decode()}
        try:
            async with self._database.writing() as connection:
                await connection.execute(insert(streams).values(**row, created=self._database.now()))
        except IntegrityError as error:
            raise Taken(f"there is a stream {stream} already") from error

    async def stream(self, stream: str) -> Stream | None:
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

    async def change_stream(
        self, stream: str, *, about: dict[str, Any] | None = None, closed: bool | None = None
    ) -> None:
        """New settings; closed (the time is noted) or opened again. Raises Unknown."""
        values: dict[str, Any] = {}
        if about is not None:
            values["about"] = msgspec.json.encode(about).decode()
        if closed is not None:
            values["closed"] = self._database.now() if closed else None
        async with self._database.writing() as connection:
            done = await connection.execute(
                update(streams).where(streams.c.id == stream).values(**values, id=stream)
            )
        if not done.rowcount:
            raise Unknown(f"there is no stream {stream}")


def _stream(row: Row[Any]) -> Stream:
    return Stream(row.id, row.kind, msgspec.json.decode(row.about), row.created, row.closed)
