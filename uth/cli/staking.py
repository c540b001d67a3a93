"""What commands about the mathematics share: asking for stakes and meters, and figures that are never cut."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click
from rich.console import Console, RenderableType
from rich.table import Table

from uth.cli.asking import refuse
from uth.solver import SolverError
from uth.solver.asking import Asked, Game, Hand, read_game

Command = TypeVar("Command", bound=Callable[..., Any])


def stakes_options(command: Command) -> Command:
    """``--ante``, ``--stake``, ``--trips``, ``--progressive``, ``--meter``, ``--others``."""
    options = [
        click.option("--ante", metavar="N", help="The Ante in dollars; the other stakes then too."),
        click.option(
            "--stake",
            "stakes",
            multiple=True,
            metavar="NAME=N",
            help="A side bet of the book; without --ante, in Antes. Again for each.",
        ),
        click.option("--trips", metavar="N", default="0", help="Short for --stake trips=N."),
        click.option("--progressive", metavar="N", default="0", help="Short for --stake progressive=N."),
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


def ask_game(game: Game, hands: Iterable[Hand] = ()) -> Asked:
    """The book, the stakes and the cards, or the end of the command with everything wrong with them."""
    try:
        return read_game(game, hands)
    except SolverError as error:
        refuse(map(str, error.faults))


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
