"""``uth play``: a first table in the terminal, one person and bots."""

import secrets

import click
from rich.markup import escape

from uth.cli.asking import ask_book, refuse, set_option
from uth.cli.felt import console
from uth.cli.plain_table import PlainTable
from uth.cli.practice import practice_settings
from uth.strategy import StrategyError, find_strategy
from uth.terminal.practice import BOTS, MOST_BOTS, Practice


@click.command()
@click.argument("book", default="iowa-catfish-bend")
@set_option
@click.option("--seed", help="Deal the same cards again: any text. Without it every game is different.")
@click.option(
    "--bots", type=click.IntRange(0, MOST_BOTS), default=2, show_default=True, help="Other players."
)
@click.option("--strategy", default="basic", show_default=True, help="How the bots play: a name or a file.")
@click.option("--name", default="Guest", show_default=True, help="What you are called at the table.")
@click.option("--script", "with_script", is_flag=True, help="Show what the house dealer does, with clauses.")
def command(
    book: str,
    settings: tuple[str, ...],
    seed: str | None,
    bots: int,
    strategy: str,
    name: str,
    with_script: bool,
) -> None:
    """Sit down at a table of BOOK with play chips; bots take other seats, and bank where a player banks.

    \b
    Keys: 4 3 2 1 bet that multiple of the Ante, c checks, f folds, ? helps, q leaves the table.

    \b
    Examples:
      uth play
      uth play california-shfl --bots 4 --script
      uth play florida --seed monday
    """
    chosen = practice_settings(book)
    rules = ask_book(book, [*chosen, *settings])
    least, most = 1 if rules.bank.is_player else 0, min(MOST_BOTS, rules.table.seats - 1)
    if not name.strip() or not name.isprintable():
        refuse([f"--name {name!r}: a name is wanted, in letters"])
    if name.strip() in BOTS:
        refuse([f"--name {name}: choose another; {', '.join(BOTS)} are bots"])
    if not least <= bots <= most:
        refuse([f"--bots {bots}: from {least} to {most} at this table"])
    out = console()
    if chosen:
        out.print(f"[dim]Options for practice, changed with --set: {escape('; '.join(chosen))}[/]")
    try:
        bots_play = find_strategy(strategy).player(rules)
    except StrategyError as error:
        refuse(error.problems)
    practice = Practice(rules, name, seed if seed is not None else secrets.token_hex(16), bots_play)
    PlainTable(practice, out, with_script).play(bots)
