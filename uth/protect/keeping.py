"""Results kept on disk: one JSON file each, named by what was asked, with its own SHA-256.

A file that is damaged, half, old or of another question is as good as none. Files are small, 20 kB to 2 MB.
"""

import hashlib
import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Any

from uth.rules.book import Book
from uth.solver.cache import FORGOTTEN, cache_folder
from uth.solver.sources import digest_of

KEPT = 200
"""How many results stay on disk; those not used for longest go first."""
_CODE = (
    "uth.ranking",
    "uth.rules",
    "uth.solver",
    "uth.solver.kernels",
    "uth.protect",
    "uth.protect.kernels",
)

Key = dict[str, object]


def key_of(book: Book, knows: str, samples: int = 0, seed: int = 0) -> Key:
    """What was asked, in plain words."""
    return {
        "book": book.digest,
        "knows": knows,
        "samples": samples,
        "seed": seed,
        "code": digest_of(*_CODE),
    }


def _folder() -> Path:
    return cache_folder() / "protect"


def _path(key: Key) -> Path:
    name = hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()
    return _folder() / f"{name[:32]}.json"


def load(key: Key) -> Any:
    """What was kept under this key, or None."""
    path = _path(key)
    try:
        digest, _, body = path.read_bytes().partition(b"\n")
        if hashlib.sha256(body).hexdigest().encode() != digest:
            return None
        kept = json.loads(body)
        if kept["key"] != key:
            return None
        with suppress(OSError):
            os.utime(path)
        return kept["found"]
    except (OSError, ValueError, LookupError, TypeError):
        return None


def save(key: Key, found: object) -> None:
    """Write it beside its place and move it there; a disk that is full costs time later, not the answer."""
    body = json.dumps({"key": key, "found": found}, separators=(",", ":")).encode()
    path = _path(key)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
        Path(name).replace(path)
    except BaseException as error:  # Ctrl-C too leaves nothing behind
        with suppress(OSError):
            Path(name).unlink()
        if not isinstance(error, OSError):
            raise
        return
    _forget_oldest(path.parent)


def _forget_oldest(folder: Path) -> None:
    with suppress(OSError):
        files = sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
        for file in files[KEPT:]:
            file.unlink(missing_ok=True)
        for file in folder.glob("*.part"):
            if time() - file.stat().st_mtime > FORGOTTEN:
                file.unlink(missing_ok=True)
