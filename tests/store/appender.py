"""A program that appends as fast as it can and says what was acknowledged, until it dies or the disk fails.

``python -m tests.store.appender``, then on its standard input one line for each go: the address of a
database. It forks for every go, so that being killed costs no new imports, and prints ``pid N``, then
``stream number hash`` for everything that was acknowledged, ``failed: ...`` when the store says so, and
``gone`` when the process ended.

With an argument N no file may grow beyond N bytes.
"""

import asyncio
import os
import resource
import signal
import sys
from contextlib import suppress

from tests.store.making import guest, moving
from uth.store import Answer, NameTaken, Store, Unavailable

WRITERS = 10


def say(line: str) -> None:
    os.write(1, line.encode() + b"\n")  # at once, and never half a line


async def append(url: str) -> None:
    store = await Store.open(url)
    with suppress(NameTaken):
        await guest(store, "Ann", 10**9)
    ann = await store.person_named("Ann")
    assert ann

    async def write(stream: str) -> None:
        version, _ = await store.head(stream)
        while True:
            answer = Answer(ann.id, f"{stream} {version}", b"d", b"ok")
            (event,) = await store.append(moving(stream, version, {ann.id: -1}, answer=answer))
            version = event.number
            say(f"{stream} {version} {event.hash.hex()}")

    try:
        await asyncio.gather(*(write(f"T{n}") for n in range(WRITERS)))
    except Unavailable as error:
        say(f"failed: {error}")
    try:
        await store.append(moving("after", 0, {ann.id: -1}))
    except Unavailable as error:
        say(f"failed: {error}")
    # What is there can still be looked at.
    say(f"check: {await store.check()}")
    await store.close()


def main() -> None:
    if len(sys.argv) > 1:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a write error instead
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            try:
                asyncio.run(append(line.strip()))
            finally:
                os._exit(0)
        say(f"pid {pid}")
        os.waitpid(pid, 0)
        say("gone")


if __name__ == "__main__":
    main()
