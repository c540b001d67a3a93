"""The one place where rules and game read files: what is shipped beside this code, and a house's own book."""

import os
import tomllib
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from uth.rules.schema import BookError, Problem

Name = str | os.PathLike[str]
"""Of a book: one that is shipped, or a file."""
_PACKAGE = resources.files("uth.rules")


def shipped_text(*path: str) -> str:
    """A file that comes with the package."""
    return _PACKAGE.joinpath(*path).read_text("utf-8")


def shipped_toml(*path: str) -> dict[str, Any]:
    """A TOML file that comes with the package."""
    return tomllib.loads(shipped_text(*path))


@cache
def shipped_books() -> tuple[str, ...]:
    """Names of the books that come with the package."""
    files = _PACKAGE.joinpath("books").iterdir()
    return tuple(sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")))


def house_book(name: Name) -> tuple[str, str]:
    """A house's own file: its name and what is written in it."""
    try:
        if os.path.isfile(name):
            return str(name), Path(name).read_text("utf-8-sig")
        says = _absent(str(name))
    except UnicodeDecodeError:
        says = "cannot be read: not a text in UTF-8"
    except OSError as error:
        says = f"cannot be read: {error.strerror}"
    raise BookError([Problem(str(name), "", says)])


def _absent(name: str) -> str:
    if os.path.exists(name):
        return f"a {'folder' if os.path.isdir(name) else 'device'}, not a book; name a .toml file"
    if Path(name).suffix or len(Path(name).parts) > 1:
        return "no such file"
    return f"no such book; shipped are {', '.join(shipped_books())}; or name a .toml file"


def stem(name: Name) -> str:
    """What a book that does not say its name is called: as its file."""
    return Path(name).stem


def extended(name: Name, parent: str) -> Name:
    """The book that a house's book extends: a file beside it, or else one that is shipped."""
    beside = Path(name).parent / parent
    return beside if os.path.isfile(beside) else parent
