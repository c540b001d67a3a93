"""Check types for every Python that the project supports, whichever one runs this.

    python scripts/check_types.py

The lock gives some packages (NumPy) in different versions to different Pythons, with different types. Those
are unpacked into .tools/types, where only mypy looks; everything else is what .venv has.
"""

import os
import signal
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".tools" / "types"
LOCK = ROOT / "requirements" / "dev.txt"
CLASSIFIER = "Programming Language :: Python :: 3."


def supported() -> list[str]:
    """The Pythons that pyproject.toml promises, like "3.11"."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [one.rpartition(" ")[2] for one in project["classifiers"] if one.startswith(CLASSIFIER)]


def forks(version: str) -> str:
    """The lines of the lock that only some Pythons get, and this one does."""
    entries = LOCK.read_text("utf-8").replace("\\\n", " ").splitlines()
    chosen = []
    for entry in entries:
        marker = Requirement(entry.partition(" --hash")[0]).marker if entry[:1].isalnum() else None
        forked = marker and "python_full_version" in str(marker)
        if marker and forked and marker.evaluate({"python_full_version": f"{version}.0"}):
            chosen.append(entry)
    return "\n".join(chosen)


def unpack(version: str) -> Path:
    """A folder with this Python's forks; Pythons with the same ones share it."""
    wanted = forks(version)
    folder = FOLDER / sha256(wanted.encode()).hexdigest()[:12]
    ready = folder / "ready"
    if not ready.exists():
        folder.mkdir(parents=True, exist_ok=True)
        listed = folder / "requirements.txt"
        listed.write_text(wanted, "utf-8")
        uv = [sys.executable, str(ROOT / "scripts" / "uv.py")]
        call = ["pip", "install", "--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:"]
        where = ["--python-version", version, "--target", str(folder), "-r", str(listed)]
        subprocess.run([*uv, *call, *where], check=True)
        ready.touch()
    return folder


def check(version: str, *parts: str) -> str:
    """What is wrong with `parts`, or with all that pyproject.toml names; nothing if all is well."""
    environment = {**os.environ, "PYTHONPATH": str(unpack(version))}
    call = [sys.executable, "-m", "mypy", "--python-version", version, *parts]
    done = subprocess.run(call, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return f"Types for Python {version}:\n{done.stdout}{done.stderr}" if done.returncode else ""


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends this without a traceback
    oldest, *between, newest = versions = supported()
    for version in versions:
        unpack(version)
    # what the oldest and the newest agree on in the tests, those between have no way to see differently
    asked = [(oldest,), (newest,), *((version, "uth") for version in between)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = [fault for fault in pool.map(lambda one: check(*one), asked) if fault]
    if faults:
        sys.exit("\n".join(faults))
    print(f"Types fit Python {', '.join(versions)}")


if __name__ == "__main__":
    main()
