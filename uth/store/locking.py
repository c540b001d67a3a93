"""SQLite is one file of one process: a lock beside it keeps a second service away."""

import sqlite3
from pathlib import Path

from uth.store.errors import StoreError


def lock(file: Path) -> sqlite3.Connection:
    """Lock a database until this is closed or the process ends, however that happens.

    It is SQLite's own lock, on an empty file beside the database: it works wherever the database does.
    Raises StoreError if another process has it.
    """
    beside = file.with_suffix(".lock")
    try:
        held = sqlite3.connect(beside, timeout=0, isolation_level=None)
        try:
            held.execute("PRAGMA journal_mode = OFF")  # nothing is ever written to it
            held.execute("BEGIN EXCLUSIVE")
        except BaseException:
            held.close()
            raise
    except sqlite3.Error as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise StoreError(
                f"{file.absolute()} is being served by another process: stop that one, or take PostgreSQL"
            ) from None
        raise StoreError(f"cannot lock {beside.absolute()}: {error}") from None
    return held
