"""Group commit: whatever waits is written in one transaction, so that one wait for the disk serves many."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol, cast

from msgspec import Struct

from uth.proof.chain import Written
from uth.store.batches import require_sound
from uth.store.database import in_words
from uth.store.deciding import Outcome
from uth.store.errors import StoreError, Unavailable
from uth.store.records import Batch

Waiting = tuple[Batch, asyncio.Future[list[Written]]]

MOST_AT_ONCE = 256
_TRIES = 10
"""How often a group looks again after another process was faster."""


class Clash(Exception):
    """Another process was faster between looking and writing: nothing was written, look again."""


class Writer(Protocol):
    async def write(self, batches: Sequence[Batch]) -> list[Outcome]:
        """Write those that can be written, durably. Raises Clash or Unavailable for all of them together."""

    async def close(self) -> None: ...


class Counts(Struct):
    """For the metrics."""

    commits: int = 0
    batches: int = 0
    events: int = 0
    refused: int = 0


class Commits:
    """One task that writes what the callers of ``append`` put into its queue."""

    def __init__(self, writer: Writer, written: Callable[[dict[str, int]], None]) -> None:
        self.counts = Counts()
        self._writer = writer
        self._written = written
        self._waiting: deque[Waiting] = deque()
        self._wake = asyncio.Event()
        self._closed = False
        self._task = asyncio.create_task(self._run(), name="uth group commit")

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    async def append(self, batch: Batch) -> list[Written]:
        return await self._put(batch)

    async def append_all(self, batches: Sequence[Batch]) -> list[Outcome]:
        outcomes = await asyncio.gather(*[self._put(batch) for batch in batches], return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, BaseException) and not isinstance(outcome, StoreError):
                raise outcome
        return cast(list[Outcome], outcomes)

    def _put(self, batch: Batch) -> asyncio.Future[list[Written]]:
        """Into the queue, in the order of the calls."""
        require_sound(batch)
        if self._closed:
            raise Unavailable("the store is closed")
        done: asyncio.Future[list[Written]] = asyncio.get_running_loop().create_future()
        self._waiting.append((batch, done))
        self._wake.set()
        return done

    async def close(self) -> None:
        """Write what waits, then stop."""
        if self._closed:
            return
        self._closed = True
        self._wake.set()
        await self._task
        await self._writer.close()

    async def _run(self) -> None:
        group: list[Waiting] = []
        try:
            while self._waiting or not self._closed:
                self._wake.clear()
                group = self._take()
                if group:
                    self._tell(group, await self._write([batch for batch, _ in group]))
                else:
                    await self._wake.wait()
        finally:  # nobody is left waiting for a task that has ended
            self._closed = True
            for _, done in [*group, *self._waiting]:
                if not done.done():
                    done.set_exception(Unavailable("the store was closed"))

    def _take(self) -> list[Waiting]:
        group: list[Waiting] = []
        while self._waiting and len(group) < MOST_AT_ONCE:
            batch, done = self._waiting.popleft()
            if not done.done():  # else its caller was cancelled while it waited: nobody wants it any more
                group.append((batch, done))
        return group

    async def _write(self, batches: list[Batch]) -> list[Outcome]:
        """All together; if that cannot be, one by one, so that only the guilty one is refused."""
        fault: Exception | None = None
        for _ in range(_TRIES):
            try:
                outcomes = await self._writer.write(batches)
            except Unavailable as error:
                return [Unavailable(str(error)) for _ in batches]
            except Clash as error:
                fault = error
            except Exception as error:
                fault = error
                break
            else:
                self.counts.commits += 1
                return outcomes
        if len(batches) == 1:
            return [_refusal(fault)]
        return [outcome for batch in batches for outcome in await self._write([batch])]

    def _tell(self, group: list[Waiting], outcomes: list[Outcome]) -> None:
        heads: dict[str, int] = {}
        for (_, done), outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, StoreError):
                self.counts.refused += 1
            else:
                self.counts.batches += 1
                self.counts.events += len(outcome)
                heads.update((event.stream, event.number) for event in outcome)
            if done.done():
                continue
            if isinstance(outcome, StoreError):
                done.set_exception(outcome)
            else:
                done.set_result(outcome)
        if heads:
            self._written(heads)


def _refusal(fault: Exception | None) -> StoreError:
    refusal = StoreError(f"the database does not take it: {in_words(fault) if fault else ''}")
    refusal.__cause__ = fault
    return refusal
