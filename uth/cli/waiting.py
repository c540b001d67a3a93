"""A progress bar for whatever takes longer than a second."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

PATIENCE = 1.0
"""Seconds that nobody needs to be told about."""


@contextmanager
def progress_bar() -> Iterator[Callable[[str, float], None]]:
    """Gives a function to report to: what is done now, and which share of the whole is done.

    The bar is on the error stream, only in a terminal, and gone when the work is done.
    """
    console = Console(stderr=True)
    spinner = SpinnerColumn("line" if console.options.ascii_only else "dots")
    columns = spinner, TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    bar = Progress(
        *columns,
        console=console,
        transient=True,
        redirect_stdout=False,  # it is not there, and answers may go to a file meanwhile
        disable=not console.is_terminal,
    )
    task = bar.add_task("", total=1.0)
    late = Timer(PATIENCE, bar.start)
    late.daemon = True
    late.start()
    try:
        yield lambda what, share: bar.update(task, description=what, completed=share)
    finally:
        late.cancel()
        late.join()
        bar.stop()
