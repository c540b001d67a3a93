"""A real terminal, for tests: a pseudo-terminal of a size, its screen read as a person reads it."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pyte

UTH = [sys.executable, "-m", "uth"]
TAKE_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Makes the terminal that of this session, so that it hears of new sizes and of Ctrl-C."""


OF_ANOTHER_WINDOW = ("NO_COLOR", "LC_ALL", "COLUMNS", "LINES")
"""What the program that starts the tests may have set; with a fixed width no window is resized."""


class TerminalWindow:
    """A program in the foreground of a terminal."""

    def __init__(
        self,
        *command: str,
        size: tuple[int, int] = (80, 24),
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._keyboard, self._own = pty.openpty()
        self.resize(*size)
        self.before = termios.tcgetattr(self._own)
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self.raw = b""
        kept = {name: value for name, value in os.environ.items() if name not in OF_ANOTHER_WINDOW}
        self.process = subprocess.Popen(
            [sys.executable, "-c", TAKE_TERMINAL, *(command or UTH)],
            env={**kept, "TERM": "xterm-256color", "LANG": "C.UTF-8", **environment},
            stdin=self._own,
            stdout=self._own,
            stderr=self._own,
            start_new_session=True,
        )

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._keyboard, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if hasattr(self, "_screen"):
            self._screen.resize(rows, columns)
            self._screen.erase_in_display(2)  # only what is drawn again counts

    def type(self, keys: str) -> None:
        os.write(self._keyboard, keys.encode())

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    def read(self, seconds: float) -> bool:
        """Take what comes within so long; whether anything came."""
        if not select.select([self._keyboard], [], [], seconds)[0]:
            return False
        new = os.read(self._keyboard, 65536)
        self.raw += new
        self._stream.feed(new)
        return True

    def wait_for(self, words: str, seconds: float = 30) -> None:
        end = time.monotonic() + seconds
        while words not in self.text:
            assert time.monotonic() < end, f"no {words!r}:\n{self.text}"
            self.read(0.1)

    def answer_time(self, keys: str) -> float:
        """Seconds from a key to the first thing drawn."""
        while self.read(0.2):
            pass
        start = time.perf_counter()
        self.type(keys)
        assert self.read(5)
        return time.perf_counter() - start

    def end(self, seconds: float = 20) -> int:
        """Wait for the program to end, and give its exit code."""
        end = time.monotonic() + seconds
        while self.process.poll() is None:
            assert time.monotonic() < end, f"still running:\n{self.text}"
            self.read(0.05)
        while self.read(0.1):
            pass
        return self.process.returncode

    @property
    def settings(self) -> Any:
        """How the terminal is set now: what ``stty`` shows."""
        return termios.tcgetattr(self._own)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(5)
        os.close(self._keyboard)
        os.close(self._own)
