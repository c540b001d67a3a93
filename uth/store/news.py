"""Who hears of new events: callbacks in this process; on PostgreSQL also of those that others wrote."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

import asyncpg  # type: ignore[import-untyped]
from msgspec import json

from uth.store.database import connect_postgres, in_words
from uth.store.postgres_writer import CHANNEL

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

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Returns when notices arrive: what is appended from now on is heard."""
        if self._task is None:
            connection = await self._connect()
            self._task = asyncio.create_task(self._run(connection), name="uth listener")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _connect(self) -> asyncpg.Connection:
        connection = await connect_postgres(self._url)
        await connection.add_listener(CHANNEL, self._notice)
        return connection

    def _notice(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        self.tell(json.decode(str(payload), type=dict[str, int]))

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
                    await asyncio.wait_for(lost.wait(), _PATIENCE)
                except TimeoutError:
                    await connection.execute("SELECT 1", timeout=_PATIENCE)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            _LOG.warning("the connection that listens does not answer: %s", in_words(error))
        finally:
            connection.terminate()

    async def _reconnect(self) -> asyncpg.Connection:
        """Listening first, then all heads: nothing can be appended unheard in between."""
        pause = _FIRST_PAUSE
        while True:
            try:
                connection = await self._connect()
                rows = await connection.fetch("SELECT stream, number FROM heads")
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                _LOG.warning("cannot listen yet: %s", in_words(error))
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
            else:
                self.tell(dict(rows))
                return connection
