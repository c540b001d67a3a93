"""The commands of the README where there is no Node, no compiler and no browser on the PATH."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest

from tests.install.packing import copy_project, run

HIDDEN = re.compile(
    r"(node|nodejs|npm|npx|corepack|yarn|pnpm|deno|bun"
    r"|.*gcc.*|.*g\+\+.*|cc|c\+\+|.*clang.*|rustc|cargo|go|.*-ld.*|ld"
    r"|.*chrom.*|.*firefox.*|psql|postgres)"
)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="make and POSIX signals"),
]


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a machine with everything on its PATH but what newcomers do not have."""
    folder = tmp_path_factory.mktemp("bin")
    for place in os.environ["PATH"].split(os.pathsep):
        for file in sorted(Path(place).glob("*")):
            if not HIDDEN.fullmatch(file.name) and not (folder / file.name).is_symlink():
                (folder / file.name).symlink_to(file)
    found = [
        name for name in ("node", "npm", "gcc", "cc", "chromium") if shutil.which(name, path=str(folder))
    ]
    assert not found
    return {**os.environ, "PATH": str(folder), "PYTHON": _base_python()}


def _base_python() -> str:
    """Outside of the environment that runs this test, as `make` finds it."""
    return str(getattr(sys, "_base_executable", sys.executable))


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_project(tmp_path_factory.mktemp("clone"))


def test_make_run_serves_the_pages_and_ends(clone: Path, bare: dict[str, str], tmp_path: Path) -> None:
    call = ["make", "run", "PORT=0"]
    log = tmp_path / "run.log"
    with (
        log.open("w") as out,
        subprocess.Popen(
            call, cwd=clone, env=bare, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
        ) as running,
    ):
        address = _wait_for(log, running)
        with urllib.request.urlopen(address) as page:
            assert b'<div id="app">' in page.read()
        started = psutil.Process(running.pid).children(recursive=True)
        os.killpg(running.pid, signal.SIGINT)
        running.wait(30)
        time.sleep(1)
    assert not [one.cmdline() for one in started if one.is_running()]
    said = log.read_text()
    for noise in ("npm", "Traceback", "up to date", "timing"):
        assert noise not in said, said


def _wait_for(log: Path, running: "subprocess.Popen[bytes]", seconds: float = 300) -> str:
    end = time.monotonic() + seconds
    while time.monotonic() < end and running.poll() is None:
        if found := re.search(r"http://127\S+", log.read_text()):
            return found.group()
        time.sleep(0.2)
    pytest.fail(log.read_text())


def test_the_pages_are_built_with_a_node_from_a_wheel(clone: Path, bare: dict[str, str]) -> None:
    shutil.rmtree(clone / "uth" / "server" / "pages")
    done = run("make", "web", cwd=clone, env=bare)
    assert done.returncode == 0, done.stderr
    assert "Fetching Node" in done.stdout
    assert run("git", "status", "--short", cwd=clone).stdout == "", "not what is committed"
