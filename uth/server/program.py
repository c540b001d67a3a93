"""Which program this is: one digest over every file of the package, so that a copy can be told from it."""

from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable

MADE_HERE = (".pyc", ".nbi", ".nbc", "commit.txt")


@cache
def program_digest() -> str:
    """As the files were when this was first asked for."""
    digest = sha256()
    for path, file in sorted(_files("uth", resources.files("uth"))):
        digest.update(f"{path}\n{sha256(file.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def _files(name: str, folder: Traversable) -> list[tuple[str, Traversable]]:
    found: list[tuple[str, Traversable]] = []
    for entry in folder.iterdir():
        path = f"{name}/{entry.name}"
        if entry.is_dir():
            found += _files(path, entry) if entry.name != "__pycache__" else []
        elif not entry.name.endswith(MADE_HERE):
            found.append((path, entry))
    return found
