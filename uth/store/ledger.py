"""Reading the ledger: statements, totals, wallets."""

from collections.abc import Collection

from sqlalchemy import ColumnElement, func, select

from uth.store.database import Database
from uth.store.errors import Unknown
from uth.store.records import EntryRow
from uth.store.schema import entries, wallets


class Ledger:
    _database: Database

    async def entries(self, account: str, before: int | None = None, limit: int = 100) -> list[EntryRow]:
        """A statement, newest first; the next page is ``before`` the id of the last row."""
        query = select(entries).where(entries.c.account == account).order_by(entries.c.id.desc()).limit(limit)
        if before is not None:
            query = query.where(entries.c.id < before)
        async with self._database.reading() as connection:
            return [EntryRow(*row) for row in await connection.execute(query)]

    async def sums(self, prefix: str = "") -> dict[str, int]:
        """The total of every account whose name begins so."""
        begins = entries.c.account.startswith(prefix, autoescape=True)
        return await self._totals(entries.c.account, begins)

    async def sums_of(self, accounts: Collection[str]) -> dict[str, int]:
        """The total of each of these accounts on which anything ever moved."""
        return await self._totals(entries.c.account, entries.c.account.in_(accounts))

    async def sums_by_stream(self) -> dict[str, int]:
        """What each stream's entries come to: not zero where money went from one stream to another."""
        return await self._totals(entries.c.stream)

    async def wallet(self, person: int) -> int:
        """What a person's wallet holds. Raises Unknown."""
        query = select(wallets.c.cents).where(wallets.c.person == person)
        async with self._database.reading() as connection:
            cents = (await connection.execute(query)).scalar()
        if cents is None:
            raise Unknown(f"person {person} has no wallet")
        return int(cents)

    async def _totals(self, key: ColumnElement[str], *where: ColumnElement[bool]) -> dict[str, int]:
        query = select(key, func.sum(entries.c.cents)).where(*where).group_by(key)
        async with self._database.reading() as connection:
            return {name: int(total) for name, total in await connection.execute(query)}
