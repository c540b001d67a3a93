"""The journal of staff: every act outside the streams, with reason, before and after. It only grows."""

from sqlalchemy import insert, select

from uth.store.database import Database
from uth.store.records import Note
from uth.store.schema import notes


class Journal:
    _database: Database

    async def note(self, by: int, what: str, reason: str, before: str = "", after: str = "") -> None:
        row = {"person": by, "what": what, "reason": reason, "earlier": before, "later": after}
        async with self._database.writing() as connection:
            await connection.execute(insert(notes).values(**row, at=self._database.now()))

    async def notes(self, before: int | None = None, limit: int = 100) -> list[Note]:
        """Newest first; the next page is ``before`` the id of the last one."""
        query = select(notes).order_by(notes.c.id.desc()).limit(limit)
        if before is not None:
            query = query.where(notes.c.id < before)
        async with self._database.reading() as connection:
            return [Note(*row) for row in await connection.execute(query)]
