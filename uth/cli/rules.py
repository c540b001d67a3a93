"""``uth rules``: the rule books for people to read, and a house's own book checked."""

import dataclasses
import json
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from uth.cli.asking import ask_book, refuse, said_plainly, set_option
from uth.cli.felt import console
from uth.cli.waiting import progress_bar
from uth.ranking import Category
from uth.rules import Book, load_book, shipped
from uth.rules.clauses import STATUS_WORDS, Clause, clauses, matrix, questions
from uth.rules.wagers import Wager


@click.group(invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """The rule books: list them, read one, check your own, see every clause.

    \b
    Examples:
      uth rules
      uth rules show iowa-catfish-bend
      uth rules check my-house.toml
      uth rules clauses IA-IRR-3 IA-ENV
    """
    if ctx.invoked_subcommand is None:
        _list_books()


def _list_books() -> None:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for heading in ("book", "title", "bank", "version", "before it opens"):
        table.add_column(heading, no_wrap=heading in ("book", "version"), overflow="fold")
    for name in shipped():
        book = load_book(name)
        missing = book.missing()
        ready = f"choose {', '.join(missing)}" if missing else "ready"
        table.add_row(name, book.title, book.bank.who, book.digest[:12], ready)
    console().print(table)


@command.command()
@click.argument("book")
@set_option
def show(book: str, settings: tuple[str, ...]) -> None:
    """Print BOOK (a shipped one or a .toml file) section by section, with its clauses.

    Sections that it does not use, and readings of them, are left out.
    """
    rules = ask_book(book, settings)
    out = console()
    out.print(f"[bold]{escape(rules.title)}[/]  [dim]{rules.name}, version {rules.digest}[/]")
    names = [field.name for field in dataclasses.fields(Book) if field.name not in ("name", "title", "cites")]
    unused = {name for name in names if name != "readings" and not _used(getattr(rules, name))}
    unused |= set() if any(bet.dropped for bet in rules.bets.values()) else {DROPPED}
    for name in names:
        if name not in unused:
            _print_section(out, name, getattr(rules, name), unused)
        for bet in rules.bets.values() if name == "wagers" else ():
            _print_section(out, f"wagers.{bet.name}", bet, unused)
    missing = rules.missing()
    if missing:
        out.print(f"\n[yellow]Before the table opens, choose[/] {', '.join(missing)}")


DROPPED = "wagers that are dropped"
READINGS_OF = {"toke": "tokes", "irregularity": DROPPED}
"""The section that a group of readings is about, where its name is another."""


def _used(section: Any) -> bool:
    """Whether a book says anything in this section: something that is not there anyway."""
    try:
        return bool(section != type(section)())
    except TypeError:  # a section with keys that must be given
        return True


def _print_section(out: Console, name: str, section: Any, unused: set[str]) -> None:
    skip = {group for group in READINGS_OF.keys() | unused if READINGS_OF.get(group, group) in unused}
    if isinstance(section, Wager):
        skip = {"cites", *(key for key, value in vars(Wager()).items() if getattr(section, key) == value)}
    lines = list(_lines(section, "", skip if name == "readings" or isinstance(section, Wager) else set()))
    if not lines:
        return
    cited = getattr(section, "clauses", ())
    explains = (type(section).__doc__ or "").strip()
    out.print(f"\n[bold cyan]{name}[/]  {escape(explains)}  [dim]{' '.join(cited)}[/]")
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    table.add_column(no_wrap=True)
    for _ in range(2):
        table.add_column(overflow="fold")
    for key, value, meaning in lines:
        table.add_row(key, escape(value), f"[dim]{escape(meaning)}[/]")
    out.print(table)


def _lines(section: Any, prefix: str, skip: Collection[str] = ()) -> Iterator[tuple[str, str, str]]:
    """The keys of a section that say something, with their values and what they mean."""
    for field in dataclasses.fields(section):
        value, meaning = getattr(section, field.name), field.metadata.get("explains", "")
        unsaid = "given" in field.metadata or "named" in field.metadata
        if unsaid or field.name in ("clauses", *skip) or value in (None, (), ""):
            continue
        if "section" in field.metadata:
            yield from _lines(value, f"{prefix}{field.name}.")
        elif "rows" in field.metadata:
            for number, row in enumerate(value, 1):
                yield f"{prefix}{field.name} {number}", _row(row), meaning if number == 1 else ""
        elif "hands" in field.metadata:
            kind = field.metadata["hands"]
            for hand in reversed(Category):
                if value[hand] is not None:
                    yield hand.label, kind.show(value[hand]), ""
        else:
            yield f"{prefix}{field.name}", field.metadata["kind"].show(value), meaning


def _row(row: Any) -> str:
    """A row of a list on one line: what differs from the usual, and its clauses."""
    usual = [field.name for field in dataclasses.fields(row) if getattr(row, field.name) == field.default]
    said = [
        text if key in ("does", "what", "choose") else f"{key} {text}"
        for key, text, _ in _lines(row, "", usual)
    ]
    return "  ".join(filter(None, (", ".join(said), " ".join(getattr(row, "clauses", ())))))


@command.command()
@click.argument("file")
@set_option
def check(file: str, settings: tuple[str, ...]) -> None:
    """Check a house's own book FILE and say everything that is wrong with it.

    Side bets are priced exactly: one that gives the player an edge, or more than is ever paid, is a warning.

    \b
    A book may extend a shipped one and change only what differs:
      extends = "california-bally"
      title = "Our room"
      trips.table = "UTH-02"
      limits.ante = ["10.00", "100.00"]
    """
    with said_plainly():
        book = load_book(file, settings)
    missing = book.missing()
    click.echo(f"{file}: no mistakes; version {book.digest}")
    if missing:
        refuse([f"{file}: {key}: must be chosen before the table opens" for key in missing], code=1)
    if not book.side_bets:
        return
    from uth.solver.warnings import warnings_of

    with progress_bar() as progress:
        found = list(warnings_of(book, progress))
    for warning in found:
        click.echo(f"{file}: warning: {warning}")


@command.command()
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list, one entry for each table.")
def pays(as_json: bool) -> None:
    """Pay tables seen in casinos: the exact edge of each beside the published one."""
    from uth.cli.staking import print_whole
    from uth.cli.waiting import progress_bar
    from uth.design.published import compared_tables, published_tables

    found = []
    with progress_bar() as progress:
        for one in compared_tables():
            found.append(one)
            progress("solving pay tables", len(found) / len(published_tables()))
    if as_json:
        rows = [
            {
                "name": one.table.name,
                "wager": one.table.wager,
                "set": one.table.settings,
                "source": one.table.source,
                "published_percent": None if one.table.edge is None else float(one.table.edge),
                "exact": str(one.exact),
                "exact_percent": float(one.exact * 100),
                "agrees": one.agrees,
            }
            for one in found
        ]
        click.echo(json.dumps(rows, indent=1))
        return
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for number, heading in enumerate(("table", "exact edge", "published", "", "choose it with --set")):
        table.add_column(heading, justify="right" if number in (1, 2) else "left", no_wrap=True)
    for one in found:
        said = {None: "", True: "agrees", False: "differs"}[one.agrees]
        edge = "" if one.table.edge is None else f"{one.table.edge} %"
        chosen = next((text for text in one.table.settings if ".table=" in text), "")
        table.add_row(one.table.name, f"{float(one.exact * 100):.6f} %", edge, said, chosen)
    print_whole(console(), table)


@command.command("clauses")
@click.argument("which", nargs=-1, metavar="[BOOK | CLAUSE]...")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list, one entry for each clause.")
def show_clauses(which: tuple[str, ...], as_json: bool) -> None:
    """Every clause of the documents: where it is built and which test proves it.

    \b
    Name books, clauses, or the beginning of their ids to see only these:
      uth rules clauses florida
      uth rules clauses IA-IRR-3 IA-ENV FL-12
    """
    chosen = [clause for clause in clauses() if not which or any(_names(name, clause) for name in which)]
    unknown = [name for name in which if not any(_names(name, clause) for clause in clauses())]
    if unknown:
        known = f"name one of {', '.join(shipped())}, or a clause such as IA-IRR-3"
        refuse(f"{name}: no clauses of that name; {known}" for name in unknown)
    if as_json:
        click.echo(json.dumps([_clause_data(clause) for clause in chosen], indent=1, ensure_ascii=False))
        return
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for heading in ("clause", "says", "carried by", "proof"):
        table.add_column(heading, overflow="fold")
    for clause in chosen:
        entry = matrix()[clause.id]
        table.add_row(clause.id, escape(clause.says), escape(entry.carried), escape(" ".join(entry.tests)))
    counts = Counter(matrix()[clause.id].status for clause in chosen)
    out = console()
    out.print(table)
    out.print("\n" + ", ".join(f"{counts[status]} {word}" for status, word in STATUS_WORDS.items()))
    if not which:
        out.print(f"{len(questions())} open questions with their answers: docs/readings.md")


def _names(name: str, clause: Clause) -> bool:
    """Whether somebody who writes ``name`` means this clause: its book, its id, or FL-12 for FL-12a."""
    rest = clause.id.upper().removeprefix(name.upper())
    began = rest != clause.id.upper()
    return name == clause.book or (began and (not rest or rest.startswith("-") or rest.isalpha()))


def _clause_data(clause: Clause) -> dict[str, Any]:
    return {**dataclasses.asdict(clause), "carried": dataclasses.asdict(matrix()[clause.id])}
