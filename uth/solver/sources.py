"""The code's own version, finer than a release: a digest of its files."""

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


@cache
def digest_of(*names: str) -> str:
    """Changes whenever one of these modules does, or a Python file or stored table directly in one of these
    packages.

    Ends of lines do not count: some systems write them differently.
    """
    digest = hashlib.sha256()
    for name in names:
        for file in _files(name):
            content = file.read_bytes()
            if file.name.endswith(".py"):
                content = content.replace(b"\r\n", b"\n")
            digest.update(file.name.encode() + b"\0" + content + b"\0")
    return digest.hexdigest()


def _files(name: str) -> "Iterator[Traversable]":
    package, _, module = name.rpartition(".")
    alone = resources.files(package).joinpath(f"{module}.py")
    if alone.is_file():
        yield alone
        return
    for file in sorted(resources.files(name).iterdir(), key=lambda file: file.name):
        if file.name.endswith((".py", ".zlib")):
            yield file
