"""Find a browser for tests/browser, or put one into .tools. Nothing is installed into the system.

    python scripts/browser.py

Taken is the program that UTH_BROWSER names, else the system's own, else one that was fetched before. Without
any, Debian's is fetched with its libraries and unpacked, which needs no root; where there is no apt,
Playwright is asked for its own. If that fails too, one line says what to install, and the browser tests are
skipped.
"""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / ".tools" / "browser"
START = FOLDER / "chromium"
"""Starts the unpacked browser with the libraries and fonts beside it."""

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PACKAGES = ("chromium-headless-shell", "fonts-dejavu-core")
MISSING = (
    "No browser: the tests in tests/browser are skipped. Install Chromium, or name a browser in UTH_BROWSER."
)


def find() -> str | None:
    """The browser to use, if there is one."""
    known = os.environ.get("UTH_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
    fetched = (file for file in (START, *FOLDER.rglob("*headless*shell*")) if os.access(file, os.X_OK))
    return known or next((str(file) for file in fetched if file.is_file()), None)


def fetch() -> None:
    """Debian's browser where there is apt, else Playwright's."""
    if shutil.which("apt-get") and shutil.which("dpkg"):
        try:
            _unpack_debians()
        except subprocess.CalledProcessError as failed:
            print(f"{failed.cmd[0]} cannot fetch a browser: {failed.stderr.strip()}", file=sys.stderr)
        else:
            return
    call = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
    place = {"PLAYWRIGHT_BROWSERS_PATH": str(FOLDER)}
    subprocess.run(call, check=False, capture_output=True, env=os.environ | place)


def _unpack_debians() -> None:
    """apt resolves and downloads with folders of its own instead of the system's, dpkg only unpacks."""
    downloads, lists = FOLDER / "downloads", FOLDER / "lists"
    for folder in (downloads / "archives" / "partial", lists / "lists" / "partial"):
        folder.mkdir(parents=True, exist_ok=True)
    own = [f"Dir::State={lists}", "Dir::State::status=/var/lib/dpkg/status", f"Dir::Cache={downloads}"]
    options = [part for one in ("Debug::NoLocking=1", *own) for part in ("-o", one)]
    apt = ["apt-get", "--quiet=2", *options]
    _run([*apt, "update"])
    _run([*apt, "install", "--yes", "--download-only", "--no-install-recommends", *PACKAGES])
    for package in sorted((downloads / "archives").glob("*.deb")):
        _run(["dpkg", "--extract", str(package), str(FOLDER / "root")])
    _write_start()
    shutil.rmtree(downloads)
    shutil.rmtree(lists)


def _run(call: list[str]) -> None:
    subprocess.run(call, check=True, capture_output=True, text=True)


def _write_start() -> None:
    root = FOLDER / "root"
    [program] = root.glob("usr/lib/chromium/chromium-headless-shell")
    libraries = {file.parent for file in root.rglob("*.so*") if program.parent not in file.parents}
    fonts = FOLDER / "fonts.conf"
    folders = (f"{root}/usr/share/fonts", "/usr/share/fonts")  # what the system has is not fetched again
    listed = "".join(f"<dir>{folder}</dir>" for folder in folders)
    fonts.write_text(f"<fontconfig>{listed}<cachedir>{FOLDER}/fonts</cachedir></fontconfig>\n")
    START.write_text(
        "#!/bin/sh\n"
        f"export LD_LIBRARY_PATH='{':'.join(map(str, sorted(libraries)))}' FONTCONFIG_FILE='{fonts}'\n"
        f"exec '{program}' \"$@\"\n"
    )
    START.chmod(0o755)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends this without a traceback
    if find() is None:
        print("Fetching a browser for the tests into .tools", flush=True)
        fetch()
        if find() is None:
            print(MISSING, file=sys.stderr)


if __name__ == "__main__":
    main()
