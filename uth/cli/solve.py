"""``uth solve``: a book solved to the last deal."""

import json
from fractions import Fraction
from typing import Any

import click
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from uth.cards import RANKS
from uth.cli.asking import refuse, set_option
from uth.cli.felt import console
from uth.cli.staking import ask_game, stakes_options
from uth.cli.waiting import progress_bar
from uth.rules.money import dollars
from uth.solver import Changes, Solution, SolverError, solve
from uth.solver.breakeven import break_evens
from uth.solver.figures import Figures
from uth.solver.solving import DEVICES
from uth.solver.terms import meters_of

_WAGERS = {"base": "base game", "trips": "Trips", "progressive": "progressive"}


@click.command()
@click.argument("book")
@set_option
@stakes_options
@click.option("--no-cache", is_flag=True, help="Solve again, and keep nothing on disk.")
@click.option("--device", type=click.Choice(DEVICES), default="cpu", show_default=True, help="What computes.")
@click.option("--threads", type=click.IntRange(1), metavar="N", help="How many cores; without it, all.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def command(
    book: str,
    settings: tuple[str, ...],
    ante: str | None,
    trips: str,
    progressive: str,
    meters: tuple[str, ...],
    others: int,
    no_cache: bool,
    device: str,
    threads: int | None,
    as_json: bool,
) -> None:
    """Solve BOOK exactly: house edge, every decision, every outcome, with all staked wagers played jointly.

    \\b
    Examples:
      uth solve california-shfl
      uth solve florida --trips 1
      uth solve iowa-catfish-bend --ante 10 --progressive 5 --meter major=52000 --others 4
      uth solve my-house.toml --set blind.flush=2:1 --json
    """
    rules, stakes = ask_game(
        book, settings, meters, ante=ante, trips=trips, progressive=progressive, others=others
    )
    with progress_bar() as progress:
        try:
            solution = solve(
                rules, stakes, threads=threads, device=device, cache=not no_cache, progress=progress
            )
        except SolverError as error:
            refuse(error.faults)
        even = break_evens(rules, stakes, progress)
    if as_json:
        click.echo(json.dumps(as_data(solution, even), indent=1))
    else:
        console().print(as_view(solution, even))


def over_deals(fraction: Fraction, deals: int) -> tuple[int, int]:
    """Numerator and denominator, over all deals as far as that comes out whole."""
    whole = deals * (fraction * deals).denominator
    return int(fraction * whole), whole


def as_data(solution: Solution, even: dict[str, Fraction | None]) -> dict[str, Any]:
    """The solution for programs; values in Antes."""
    edge, loss = (over_deals(f, solution.deals) for f in (solution.house_edge, solution.total_loss))
    together = solution.together
    data: dict[str, Any] = {
        "book": {"name": solution.book.name, "title": solution.book.title, "digest": solution.book.digest},
        "stakes": solution.stakes.key,
        "deals": solution.deals,
        "house_edge": {"numerator": edge[0], "denominator": edge[1]},
        "total_loss_per_ante": float(solution.total_loss),
        "total_loss_exact": {"numerator": loss[0], "denominator": loss[1]},
        "standard_deviation": together.standard_deviation,
        "skewness": together.skewness,
        "average_bet": float(together.average_bet),
        "element_of_risk": float(together.element_of_risk),
        "probabilities": {name: float(chance) for name, chance in solution.probabilities.items()},
        "wagers": {name: _figures_data(own) for name, own in solution.wagers.items()},
        "trips_per_unit": _figures_data(solution.trips) if solution.trips else None,
        "correlation_with_trips": solution.correlation,
        "changes": _changes_data(solution.changes) if solution.changes else None,
        "preflop": {
            name: {**{action: float(value) for action, value in choices.values.items()}, "best": choices.best}
            for name, choices in solution.preflop.items()
        },
        "outcomes": _outcomes_data(solution),
        "seconds": solution.seconds,
        "cached": solution.cached,
    }
    if even:
        data["progressive"] = {
            "meters": {
                name: cents / 100 for name, cents in meters_of(solution.book, solution.stakes).items()
            },
            "break_even": {name: None if amount is None else float(amount) for name, amount in even.items()},
            "envy": float(solution.envy),
            "shared_away": float(solution.shared_away),
        }
    return data


def _figures_data(own: Figures) -> dict[str, float]:
    return {
        "loss": float(own.loss),
        "average_bet": float(own.average_bet),
        "element_of_risk": float(own.element_of_risk),
        "standard_deviation": own.standard_deviation,
        "skewness": own.skewness,
    }


def _changes_data(changes: Changes) -> dict[str, Any]:
    return {
        "preflop": {name: {"base_game": old, "best": new} for name, (old, new) in changes.classes.items()},
        "holes": changes.holes,
        "flops": changes.flops,
        "rivers": changes.rivers,
        "cost_of_ignoring": float(changes.cost),
    }


def _outcomes_data(solution: Solution) -> list[dict[str, Any]]:
    unit, parts = solution.terms.unit, list(solution.wagers)
    rows = []
    for outcome in solution.outcomes:
        row: dict[str, Any] = {
            "play": outcome.play,
            "hand": outcome.hand.key,
            "result": outcome.result.name.lower(),
            "dealer_qualifies": outcome.dealer_qualifies,
            "net": _plain(outcome.net, unit),
            "deals": outcome.deals,
        }
        if len(parts) > 1:
            row |= {part: _plain(getattr(outcome, part), unit) for part in parts}
        rows.append(row)
    return rows


def _plain(parts: int, unit: int) -> float:
    return parts // unit if parts % unit == 0 else parts / unit


def as_view(solution: Solution, even: dict[str, Fraction | None]) -> RenderableType:
    """The solution for people."""
    book = solution.book
    blocks: list[RenderableType] = [
        f"[bold]{escape(book.title)}[/]  [dim]{escape(book.name)}, version {book.digest[:12]}[/]",
        _edge_table(solution),
        Text(),
        _wagers_table(solution),
        _correlation(solution),
        Text(),
        _results_table(solution),
    ]
    if solution.changes:
        blocks += [Text(), _changes_view(solution.changes)]
    if even:
        blocks += [Text(), _meters_view(solution, even)]
    blocks += [Text(), "Before the flop: suited above the diagonal, offsuit below", _chart(solution)]
    took = solution.seconds["values"] + solution.seconds["outcomes"]
    source = "read from disk, solved" if solution.cached else "solved"
    blocks.append(Text(f"{source} in {took:.2f} s; --json has every value and outcome", "dim"))
    return Group(*blocks)


def percent(fraction: Fraction, digits: int = 6) -> str:
    return f"{float(fraction * 100):.{digits}f} %"


def _exact(fraction: Fraction, deals: int) -> str:
    numerator, denominator = over_deals(fraction, deals)
    return f"{numerator:,} / {denominator:,}"


def _grid(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="left" if number == 0 else "right")
    return table


def _edge_table(solution: Solution) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    deals = solution.deals
    table.add_row("House edge", percent(solution.house_edge), f"[dim]{_exact(solution.house_edge, deals)}[/]")
    if len(solution.wagers) > 1 or solution.envy:
        about = f"[dim]{_exact(solution.total_loss, deals)}[/]"
        table.add_row("All wagers, per Ante", percent(solution.total_loss), about)
    return table


def _wagers_table(solution: Solution) -> Table:
    table = _grid("wager", "loss", "average bet", "risk", "std deviation", "skewness")
    rows = {_WAGERS[name]: own for name, own in solution.wagers.items()}
    if len(rows) > 1:
        rows["together"] = solution.together
    if solution.trips and "trips" not in solution.wagers:
        rows["1 Ante on Trips"] = solution.trips
    for name, own in rows.items():
        table.add_row(
            name,
            percent(own.loss),
            f"{float(own.average_bet):.6f}",
            percent(own.element_of_risk),
            f"{own.standard_deviation:.6f}",
            f"{own.skewness:.4f}",
        )
    if solution.envy:
        table.add_row("envy", percent(-solution.envy))
        table.add_row("shared jackpots", percent(solution.shared_away))
    return table


def _correlation(solution: Solution) -> Text:
    if solution.correlation is None:
        return Text("Trips: no pay table is chosen")
    return Text(f"correlation of the base game and Trips {solution.correlation:.6f}")


def _results_table(solution: Solution) -> Table:
    """Deals by Play and result."""
    table = _grid("Play", "win", "tie", "lose", "fold", "deals")
    found: dict[int, dict[str, int]] = {}
    for outcome in solution.outcomes:
        row = found.setdefault(outcome.play, {})
        name = outcome.result.name.lower()
        row[name] = row.get(name, 0) + outcome.deals
    for play, row in sorted(found.items(), reverse=True):
        shares = [Fraction(row.get(name, 0), solution.deals) for name in ("win", "tie", "lose", "fold")]
        said = [percent(share, 4) if share else "" for share in shares]
        table.add_row(f"{play}x" if play else "none", *said, f"{sum(row.values()):,}")
    together = [percent(chance, 4) for chance in solution.probabilities.values()]
    table.add_row("all", *together, f"{solution.deals:,}")
    return table


def _changes_view(changes: Changes) -> RenderableType:
    lines = ["Best play of all wagers together, against that of the base game:"]
    for name, (old, new) in changes.classes.items():
        lines.append(f"  {name}: {new} before the flop, not {old}")
    if not changes.classes:
        lines.append("  nothing changes before the flop")
    lines.append(f"  {changes.flops:,} of 25,989,600 holes on flops are played differently")
    lines.append(f"  {changes.rivers:,} of 28,094,757,600 holes on rivers are decided differently")
    lines.append(f"  to play the base game's way costs {percent(changes.cost)} of the Ante")
    return Text("\n".join(lines))


def _meters_view(solution: Solution, even: dict[str, Fraction | None]) -> Table:
    table = _grid("jackpot", "pays now", "the progressive stops losing at")
    meters = meters_of(solution.book, solution.stakes)
    for name, amount in even.items():
        said = "no hand wins it" if amount is None else f"${float(amount):,.2f}"
        table.add_row(name, dollars(meters[name]), said)
    return table


def _chart(solution: Solution) -> Table:
    """All 169 classes by their two ranks; a star where the play changes."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1, 0, 0))
    changed = solution.changes.classes if solution.changes else {}
    most = max(solution.terms.preflop, default=0)
    table.add_column("")
    for rank in reversed(RANKS):
        table.add_column(rank, width=3)
    for row, high in enumerate(reversed(RANKS)):
        cells = [Text(high, "dim")]
        for column, low in enumerate(reversed(RANKS)):
            ranks = high + low if row <= column else low + high
            name = ranks + ("" if row == column else "s" if row < column else "o")
            best = solution.preflop[name].best
            said = f"{best[3:]}x" if best.startswith("bet") else "·"
            style = "dim" if said == "·" else "bold green" if best == f"bet{most}" else "yellow"
            cells.append(Text(said + ("*" if name in changed else ""), style))
        table.add_row(*cells)
    return table
