"""Who hears of new events: callbacks in this process; on PostgreSQL also of those that others wrote."""

import asyncio
import logging
from collections.abc import Callable

import asyncpg  # type: ignore[import-untyped]
from msgspec import json

from uth.store.database import POSTGRES_FAULTS, Database, connect_postgres, in_words
from uth.store.postgres_writer import CHANNEL, PEOPLE

Heard = Callable[[str, int], None]

_LOG = logging.getLogger(__name__)
_PATIENCE = 15.0
"""Seconds after which a silent connection is asked whether it is still there."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 5.0


class News:
    """Tells everybody who listens the last number of a stream that grew."""

    def __init__(self) -> None:
        self._listeners: list[Heard] = []

    def add(self, heard: Heard) -> None:
        self._listeners.append(heard)

    def tell(self, heads: dict[str, int]) -> None:
        for heard in self._listeners:
            for stream, number in heads.items():
                try:
                    heard(stream, number)
                except Exception:
                    _LOG.exception("a listener failed at %s %d", stream, number)


class PostgresNews(News):
    """The same from all processes: one connection that listens and, when it is lost, is made anew."""

    def __init__(self, database: Database) -> None:
        super().__init__()
        self._database, self._url = database, database.address.url
        self._starting = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Returns when notices arrive: what is appended from now on is heard."""
        async with self._starting:
            if self._task is None:
                connection = await self._connect()
                self._task = asyncio.create_task(self._run(connection), name="uth listener")

    async def close(self) -> None:
        while self._task and not self._task.done():
            self._task.cancel()
            # The driver may swallow a cancellation that comes while its connection breaks: then again.
            await asyncio.wait([self._task], timeout=1)

    async def _connect(self, *, tell_heads: bool = False) -> asyncpg.Connection:
        """Listening first, then the heads: nothing can be appended unheard in between."""
        connection = await connect_postgres(self._url)
        try:
            await connection.add_listener(CHANNEL, self._notice)
            await connection.add_listener(PEOPLE, self._people_changed)
            if tell_heads:
                self._database.tell_people(None)
                self.tell(dict(await connection.fetch("SELECT stream, number FROM heads")))
        except BaseException:
            connection.terminate()
            raise
        return connection

    def _notice(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        self.tell(json.decode(str(payload), type=dict[str, int]))

    def _people_changed(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        self._database.tell_people([int(str(payload))])

    async def _run(self, connection: asyncpg.Connection) -> None:
        while True:
            await self._listen(connection)
            _LOG.warning("the connection that listens is lost, making it anew")
            connection = await self._reconnect()

    async def _listen(self, connection: asyncpg.Connection) -> None:
        """Until the connection is lost."""
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        try:
            while not connection.is_closed():
                try:
                    async with asyncio.timeout(_PATIENCE):  # wait_for can swallow a cancellation
                        await lost.wait()
                except TimeoutError:
                    await connection.execute("SELECT 1", timeout=_PATIENCE)
        except POSTGRES_FAULTS as error:
            _LOG.warning("the connection that listens does not answer: %s", in_words(error))
        finally:
            connection.terminate()

    async def _reconnect(self) -> asyncpg.Connection:
        pause = _FIRST_PAUSE
        while True:
            try:
                return await self._connect(tell_heads=True)
            except POSTGRES_FAULTS as error:
                _LOG.warning("cannot listen yet: %s", in_words(error))
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
