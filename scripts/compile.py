"""Compile the solver's kernels and keep them on disk, which spares the first visitor, or a test, the wait.

python scripts/compile.py
"""

import os
import signal
import sys
from pathlib import Path

COMPILED = Path(sys.prefix) / "compiled"
"""Made when all kernels are compiled."""


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # ends at once, wherever the compiler is
    os.nice(10)  # tables that are served meanwhile come first
    from uth.bank.rehearsing import rehearse as rehearse_tables
    from uth.server.mathematics import rehearse

    rehearse()
    rehearse_tables()
    COMPILED.touch()


if __name__ == "__main__":
    main()
