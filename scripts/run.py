"""What `make run` starts: a table of each book with bots, and beside it, once, the compiling of the solver.

    python -m scripts.run [PORT]

Ctrl-C ends both.
"""

import signal
import subprocess
import sys

from scripts.compile import COMPILED
from scripts.compile import __file__ as compile_script

BOOKS = ("california-shfl", "california-bally", "florida", "iowa-catfish-bend")


def main() -> int:
    port = sys.argv[1] if len(sys.argv) > 1 else "8000"
    tables = [part for book in BOOKS for part in ("--open", book)]
    # The terminal sends Ctrl-C to all of them: the service ends by itself, and this one waits for it.
    signal.signal(signal.SIGINT, lambda *_: None)
    compiling = None if COMPILED.exists() else subprocess.Popen([sys.executable, compile_script])
    call = [sys.executable, "-m", "uth", "serve", "--port", port, "--bots", "3", "--browser", *tables]
    code = subprocess.call(call)
    if compiling:
        compiling.kill()
        compiling.wait()
    return code


if __name__ == "__main__":
    sys.exit(main())
