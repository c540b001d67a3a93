"""``uth simulate``: many rounds at random."""

import json
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from uth.cli.asking import refuse, set_option
from uth.cli.felt import console
from uth.cli.seating import ask_table, seating_options
from uth.cli.staking import print_whole
from uth.cli.waiting import progress_bar
from uth.solver import SolverError


@click.command()
@click.argument("book")
@set_option
@seating_options
@click.option(
    "--rounds",
    type=click.IntRange(1, 10**12),
    default=10_000_000,
    show_default=True,
    metavar="N",
    help="How many.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    default=1,
    show_default=True,
    metavar="S",
    help="The same seed deals the same cards.",
)
@click.option("--threads", type=click.IntRange(1), metavar="N", help="How many threads.")
@click.option("--no-control", is_flag=True, help="Plain means: do not use the exact solution.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def command(
    book: str,
    settings: tuple[str, ...],
    rounds: int,
    seed: int,
    threads: int | None,
    no_control: bool,
    as_json: bool,
    **seating: Any,
) -> None:
    """Play many rounds of BOOK at random: what the bank and every seat win, with standard errors.

    \b
    Examples:
      uth simulate california-shfl --rounds 10000000
      uth simulate california-shfl --seats 5 --ante 25 --bank 600 --json
      uth simulate iowa-catfish-bend --seats 6 --strategy basic --trips 5
      uth simulate florida --seats 4 --rotate --bank 1000
    """
    from uth.simulate.data import simulation_data
    from uth.simulate.simulating import simulate
    from uth.simulate.tables import TableError

    setup = ask_table(book, settings, **seating)
    try:
        with progress_bar() as progress:
            found = simulate(setup, rounds, seed, threads=threads, control=not no_control, progress=progress)
    except (TableError, SolverError) as error:
        refuse(map(str, error.faults))
    data = simulation_data(found)
    if as_json:
        click.echo(json.dumps(data, indent=1))
        return
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for number, heading in enumerate(
        ("", "plays", "wins a round", "error", "deviation", "fees", "stakes", "not covered")
    ):
        table.add_column(heading, justify="right" if number > 1 else "left", no_wrap=True)
    for row in [data["bank"], *data["seats"]]:
        table.add_row(
            row["name"],
            row.get("strategy", ""),
            f"${row['mean']:+.4f}",
            f"{row['standard_error']:.4f}",
            f"${row['standard_deviation']:,.2f}",
            f"${row['fees']:.2f}",
            f"${row['staked']:,.2f}",
            f"{row['not_covered'] * 100:.3f} %",
        )
    out = console()
    control = "exact solution as control variate" if data["control"] else "plain means"
    print_whole(
        out,
        Text(f"{found.rounds:,} rounds of {setup.book.title}, seed {seed}", "bold"),
        table,
        Text(f"{found.rounds_per_second:,.0f} rounds a second; {control}", "dim"),
    )
