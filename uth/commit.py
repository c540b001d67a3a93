"""The commit that this copy of the program was made from."""

import subprocess
from pathlib import Path

PACKAGE = Path(__file__).parent


def commit() -> str:
    """As packed with a wheel; in a checkout what git says, with a plus if files were changed since."""
    packed = PACKAGE / "commit.txt"
    if packed.exists():
        return packed.read_text("ascii")
    if not (PACKAGE.parent / ".git").exists():
        return ""
    call = ["git", "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty=+"]
    try:
        return subprocess.run(call, cwd=PACKAGE, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:  # no git on this machine
        return ""
