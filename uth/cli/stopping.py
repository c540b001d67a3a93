"""Ctrl-C without a traceback: at once while a program loads, in good order while a service serves."""

import os
import signal
import sys

TYPE_CHECKING = False  # typing is slow to import, and this is the first module of all commands
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

SIGNALS = [signal.SIGINT, signal.SIGTERM]
if sys.platform == "win32":
    SIGNALS.append(signal.SIGBREAK)


class at_once:  # noqa: N801 - a context manager reads like a function; contextlib is slow to import
    """Within it Ctrl-C ends the program on the spot: nobody has been promised anything.

    An exception in the middle of an import would be a traceback, and often another one than Ctrl-C's own.
    """

    def __enter__(self) -> None:
        try:
            self._before = signal.signal(signal.SIGINT, signal.SIG_DFL)
        except ValueError:  # only the main thread may, and only there Ctrl-C is heard
            self._before = None

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)


def in_good_order(stop: "Callable[[], object]") -> None:
    """From now on Ctrl-C, or SIGTERM, calls ``stop``, once; a second one ends the program on the spot.

    What was acknowledged is on disk, so also that loses nothing.
    """
    asked = False

    def heard(number: int, frame: "FrameType | None") -> None:
        nonlocal asked
        if asked:
            os._exit(128 + number)
        asked = True
        if sys.stderr.isatty():
            os.write(sys.stderr.fileno(), b"\nStopping; Ctrl-C again ends it at once.\n")
        stop()

    for number in SIGNALS:
        signal.signal(number, heard)
