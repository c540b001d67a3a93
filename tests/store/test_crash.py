"""`kill -9` at random moments, and disks that are full or fail: nothing acknowledged is ever lost."""

import asyncio
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.store.making import events
from uth.proof.house import HOUSE
from uth.store import Store, Unavailable
from uth.store.sqlite_writer import SqliteWriter

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]
KILLS = int(os.environ.get("UTH_KILLS", "25"))


class Appender:
    """The program in ``tests/store/appender.py``, and what it says it has written."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.acknowledged: dict[tuple[str, int], str] = {}
        self.said: list[str] = []
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.store.appender", *arguments],
            cwd=ROOT,
            env=os.environ | environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def go(self, url: str) -> Iterator[str]:
        """Start it; yields every line until it is gone."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(url + "\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            words = line.split()
            if words == ["gone"]:
                return
            if len(words) == 3 and len(words[2]) == 64:
                self.acknowledged[words[0], int(words[1])] = words[2]
            else:
                self.said.append(line.strip())
            yield line

    def kill(self) -> None:
        pid = next(line for line in reversed(self.said) if line.startswith("pid "))
        os.kill(int(pid.split()[1]), signal.SIGKILL)

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()


async def require_all(url: str, appender: Appender) -> None:
    """Everything acknowledged is there, and all of it makes sense."""
    store = await Store.open(url)
    try:
        assert await store.check() == []
        found = {
            (event.stream, event.number): event.hash.hex()
            for stream in await store.heads()
            if stream != HOUSE
            for event in await store.read(stream)
        }
        assert appender.acknowledged.items() <= found.items()
        ann = await store.person_named("Ann")
        if ann:
            assert await store.wallet(ann.id) == ann.opening - len(found)
    finally:
        await store.close()


@pytest.mark.slow
async def test_killed_at_any_moment(empty_url: str) -> None:
    appender = Appender()
    rng = random.Random(5)
    try:
        for _ in range(KILLS):
            # from the very beginning (the first ones in the middle of the migration) to well under way
            lifetime = rng.uniform(0, 0.25)
            lines = appender.go(empty_url)
            assert next(lines).startswith("pid")
            started = time.perf_counter()
            if lifetime < 0.1:
                time.sleep(lifetime)
            else:
                for _ in lines:
                    if time.perf_counter() - started > lifetime:
                        break
            appender.kill()
            for _ in lines:
                pass
    finally:
        appender.close()
    assert len(appender.acknowledged) > KILLS
    assert not [line for line in appender.said if not line.startswith("pid")]
    await require_all(empty_url, appender)


async def require_clean_stop(url: str, appender: Appender, why: str) -> None:
    try:
        for _ in appender.go(url):
            pass
    finally:
        appender.close()
    assert appender.acknowledged
    failed = [line for line in appender.said if line.startswith("failed: ")]
    assert len(failed) == 2  # and the second time without trying
    assert failed[0] == failed[1]
    assert why in failed[0]
    assert "takes no writes until it is opened again" in failed[0]
    assert "check: []" in appender.said
    await require_all(url, appender)


async def test_a_file_that_cannot_grow(sqlite_url: str) -> None:
    await require_clean_stop(sqlite_url, Appender("600000"), "disk I/O error")


async def test_a_full_disk(tmp_path: Path, sqlite_template: Path) -> None:
    folder = tmp_path / "small"
    folder.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=800k", "uth-small", str(folder)]
    if not shutil.which("mount") or subprocess.run(mounting, capture_output=True, check=False).returncode:
        pytest.skip("only root can make a small file system")
    try:
        shutil.copyfile(sqlite_template, folder / "house.db")
        await require_clean_stop(f"sqlite:///{folder}/house.db", Appender(), "full")
    finally:
        subprocess.run(["umount", str(folder)], check=True)


FAILING_FSYNC = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
static int failing(void) {
    static int calls;
    return __sync_add_and_fetch(&calls, 1) > atoi(getenv("UTH_SYNCS"));
}
int fsync(int fd) {
    if (failing()) { errno = EIO; return -1; }
    return ((int (*)(int)) dlsym(RTLD_NEXT, "fsync"))(fd);
}
int fdatasync(int fd) {
    if (failing()) { errno = EIO; return -1; }
    return ((int (*)(int)) dlsym(RTLD_NEXT, "fdatasync"))(fd);
}
"""


async def test_a_disk_that_fails_to_sync(sqlite_url: str, tmp_path: Path) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("a library that makes fsync fail needs a C compiler")
    source, library = tmp_path / "fsync.c", tmp_path / "fsync.so"
    source.write_text(FAILING_FSYNC)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    appender = Appender(LD_PRELOAD=str(library), UTH_SYNCS="30")
    await require_clean_stop(sqlite_url, appender, "disk I/O error")


async def test_the_database_is_full(sqlite_url: str) -> None:
    """SQLite's own limit, in this process: what fails, what still works, and that opening anew heals it."""
    store = await Store.open(sqlite_url)
    store._commits._writer._connection.execute("PRAGMA max_page_count = 1")  # type: ignore[attr-defined]
    version = 0
    with suppress(Unavailable):
        for version in range(10_000):
            await store.append(events("T1", version))
    assert store.failed
    assert "full" in store.failed
    for attempt in (store.append(events("T2")), store.ping(), store.note(1, "a", "b")):
        with pytest.raises(Unavailable, match="until it is opened again"):
            await attempt
    assert (await store.head("T1"))[0] == version
    assert await store.check() == []
    await store.close()
    again = await Store.open(sqlite_url)
    await again.append(events("T1", version))
    assert await again.check() == []
    await again.close()


async def test_somebody_else_holds_the_lock_too_long(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Busy is not broken: it is said, the event loop goes on meanwhile, and the next one goes through."""
    store = await Store.open(sqlite_url)
    monkeypatch.setattr(SqliteWriter, "patience", 0.5)
    other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting = asyncio.create_task(store.append(events("T1")))
    turns = 0
    while not waiting.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert turns > 10
    with pytest.raises(Unavailable, match="locked"):
        await waiting
    other.execute("ROLLBACK")
    other.close()
    assert store.failed is None
    await store.append(events("T1"))
    await store.close()
