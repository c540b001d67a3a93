"""What `make run` starts: a table of each book with bots, and beside it, once, the compiling of the solver.

    python -m scripts.run [PORT]

Ctrl-C ends both, and so does SIGTERM.
"""

import signal
import sys

BOOKS = ("california-shfl", "california-bally", "florida", "iowa-catfish-bend")


def main() -> int:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # before slow imports, which Ctrl-C would end in a traceback
    import subprocess

    from scripts.compile import COMPILED
    from scripts.compile import __file__ as compile_script

    port = sys.argv[1] if len(sys.argv) > 1 else "8000"
    tables = [part for book in BOOKS for part in ("--open", book)]
    compiling = None if COMPILED.exists() else subprocess.Popen([sys.executable, compile_script])
    # The terminal sends Ctrl-C to all of them: the service ends by itself, and this one waits for it.
    signal.signal(signal.SIGINT, lambda *_: None)
    call = [sys.executable, "-m", "uth", "serve", "--port", port, "--bots", "3", "--browser", *tables]
    service = subprocess.Popen(call)
    signal.signal(signal.SIGTERM, lambda *_: service.terminate())
    code = service.wait()
    if compiling:
        compiling.kill()
        compiling.wait()
    ended_by_ctrl_c = code in (-signal.SIGINT, 128 + signal.SIGINT)
    return 0 if ended_by_ctrl_c else code


if __name__ == "__main__":
    sys.exit(main())
