"""Reading the log: events, heads, answers, snapshots."""

from sqlalchemy import delete, select

from uth.proof.chain import ORIGIN, Written
from uth.store.database import Database
from uth.store.records import Answer, MarkRow, Micros, Snapshot
from uth.store.schema import answers, events, heads, marks, snapshots

_ANSWER = [answers.c[name] for name in Answer.__struct_fields__]
_MARK = [marks.c.nth, marks.c.number, marks.c.at]
_SNAPSHOT = [snapshots.c[name] for name in Snapshot.__struct_fields__]


class Log:
    _database: Database

    async def read(
        self, stream: str, after: int = 0, limit: int | None = None, upto: int | None = None
    ) -> list[Written]:
        """The events of a stream after a number, in order."""
        query = select(events).where(events.c.stream == stream, events.c.number > after)
        if upto is not None:
            query = query.where(events.c.number <= upto)
        async with self._database.reading() as connection:
            rows = await connection.execute(query.order_by(events.c.number).limit(limit))
        return [Written(*row) for row in rows]

    async def head(self, stream: str) -> tuple[int, bytes]:
        """Number and hash of a stream's last event; 0 and 32 zero bytes where there is none."""
        query = select(heads.c.number, heads.c.hash).where(heads.c.stream == stream)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).first()
        return (row.number, row.hash) if row else (0, ORIGIN)

    async def heads(self) -> dict[str, tuple[int, bytes]]:
        """Number and hash of the last event of every stream."""
        async with self._database.reading() as connection:
            rows = await connection.execute(select(heads.c.stream, heads.c.number, heads.c.hash))
        return {stream: (number, digest) for stream, number, digest in rows}

    async def answered(self, person: int, command: str) -> Answer | None:
        """What was answered to a person's command."""
        query = select(*_ANSWER).where(answers.c.person == person, answers.c.command == command)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).first()
        return Answer(*row) if row else None

    async def mark(self, stream: str, name: str, order: int) -> MarkRow | None:
        """One mark of a stream."""
        query = select(*_MARK).where(marks.c.stream == stream, marks.c.name == name, marks.c.nth == order)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).first()
        return MarkRow(*row) if row else None

    async def marks(
        self, stream: str, name: str, before: int | None = None, limit: int = 100
    ) -> list[MarkRow]:
        """Marks of one name, the highest first; the next page is ``before`` the order of the last."""
        query = select(*_MARK).where(marks.c.stream == stream, marks.c.name == name)
        if before is not None:
            query = query.where(marks.c.nth < before)
        async with self._database.reading() as connection:
            rows = await connection.execute(query.order_by(marks.c.nth.desc()).limit(limit))
        return [MarkRow(*row) for row in rows]

    async def last_mark(self, stream: str, name: str, before: Micros) -> MarkRow | None:
        """The highest mark of one name whose event is older than a moment."""
        query = select(*_MARK).where(marks.c.stream == stream, marks.c.name == name, marks.c.at < before)
        async with self._database.reading() as connection:
            row = (await connection.execute(query.order_by(marks.c.nth.desc()).limit(1))).first()
        return MarkRow(*row) if row else None

    async def forget_answers(self, before: Micros) -> int:
        """Remove what was answered to commands before a moment; how many that were.

        No chain needs them. The same command sent again later would be a new one.
        """
        async with self._database.writing() as connection:
            done = await connection.execute(delete(answers).where(answers.c.at < before))
        return done.rowcount

    async def snapshot(self, stream: str) -> Snapshot | None:
        """The latest snapshot of a stream."""
        async with self._database.reading() as connection:
            row = (await connection.execute(select(*_SNAPSHOT).where(snapshots.c.stream == stream))).first()
        return Snapshot(*row) if row else None
