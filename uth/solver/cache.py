"""Solutions kept on disk: one file each, named by what was solved, trusted only after its digest agrees.

A file is the SHA-256 of its content, then the content: a NumPy archive (no pickles in it) of the arrays and a
line of JSON that repeats what was solved. Anything else (half a file, a file of another version, a changed
bit) is as good as no file: the game is solved again.
"""

import hashlib
import io
import json
import os
import sys
import tempfile
import zipfile
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from time import time
from typing import NamedTuple

import numpy as np

from uth.rules.book import Book
from uth.solver.solution import Found
from uth.solver.sources import digest_of
from uth.solver.stakes import Stakes
from uth.solver.terms import Terms

_DIGEST_SIZE = 32
KEPT = 12
"""How many solutions stay on disk, 25 or 45 MB each; those not used for longest go first."""

FORGOTTEN = 3600
"""Seconds after which a file that was never finished is nobody's any more."""

_CODE = ("uth.ranking", "uth.rules", "uth.solver", "uth.solver.kernels", "uth.solver.gpu")

Key = dict[str, object]


class Kept(NamedTuple):
    """What a file holds."""

    found: Found
    seconds: dict[str, float]
    break_even: dict[str, Fraction | None] | None
    """None if nobody asked for it yet."""


def cache_folder() -> Path:
    """UTH_CACHE if it is set, else the place for caches of this system."""
    if chosen := os.environ.get("UTH_CACHE"):
        return Path(os.path.expanduser(chosen))  # a home that nobody has is a folder of that name
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "uth"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "uth" / "Cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "uth"


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


def load(key: Key, terms: Terms) -> Kept | None:
    """The solution of this key, or None if there is no sound one."""
    path = _path(key)
    try:
        content = path.read_bytes()
        digest, body = content[:_DIGEST_SIZE], content[_DIGEST_SIZE:]
        if hashlib.sha256(body).digest() != digest:
            return None
        with np.load(io.BytesIO(body), allow_pickle=False) as archive:
            about = json.loads(archive["about"].tobytes())
            found = Found(*(archive[name] for name in Found._fields))
        if about["key"] != key or found.preflop_bets.shape[0] != len(terms.preflop):
            return None
        with suppress(OSError):
            os.utime(path)  # used now: it is not the oldest any more
        even = about["break_even"]
        if even is not None:
            even = {name: None if amount is None else Fraction(amount) for name, amount in even.items()}
        return Kept(found, about["seconds"], even)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None


def save(key: Key, kept: Kept) -> bool:
    """Write the whole file beside its place and move it there, so that nobody ever sees half of one.

    Says whether it could be kept; a disk that is full or read-only costs time later, not the answer now.
    """
    even = None
    if kept.break_even is not None:
        even = {name: None if amount is None else str(amount) for name, amount in kept.break_even.items()}
    about = json.dumps({"key": key, "seconds": kept.seconds, "break_even": even}).encode()
    body = io.BytesIO()
    np.savez(body, about=np.frombuffer(about, np.uint8), **kept.found._asdict())
    path = _path(key)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    except OSError:
        return False
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(body.getbuffer()).digest())
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
