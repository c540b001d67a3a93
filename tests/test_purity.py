"""The core opens nothing: besides what the import contracts in pyproject.toml forbid, no `open` or `input`.

The contracts keep clocks, chance, the system and files out of `uth.cards`, `uth.rules` and `uth.game`; one
module of the rules reads files. They look at imports, so what is built into Python is looked for here.
"""

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "uth"
READS_FILES = "uth.rules.files"
CORE = [
    PACKAGE / "cards.py",
    *(file for part in ("game", "rules", "ranking") for file in sorted((PACKAGE / part).rglob("*.py"))),
]
BUILT_IN = frozenset({"open", "input", "exec", "eval", "__import__"})
BY_METHOD = frozenset({"read_text", "read_bytes", "write_text", "write_bytes"})


@pytest.mark.parametrize("file", CORE, ids=lambda file: file.relative_to(PACKAGE).as_posix())
def test_the_core_opens_nothing(file: Path) -> None:
    calls = [node.func for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)]
    assert not [call for call in calls if isinstance(call, ast.Name) and call.id in BUILT_IN]
    read = [call for call in calls if isinstance(call, ast.Attribute) and call.attr in BY_METHOD]
    assert not read or _module(file) in (READS_FILES, "uth.ranking.tables")


def test_one_module_may_read_files() -> None:
    """The contract is there, covers the core, and lets only this module through."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    [pure] = [one for one in config["contracts"] if one["name"].startswith("The core is pure")]
    assert {"uth.cards", "uth.rules", "uth.game"} == set(pure["source_modules"])
    assert {"time", "random", "os", "asyncio", "numpy", "pathlib"} <= set(pure["forbidden_modules"])
    assert {way.partition(" -> ")[0] for way in pure["ignore_imports"]} == {READS_FILES}


def _module(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts)
