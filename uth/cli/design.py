"""``uth design``: which pay tables give this edge?"""

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table
from rich.text import Text

from uth.cli.asking import ask_book, refuse, set_option
from uth.cli.felt import console
from uth.cli.staking import print_whole
from uth.cli.waiting import progress_bar
from uth.ranking import Category
from uth.solver import SolverError

if TYPE_CHECKING:
    from uth.design.designing import Design, Designed

RANKS = ("fewest", "closest", "calm", "wild", "top")


@click.command()
@click.argument("book")
@set_option
@click.option(
    "--target",
    "targets",
    multiple=True,
    metavar="WHAT=A..B",
    help="edge or hits in percent, deviation in Antes, top prize. Again for each.",
)
@click.option(
    "--vary",
    multiple=True,
    metavar="LINE[=STEPS]",
    help="Lines of the Blind: blind.flush,blind.straight; or with your own steps: blind.flush=1:1,3:2.",
)
@click.option(
    "--keep", multiple=True, metavar="LINE", help="Lines that stay as they are when --vary is not given."
)
@click.option(
    "--rank", type=click.Choice(RANKS), default="fewest", show_default=True, help="Which tables come first."
)
@click.option(
    "--most", type=click.IntRange(1), default=20, show_default=True, metavar="N", help="How many to list."
)
@click.option("--threads", type=click.IntRange(1), metavar="N", help="How many threads.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def command(
    book: str,
    settings: tuple[str, ...],
    targets: tuple[str, ...],
    vary: tuple[str, ...],
    keep: tuple[str, ...],
    rank: str,
    most: int,
    threads: int | None,
    as_json: bool,
) -> None:
    """List Blind pay tables of BOOK that meet targets, each solved exactly.

    Steps are those that houses use; a better hand never pays less.

    \b
    Examples:
      uth design california-shfl --target edge=2.0..2.2 --vary blind.flush,blind.straight
      uth design california-shfl --target edge=1.5..1.6 --target top=500 --keep blind.straight --rank calm
      uth design florida --target edge=2.5..2.6 --vary blind.full_house=2:1,3:1,4:1 --json
    """
    from uth.design.designing import STEPS, Target, design, read_vary
    from uth.design.family import Family

    found_book = ask_book(book, settings)
    faults, wanted = [], []
    for text in targets:
        try:
            wanted.append(Target.read(text))
        except ValueError as error:
            faults.append(f"--target {error}")
    words = _words(vary)
    if vary and keep:
        faults.append("--keep is for when --vary is not given; leave one of them out")
    try:
        with progress_bar() as progress:
            family = Family(found_book, threads=threads, progress=progress)
            if not words:
                kept = {word for text in keep for word in text.split(",")}
                lines = [f"{family.blind.name}.{hand.key}" for hand in STEPS if family.odds[hand] is not None]
                faults += [f"--keep {word}: not a line of the table" for word in sorted(kept - set(lines))]
                words = [line for line in lines if line not in kept]
            try:
                steps = read_vary(family, words)
            except SolverError as error:
                faults += map(str, error.faults)
            if faults:
                refuse(faults)
            found = design(family, steps, wanted, rank, progress=progress)
            data = design_data(found, wanted, most)
    except SolverError as error:
        refuse(map(str, error.faults))
    if as_json:
        click.echo(json.dumps(data, indent=1))
        return
    _print(found, data)


def _words(vary: tuple[str, ...]) -> list[str]:
    """``a.b,a.c`` are two lines; after ``=`` commas part the steps of one."""
    words: list[str] = []
    for text in vary:
        words += [text] if "=" in text else text.split(",")
    return words


def design_data(found: "Design", targets: list[Any], most: int) -> dict[str, Any]:
    from uth.design.designing import RANKS as SAID

    return {
        "book": {"name": found.book.name, "digest": found.book.digest},
        "wager": found.wager,
        "varied": [hand.key for hand in found.varied],
        "targets": [
            {"measure": one.measure, "least": float(one.least), "most": float(one.most)} for one in targets
        ],
        "rank": found.rank,
        "ranked_by": SAID[found.rank],
        "candidates": found.candidates,
        "solves": found.solves,
        "met": len(found.found),
        "tables": [_table(one) for one in found.found[:most]],
    }


def _table(one: "Designed") -> dict[str, Any]:
    from uth.design.designing import line_text

    answer, own = one.answer, one.answer.figures
    edge: Fraction = answer.house_edge
    return {
        "pays": {
            hand.key: line_text(answer.odds[hand])
            for hand in reversed(Category)
            if answer.odds[hand] is not None
        },
        "house_edge": {"numerator": edge.numerator, "denominator": edge.denominator},
        "house_edge_percent": float(edge * 100),
        "standard_deviation": own.standard_deviation,
        "hit_frequency": float(own.hit_frequency),
        "average_bet": float(own.average_bet),
        "lines_changed": one.changed,
        "preflop_bets": [name for name, choice in answer.choices().items() if choice != "check"],
        "exact": True,
    }


def _print(found: "Design", data: dict[str, Any]) -> None:
    out = console()
    hands = [hand for hand in reversed(Category) if any(hand.key in one["pays"] for one in data["tables"])]
    grid = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for number, heading in enumerate(
        (*(hand.label for hand in hands), "house edge", "deviation", "hits", "changed")
    ):
        grid.add_column(heading, justify="right" if number >= len(hands) else "left", no_wrap=True)
    for one in data["tables"]:
        grid.add_row(
            *(one["pays"].get(hand.key, "push") for hand in hands),
            f"{one['house_edge_percent']:.6f} %",
            f"{one['standard_deviation']:.4f}",
            f"{one['hit_frequency'] * 100:.2f} %",
            str(one["lines_changed"]),
        )
    print_whole(
        out,
        Text(
            f"{data['met']:,} of {found.candidates:,} tables meet the targets; {len(data['tables'])} shown",
            "bold",
        ),
        grid if data["tables"] else Text("None; widen a target or vary more lines."),
        Text(f"ranked by: {data['ranked_by']}; all exact, {found.solves} solves", "dim"),
    )
