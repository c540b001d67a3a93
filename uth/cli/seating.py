"""What `uth bank` and `uth simulate` share: who sits at the table, with which stakes, strategies and bank."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from uth.cli.asking import ask_book, refuse
from uth.rules.book import Book
from uth.rules.money import Cents, parse_money
from uth.simulate.tables import Player, TableError, TableSetup

Command = TypeVar("Command", bound=Callable[..., Any])
ANTE = 1000
"""Where neither the user nor the book says how much."""


def seating_options(command: Command) -> Command:
    """Seats, their stakes and strategies, and the bank."""
    options = [
        click.option(
            "--seats", type=int, default=1, show_default=True, metavar="N", help="Players against the bank."
        ),
        click.option("--ante", metavar="$", help="The Ante; with commas, one for each seat."),
        click.option("--trips", metavar="$", default="0", help="Short for --stake trips=$."),
        click.option(
            "--stake",
            "stakes",
            multiple=True,
            metavar="NAME=$",
            help="A side bet at every seat. Again for each.",
        ),
        click.option(
            "--strategy",
            "strategies",
            multiple=True,
            metavar="NAME|FILE",
            help="How the seats play; once for all, or once for each seat. Without it, optimal.",
        ),
        click.option(
            "--bank",
            "bank_wager",
            metavar="$",
            help="What a player bank puts up each round; without it, enough.",
        ),
        click.option(
            "--chips",
            metavar="$",
            default="0",
            help="What the bank has at the table besides, where that counts.",
        ),
        click.option("--rotate", is_flag=True, help="The seats bank in turn."),
        click.option("--no-fees", is_flag=True, help="Leave the house's fees out."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def ask_table(
    book: str,
    settings: Iterable[str],
    seats: int,
    ante: str | None,
    trips: str,
    stakes: Iterable[str],
    strategies: tuple[str, ...],
    bank_wager: str | None,
    chips: str,
    rotate: bool,
    no_fees: bool,
) -> TableSetup:
    """The table, or the end of the command with everything that is wrong with it."""
    found = ask_book(book, settings)
    faults: list[str] = []

    def money(option: str, text: str) -> Cents:
        try:
            return parse_money(text.strip())
        except ValueError as error:
            faults.append(f"{option} {text!r}: {error}")
            return 0

    if not 1 <= seats <= found.table.seats:
        faults.append(f"--seats {seats}: a table of {found.name} has 1 to {found.table.seats}")
        seats = 1
    antes = _antes(found, ante, seats, money, faults)
    sides = {"trips": money("--trips", trips)} if trips != "0" else {}
    for stake in stakes:
        name, equals, amount = stake.partition("=")
        if not equals:
            faults.append(f"--stake {stake!r}: write NAME=AMOUNT")
        else:
            sides[name] = money(f"--stake {name}", amount)
    names = strategies or ("optimal",)
    if len(names) not in (1, seats):
        faults.append(
            f"--strategy is given {len(names)} times; give it once, or once for each of {seats} seats"
        )
        names = names[:1]
    faults += _strategy_faults(names)
    posted = None if bank_wager is None else money("--bank", bank_wager)
    behind = money("--chips", chips)
    if faults:
        refuse(faults)
    by_seat = names * seats if len(names) == 1 else names
    players = tuple(
        Player({found.main.name: own, **sides}, name) for own, name in zip(antes, by_seat, strict=True)
    )
    try:
        return TableSetup(found, players, posted, behind, rotate, no_fees)
    except TableError as error:
        refuse(error.faults)


def _antes(
    book: Book, ante: str | None, seats: int, money: Callable[[str, str], Cents], faults: list[str]
) -> list[Cents]:
    if ante is None:
        limits = book.main.limits
        return [max(limits.least, book.wagers.unit) if limits else ANTE] * seats
    each = [money("--ante", text) for text in ante.split(",")]
    if len(each) not in (1, seats):
        faults.append(f"--ante names {len(each)} amounts; give one, or one for each of {seats} seats")
        each = each[:1]
    return each * seats if len(each) == 1 else each


def _strategy_faults(names: Iterable[str]) -> list[str]:
    from uth.strategy import find_strategy
    from uth.strategy.strategies import RuleStrategy, StrategyError

    faults = []
    for name in dict.fromkeys(names):
        try:
            if not isinstance(find_strategy(name), RuleStrategy):
                faults.append(f"{name}: functions are not simulated; write the strategy as a rule file")
        except StrategyError as error:
            faults += error.problems
    return faults
