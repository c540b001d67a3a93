"""The project packed and installed as people install it: built files, empty environments, bare machines."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
UV = [sys.executable, str(ROOT / "scripts" / "uv.py")]


def run(
    *call: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    """What a command said, whether it failed or not."""
    words = list(map(str, call))
    return subprocess.run(
        words, cwd=cwd, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


def copy_project(folder: Path) -> Path:
    """A repository with the working tree as its one commit."""
    listed = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", cwd=ROOT).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).exists():  # else deleted, but not yet in a commit
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    for call in (
        ["init", "--quiet"],
        ["add", "--all"],
        [*who, "commit", "--quiet", "--message", "All of it"],
    ):
        assert run("git", *call, cwd=folder).returncode == 0
    return folder


def build(project: Path, target: str, out: Path) -> "subprocess.CompletedProcess[str]":
    """A wheel or an sdist, with the build tools that are here already."""
    return run(
        sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", out, cwd=project
    )


class Installed:
    """A new environment with a wheel in it, and what that needs."""

    def __init__(self, folder: Path, wheel: Path, extra: str = "", lowest: bool = False) -> None:
        self.folder = folder
        made = run(*UV, "venv", "--quiet", "--python", sys.executable, folder / "venv")
        assert made.returncode == 0, made.stderr
        self.bin = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
        where = ["--python", str(self.bin / "python"), "--only-binary", ":all:"]
        install = [*UV, "pip", "install", "--quiet", *where]
        if lowest:
            named = ["--extra", extra] if extra else []
            done = run(*install, "--resolution", "lowest-direct", "-r", ROOT / "pyproject.toml", *named)
            assert done.returncode == 0, done.stderr
        done = run(*install, f"{wheel}[{extra}]" if extra else wheel)
        assert done.returncode == 0, done.stderr

    @property
    def environment(self) -> dict[str, str]:
        """Of somebody who has nothing of this project around."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("UTH_", "PYTHON"))}
        caches = {"UTH_CACHE": str(self.folder / "cache"), "NUMBA_CACHE_DIR": str(self.folder / "numba")}
        return kept | caches

    def uth(self, *arguments: str | Path) -> "subprocess.CompletedProcess[str]":
        return run(self.bin / "uth", *arguments, cwd=self.folder, env=self.environment)
