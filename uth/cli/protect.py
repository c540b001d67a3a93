"""``uth protect``: what cards are worth that a player should not know."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from uth.cards import RANKS
from uth.cli.asking import ask_book, refuse, said_plainly, set_option
from uth.cli.detect import detect_command, grid, power_command
from uth.cli.felt import console
from uth.cli.staking import print_whole
from uth.cli.waiting import progress_bar
from uth.protect import Worth, protect, read_knowledge, savings
from uth.protect.finding import SAMPLES
from uth.protect.worth import together
from uth.rules.book import Book
from uth.solver.faults import SolverError

MOST_TELLS = 150
"""Plays on a printed rule."""
_STREETS = {"preflop": "bets before the flop", "flop": "bets on the flop", "river": "river bets and folds"}


class ByBook(click.Group):
    """A group whose first word may be a book: then it is `worth`."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            return "worth", self.commands["worth"], args
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ahead = [word for word in args if not word.startswith("-")]
        if ahead and ahead[0] not in self.commands and args[0] not in ("-h", "--help"):
            args = ["worth", *args]  # options may stand before the book
        return super().parse_args(ctx, args)


@click.group(cls=ByBook)
def command() -> None:
    """Say what cards are worth that a player should not know, exactly, under any book.

    \b
    Examples:
      uth protect california-shfl --knows dealer=1
      uth protect california-shfl --knows dealer=1,flop=1 --json
      uth protect iowa-catfish-bend --knows players=5 --samples 400 --seed 7
      uth protect rule california-shfl --knows dealer=1
      uth protect detect T1.log rounds.json --knows dealer=1 --knows turn=1
      uth protect power california-shfl --knows dealer=1 --looked-at 500
    """


command.add_command(detect_command)
command.add_command(power_command)


def knows_option(function: Any) -> Any:
    """``--knows``."""
    return click.option(
        "--knows",
        required=True,
        metavar="WHAT",
        help="What is known before the first decision: dealer=1 or 2, flop=1 to 3, turn=1, river=1, "
        "dead=1 to 4, players=1 to 6, joined by commas.",
    )(function)


@command.command("worth")
@click.argument("book")
@knows_option
@set_option
@click.option(
    "--samples",
    type=int,
    default=SAMPLES,
    show_default=True,
    metavar="N",
    help="With players=: how many sets of their cards are drawn.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    metavar="S",
    help="With players=: of the draw.",
)
@click.option("--no-cache", is_flag=True, help="Count it here and now, and keep nothing on disk.")
@click.option(
    "--threads",
    type=click.IntRange(1),
    metavar="N",
    help="How many threads; without it, one for each core, at most 8.",
)
@click.option(
    "--chart",
    type=click.Path(path_type=Path, dir_okay=False, writable=True),
    metavar="FILE.svg",
    help="Also draw it, as SVG.",
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def worth_command(
    book: str,
    knows: str,
    settings: tuple[str, ...],
    samples: int,
    seed: int,
    no_cache: bool,
    threads: int | None,
    chart: Path | None,
    as_json: bool,
) -> None:
    """What the knowledge is worth to a player who uses it perfectly."""
    if chart and chart.suffix.lower() != ".svg":
        refuse([f"a chart is an SVG file: name it {chart.stem}.svg"])
    rules = ask_book(book, settings)
    worth = find(rules, knows, samples, seed, not no_cache, threads)
    if chart:
        _draw(worth, chart)
    if as_json:
        import json

        from uth.protect.data import worth_data

        click.echo(json.dumps(worth_data(worth), indent=1))
    else:
        print_whole(console(), *as_view(worth))


def _draw(worth: Worth, file: Path) -> None:
    from uth.protect.charts import chart

    try:
        file.write_text(chart(worth), encoding="utf-8")
    except OSError as error:
        refuse([f"{file} cannot be written ({error.strerror})"])


def find(
    book: Book,
    knows: str,
    samples: int = SAMPLES,
    seed: int = 1,
    cache: bool = True,
    threads: int | None = None,
) -> Worth:
    """What it is worth, or the end of the command with everything that is wrong."""
    with progress_bar() as progress, said_plainly():
        try:
            known = read_knowledge(knows)
            return protect(
                book, known, threads=threads, cache=cache, samples=samples, seed=seed, progress=progress
            )
        except SolverError as error:
            refuse(map(str, error.faults))


@command.command("rule")
@click.argument("book")
@knows_option
@set_option
@click.option(
    "--cost",
    default="1/4",
    show_default=True,
    metavar="N",
    help="What a play must cost without the knowledge, in Antes, to count as no ordinary mistake.",
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def rule_command(book: str, knows: str, settings: tuple[str, ...], cost: str, as_json: bool) -> None:
    """The few plays before the flop that only somebody with the knowledge makes, for surveillance."""
    from uth.protect.rule import rule_data, tells
    from uth.solver import solve

    costly = _fraction(cost)
    rules = ask_book(book, settings)
    worth = find(rules, knows)
    found = tells(worth, solve(rules), costly)
    if as_json:
        import json

        click.echo(json.dumps(rule_data(worth, found, costly), indent=1))
        return
    for line in rule_lines(worth, found, costly):
        click.echo(line)


def _fraction(text: str) -> Fraction:
    try:
        cost = Fraction(text)
    except (ValueError, ZeroDivisionError):
        refuse([f"--cost takes a number of Antes, such as 1/4 or 0.5, not {text!r}"])
    if not 0 <= cost <= 100:
        refuse([f"--cost is from 0 to 100 Antes, not {text}"])
    return cost


def rule_lines(worth: Worth, found: list[Any], costly: Fraction) -> list[str]:
    """The rule as a page to print: by known card, the hands that give it away."""
    rate = sum(tell.deals for tell in found)
    lines = [
        f"{worth.book.title}: does somebody know {worth.knowledge}?",
        f"Each of these plays costs {float(costly):g} of an Ante or more without that knowledge.",
        f"With it they come up in {percent(rate, 2)} of hands, one in {float(1 / rate):.0f}."
        if rate
        else "There are none.",
    ]
    if len(found) > MOST_TELLS:
        lines.append(f"The {MOST_TELLS} that weigh most, of {len(found):,}; --json has all.")
    by_known: dict[tuple[str, str], list[str]] = {}
    for tell in found[:MOST_TELLS]:
        by_known.setdefault((tell.known, tell.play), []).append(tell.hand)
    for known, play in sorted(by_known, key=lambda both: (both[1], _order(both[0]))):
        said = f"{play[3:]}x" if play.startswith("bet") else "checks before the flop"
        against = f" when {known} was seen" if known else ""
        lines += ["", f"{said}{against} with:"]
        hands = by_known[known, play]
        lines += [f"  {' '.join(hands[at : at + 16])}" for at in range(0, len(hands), 16)]
    return lines


def _order(known: str) -> list[int]:
    return [RANKS.find(sign) for sign in known]


def percent(share: Any, digits: int = 4) -> str:
    return f"{float(share * 100):.{digits}f} %"


def as_view(worth: Worth) -> list[Any]:
    """For people, one thing below the other."""
    ordinary, estimate = worth.ordinary or worth, worth.estimate
    said = str(worth.knowledge)
    blocks: list[Any] = [
        Text(worth.book.title, "bold"),
        Text(f"Known before the first decision: {said}"),
        Text(),
        _edges(worth),
        Text(),
        _plays(worth, ordinary),
        Text(),
        _streets(worth, ordinary),
    ]
    if worth.by_known:
        blocks += [Text(), _by_known(worth)]
    if rules := savings(worth):
        blocks += [Text(), _rules(rules)]
    took = "read from disk, counted" if worth.kept else "counted"
    over = f" over {estimate.samples:,} draws, seed {estimate.seed}" if estimate else ", every deal"
    blocks.append(Text(f"{took} in {worth.seconds:.1f} s{over}; --json has every starting hand", "dim"))
    return blocks


def _edges(worth: Worth) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    estimate, even = worth.estimate, worth.break_even
    if estimate:
        error = percent(estimate.standard_error)
        table.add_row("Player's edge", f"{percent(estimate.mean)} (standard error {error})")
    else:
        table.add_row("Player's edge", percent(worth.edge))
    if worth.ordinary:
        table.add_row("Without the knowledge", percent(worth.ordinary.edge))
    never = "never: the house keeps an edge"
    rate = never if even is None else f"{percent(even)} of rounds, 1 in {float(1 / even):.2f}"
    table.add_row("House edge is gone at", rate)
    return table


def _plays(worth: Worth, ordinary: Worth) -> Table:
    table = grid("play", "with", "without")
    usual = ordinary.plays
    for name, share in worth.plays.items():
        table.add_row(
            f"{name[3:]}x" if name.startswith("bet") else name, percent(share), percent(usual[name])
        )
    return table


def _streets(worth: Worth, ordinary: Worth) -> Table:
    table = grid("where the value comes from", "with", "without")
    usual = ordinary.streets
    for name, value in worth.streets.items():
        table.add_row(_STREETS[name], percent(value), percent(usual[name]))
    return table


def _by_known(worth: Worth) -> Table:
    table = grid("known", "player's edge")
    rows = {name: worth.edge_of(together(hands)) for name, hands in worth.by_known.items()}
    best = sorted(rows, key=lambda name: rows[name], reverse=True)
    few = len(best) <= 13
    for name in best if few else best[:6]:
        table.add_row(name, percent(rows[name]))
    if not few:
        table.add_row("...", "")
        for name in best[-6:]:
            table.add_row(name, percent(rows[name]))
    return table


def _rules(rules: list[Any]) -> Table:
    table = grid("irregularity rule", "effect", "saves each time", "clauses")
    for rule in rules:
        saves = "as ruled" if rule.saves is None else f"{percent(rule.saves)} of the Ante"
        table.add_row(rule.what, rule.effect.replace("_", " "), saves, " ".join(rule.clauses))
    return table
