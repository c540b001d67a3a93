"""The command line in a Python that lacks certain packages."""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

WITHOUT = """
import sys
missing = sys.argv.pop(1).split(",")
for name in missing:
    sys.modules[name] = None
from uth.cli import main
main(prog_name="uth")
"""


def uth(
    *arguments: str, without: Iterable[str], cwd: Path | None = None
) -> "subprocess.CompletedProcess[str]":
    """Call ``uth`` as if these packages were not installed."""
    call = [sys.executable, "-c", WITHOUT, ",".join(without), *arguments]
    return subprocess.run(call, cwd=cwd, capture_output=True, text=True, check=False, timeout=120)
