"""Nothing is needed that only Linux has, as far as that can be tried on Linux.

Windows and macOS are played: what they lack is taken away, their name is said, and every module is imported.
That shows no more than that: the service itself has run on Linux only (docs/service.md).
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.plain import WITHOUT
from tests.server.serving import Served

POSIX_ONLY = ("fcntl", "grp", "pwd", "readline", "resource", "termios", "uvloop")
PLAYED = """
import importlib, os, pkgutil, signal, sys, warnings
# other people's packages choose what to import by the platform, and are not what is tried here
for name in sys.argv[2].split(","):
    importlib.import_module(name)
import asyncio, multiprocessing, subprocess, webbrowser
assert not any(name.partition(".")[0] == "uth" for name in sys.modules)
for name in sys.argv[3].split(","):
    sys.modules[name] = None
sys.platform = sys.argv[1]
if sys.platform == "win32":
    for name in ("geteuid", "getuid", "getegid", "getgid", "fork", "chown", "fchmod", "killpg", "setsid"):
        delattr(os, name)
    for name in ("SIGKILL", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGPIPE", "SIGQUIT"):
        delattr(signal, name)
    signal.SIGBREAK = signal.SIGTERM

import uth
names = [module.name for module in pkgutil.walk_packages(uth.__path__, "uth.", onerror=lambda name: None)]
# it runs; it needs a GPU; Alembic loads them
left_out = ("uth.__main__", "uth.solver.gpu.", "uth.store.migrations.")
names = [name for name in names if not name.startswith(left_out)]
for name in names:
    importlib.import_module(name)
print(len(names))
"""
OTHERS = (
    *("alembic.command", "argon2", "asyncpg", "click", "cryptography.hazmat.primitives.ciphers.aead"),
    *(
        "fastapi",
        "gymnasium",
        "httpx",
        "msgspec",
        "numba",
        "numpy",
        "prometheus_client",
        "pydantic",
        "rich.progress",
    ),
    *("rich.table", "sqlalchemy.dialects.sqlite.aiosqlite", "sqlalchemy.ext.asyncio", "starlette", "uvicorn"),
    *("websockets.asyncio.client",),
)


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_every_module_is_imported(platform: str) -> None:
    call = [sys.executable, "-c", PLAYED, platform, ",".join(OTHERS), ",".join(POSIX_ONLY)]
    done = subprocess.run(call, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 150


class Elsewhere(Served):
    """A service in a Python that lacks what other systems lack."""

    command = (sys.executable, "-c", WITHOUT, ",".join(POSIX_ONLY))


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Served]:
    served = Elsewhere(f"sqlite:///{tmp_path}/uth.sqlite", tmp_path, "--open", "iowa-catfish-bend")
    yield served.start()
    assert served.stop() == 0


def test_a_round_is_played_without_them(service: Served) -> None:
    """On asyncio's own loop."""
    ann = service.guest()
    for act in ({"do": "sit", "seat": 1}, {"do": "buy_in", "cents": 20_000}, {"do": "bet", "ante": 500}):
        assert service.do(ann, "T1", act).is_success
    for choice in ("check", "check", "fold"):
        assert service.do(ann, "T1", {"do": "decide", "choice": choice}).is_success
    assert service.look(ann, "T1")["you"]["chips"] == 19_000
