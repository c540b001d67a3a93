"""``uth play``: a table in the terminal, one's own with bots or one of a service."""

import os
import secrets
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
from rich.markup import escape

from uth.cli.asking import ask_book, refuse, set_option
from uth.cli.felt import console
from uth.cli.practice import practice_settings
from uth.rules.book import Book
from uth.rules.money import dollars
from uth.strategy import RuleStrategy, StrategyError, find_strategy
from uth.terminal.practice import BOTS, MOST_BOTS, Practice

if TYPE_CHECKING:
    from uth.strategy.functions import FunctionStrategy
    from uth.terminal.frames import Source
    from uth.terminal.trainer import Trainer

DEFAULT = "iowa-catfish-bend"


@click.command()
@click.argument("book", required=False)
@set_option
@click.option("--seed", help="Deal the same cards again: any text. Without it every game is different.")
@click.option(
    "--bots", type=click.IntRange(0, MOST_BOTS), default=2, show_default=True, help="Other players."
)
@click.option("--strategy", default="basic", show_default=True, help="How the bots play: a name or a file.")
@click.option("--seat", type=click.IntRange(1), help="Where you sit; without it, after the bots.")
@click.option("--name", default="Guest", show_default=True, help="What you are called at the table.")
@click.option("--trainer", is_flag=True, help="Exact values, and the rule behind each verdict.")
@click.option("--fast", is_flag=True, help="Deal without pauses.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw the table in ASCII.")
@click.option("--plain", is_flag=True, help="Questions and answers in lines of text, without a screen.")
@click.option("--script", "with_script", is_flag=True, help="Show what the house dealer does; plain form.")
@click.option("--server", metavar="URL", help="Sit at a table of this service instead.")
@click.option("--table", metavar="ID", help="Which of its tables; without it you choose.")
def command(
    book: str | None,
    settings: tuple[str, ...],
    seed: str | None,
    bots: int,
    strategy: str,
    seat: int | None,
    name: str,
    trainer: bool,
    fast: bool,
    ascii_only: bool,
    plain: bool,
    with_script: bool,
    server: str | None,
    table: str | None,
) -> None:
    """Sit down at a table of BOOK with play chips; bots take other seats, and bank where a player banks.

    \b
    Keys: 4 3 2 1 bet that multiple of the Ante, c checks, f folds, ? helps, q leaves the table.

    Where input or output is no terminal, and with --plain, the table is played in lines of text.

    \b
    Examples:
      uth play
      uth play california-shfl --bots 4 --trainer
      uth play florida --seed monday --plain
      uth play --server http://localhost:8000
    """
    if not name.strip() or not name.isprintable():
        refuse([f"--name {name!r}: a name is wanted, in letters"])
    on_screen = not (plain or with_script) and is_screen()
    if server is not None:
        _play_at(server, table, name, book, trainer, on_screen, fast, ascii_only)
        return
    if table is not None:
        refuse(["--table names a table of a service: add --server URL"])
    rules, chosen = _rules(DEFAULT if book is None else book, settings)
    _check_seats(rules, name, bots, seat)
    found = _strategy(strategy)
    practice = Practice(rules, name, seed if seed is not None else secrets.token_hex(16), found.player(rules))
    if not on_screen:
        from uth.cli.plain_table import PlainTable

        if trainer:
            refuse(["--trainer needs a terminal; uth advise gives exact values in plain text"])
        out = console()
        if chosen:
            out.print(f"[dim]Options for practice, changed with --set: {escape('; '.join(chosen))}[/]")
        PlainTable(practice, out, with_script).play(bots, seat)
        return
    from uth.terminal.sources import Local

    taught = None
    if trainer:
        from uth.terminal.trainer import Trainer

        basic = found if isinstance(found, RuleStrategy) else find_strategy("basic")
        taught = Trainer(rules, basic if isinstance(basic, RuleStrategy) else None)
    _show(Local(practice, bots, seat), taught, fast, ascii_only)
    click.echo(f"You leave with {dollars(practice.worth())}.")


def is_screen() -> bool:
    """Whether a person sits at a terminal that can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


def _rules(book: str, settings: Sequence[str]) -> tuple[Book, list[str]]:
    """The book, and what had to be chosen for practice."""
    chosen = practice_settings(book)
    return ask_book(book, [*chosen, *settings]), chosen


def _check_seats(rules: Book, name: str, bots: int, seat: int | None) -> None:
    if name.strip() in BOTS:
        refuse([f"--name {name}: choose another; {', '.join(BOTS)} are bots"])
    least, most = 1 if rules.bank.is_player else 0, min(MOST_BOTS, rules.table.seats - 1)
    if not least <= bots <= most:
        refuse([f"--bots {bots}: from {least} to {most} at this table"])
    if seat is not None and seat > rules.table.seats:
        refuse([f"--seat {seat}: this table has seats 1 to {rules.table.seats}"])


def _strategy(name: str) -> "RuleStrategy | FunctionStrategy":
    try:
        return find_strategy(name)
    except StrategyError as error:
        refuse(error.problems)


def _play_at(
    server: str,
    table: str | None,
    name: str,
    book: str | None,
    trainer: bool,
    on_screen: bool,
    fast: bool,
    ascii_only: bool,
) -> None:
    """A table of a service: who sits there is a guest with play chips."""
    from importlib.util import find_spec

    if not all(map(find_spec, ("httpx", "websockets"))):
        refuse(["uth play --server needs more packages: pip install 'uth[serve]'"])
    if book is not None:
        refuse([f"{book}: the service has the books; choose one of its tables with --table"])
    if trainer:
        refuse(["--trainer is for a table of your own: at a service nobody plays with advice"])
    if not on_screen:
        refuse(["uth play --server needs a terminal; programs use the API (docs/service.md)"])
    from uth.terminal.remote import Remote, open_tables

    try:
        tables = open_tables(server)
    except ConnectionError as error:
        refuse([str(error)])
    found = next((one for one in tables if one.id == table), None)
    if table is not None and found is None:
        refuse([f"--table {table}: there is {', '.join(one.id for one in tables) or 'none'} at {server}"])
    if found is None:
        if not tables:
            refuse([f"{server} has no open table"])
        for n, one in enumerate(tables, 1):
            click.echo(
                f"{n:>3}  {one.id:<6}{one.title}, {one.limits}, {len(one.players)} of {one.seats} seats"
            )
        answer = click.prompt("Which table", type=click.IntRange(1, len(tables)), default=1)
        found = tables[answer - 1]
    _show(Remote(server, found.id, "" if name == "Guest" else name), None, fast, ascii_only)


def _show(source: "Source", trainer: "Trainer | None", fast: bool, ascii_only: bool) -> None:
    """The table on the screen, and afterwards a line of what it came to."""
    colorless = bool(os.environ.pop("NO_COLOR", ""))  # Textual would show grays
    from uth.terminal.app import TableApp
    from uth.terminal.poor import needs_ascii

    app = TableApp(
        source,
        trainer=trainer,
        pace=0.0 if fast else 1.0,
        ascii_only=ascii_only or needs_ascii(),
        colorless=colorless,
    )
    app.run()
    if app.return_code:
        sys.exit(app.return_code)
    session = app.table.session
    if session.rounds:
        click.echo(f"You played {session.strip()}.")
