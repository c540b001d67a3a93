"""What CONTRIBUTING says of the core: no clock, socket or randomness, and files only where books are read."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "uth"
IMPURE = frozenset(
    {"asyncio", "datetime", "glob", "http", "io", "os", "pathlib", "random", "secrets", "shutil", "signal"}
    | {"socket", "ssl", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid"}
)
FILES = {"rules/library.py": {"os", "pathlib"}, "ranking/tables.py": {"sys"}}
"""Who reads a house's book where it lies, and who asks for the byte order of stored tables."""
LOOK_BOOKS_UP = {"casefile.py", "roundfile.py", "scenario.py"}
"""The readers of rounds and scenarios: each names its book, which is looked up."""
CORE = [file for part in ("game", "rules", "ranking") for file in sorted((PACKAGE / part).glob("*.py"))]


def imported(file: Path) -> set[str]:
    """The modules that a file imports, at the top or inside a function."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


@pytest.mark.parametrize("file", CORE, ids=lambda file: file.relative_to(PACKAGE).as_posix())
def test_the_core_has_no_clock_file_socket_or_randomness(file: Path) -> None:
    name = file.relative_to(PACKAGE).as_posix()
    reached = {module.partition(".")[0] for module in imported(file)} & IMPURE
    assert reached <= FILES.get(name, set())
    opened = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if _opens(node)]
    assert not opened


def _opens(node: ast.AST) -> bool:
    called = node.func if isinstance(node, ast.Call) else None
    return isinstance(called, ast.Name) and called.id in ("open", "input")


@pytest.mark.parametrize("file", sorted((PACKAGE / "game").glob("*.py")), ids=lambda file: file.stem)
def test_only_the_readers_of_the_game_look_books_up(file: Path) -> None:
    looks_up = any(module.startswith("uth.rules.library") for module in imported(file))
    assert looks_up == (file.name in LOOK_BOOKS_UP)
