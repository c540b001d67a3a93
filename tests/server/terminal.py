"""A service at a terminal, with somebody at the keyboard."""

import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

from tests.server.serving import UTH

CTRL_C = b"\x03"
TAKE_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Makes the terminal that of this session, so that its Ctrl-C reaches the program."""


class Terminal:
    """`uth` in the foreground of a terminal of its own, in a folder, with nothing set in the environment."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        keyboard, screen = pty.openpty()
        environment = {name: value for name, value in os.environ.items() if not name.startswith("UTH_")}
        self._keyboard, self.shown = keyboard, ""
        self.process = subprocess.Popen(
            [sys.executable, "-c", TAKE_TERMINAL, *UTH, *arguments],
            cwd=folder,
            env={**environment, "PYTHONUNBUFFERED": "1"},
            stdin=screen,
            stdout=screen,
            stderr=screen,
            start_new_session=True,
        )
        os.close(screen)

    def type(self, keys: bytes) -> None:
        os.write(self._keyboard, keys)

    def read(self, seconds: float) -> bool:
        """Look at the screen for so long; False when nothing more can come."""
        if not select.select([self._keyboard], [], [], seconds)[0]:
            return True
        try:
            new = os.read(self._keyboard, 65536)
        except OSError:  # the last process that had the terminal open has ended
            return False
        self.shown += new.decode().replace("\r\n", "\n")
        return bool(new)

    def wait_for(self, pattern: str, seconds: float = 60) -> "re.Match[str]":
        end = time.monotonic() + seconds
        while not (found := re.search(pattern, self.shown)):
            assert time.monotonic() < end, self.shown
            assert self.read(0.1), self.shown
        return found

    def end(self, seconds: float = 30) -> int:
        """Wait until nobody has the terminal open any more, and give the exit code."""
        end = time.monotonic() + seconds
        while self.read(0.1):
            assert time.monotonic() < end, f"still running: {self.shown}"
        os.close(self._keyboard)
        return self.process.wait(5)
