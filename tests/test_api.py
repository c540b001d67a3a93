"""What the package itself offers, and the scripts that people start from."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import uth

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))


def test_the_examples_in_the_package_hold() -> None:
    failed, tried = doctest.testmod(uth)
    assert tried >= 10
    assert not failed


@pytest.mark.parametrize("name", uth.__all__)
def test_all_that_is_offered_is_there(name: str) -> None:
    assert getattr(uth, name) is not None


def test_what_is_not_offered_is_said() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'roulette'"):
        _ = uth.roulette  # type: ignore[attr-defined]


def test_importing_loads_nothing_else() -> None:
    loaded = "import sys, uth; print(*(name for name in sys.modules if name.startswith(('uth.', 'numpy'))))"
    out = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout
    assert not out.strip()


@pytest.mark.slow
@pytest.mark.parametrize("script", EXAMPLES, ids=lambda path: path.stem)
def test_every_script_runs(script: Path) -> None:
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
