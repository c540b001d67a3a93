"""Solutions kept on disk: one file each, named by what was solved, trusted only after its digests agree.

A file has two parts. First the totals with all that is said about them, as JSON, which every figure comes
from; then the tables of all flops, a NumPy archive (no pickles in it), which is a thousand times larger and
only read when somebody asks for a flop. In front stands the SHA-256 of the first part and its length; in the
first part stands what was solved, and the SHA-256 of the second. Anything else (half a file, a file of
another version, a changed bit) is as good as no file: the game is solved again.
"""

import hashlib
import io
import json
import os
import tempfile
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from time import time
from typing import Any, BinaryIO, NamedTuple

from platformdirs import user_cache_path

from uth.rules.book import Book
from uth.solver.sources import digest_of
from uth.solver.stakes import Stakes
from uth.solver.totals import FlopTables, Totals

_DIGEST_SIZE, _LENGTH_SIZE = 32, 8
KEPT = 12
"""How many solutions stay on disk, 25 or 45 MB each; those not used for longest go first."""

FORGOTTEN = 3600
"""Seconds after which a file that was never finished is nobody's any more."""

_CODE = (
    "uth.ranking",
    "uth.rules",
    "uth.solver",
    "uth.solver.kernels",
    "uth.solver.gpu",
    "uth.solver.playing",
)

Key = dict[str, object]


class Kept(NamedTuple):
    """What the first part of a file holds."""

    totals: Totals
    seconds: dict[str, float]
    break_even: dict[str, Fraction | None] | None
    """None if nobody asked for it yet."""


def cache_folder() -> Path:
    """UTH_CACHE if it is set, else the place for caches of this system."""
    if chosen := os.environ.get("UTH_CACHE"):
        return Path(os.path.expanduser(chosen))  # a home that nobody has is a folder of that name
    return user_cache_path("uth", appauthor=False)


def key_of(book: Book, stakes: Stakes) -> Key:
    """What was solved, in plain words."""
    return {
        "book": book.digest,
        "stakes": stakes.key,
        "code": digest_of(*_CODE),
    }


def _path(key: Key) -> Path:
    name = hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()
    return cache_folder() / f"{name[:32]}.solution"


def load(key: Key) -> Kept | None:
    """The solution of this key, or None if there is no sound one."""
    path = _path(key)
    try:
        with path.open("rb") as file:
            about = _about(file, key)
        with suppress(OSError):
            os.utime(path)  # used now: it is not the oldest any more
        even = about["break_even"]
        if even is not None:
            even = {name: None if amount is None else Fraction(amount) for name, amount in even.items()}
        return Kept(Totals.read(about["totals"]), about["seconds"], even)
    except (OSError, ValueError, LookupError, TypeError):
        return None


def load_flops(key: Key) -> FlopTables | None:
    """The tables of this key's solution, or None if there are no sound ones."""
    import zipfile

    import numpy as np

    try:
        with _path(key).open("rb") as file:
            about, body = _about(file, key), file.read()
        if hashlib.sha256(body).hexdigest() != about["flops"]:
            return None
        with np.load(io.BytesIO(body), allow_pickle=False) as archive:
            return FlopTables(*(archive[name] for name in FlopTables._fields))
    except (OSError, ValueError, LookupError, TypeError, EOFError, zipfile.BadZipFile):
        return None


def _about(file: BinaryIO, key: Key) -> dict[str, Any]:
    """The first part of a file, or a ValueError."""
    digest = file.read(_DIGEST_SIZE)
    part = file.read(int.from_bytes(file.read(_LENGTH_SIZE), "little"))
    if hashlib.sha256(part).digest() != digest:
        raise ValueError("damaged")
    about: dict[str, Any] = json.loads(part)
    if about["key"] != key:
        raise ValueError("another game")
    return about


def save(key: Key, kept: Kept, flops: FlopTables) -> bool:
    """Write the whole file beside its place and move it there, so that nobody ever sees half of one.

    Says whether it could be kept; a disk that is full or read-only costs time later, not the answer now.
    """
    import numpy as np

    body = io.BytesIO()
    np.savez(body, **flops._asdict())
    even = None
    if kept.break_even is not None:
        even = {name: None if amount is None else str(amount) for name, amount in kept.break_even.items()}
    about = {
        "key": key,
        "seconds": kept.seconds,
        "break_even": even,
        "totals": kept.totals.written(),
        "flops": hashlib.sha256(body.getbuffer()).hexdigest(),
    }
    part = json.dumps(about).encode()
    path = _path(key)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    except OSError:
        return False
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(part).digest() + len(part).to_bytes(_LENGTH_SIZE, "little") + part)
            file.write(body.getbuffer())
        Path(name).replace(path)
    except BaseException as error:  # Ctrl-C too leaves nothing behind
        with suppress(OSError):
            Path(name).unlink()
        if not isinstance(error, OSError):
            raise
        return False
    _forget_oldest(path.parent)
    return True


def _forget_oldest(folder: Path) -> None:
    """Solutions beyond those that stay, and what a process left unfinished that was killed."""
    with suppress(OSError):
        files = sorted(folder.glob("*.solution"), key=lambda file: file.stat().st_mtime, reverse=True)
        for file in files[KEPT:]:
            file.unlink(missing_ok=True)
    for file in folder.glob("*.part"):
        with suppress(OSError):
            if time() - file.stat().st_mtime > FORGOTTEN:
                file.unlink()
