"""Whether all is well: looked at when the service starts, once a day, and a little whenever somebody asks.

What was found is told by ``/health`` and in the log. Tables and people that are not as the chain of the house
says are not served: somebody changed them in the database.
"""

import asyncio
import contextlib
import logging
import os
import shutil
import time
from collections.abc import Sequence
from pathlib import Path

from uth.proof.house import HOUSE
from uth.server.boxes import mark_of
from uth.server.meaning import means
from uth.server.settings import Settings
from uth.store import HouseFaults, PublishedHead, Store, StoreError

log = logging.getLogger(__name__)

EVERY = 24 * 3600
"""Seconds between two looks at everything."""
HEADS_EVERY = 600
"""Seconds between two entries of where all chains stand."""
PURGE_EVERY = 3600
BETWEEN_PAGES = 0.01
FRESH = 5.0
"""Seconds for which an answer about the database holds."""
LEAST_ROOM = 100 * 2**20
"""Bytes that must be free where the database is kept."""
CLOCK_BEHIND = 60_000_000


class SecretOther(Exception):
    """The secret is not the one that was used before; what that one sealed does not open."""


class Checks:
    """Looks after one database."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.faults: list[str] = []
        self.checked: float | None = None
        """When everything was last looked at."""
        self._known_heads: dict[str, int] = {}
        self._secret_before = ""
        self._database: tuple[float, list[str]] = (0.0, [])
        self._asking = asyncio.Lock()
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> HouseFaults:
        """What is quick: the chain of the house, the secret, the last head that was kept."""
        found = await self.store.check_house()
        self._look_at_secret(found.secret)
        self.faults = [*found.says, *await self._cut_short()]
        for fault in self.faults:
            log.error("damaged", extra={"why": fault})
        await self._keep_heads()
        self._task = asyncio.create_task(self._look_on(), name="checks")
        return found

    async def stop(self) -> None:
        self._stopping.set()
        if self._task:
            await self._task
        try:
            await self._keep_heads()
        except StoreError as error:
            log.warning("heads not kept", extra={"why": str(error)})

    async def everything(self, published: Sequence[PublishedHead] = (), *, gently: bool = False) -> list[str]:
        """Every chain, every balance, and the whole ledger derived from the chains again."""
        kept = [*read_heads(self.settings.heads), *published]
        return await self.store.check(means, kept, self._go_on if gently else None)

    async def _go_on(self) -> bool:
        await asyncio.sleep(BETWEEN_PAGES)
        return not self._stopping.is_set()

    async def problems(self) -> list[str]:
        """What keeps the service from being well now; nothing if it is."""
        async with self._asking:
            until, found = self._database
            if time.monotonic() > until:
                found = await self._ask_database()
                self._database = (time.monotonic() + FRESH, found)
        damaged = f"{len(self.faults)} things do not fit: an auditor's `uth admin check` names them"
        return [*found, *([damaged] if self.faults else [])]

    async def _ask_database(self) -> list[str]:
        try:
            async with asyncio.timeout(FRESH):
                await self.store.ping()
                heads = await self.store.last_written()
        except StoreError as error:
            return [str(error)]
        except TimeoutError:
            return [f"the database has not answered for {FRESH:g} seconds"]
        found = []
        if heads > time.time_ns() // 1000 + CLOCK_BEHIND:
            found.append("the clock is behind the log: set it")
        file = self.store.file
        if file and shutil.disk_usage(file.absolute().parent).free < LEAST_ROOM:
            found.append("the disk of the database is nearly full: make room")
        return found

    async def _look_on(self) -> None:
        """Everything now and once a day, and what is to be done more often."""
        due = {self._look_at_everything: 0.0, self._keep_heads: HEADS_EVERY, self._purge: 0.0}
        every = {self._look_at_everything: EVERY, self._keep_heads: HEADS_EVERY, self._purge: PURGE_EVERY}
        began = time.monotonic()
        while not self._stopping.is_set():
            for work, when in due.items():
                if time.monotonic() - began >= when:
                    try:
                        await work()
                    except StoreError as error:
                        log.warning("not checked", extra={"why": str(error)})
                    except Exception:
                        log.exception("not checked")
                    due[work] = time.monotonic() - began + every[work]
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await self._stopping.wait()

    async def _look_at_everything(self) -> None:
        found = await self.everything(gently=True)
        if self._stopping.is_set():
            return
        self.faults, self.checked = found, time.time()
        for fault in self.faults:
            log.error("damaged", extra={"why": fault})

    async def _purge(self) -> None:
        await self.store.purge_sessions()

    async def _keep_heads(self) -> None:
        """Enter where all chains stand into that of the house, and write its head elsewhere."""
        self._known_heads = await self.store.keep_heads(self._known_heads)
        if file := self.settings.heads:
            number, last = await self.store.head(HOUSE)
            write_head(file, PublishedHead(HOUSE, number, last.hex()))

    async def _cut_short(self) -> list[str]:
        """Whether the last head that was kept is still in the chain."""
        kept = read_heads(self.settings.heads)
        if not kept:
            return []
        last = kept[-1]
        found = await self.store.read(last.stream, last.number - 1, limit=1)
        if found and found[0].hash.hex() == last.hash:
            return []
        number, _ = await self.store.head(last.stream)
        return [
            f"{last.stream}: {self.settings.heads} keeps the head of event {last.number}, and the log with "
            f"{number} events does not hold it. Is this an older database, restored? Then move that file away"
        ]

    def _look_at_secret(self, before: str) -> None:
        self._secret_before = before
        known = [mark_of(secret) for secret in self.settings.secrets]
        if before and before not in known and not self.settings.secret_lost:
            raise SecretOther("another one was used before")

    async def note_secret(self) -> None:
        """Enter the secret that is used from now on, if it is another: it opens what is sealed."""
        mark, before = mark_of(self.settings.secret), self._secret_before
        if before != mark:
            known = before in map(mark_of, self.settings.old_secrets)
            reason = "the first" if not before else "changed" if known else "the one before is lost"
            await self.store.use_secret(mark, reason)


def read_heads(file: Path | None) -> list[PublishedHead]:
    """The heads in a file as `uth admin heads` prints them; other lines are passed over."""
    try:
        lines = file.read_text("ascii", "replace").splitlines() if file else []
    except FileNotFoundError:
        return []
    found = []
    for line in lines:
        match line.split():
            case [stream, number, digest] if number.isascii() and number.isdigit() and int(number):
                found.append(PublishedHead(stream, int(number), digest))
    return found


def write_head(file: Path, head: PublishedHead) -> None:
    """One more line, on disk when this returns."""
    with file.open("a") as handle:
        handle.write(f"{head.stream} {head.number} {head.hash}\n")
        handle.flush()
        os.fsync(handle.fileno())
