"""What commands share in asking: the book and its settings, and saying no."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn, TypeVar

import click

from uth.rules import Book, BookError, load_book

Command = TypeVar("Command", bound=Callable[..., Any])


def set_option(command: Command) -> Command:
    """``--set KEY=VALUE``, anywhere a book is named."""
    return click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="KEY=VALUE",
        help="Change a key of the book, e.g. --set blind.flush=3:2 or --set bank.accounting=running.",
    )(command)


def ask_book(name: str, settings: Iterable[str]) -> Book:
    """The book, or the end of the command with everything that is wrong with it."""
    with said_plainly():
        return load_book(name, settings)


@contextmanager
def said_plainly() -> Iterator[None]:
    """A book that cannot be used ends the command with its problems, not with a traceback."""
    try:
        yield
    except BookError as error:
        refuse(map(str, error.problems))


def refuse(reasons: Iterable[str], code: int = 2) -> NoReturn:
    """Say every reason on the error stream, each on one line, and end."""
    for reason in reasons:
        click.echo(printable(reason), err=True)
    sys.exit(code)


def printable(text: str) -> str:
    """The text on one line, its control characters written out: what somebody typed may hold any."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)
