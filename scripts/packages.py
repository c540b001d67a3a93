"""Programs from Debian's packages, unpacked into .tools: proxies and Prometheus's checker for tests/deploy.

    python scripts/packages.py nginx caddy prometheus

Nothing is installed into the system, and no root is needed. Where a package cannot be had, the tests that
need it are skipped with the reason.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / ".tools" / "packages"
PROGRAMS = {
    "nginx": ("nginx", "usr/sbin/nginx"),
    "caddy": ("caddy", "usr/bin/caddy"),
    "promtool": ("prometheus", "usr/bin/promtool"),
}
"""By program: its package, and where it lies in it."""


class NotHad(Exception):
    """A program cannot be had, and why."""


def find(program: str) -> str:
    """Where the program is: the system's, one fetched before, or one fetched now. Raises NotHad."""
    package, place = PROGRAMS[program]
    if known := shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin"):
        return known
    there = FOLDER / package / place
    if not there.is_file():
        _fetch(package)
    if not there.is_file():
        raise NotHad(f"the package {package} holds no {program}")
    return str(there)


def _fetch(package: str) -> None:
    if not (shutil.which("apt-get") and shutil.which("dpkg")):
        raise NotHad(f"{package} is not installed, and there is no apt to get it")
    downloads = FOLDER / f"{package}.part"
    shutil.rmtree(downloads, ignore_errors=True)
    downloads.mkdir(parents=True)
    try:
        own: list[str] = []
        if _call(["apt-get", "--quiet=2", "download", package], downloads):
            own = _own_lists(downloads)
            if said := _call(["apt-get", "--quiet=2", *own, "update"], downloads):
                raise NotHad(f"apt does not know {package}: {said}")
            if said := _call(["apt-get", "--quiet=2", *own, "download", package], downloads):
                raise NotHad(f"apt cannot get {package}: {said}")
        for file in downloads.glob("*.deb"):
            if said := _call(["dpkg", "--extract", str(file), str(FOLDER / package)], downloads):
                raise NotHad(f"{file.name} cannot be unpacked: {said}")
    finally:
        shutil.rmtree(downloads, ignore_errors=True)


def _own_lists(downloads: Path) -> list[str]:
    """Where the system's lists of packages are empty, lists of our own."""
    (downloads / "lists" / "partial").mkdir(parents=True)
    state = [f"Dir::State={downloads}", "Dir::State::status=/var/lib/dpkg/status", f"Dir::Cache={downloads}"]
    return [part for one in ("Debug::NoLocking=1", *state) for part in ("-o", one)]


def _call(call: list[str], folder: Path) -> str:
    """What a program said, if it failed."""
    done = subprocess.run(call, cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    return (done.stderr.strip().splitlines() or ["it failed"])[-1] if done.returncode else ""


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(find({"prometheus": "promtool"}.get(name, name)))
