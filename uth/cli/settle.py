"""``uth settle``: rounds from a file, settled."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from io import BufferedIOBase
from pathlib import Path
from time import monotonic
from typing import Any, cast

import click
import msgspec

from uth.cli.asking import printable, refuse
from uth.cli.reading import NotCases, read_cases
from uth.cli.settled import Cell, plain_text, words
from uth.game.files.casefile import answer, told
from uth.game.files.roundfile import load_once, read_round
from uth.game.round import Round
from uth.game.settlement.rounds import Settlement, settle
from uth.game.settlement.validation import Refused

REPORTED = 1000
"""Rounds between two looks at the clock."""
PATIENCE = 1.0
"""Seconds before progress is shown."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True))
@click.option(
    "--json", "as_json", is_flag=True, help="Print a JSON list, one answer for each round, in order."
)
@click.option("--lines", is_flag=True, help="Read JSON Lines, one round a line, as from a file named .jsonl.")
def command(file: Path, as_json: bool, lines: bool) -> None:
    """Settle the rounds in FILE (JSON, money in cents) wager by wager, with reasons and clauses.

    \b
    A round:
      {"document": "california-shfl", "switches": {},
       "board": ["Qh","9c","4d","4s","2h"], "bank_hand": ["Jc","Jd"],
       "bank": {"seat": 6, "wager": 50000},
       "seats": [{"seat": 1, "hole": ["Ks","Kd"], "ante": 1000, "blind": 1000,
                  "trips": 500, "decisions": ["bet4"]}]}

    FILE holds one round, a list of them, or {"examples": [...]}; "-" reads standard input. A file named
    .jsonl, or any with --lines, holds one round a line, and --json then prints one answer a line. Lists and
    lines may be of any length: each round is settled as it is read.

    A malformed round is refused with all reasons, the others are settled; the exit code is then 1. Where FILE
    itself cannot be read on, the rounds before that place are settled, and the exit code is 2.
    """
    lines = lines or file.suffix.lower() == ".jsonl"
    out = _Json(lines) if as_json else _Terminal() if _at_terminal() else _Plain()
    number = refused = 0
    fault = ""
    try:
        for number, case in enumerate(_cases(file, lines), 1):
            refused += not out.answer(case, _title(case, number))
    except NotCases as error:
        fault = str(error)
    out.end()
    if fault or not number:
        name = "standard input" if str(file) == "-" else file
        refuse([f"{name}: {fault or 'there is no round in it'}"])
    sys.exit(1 if refused else 0)


def _at_terminal() -> bool:
    return sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR"))


def _cases(file: Path, lines: bool) -> Iterator[Any]:
    """The cases of the file, with a progress bar where the answers go elsewhere and it takes long."""
    watched, began = sys.stderr.isatty() and not sys.stdout.isatty(), monotonic()
    report = None
    try:
        with ExitStack() as open_:
            stream = cast(BufferedIOBase, open_.enter_context(click.open_file(str(file), "rb")))
            size = 0 if str(file) == "-" else file.stat().st_size
            for number, case in enumerate(read_cases(stream, lines=lines), 1):
                yield case
                if watched and number % REPORTED == 0 and monotonic() - began > PATIENCE:
                    if report is None:
                        from uth.cli.waiting import progress_bar

                        report = open_.enter_context(progress_bar())
                    report(f"{number:,} rounds settled", stream.tell() / size if size else 0)
    except OSError as error:
        raise NotCases(f"cannot be read: {error.strerror}") from None


def _title(case: Any, number: int) -> str:
    if not isinstance(case, dict):
        return f"case {number}"
    title = " ".join(str(case[key]) for key in ("id", "title") if case.get(key))
    return printable(title) or f"round {number}"


class _Json:
    """Answers for programs: a list, or one on each line."""

    def __init__(self, lines: bool) -> None:
        self._lines, self._load, self._begun = lines, load_once(), False

    def answer(self, case: Any, title: str) -> bool:
        """Print one answer; False where the case is refused."""
        data, refusals = told(case, lambda case: answer(case, self._load))
        for reason in refusals:
            click.echo(f"{title}: refused: {reason}", err=True)
        if self._lines:
            sys.stdout.write(f"{_encoded(data)}\n")
        else:
            sys.stdout.write(f"{',' if self._begun else '['}\n{_encoded([data], 1)[2:-2]}")
        self._begun = True
        return not refusals

    def end(self) -> None:
        if self._begun and not self._lines:
            sys.stdout.write("\n]\n")


def _encoded(data: Any, indent: int | None = None) -> str:
    try:
        text = msgspec.json.encode(data)
        return (text if indent is None else msgspec.json.format(text, indent=indent)).decode()
    except (OverflowError, UnicodeEncodeError):  # a number of more than 64 bits, half a character
        return json.dumps(data, indent=indent, ensure_ascii=False)


class _Plain:
    """Answers for people, as text."""

    def __init__(self) -> None:
        self._load = load_once()

    def answer(self, case: Any, title: str) -> bool:
        """Print one answer; False where the case is refused."""
        self._say([(title, "bold")])
        try:
            if isinstance(case, dict) and case.get("type", "round") == "round":
                book, played = read_round(case, self._load)
                self._say([(f"{book.title}, version {book.digest[:12]}", "dim")])
                self._show(settle(book, played), played)
            else:
                self._say(json.dumps(answer(case, self._load), indent=1, ensure_ascii=False))
        except Refused as error:
            for reason in error.refusals:
                self._say([("  ", ""), ("refused:", "red"), (f" {reason}", "")])
            return False
        finally:
            self._say("")
        return True

    def _say(self, line: Cell) -> None:
        sys.stdout.write(f"{words(line)}\n")

    def _show(self, settled: Settlement, played: Round) -> None:
        sys.stdout.write(f"{plain_text(settled, played)}\n")

    def end(self) -> None:
        pass


class _Terminal(_Plain):
    """The same in color, as wide as the terminal."""

    def __init__(self) -> None:
        from uth.cli import felt

        super().__init__()
        self._felt, self._console = felt, felt.console()

    def _say(self, line: Cell) -> None:
        self._console.print(self._felt.styled(line))

    def _show(self, settled: Settlement, played: Round) -> None:
        self._console.print(self._felt.settlement_view(settled, played))
