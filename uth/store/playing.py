"""How much somebody has played, lost and bought in lately: it follows from the ledger, and is kept nowhere.

Whoever acts on it holds the person meanwhile, in all processes.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from sqlalchemy import Select, func, literal, or_, select, text

from uth.rules.money import Cents
from uth.store.database import Database
from uth.store.records import Micros, Person, wallet_account
from uth.store.schema import entries, streams

ADVISORY = 0x757470
"""The number under which processes queue in PostgreSQL for a person: "utp"."""
WAGERS = ("bet", "bank")
"""What a movement of chips is called that shows that somebody plays."""
HELD_AT_ONCE = 4
"""Connections of the pool that may wait for people; the rest is for everybody else."""


class Playing:
    _database: Database
    _turns: WeakValueDictionary[int, asyncio.Lock]
    _holding: asyncio.Semaphore

    @asynccontextmanager
    async def holding(self, person: int) -> AsyncIterator[None]:
        """Whoever looks at somebody's limits and then acts on it does so alone, in all processes."""
        turn = self._turns.get(person)
        if turn is None:
            turn = self._turns[person] = asyncio.Lock()
        async with turn:
            if self._database.sqlite:
                yield
                return
            async with self._holding, self._database.writing() as connection:
                mine = {"kind": ADVISORY, "person": person % 2**31}
                await connection.execute(text("SELECT pg_advisory_xact_lock(:kind, :person)"), mine)
                yield

    async def lost(self, person: Person, since: Micros) -> Cents:
        """What wallet and tables together have less than at a moment, chips issued apart; below zero: won.

        Wagers in play count as lost.
        """
        of_all = or_(
            entries.c.account.in_(_at_tables(person)), entries.c.account == wallet_account(person.id)
        )
        query = select(func.coalesce(func.sum(entries.c.cents), 0))
        query = query.where(of_all, entries.c.at > since, entries.c.what != "issued")
        async with self._database.reading() as connection:
            return -int((await connection.execute(query)).scalar_one())

    async def bought_in(self, person: Person, since: Micros) -> Cents:
        """The chips that somebody has bought since a moment, whatever was cashed out."""
        query = select(func.coalesce(func.sum(entries.c.cents), 0))
        at_tables = entries.c.account.in_(_at_tables(person))
        query = query.where(at_tables, entries.c.at > since, entries.c.what == "buy-in")
        async with self._database.reading() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def wagers(self, person: Person, since: Micros) -> list[Micros]:
        """When somebody laid wagers since a moment, newest first."""
        query = select(entries.c.at).distinct().where(entries.c.account.in_(_at_tables(person)))
        query = query.where(entries.c.at > since, entries.c.what.in_(WAGERS)).order_by(entries.c.at.desc())
        async with self._database.reading() as connection:
            return [int(at) for at in (await connection.execute(query)).scalars()]


def _at_tables(person: Person) -> Select[tuple[str]]:
    return select(streams.c.id + literal(f"/player:{person.name}"))
