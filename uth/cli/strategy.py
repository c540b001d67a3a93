"""``uth strategy``: ways to play, what each is worth exactly, and the search for short rules."""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table
from rich.text import Text

from uth.cards import CardError, parse_cards
from uth.cli.asking import ask_book, refuse, set_option
from uth.cli.felt import console
from uth.cli.staking import print_whole
from uth.cli.waiting import progress_bar
from uth.solver import SolverError
from uth.strategy.registry import NAMES, find_strategy, shipped
from uth.strategy.strategies import RuleStrategy, StrategyError

if TYPE_CHECKING:
    from uth.strategy.functions import FunctionStrategy
    from uth.strategy.search import Card
    from uth.strategy.valuing import Valuation

SHOWN = 20
"""Mistakes that a table shows; --json has all."""

_JSON = click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
_THREADS = click.option("--threads", type=click.IntRange(1), metavar="N", help="How many threads.")


@click.group()
def command() -> None:
    """Ways to play: what each is worth over all deals, why it plays so, and the cheapest short rules.

    A STRATEGY is a name (see `uth strategy list`), a rule file (.toml) or a file of functions (.py).
    docs/strategies.md has the language of the rules.
    """


@command.command("list")
@_JSON
def list_command(as_json: bool) -> None:
    """List the strategies that come with the program."""
    known = [shipped(name) for name in NAMES]
    if as_json:
        _print_json([{"name": own.name, "title": own.title, "rules": own.rule_count} for own in known])
        return
    table = _grid("strategy", "rules", "plays")
    for own in known:
        table.add_row(own.name, "" if own.needs_solution else str(own.rule_count), own.title)
    print_whole(console(), table)


@command.command()
@click.argument("strategy")
def show(strategy: str) -> None:
    """Print a STRATEGY as a rule file, to copy and change."""
    from uth.strategy.reading import write_strategy

    found = _ask_strategy(strategy)
    if not isinstance(found, RuleStrategy):
        refuse([f"{strategy}: functions have no rules to show"])
    click.echo(write_strategy(found), nl=False)


@command.command()
@click.argument("strategy")
@click.argument("book")
@set_option
@_THREADS
@_JSON
def value(strategy: str, book: str, settings: tuple[str, ...], threads: int | None, as_json: bool) -> None:
    """Play STRATEGY through all 27,813,810,024,000 deals of BOOK: its exact edge, and where it loses.

    \b
    Examples:
      uth strategy value basic california-shfl
      uth strategy value my-card.toml florida --json
    """
    [found] = _value([strategy], book, settings, threads)
    if as_json:
        from uth.strategy.data import valuation_data

        _print_json(valuation_data(found))
        return
    out = console()
    print_whole(out, Text(found.strategy.title, "bold"))
    if found.sample:
        own = found.sample
        print_whole(
            out,
            f"sampled, not exact: {own.hands:,} hands at random",
            f"House edge {-own.mean * 100:.2f} %, standard error {own.standard_error * 100:.2f} %",
        )
        return
    print_whole(out, *_figures_view(found), Text(), _losses_table(found))


@command.command()
@click.argument("strategies", nargs=-1, required=True)
@click.argument("book")
@set_option
@_THREADS
@_JSON
def compare(
    strategies: tuple[str, ...], book: str, settings: tuple[str, ...], threads: int | None, as_json: bool
) -> None:
    """Compare STRATEGIES under BOOK, cheapest first.

    \b
    Example:
      uth strategy compare basic three-times my-card.toml california-shfl
    """
    found = _value(strategies, book, settings, threads)
    if as_json:
        from uth.strategy.data import valuation_data

        _print_json([{**valuation_data(one), "losses": None} for one in found])
        return
    table = _grid(
        "strategy", "rules", "house edge", "cost", "preflop", "flop", "river", "average bet", "deviation"
    )
    for one in sorted(found, key=lambda own: own.house_edge if own.exact else Fraction(-own.sample.mean)):  # type: ignore[union-attr]
        if one.sample:
            table.add_row(one.strategy.name, "", f"{-one.sample.mean * 100:.2f} % sampled")
            continue
        rules = str(one.strategy.rule_count) if isinstance(one.strategy, RuleStrategy) else ""
        costs = [_percent(cost, 4) for cost in one.cost_by_street.values()]
        bet, deviation = f"{float(one.figures.average_bet):.4f}", f"{one.figures.standard_deviation:.4f}"
        table.add_row(
            one.strategy.name,
            rules,
            _percent(one.house_edge, 4),
            _percent(one.cost, 4),
            *costs,
            bet,
            deviation,
        )
    print_whole(console(), table)


@command.command()
@click.argument("strategy")
@click.argument("book", required=False)
@click.option("--hole", required=True, metavar="CARDS", help='The two hole cards, like "9s 8d".')
@click.option("--board", default="", metavar="CARDS", help="The flop, or all five.")
@set_option
@_JSON
def explain(
    strategy: str, book: str | None, hole: str, board: str, settings: tuple[str, ...], as_json: bool
) -> None:
    """Say what STRATEGY does with a hand, which rule decides and why; with a BOOK also what that costs.

    \b
    Examples:
      uth strategy explain basic --hole "Ks 5d"
      uth strategy explain basic california-shfl --hole "9s 8d" --board "Kh 5d 2c 9c 4h"
    """
    found = _ask_strategy(strategy)
    if not isinstance(found, RuleStrategy):
        refuse([f"{strategy}: functions have no rules to explain"])
    own, table = _ask_cards(hole, board)
    rules = ask_book(book, settings) if book else None
    choices = {
        0: ["check", "bet3", "bet4"],
        3: ["check", "bet2"],
        5: ["fold", "bet1"],
    }[len(table)]
    with _plain_refusals(), progress_bar() as progress:
        progress("looking at every deal; kernels are compiled at their first use", 0.0)
        verdict = found.verdict(own, table, choices, rules)
        worth = {}
        if rules is not None:
            from uth.solver import advise

            worth = advise(rules, own, table).actions
    answer: dict[str, Any] = {
        "strategy": found.name,
        "action": verdict.action,
        "rule": verdict.rule,
        "why": verdict.why,
    }
    if verdict.action in worth:
        answer["cost"] = float(max(worth.values()) - worth[verdict.action])
        answer["actions"] = {action: float(value) for action, value in worth.items()}
    if table:
        from uth.strategy.features import features

        answer["features"] = features(own, table)
    if as_json:
        _print_json(answer)
        return
    click.echo(f"{verdict.action}: {verdict.why}")
    if "cost" in answer:
        click.echo(f"costs {answer['cost']:.6f} of an Ante" if answer["cost"] else "that is optimal")


@command.command()
@click.argument("book")
@click.option(
    "--rules", type=click.IntRange(1, 12), default=5, show_default=True, help="At most so many rules."
)
@set_option
@_THREADS
@click.option("--no-cache", is_flag=True, help="Search anew, and keep nothing on disk.")
@click.option("--write", "path", type=click.Path(dir_okay=False), help="Write the card to this rule file.")
@_JSON
def search(
    book: str,
    rules: int,
    settings: tuple[str, ...],
    threads: int | None,
    no_cache: bool,
    path: str | None,
    as_json: bool,
) -> None:
    """Search the cheapest card for BOOK with at most so many rules on flop and river together.

    Prints the frontier: the cheapest card found for each number of rules, with its exact cost. The chart
    before the flop does not count. "Found": that there is no cheaper one is not proven.

    \b
    Example:
      uth strategy search california-shfl --rules 5 --write my-card.toml
    """
    if path is not None and not path.endswith(".toml"):
        refuse([f"--write {path!r}: a card is a rule file: give it a name such as my-card.toml"])
    rule_book = ask_book(book, settings)
    with _plain_refusals(), progress_bar() as progress:
        from uth.strategy.keeping import find_cards

        cards = find_cards(rule_book, rules, threads=threads, cache=not no_cache, progress=progress)
    from uth.strategy.reading import write_strategy

    text = write_strategy(cards[-1].strategy)
    if path:
        _write(path, text)
    if as_json:
        from uth.strategy.data import card_data

        _print_json({"book": rule_book.name, "frontier": [card_data(card) for card in cards]})
        return
    print_whole(console(), _frontier_table(cards), Text())
    click.echo(text, nl=False)


def _frontier_table(cards: "list[Card]") -> Table:
    table = _grid("rules", "cost", "house edge", "preflop", "flop", "river")
    for card in cards:
        own = card.valuation
        costs = [_percent(cost, 4) for cost in own.cost_by_street.values()]
        table.add_row(str(card.rules), _percent(own.cost, 4), _percent(own.house_edge, 4), *costs)
    return table


def _figures_view(found: "Valuation") -> Iterator[Text | Table]:
    from uth.solver.figures import over_deals

    numerator, denominator = over_deals(found.house_edge)
    own = found.figures
    yield Text(f"House edge {_percent(found.house_edge, 6)}   {numerator:,} / {denominator:,}")
    yield Text(
        f"Optimal    {_percent(found.solution.house_edge, 6)}: it costs {_percent(found.cost, 6)} of an Ante"
    )
    yield Text(f"Average bet {float(own.average_bet):.6f}, standard deviation {own.standard_deviation:.6f}")
    yield Text()
    table = _grid("Play", "deals", "share")
    for play, deals in found.deals_by_play.items():
        table.add_row(
            f"{play}x" if play else "fold", f"{deals:,}", _percent(Fraction(deals, found.solution.deals), 4)
        )
    yield table


def _losses_table(found: "Valuation") -> Table | Text:
    if not found.losses:
        return Text("No mistakes.")
    table = _grid("cost", "street", "situation", "does", "better", "worst hand")
    for loss in found.losses[:SHOWN]:
        table.add_row(_percent(loss.cost, 4), loss.street, loss.situation, loss.done, loss.best, loss.example)
    return table


def _value(
    names: "tuple[str, ...] | list[str]", book: str, settings: tuple[str, ...], threads: int | None
) -> "list[Valuation]":
    problems: list[str] = []
    found = []
    for name in names:
        try:
            found.append(find_strategy(name))
        except StrategyError as error:
            problems += error.problems
    if problems:
        refuse(problems)
    rules = ask_book(book, settings)
    with _plain_refusals(), progress_bar() as progress:
        from uth.strategy.valuing import value as value_of

        return [value_of(one, rules, threads=threads, progress=progress) for one in found]


@contextmanager
def _plain_refusals() -> Iterator[None]:
    """What cannot be done ends the command with its reasons."""
    try:
        yield
    except StrategyError as error:
        refuse(error.problems)
    except SolverError as error:
        refuse(map(str, error.faults))


def _ask_strategy(name: str) -> "RuleStrategy | FunctionStrategy":
    with _plain_refusals():
        return find_strategy(name)


def _ask_cards(hole: str, board: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    try:
        own, table = parse_cards(hole), parse_cards(board) if board.strip() else ()
    except CardError as error:
        refuse([str(error)])
    if len(own) != 2 or len(table) not in (0, 3, 5) or len({*own, *table}) != len(own) + len(table):
        refuse(["two hole cards and a board of none, three or five are needed, all different"])
    return own, table


def _write(path: str, text: str) -> None:
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        refuse([f"{path}: {(error.strerror or 'cannot be written').lower()}"])


def _percent(fraction: Fraction, digits: int) -> str:
    return f"{float(fraction * 100):.{digits}f} %"


def _grid(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for heading in headings:
        left = heading in ("strategy", "street", "situation", "does", "better", "worst hand", "plays", "Play")
        table.add_column(heading, justify="left" if left else "right", no_wrap=True)
    return table


def _print_json(data: Any) -> None:
    import json

    click.echo(json.dumps(data, indent=1))
