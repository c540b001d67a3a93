"""Writing out: signs that a terminal lacks are replaced, and a full disk or a closed pipe is no crash."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper, UnsupportedOperation

import click


def counted(number: int, thing: str) -> str:
    """``1 round``, ``2,000 rounds``."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


@contextmanager
def written_out() -> Iterator[None]:
    """Everything that a command says is written, or the command ends with the reason why it cannot be.

    Who reads from a pipe and has enough closes it: that is quiet.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except OSError as error:
        _give_up_writing()
        if not isinstance(error, BrokenPipeError):
            where = f"{error.filename}: " if error.filename else "cannot write the output: "
            click.echo(f"uth: {where}{error.strerror or error}", err=True)
        sys.exit(1)


def _give_up_writing() -> None:
    """What is still buffered goes nowhere, or Python would try once more, and fail, at its end."""
    with suppress(UnsupportedOperation):  # something in memory, which takes all that is written
        written = sys.stdout.fileno()
        os.dup2(os.open(os.devnull, os.O_WRONLY), written)
