"""What `make run` starts ends with it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest

ROOT = Path(__file__).parents[2]
RUN = [sys.executable, "-m", "scripts.run", "0"]
CTRL_C = """
import os, signal
os.kill(os.getpid(), signal.SIGINT)
raise SystemExit("still there")
"""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")


def test_sigterm_ends_the_service_too(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        RUN, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as running:
        assert running.stdout
        assert running.stdout.readline().startswith("Serving at")
        started = psutil.Process(running.pid).children(recursive=True)
        assert started
        running.terminate()
        try:
            assert running.wait(30) == 0
            assert psutil.wait_procs(started, 10)[1] == []
        finally:
            for one in started:
                if one.is_running():
                    one.kill()


def test_ctrl_c_while_it_loads_is_no_traceback(tmp_path: Path) -> None:
    """A module of its imports stands for Ctrl-C at that moment."""
    (tmp_path / "subprocess.py").write_text(CTRL_C)
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    done = subprocess.run(RUN, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.stderr == "still there\n"


@pytest.mark.parametrize(("ended", "code"), [(-signal.SIGINT, 0), (128 + signal.SIGINT, 0), (2, 2)])
def test_ctrl_c_is_how_it_is_meant_to_end(ended: int, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """So `make` has no error to speak of."""
    from scripts import run

    class Ended:
        def __init__(self, call: list[str]) -> None:
            pass

        def wait(self) -> int:
            return ended

        def kill(self) -> None:
            pass

    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    monkeypatch.setattr(subprocess, "Popen", Ended)
    monkeypatch.setattr(sys, "argv", ["run"])
    try:
        assert run.main() == code
    finally:
        for number, handler in zip((signal.SIGINT, signal.SIGTERM), before, strict=True):
            signal.signal(number, handler)
