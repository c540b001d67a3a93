"""What commands about the mathematics share: asking for stakes and meters, and figures that are never cut."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click
from rich.console import Console, RenderableType
from rich.table import Table

from uth.cli.asking import refuse
from uth.rules import Book, BookError, load_book
from uth.solver import SolverError, Stakes
from uth.solver.advice import read_cards
from uth.solver.terms import terms_of

Command = TypeVar("Command", bound=Callable[..., Any])
Answer = TypeVar("Answer")


def stakes_options(command: Command) -> Command:
    """``--ante``, ``--trips``, ``--progressive``, ``--meter``, ``--others``."""
    options = [
        click.option("--ante", metavar="N", help="The Ante in dollars; the other stakes then too."),
        click.option("--trips", metavar="N", default="0", help="The Trips wager; without --ante, in Antes."),
        click.option(
            "--progressive", metavar="N", default="0", help="The progressive wager; without --ante, in Antes."
        ),
        click.option(
            "--meter",
            "meters",
            multiple=True,
            metavar="NAME=N",
            help="What a jackpot pays, in dollars; without it, its seed.",
        ),
        click.option(
            "--others",
            type=int,
            default=0,
            metavar="N",
            help="Other progressive bettors, whose hands bring envy.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def ask_game(
    name: str,
    settings: Iterable[str],
    meters: Iterable[str],
    cards: tuple[str, str, str] | None = None,
    **stakes: Any,
) -> tuple[Book, Stakes]:
    """The book and the stakes, or the end of the command with everything wrong with them and the cards."""
    faults: list[str] = []
    book = _tried(faults, lambda: load_book(name, settings))
    named = _tried(faults, lambda: _meters(meters))
    given = _tried(faults, lambda: Stakes(meters=named or {}, **stakes))
    if cards:
        _tried(faults, lambda: read_cards(*cards))
    if book is not None and given is not None:
        _tried(faults, lambda: terms_of(book, given))
    if faults or book is None or given is None:
        refuse(faults)
    return book, given


def _tried(faults: list[str], read: Callable[[], Answer]) -> Answer | None:
    try:
        return read()
    except BookError as error:
        faults.extend(map(str, error.problems))
    except SolverError as error:
        faults.extend(error.faults)
    return None


def _meters(meters: Iterable[str]) -> dict[str, str]:
    read = {}
    for meter in meters:
        name, _, amount = map(str.strip, meter.partition("="))
        if not name or not amount:
            raise SolverError([f"--meter {meter}: NAME=N is wanted, like major=52000"])
        read[name] = amount
    return read


def sign(out: Console, wanted: str, plain: str) -> str:
    """A sign, or what stands for it where it cannot be written."""
    try:
        wanted.encode(out.encoding)
    except (LookupError, UnicodeEncodeError):
        return plain
    return wanted


def fits(out: Console, table: Table) -> bool:
    """Whether a table can be printed with all its figures."""
    return _width_of(out, table) <= out.width


def print_whole(out: Console, *views: RenderableType) -> None:
    """Print tables beyond the width rather than cut a figure off; lines of text are folded."""
    given = out.width
    for view in views:
        out.width = max(given, _width_of(out, view)) if isinstance(view, Table) else given
        out.print(view)
    out.width = given


def _width_of(out: Console, table: Table) -> int:
    return out.measure(table, options=out.options.update(width=1000)).maximum
