"""``uth rules``: the rule books for people to read, and a house's own book checked."""

import dataclasses
from collections.abc import Iterator
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from uth.cli.asking import ask_book, refuse, said_plainly, set_option
from uth.cli.felt import console
from uth.ranking import Category
from uth.rules import Book, load_book, shipped
from uth.rules.clauses import STATUS_WORDS, clauses, matrix, questions


@click.group(invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """The rule books: list them, read one, check your own, see every clause.

    \b
    Examples:
      uth rules
      uth rules show iowa-catfish-bend
      uth rules check my-house.toml
      uth rules clauses florida
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
    """Print BOOK (a shipped one or a .toml file) section by section, with its clauses."""
    rules = ask_book(book, settings)
    out = console()
    out.print(f"[bold]{escape(rules.title)}[/]  [dim]{rules.name}, version {rules.digest}[/]")
    for field in dataclasses.fields(Book):
        if field.name in ("name", "title", "cites"):
            continue
        _print_section(out, field.name, getattr(rules, field.name))
    missing = rules.missing()
    if missing:
        out.print(f"\n[yellow]Before the table opens, choose[/] {', '.join(missing)}")


def _print_section(out: Console, name: str, section: Any) -> None:
    lines = list(_lines(section, ""))
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


def _lines(section: Any, prefix: str) -> Iterator[tuple[str, str, str]]:
    """The keys of a section that say something, with their values and what they mean."""
    for field in dataclasses.fields(section):
        value, meaning = getattr(section, field.name), field.metadata["explains"]
        if field.name == "clauses" or value in (None, (), ""):
            continue
        if "section" in field.metadata:
            yield from _lines(value, f"{prefix}{field.name}.")
        elif "rows" in field.metadata:
            for number, row in enumerate(value, 1):
                said = ", ".join(
                    f"{text}" if key == "does" else f"{key} {text}" for key, text, _ in _lines(row, "")
                )
                yield f"{prefix}{field.name} {number}", said, meaning if number == 1 else ""
        elif "hands" in field.metadata:
            kind = field.metadata["hands"]
            for hand in reversed(Category):
                if value[hand] is not None:
                    yield hand.label, kind.show(value[hand]), ""
        else:
            yield f"{prefix}{field.name}", field.metadata["kind"].show(value), meaning


@command.command()
@click.argument("file")
@set_option
def check(file: str, settings: tuple[str, ...]) -> None:
    """Check a house's own book FILE and say everything that is wrong with it.

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


@command.command("clauses")
@click.argument("book", required=False)
def show_clauses(book: str | None) -> None:
    """Every clause of the documents (or of one BOOK): where it is built and which test proves it."""
    if book is not None and book not in shipped():
        refuse([f"{book}: no clauses of that name; the documents are {', '.join(shipped())}"])
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for heading in ("clause", "says", "carried by", "proof"):
        table.add_column(heading, overflow="fold")
    told = matrix()
    counts = dict.fromkeys(STATUS_WORDS, 0)
    for clause in clauses():
        entry = told[clause.id]
        if book is None or clause.book == book:
            counts[entry.status] += 1
            table.add_row(
                clause.id, escape(clause.says), escape(entry.carried), escape(" ".join(entry.tests))
            )
    out = console()
    out.print(table)
    out.print("\n" + ", ".join(f"{number} {STATUS_WORDS[status]}" for status, number in counts.items()))
    if book is None:
        out.print(f"{len(questions())} open questions with their answers: docs/readings.md")
