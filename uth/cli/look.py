"""``uth admin look``: whom to look at, as the floor page says it."""

import json
from math import log
from typing import TYPE_CHECKING

import click
from rich.text import Text

from uth.cli.detect import grid
from uth.cli.felt import console
from uth.cli.staking import print_whole
from uth.cli.waiting import progress_bar

if TYPE_CHECKING:
    from uth.cli.calling import Caller


@click.command()
@click.argument("tables", nargs=-1, metavar="[TABLE]...")
@click.option(
    "--knows",
    "kinds",
    multiple=True,
    default=("dealer=1",),
    show_default=True,
    metavar="WHAT",
    help="A kind of knowledge to look for; may be repeated.",
)
@click.option("--rounds", type=click.IntRange(1, 1000), default=100, show_default=True, help="Of each table.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.pass_obj
def look(call: "Caller", tables: tuple[str, ...], kinds: tuple[str, ...], rounds: int, as_json: bool) -> None:
    """Who plays as if they knew cards, in the last rounds of TABLE, or of all; for supervisors."""
    body = {"kinds": kinds, "tables": tables, "rounds": rounds}
    with progress_bar() as progress:
        while not (found := call("POST", "protection", "look", body=body))["verdict"]:
            progress(f"round {found['done']:,} of {found['of']:,}", found["done"] / max(1, found["of"]))
    if as_json:
        click.echo(json.dumps(found, indent=1))
        return
    table = grid("player", "knows", "rounds", "evidence", "gained", "")
    for one in found["verdict"]["players"]:
        evidence = f"10^{one['log_likelihood_ratio'] / log(10):+.2f}"
        alarm = "look at this player" if one["alarm"] else ""
        table.add_row(
            one["player"], one["knows"], str(one["rounds"]), evidence, f"{one['gained']:+.3f}", alarm
        )
    bar = f"An alarm takes 10^{log(found['verdict']['alarm_ratio']) / log(10):+.2f}."
    print_whole(console(), table, Text(bar, "dim"))
