"""``uth solve``: a book solved to the last deal."""

from collections.abc import Iterator
from fractions import Fraction

import click
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from uth import __version__
from uth.cards import RANKS
from uth.cli.asking import refuse, set_option
from uth.cli.felt import console
from uth.cli.staking import ask_game, fits, print_whole, sign, stakes_options
from uth.cli.waiting import progress_bar
from uth.rules.money import dollars
from uth.rules.payoffs import unchosen
from uth.rules.prizes import Share
from uth.solver import Changes, Solution, SolverError, solve
from uth.solver.asking import Game
from uth.solver.figures import BASE_GAME, over_deals
from uth.solver.solving import DEVICES
from uth.solver.wagering import meters_of

_SOURCES = {
    "solved": "solved in {:.2f} s",
    "kept": "read from disk, solved in {:.2f} s",
    "shipped": f"shipped with uth {__version__}, solved in {{:.2f}} s when it was built",
}


@click.command()
@click.argument("book")
@set_option
@stakes_options
@click.option("--no-cache", is_flag=True, help="Solve it here and now, and keep nothing on disk.")
@click.option("--device", type=click.Choice(DEVICES), default="cpu", show_default=True, help="What computes.")
@click.option(
    "--threads",
    type=click.IntRange(1),
    metavar="N",
    help="How many threads; without it, one for each core, at most 8.",
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def command(
    book: str,
    settings: tuple[str, ...],
    ante: str | None,
    stakes: tuple[str, ...],
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

    \b
    Examples:
      uth solve california-shfl
      uth solve florida --trips 1
      uth solve iowa-catfish-bend --ante 10 --progressive 5 --meter major=52000 --others 4
      uth solve my-house.toml --stake trips=1/2
      uth solve my-house.toml --set blind.flush=2:1 --json
    """
    asked = ask_game(Game(book, settings, ante, trips, progressive, meters, others, stakes))
    with progress_bar() as progress:
        try:
            solution = solve(
                asked.book,
                asked.stakes,
                threads=threads,
                device=device,
                cache=not no_cache,
                ready_made=not no_cache,
                break_even=bool(meters_of(asked.book, asked.stakes)),
                progress=progress,
            )
        except SolverError as error:
            refuse(map(str, error.faults))
    if as_json:
        import json

        from uth.solver.data import plain, solution_data

        click.echo(json.dumps(plain(solution_data(solution)), indent=1))
    else:
        out = console()
        print_whole(out, *as_view(solution, out))


def as_view(solution: Solution, out: Console) -> list[RenderableType]:
    """The solution for people, one thing below the other."""
    book = solution.book
    title, version = Text(book.title, "bold"), Text(f"{book.name}, version {book.digest[:12]}", "dim")
    apart = "  " if title.cell_len + 2 + version.cell_len <= out.width else "\n"
    blocks: list[RenderableType] = [
        Text(apart).join((title, version)),
        _edge_view(solution, out),
        Text(),
        _wagers_table(solution),
        *_notes(solution),
        *(Text(f"Warning: {warning}.", "yellow") for warning in solution.warnings),
        Text(),
        _results_table(solution),
    ]
    if solution.changes:
        blocks += [Text(), _changes_view(solution.changes)]
    if solution.break_even:
        blocks += [Text(), _meters_view(solution)]
    chart = _chart(solution, sign(out, "·", "."))
    blocks += [Text(), "Before the flop: suited above the diagonal, offsuit below", chart]
    took = solution.seconds["values"] + solution.seconds["outcomes"]
    blocks.append(
        Text(f"{_SOURCES[solution.source].format(took)}; --json has every value and outcome", "dim")
    )
    return blocks


def percent(fraction: Fraction, digits: int = 6) -> str:
    return f"{float(fraction * 100):.{digits}f} %"


def _exact(fraction: Fraction) -> str:
    numerator, denominator = over_deals(fraction)
    return f"{numerator:,} / {denominator:,}"


def _grid(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="left" if number == 0 else "right", no_wrap=True)
    return table


def _edge_view(solution: Solution, out: Console) -> RenderableType:
    rows = {"House edge": solution.house_edge}
    if len(solution.wagers) > 1 or solution.envy:
        rows["All wagers, per Ante"] = solution.total_loss
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for _ in range(3):
        table.add_column(no_wrap=True)
    for name, loss in rows.items():
        table.add_row(name, percent(loss), f"[dim]{_exact(loss)}[/]")
    if fits(out, table):
        return table
    lines = (Text(f"{name} {percent(loss)}\n  {_exact(loss)}") for name, loss in rows.items())
    return Group(*lines)


def _name(solution: Solution, wager: str) -> str:
    return "base game" if wager == BASE_GAME else solution.book.bets[wager].label


def _wagers_table(solution: Solution) -> Table:
    table = _grid("wager", "loss", "avg bet", "risk", "hits", "std dev", "skewness")
    rows = [(_name(solution, name), own) for name, own in solution.wagers.items()]
    if len(rows) > 1:
        rows.append(("together", solution.together))
    for name, one in solution.beside.items():
        rows.append((f"1 Ante on {_name(solution, name)}{'*' * one.if_never_folded}", one.figures))
    for name, own in rows:
        table.add_row(
            Text(name),
            percent(own.loss),
            f"{float(own.average_bet):.4f}",
            percent(own.element_of_risk, 4),
            percent(own.hit_frequency, 2),
            f"{own.standard_deviation:.4f}",
            f"{own.skewness:.2f}",
        )
    if solution.envy:
        table.add_row("envy", percent(-solution.envy))
        table.add_row("shared jackpots", percent(solution.shared_away))
    return table


def _notes(solution: Solution) -> Iterator[Text]:
    """What else is known of each side wager: its correlation with the base game."""
    if any(one.if_never_folded for one in solution.beside.values()):
        yield Text("* if its hand is never folded; --stake it for the exact figure")
    unchosen_tables = {problem.key for problem in unchosen(solution.book)}
    for bet in solution.book.side_bets:
        known = solution.correlation_with(bet.name)
        if known is not None:
            yield Text(f"correlation of the base game and {bet.label} {known:.6f}")
        elif bet.name in unchosen_tables:
            yield Text(f"{bet.label}: no pay table is chosen")
        elif bet.name not in solution.beside and bet.name not in solution.wagers:
            yield Text(f"{bet.label} is priced only with a stake: --ante A --stake {bet.name}=N")


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


def _meters_view(solution: Solution) -> Table:
    table = _grid("jackpot", "pays now", "the progressive stops losing at")
    book, meters = solution.book, meters_of(solution.book, solution.stakes)
    for name, amount in (solution.break_even or {}).items():
        bet, _ = book.meters[name]
        prizes = [*bet.prizes, *(line.pays for line in bet.suited), *(line.pays for line in bet.holes)]
        is_won = any(isinstance(prize, Share) and prize.meter == name for prize in prizes)
        said = (
            f"${float(amount):,.2f}"
            if amount is not None
            else "beyond counting"
            if is_won
            else "no hand wins it"
        )
        table.add_row(name, dollars(meters[name]), said)
    return table


def _chart(solution: Solution, none: str) -> Table:
    """All 169 classes by their two ranks; a star where the play changes, `none` where it is no bet."""
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
            said = f"{best[3:]}x" if best.startswith("bet") else none
            style = "dim" if said == none else "bold green" if best == f"bet{most}" else "yellow"
            cells.append(Text(said + ("*" if name in changed else ""), style))
        table.add_row(*cells)
    return table
