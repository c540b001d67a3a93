"""A progress bar for whatever takes longer than a second."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0
"""Seconds that nobody needs to be told about."""


class Waiting:
    """What is being done, and a bar that shows it once it was started."""

    def __init__(self) -> None:
        self._lock, self._done = Lock(), False
        self._what, self._share = "", 0.0
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def report(self, what: str, share: float) -> None:
        """What is done now, and which share of the whole is done."""
        with self._lock:
            self._what, self._share = what, share
            if self._bar is not None and self._task is not None:
                self._bar.update(self._task, description=what, completed=share)

    def start(self) -> None:
        """Show the bar, if this is a terminal and there is still something to wait for."""
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            Progress,
            SpinnerColumn,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        console = Console(stderr=True)
        if not console.is_terminal:
            return
        spinner = SpinnerColumn("line" if console.options.ascii_only else "dots")
        times = TimeElapsedColumn(), TimeRemainingColumn(elapsed_when_finished=True)
        columns = spinner, TextColumn("{task.description}"), BarColumn(), *times
        # standard output is left alone: answers may go to a file meanwhile
        bar = Progress(*columns, console=console, transient=True, redirect_stdout=False)
        with self._lock:
            if not self._done:
                self._bar = bar
                self._task = bar.add_task(self._what, total=1.0)
                bar.update(self._task, completed=self._share)
                bar.start()

    def stop(self) -> None:
        """Take the bar away."""
        with self._lock:
            self._done = True
            if self._bar is not None:
                self._bar.stop()


@contextmanager
def progress_bar() -> Iterator[Callable[[str, float], None]]:
    """Gives a function to report to: what is done now, and which share of the whole is done.

    The bar is on the error stream, only in a terminal, and gone when the work is done. Until a second has
    passed nothing is imported for it.
    """
    waiting = Waiting()
    late = Timer(PATIENCE, waiting.start)
    late.daemon = True
    late.start()
    try:
        yield waiting.report
    finally:
        late.cancel()
        waiting.stop()
