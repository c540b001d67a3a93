"""The store: one object for the log, the ledger, leases and people, on SQLite or PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from weakref import WeakValueDictionary

from sqlalchemy import func, select

from uth.proof.chain import Written
from uth.store import checking, migrate
from uth.store.checking import GoOn, HouseFaults, Means
from uth.store.commits import Commits, Counts
from uth.store.database import Database, PeopleHeard, open_database
from uth.store.deciding import Outcome
from uth.store.errors import StoreError
from uth.store.house import House, bring_up_to_date
from uth.store.leases import Leases
from uth.store.ledger import Ledger
from uth.store.log import Log
from uth.store.news import Heard, News, PostgresNews
from uth.store.people import People
from uth.store.playing import HELD_AT_ONCE, Playing
from uth.store.postgres_writer import PostgresWriter
from uth.store.records import Batch, PublishedHead
from uth.store.schema import heads
from uth.store.sqlite_writer import SqliteWriter
from uth.store.streams import Streams

LOOKED_THROUGH = 16 * 2**20
"""Bytes of a file of SQLite that is looked through each time somebody asks whether it is well."""


class Store(Log, Ledger, Streams, Leases, People, Playing, House):
    """Open it with ``Store.open``, close it when done. Each part of its interface has its own module."""

    def __init__(self, database: Database, commits: Commits, news: News) -> None:
        self._database = database
        self._commits = commits
        self._news = news
        self._turns = WeakValueDictionary()
        self._holding = asyncio.Semaphore(HELD_AT_ONCE)

    @classmethod
    async def open(cls, url: str, *, migrate: bool = True) -> Store:
        """``sqlite:///path`` or ``postgresql://...``; makes or migrates the schema.

        Raises StoreError for a schema newer than this code, or (without ``migrate``) an older one.
        """
        database = await open_database(url)
        try:
            await _bring_up_to_date(database, migrate)
            with database.in_plain_words():
                if database.sqlite:
                    news = News()
                    return cls(database, Commits(await SqliteWriter.open(database), news.tell), news)
                writer = await PostgresWriter.open(url)
                return cls(database, Commits(writer, _heard_from_the_database), PostgresNews(database))
        except BaseException:
            await database.close()
            raise

    async def close(self) -> None:
        """Write what waits, then let go of the database."""
        await self._commits.close()
        if isinstance(self._news, PostgresNews):
            await self._news.close()
        await self._database.close()

    async def append(self, batch: Batch) -> list[Written]:
        """Write a batch and return its events once they are durable.

        Raises ValueError for a batch that is not sound in itself, and Repeated, Fenced, Conflict, Overdrawn
        (the first that applies) for one that cannot be written: then nothing of it was. After Unavailable, or
        if the caller is cancelled, it may have been written or not: repeating it will tell.
        """
        self._database.require_sound()
        return await self._commits.append(batch)

    async def append_all(self, batches: Sequence[Batch]) -> list[Outcome]:
        """Write batches one after another with one wait for the disk.

        What ``append`` would raise is returned; a batch that builds on a refused one is refused as well.
        """
        self._database.require_sound()
        return await self._commits.append_all(batches)

    def listen_for_people(self, heard: PeopleHeard) -> None:
        """Call ``heard(ids)`` when rights or sessions of people change; with None if anybody's may have.

        On PostgreSQL it hears of all processes, once ``listen`` was called.
        """
        self._database.people_heard.append(heard)

    async def listen(self, heard: Heard) -> None:
        """Call ``heard(stream, last number)`` for every durable append, by any process on PostgreSQL.

        It may be called more than once for a number, and once for several appends in a row; after a lost
        connection it is called for every stream.
        """
        self._news.add(heard)
        if isinstance(self._news, PostgresNews):
            with self._database.in_plain_words():
                await self._news.start()

    async def check(
        self, means: Means | None = None, published: Sequence[PublishedHead] = (), go_on: GoOn | None = None
    ) -> list[str]:
        """Recompute every hash chain and every balance; everything that is wrong, in words.

        With ``means`` the whole ledger is derived from the chains again; ``published`` heads must be in them.
        """
        return await checking.check(self._database, means, published, go_on)

    async def check_house(self) -> HouseFaults:
        """What does not follow from the chain of the house: people, rights, notes, terms."""
        return await checking.check_house(self._database)

    async def ping(self) -> None:
        """Raises Unavailable if the database does not answer, is damaged or takes no writes."""
        self._database.require_sound()
        async with self._database.reading() as connection:
            await connection.execute(select(func.count()).select_from(heads))
            if self._database.sqlite and _size(self._database) < LOOKED_THROUGH:
                said = (await connection.exec_driver_sql("PRAGMA quick_check(1)")).scalar()
                if said != "ok":
                    raise self._database.fail(StoreError(f"SQLite: {said}"))

    async def last_written(self) -> int:
        """When the newest event of all was written; 0 if there is none."""
        async with self._database.reading() as connection:
            return int((await connection.execute(select(func.max(heads.c.at)))).scalar() or 0)

    @property
    def file(self) -> Path | None:
        """SQLite's; none for PostgreSQL."""
        return self._database.address.file

    @property
    def failed(self) -> str | None:
        """Why nothing can be written any more until the store is opened anew; None while all is well."""
        return self._database.failed

    @property
    def counts(self) -> Counts:
        """Commits, batches, events, refusals since the store was opened."""
        return self._commits.counts

    @property
    def waiting(self) -> int:
        """Batches that wait for the disk."""
        return self._commits.waiting


async def _bring_up_to_date(database: Database, allowed: bool) -> None:
    async with database.reading() as connection:
        if await migrate.version_of(connection) == migrate.versions()[-1]:
            return
        if not allowed:
            await migrate.require_newest(connection)
    async with database.writing() as connection:
        await bring_up_to_date(database, connection)


def _size(database: Database) -> int:
    try:
        return database.address.file.stat().st_size if database.address.file else 0
    except OSError as error:
        raise database.fail(error) from error


def _heard_from_the_database(_heads: dict[str, int]) -> None:
    """PostgreSQL's notices come back to the process that caused them."""
