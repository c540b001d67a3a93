"""``uth advise``: what every action is worth with these cards."""

from collections.abc import Callable

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from uth.cli.asking import set_option
from uth.cli.felt import cards_text, console
from uth.cli.staking import ask_game, fits, print_whole, sign, stakes_options
from uth.cli.waiting import progress_bar
from uth.rules.money import dollars
from uth.solver import Advice, Advisor, Counts, Stakes
from uth.solver.asking import Game


@click.command()
@click.argument("book")
@click.option("--hole", required=True, metavar="CARDS", help='The two hole cards, like "9s 8d".')
@click.option("--board", default="", metavar="CARDS", help="The flop, or all five; the flop comes first.")
@click.option("--dead", default="", metavar="CARDS", help="Other cards that are known, in any number.")
@set_option
@stakes_options
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def command(
    book: str,
    hole: str,
    board: str,
    dead: str,
    settings: tuple[str, ...],
    ante: str | None,
    stakes: tuple[str, ...],
    trips: str,
    progressive: str,
    meters: tuple[str, ...],
    others: int,
    as_json: bool,
) -> None:
    """Say exactly what every action is worth under BOOK, in Antes, and how the deals that are left end.

    \b
    Examples:
      uth advise california-shfl --hole "9s 8d"
      uth advise california-shfl --hole "9s 8d" --board "Kh 5d 2c"
      uth advise florida --hole "9s 8d" --board "Kh 5d 2c 9c 4h" --dead "Ks 2h" --trips 1
    """
    game = Game(book, settings, ante, trips, progressive, meters, others, stakes)
    rules, staked, [(own, table, out)], _ = ask_game(game, [(hole, board, dead)])
    advisor = Advisor(rules, staked)
    with progress_bar() as progress:
        progress("looking at every deal; kernels are compiled at their first use", 0.0)
        advice = advisor.advise(own, table, out)
    if as_json:
        import json

        from uth.solver.data import advice_data, plain

        click.echo(json.dumps(plain(advice_data(advice)), indent=1))
        return
    said = console()
    said.print(cards_text(own), "on", cards_text(table) if table else "no board yet")
    print_whole(said, _view(advice, staked, said))
    counted = {side.name for side in advisor.terms.sides}
    for bet in rules.side_bets:
        if staked.of(bet.name) and bet.name not in counted:
            said.print(f"[dim]{escape(bet.label)} is paid whatever is decided, so it is not counted here.[/]")


def _view(advice: Advice, stakes: Stakes, out: Console) -> Table:
    """With the deals that end each way; where they do not fit, their shares; where those do not, without."""
    shown: list[Callable[[int], str]] = [
        lambda count: f"{count:,}" if count else "",
        lambda count: f"{100 * count / advice.deals:.4f} %" if count else "",
        lambda count: f"{100 * count / advice.deals:.1f} %" if count else "",
    ]
    arrow = sign(out, "→", ">")
    for said in shown if advice.counts else ():
        table = _table(advice, stakes, arrow, said)
        if fits(out, table):
            return table
    return _table(advice, stakes, arrow, None)


def _table(advice: Advice, stakes: Stakes, arrow: str, said: Callable[[int], str] | None) -> Table:
    money = ["in money"] if stakes.ante is not None else []
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for heading in ("", "action", "in Antes", *money, "behind", *(Counts._fields if said else ())):
        table.add_column(heading, justify="left" if heading in ("", "action") else "right", no_wrap=True)
    values, best = advice.actions, advice.best
    counts = advice.counts if said else {}
    for action, value in values.items():
        style = "bold green" if action == best else ""
        table.add_row(
            Text(arrow if action == best else "", style),
            Text(action, style),
            f"{float(value):.6f}",
            *(() if stakes.ante is None else (dollars(round(value * stakes.ante * 100)),)),
            f"{float(values[best] - value):.6f}" if action != best else "",
            *(map(said, counts[action]) if said else ()),
        )
    return table
