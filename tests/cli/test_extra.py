"""The plain package, without the extra `serve`: what needs it says so, and the rest works."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from tests.cli.plain import uth
from uth.cli.extra import MODULES

ROOT = Path(__file__).parents[2]
PROOF = ROOT / "tests" / "proof"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def modules(requirements: list[str]) -> set[str]:
    names = {re.split(r"[^\w-]", text)[0].replace("-", "_") for text in requirements}
    return {"argon2" if name == "argon2_cffi" else name for name in names}


EXTRA = modules(PROJECT["optional-dependencies"]["serve"])
PLAIN = modules(PROJECT["dependencies"])


def test_the_list_of_modules_is_that_of_the_extra() -> None:
    assert set(MODULES) == EXTRA - {"uvloop"}


@pytest.mark.parametrize(
    "call",
    [
        ["serve"],
        ["serve", "--open", "nevada"],
        ["admin", "add-person", "Sue"],
        ["admin", "tables"],
        ["admin", "sign-in", "Sue"],
    ],
)
def test_what_needs_the_extra_says_so(call: list[str], tmp_path: Path) -> None:
    done = uth(*call, without=EXTRA, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"uth {call[0]} needs more packages: pip install 'uth[serve]'\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["greenlet", "aiosqlite", "websockets"])
def test_one_that_is_missing_is_enough(name: str, tmp_path: Path) -> None:
    done = uth("serve", without=[name], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "uth serve needs more packages: pip install 'uth[serve]'\n")


@pytest.mark.parametrize(
    "call",
    [
        ["--help"],
        ["serve", "--help"],
        ["serve", "-h"],
        ["admin", "--help"],
        ["admin", "add-person", "--help"],
        ["verify", "--help"],
    ],
)
def test_help_needs_nothing(call: list[str]) -> None:
    done = uth(*call, without=EXTRA)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Usage: uth" in done.stdout


def test_verify_works_in_the_plain_package() -> None:
    done = uth("verify", str(PROOF / "round.json"), without=EXTRA)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("35 events, 1 round, 1 sealed shuffle checked\nEverything fits.\n")


def test_a_proof_needs_nothing_but_msgspec() -> None:
    """Not even what the plain package has."""
    needs = PLAIN - {"msgspec", "click"}
    done = uth("verify", str(PROOF / "round.json"), "--json", without=EXTRA | needs)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["faults"] == []
