"""``uth bank``: what a table brings to its bank, its house and its players, and what they risk."""

import json
from typing import TYPE_CHECKING, Any

import click
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from uth.cli.asking import refuse, set_option
from uth.cli.felt import console
from uth.cli.seating import ask_table, seating_options
from uth.cli.staking import print_whole
from uth.cli.values import between
from uth.cli.waiting import progress_bar
from uth.rules import BookError
from uth.rules.money import parse_money
from uth.solver import SolverError

if TYPE_CHECKING:
    from uth.bank.progressive import ProgressiveYears


@click.command()
@click.argument("book")
@set_option
@seating_options
@click.option(
    "--rounds-an-hour",
    type=float,
    default=40,
    show_default=True,
    callback=between(1, 10_000),
    help="How fast the table deals.",
)
@click.option(
    "--hours",
    type=float,
    default=8,
    show_default=True,
    callback=between(0.01, 10_000),
    help="How long a session is.",
)
@click.option(
    "--risk",
    metavar="PERCENT",
    default="1%",
    show_default=True,
    help="The chance of ruin to find a bankroll for.",
)
@click.option("--bankroll", metavar="$", help="A bankroll to find the chance of ruin for.")
@click.option("--readings", is_flag=True, help="What each reading of coverage is worth; needs --bank.")
@click.option("--progressive", is_flag=True, help="The book's progressive over the years; see --tables.")
@click.option(
    "--tables",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    help="Tables on the link of the progressive.",
)
@click.option(
    "--hours-a-day",
    type=float,
    default=12,
    show_default=True,
    callback=between(0.1, 24),
    help="How long those tables are open.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1000, 10**10),
    default=4_000_000,
    show_default=True,
    metavar="N",
    help="Rounds to simulate.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    default=1,
    show_default=True,
    help="The same seed deals the same cards.",
)
@click.option("--threads", type=click.IntRange(1), metavar="N", help="How many threads.")
@click.option("--no-cache", is_flag=True, help="Count here and now, and keep nothing on disk.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def command(
    book: str,
    settings: tuple[str, ...],
    rounds_an_hour: float,
    hours: float,
    risk: str,
    bankroll: str | None,
    readings: bool,
    progressive: bool,
    tables: int,
    hours_a_day: float,
    rounds: int,
    seed: int,
    threads: int | None,
    no_cache: bool,
    as_json: bool,
    **seating: Any,
) -> None:
    """The economics of a table of BOOK: N players against the bank, its mean, deviation and risk of ruin.

    Variance and covariance between seats are counted over all deals, exactly.

    \b
    Examples:
      uth bank california-shfl --seats 5 --ante 25
      uth bank california-shfl --seats 5 --ante 25 --hours 8 --risk 1%
      uth bank california-shfl --seats 5 --ante 25 --bank 600 --readings
      uth bank iowa-catfish-bend --seats 6 --strategy basic --json
      uth bank iowa-catfish-bend --seats 5 --progressive --tables 4
    """
    from uth.bank.data import economics_data, progressive_data
    from uth.bank.economics import Asked, find_economics
    from uth.bank.progressive import over_years
    from uth.simulate.tables import TableError

    faults = []
    try:
        chance = _share(risk)
    except ValueError as error:
        faults.append(f"--risk {risk!r}: {error}")
    try:
        roll = None if bankroll is None else parse_money(bankroll)
    except ValueError as error:
        faults.append(f"--bankroll {bankroll!r}: {error}")
    if readings and seating["bank_wager"] is None:
        faults.append(
            "--readings compares banks that do not cover everything; say what is put up with --bank"
        )
    if faults:
        refuse(faults)
    setup = ask_table(book, settings, **seating)
    try:
        if progressive:
            years = over_years(
                setup.book,
                tables=tables,
                bettors=len(setup.players),
                rounds_an_hour=rounds_an_hour,
                hours_a_day=hours_a_day,
            )
            if as_json:
                click.echo(json.dumps(progressive_data(years), indent=1))
            else:
                print_whole(console(), *_progressive_view(years, tables))
            return
        asked = Asked(rounds_an_hour, hours, chance, roll, rounds, seed, readings)
        with progress_bar() as progress:
            found = find_economics(setup, asked, threads=threads, cache=not no_cache, progress=progress)
            data = economics_data(found)
    except (TableError, SolverError) as error:
        refuse(map(str, error.faults))
    except BookError as error:
        refuse(map(str, error.problems))
    if as_json:
        click.echo(json.dumps(data, indent=1))
    else:
        print_whole(console(), *_view(setup.book.title, data))


def _share(text: str) -> float:
    """A chance, written 1%, 1 % or 0.01."""
    plain = text.strip()
    try:
        value = float(plain.removesuffix("%")) / (100 if plain.endswith("%") else 1)
    except ValueError:
        raise ValueError("a chance is written 1% or 0.01") from None
    if not 0 < value < 1:
        raise ValueError("a chance lies between 0 and 1")
    return value


def _grid(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left", no_wrap=True)
    return table


def _dollars(amount: float | None) -> str:
    if amount is None:
        return "none is enough"
    return f"{'-' if amount < 0 else ''}${abs(amount):,.2f}"


def _view(title: str, data: dict[str, Any]) -> list[RenderableType]:
    seats, table = data["seats"], data["table"]
    blocks: list[RenderableType] = [
        Text(f"{title}: {seats} {'player' if seats == 1 else 'players'} against the bank", "bold"),
        Text(
            f"One Ante each, base game, exactly: variance {data['variance_per_round']:.6f} a round, "
            f"covariance between seats {data['covariance_between_seats']:.6f}, "
            f"correlation {data['correlation']:.6f}"
        ),
        Text(),
    ]
    blocks.append(_sides_table(data))
    bank = data["bank"]
    if bank["break_even_antes_a_round"] is not None:
        blocks.append(
            Text(
                f"The bank earns its fees from {_dollars(bank['break_even_antes_a_round'])} of Antes a round."
            )
        )
    if bank["not_covered"]:
        blocks.append(Text(f"{bank['not_covered'] * 100:.4f} % of all stakes came back: not covered."))
    blocks += [Text(), _session_table(data)]
    if data["readings"]:
        blocks += [Text(), _readings_table(data)]
    exact = "exact" if bank["mean_and_deviation_exact"] else "simulated"
    blocks.append(
        Text(
            f"{table['rounds_an_hour']:g} rounds an hour, {table['hours']:g} hours; "
            f"the bank's mean and deviation are {exact}, "
            f"distributions from {data['simulated']['rounds']:,} rounds",
            "dim",
        )
    )
    return blocks


def _sides(data: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The bank and the seats; seats that are alike are one line."""
    sides: list[tuple[str, dict[str, Any]]] = [("bank", data["bank"])]
    for number, side in enumerate(data["players"], 1):
        if not any(side == other for _, other in sides):
            sides.append((f"seat {number}", side))
    return sides


def _sides_table(data: dict[str, Any]) -> Table:
    grid = _grid("", "wins a round", "deviation", "an hour", "deviation", "fees", "stakes")
    for name, side in _sides(data):
        grid.add_row(
            name,
            f"${side['mean_a_round']:+,.4f}",
            _dollars(side["deviation_a_round"]),
            f"${side['mean_an_hour']:+,.2f}",
            _dollars(side["deviation_an_hour"]),
            _dollars(side["fees_a_round"]),
            _dollars(side["staked_a_round"]),
        )
    house = data["house"]
    if house["fees_a_round"]:
        grid.add_row("house", f"${house['fees_a_round']:+,.4f}", "", f"${house['fees_an_hour']:+,.2f}")
    return grid


def _session_table(data: dict[str, Any]) -> Table:
    risk = f"{data['table']['risk'] * 100:g} %"
    grid = _grid(
        "session",
        "ahead",
        "5 %",
        "median",
        "95 %",
        f"bankroll, {risk} ruin",
        "for ever",
        "ruin",
        "doubles first",
    )
    for name, side in _sides(data):
        own = side["session"]
        quantiles = own["quantiles"]
        grid.add_row(
            name,
            f"{own['ahead'] * 100:.2f} %",
            *(_dollars(quantiles[share]) for share in ("0.05", "0.5", "0.95")),
            _dollars(side["bankroll_for_session"]),
            _dollars(side["bankroll_for_ever"]),
            f"{side['ruin_in_session'] * 100:.3f} %" if "ruin_in_session" in side else "",
            f"{side['doubles_before_broke'] * 100:.2f} %" if "doubles_before_broke" in side else "",
        )
    return grid


def _readings_table(data: dict[str, Any]) -> Table:
    grid = _grid("coverage", "to the bank", "to the players", "error", "not covered", "rounds short")
    for one in data["readings"]:
        grid.add_row(
            one["reading"],
            f"${one['to_bank_a_round']:+.4f}",
            f"${one['to_players_a_round']:+.4f}",
            f"{one['standard_error']:.4f}",
            f"{one['not_covered'] * 100:.4f} %",
            f"{one['rounds_not_covered'] * 100:.3f} %",
        )
    return grid


def _progressive_view(years: "ProgressiveYears", tables: int) -> list[RenderableType]:
    grid = _grid(
        "meter",
        "seed",
        "hit once in",
        "days",
        "at a hit",
        "median",
        "no hit in a year",
        "reserve after 5 years",
    )
    for meter in years.meters:
        grid.add_row(
            meter.name,
            _dollars(meter.seed / 100),
            f"{float(meter.wagers_between):,.0f} wagers",
            f"{meter.days_between:,.1f}",
            _dollars(meter.mean_at_hit / 100),
            "" if meter.parts else _dollars(meter.at_hit(0.5) / 100),
            f"{meter.no_hit(1) * 100:.3g} %",
            _dollars(meter.reserve_after(5) / 100),
        )
    return [
        Text(
            f"{tables} {'table' if tables == 1 else 'tables'} on the link, "
            f"{years.wagers_a_year:,.0f} wagers a year",
            "bold",
        ),
        grid,
        Text(
            f"The house keeps {_dollars(years.house_by_wager / 100)} of a {_dollars(years.stake / 100)} "
            f"wager, {_dollars(years.house_a_year / 100)} a year; "
            f"players win back {years.return_to_players * 100:.2f} %."
        ),
    ]
