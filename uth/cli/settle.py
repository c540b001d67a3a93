"""``uth settle``: rounds from a file, settled."""

import json
import sys
from pathlib import Path
from typing import Any

import click
from rich.markup import escape

from uth.cli.asking import refuse
from uth.cli.felt import console, settlement_view
from uth.game.casefile import answer, told
from uth.game.roundfile import read_round
from uth.game.settlement import settle
from uth.game.validation import Refused


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True))
@click.option(
    "--json", "as_json", is_flag=True, help="Print a JSON list, one answer for each round, in order."
)
def command(file: Path, as_json: bool) -> None:
    """Settle the rounds in FILE (JSON, money in cents) wager by wager, with reasons and clauses.

    \b
    A round:
      {"document": "california-shfl", "switches": {},
       "board": ["Qh","9c","4d","4s","2h"], "bank_hand": ["Jc","Jd"],
       "bank": {"seat": 6, "wager": 50000},
       "seats": [{"seat": 1, "hole": ["Ks","Kd"], "ante": 1000, "blind": 1000,
                  "trips": 500, "decisions": ["bet4"]}]}

    FILE holds one round, a list of them, or {"examples": [...]}; "-" reads standard input. A round that is
    malformed is refused with all reasons, the others are settled; the exit code is then 1.
    """
    cases = _cases(file)
    refused = _print_json(cases) if as_json else _print_tables(cases)
    sys.exit(1 if refused else 0)


def _cases(file: Path) -> list[Any]:
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text("utf-8-sig")
        data = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_no_key_twice)
    except UnicodeDecodeError:
        refuse([f"{file}: cannot be read: not a text in UTF-8"])
    except OSError as error:
        refuse([f"{file}: cannot be read: {error.strerror}"])
    except json.JSONDecodeError as error:
        refuse([f"{file}: not JSON: {error.msg} at line {error.lineno}, column {error.colno}"])
    except (ValueError, RecursionError) as error:
        refuse([f"{file}: not rounds: {str(error).partition(';')[0]}"])
    if isinstance(data, dict) and isinstance(data.get("examples"), list):
        data = data["examples"]
    if data == []:
        refuse([f"{file}: there is no round in it"])
    return data if isinstance(data, list) else [data]


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """JSON would silently take the last of two; nothing is guessed here."""
    twice = {key for key, _ in pairs if [name for name, _ in pairs].count(key) > 1}
    if twice:
        raise ValueError(f"{', '.join(sorted(twice))} is written twice in one object")
    return dict(pairs)


def _print_json(cases: list[Any]) -> int:
    answers = [told(case) for case in cases]
    for number, (case, (_, refusals)) in enumerate(zip(cases, answers, strict=True), 1):
        for reason in refusals:
            click.echo(f"{_title(case, number)}: refused: {reason}", err=True)
    click.echo(json.dumps([data for data, _ in answers], indent=1, ensure_ascii=False))
    return sum(1 for _, refusals in answers if refusals)


def _print_tables(cases: list[Any]) -> int:
    out, refused = console(), 0
    for number, case in enumerate(cases, 1):
        out.print(f"[bold]{escape(_title(case, number))}[/]")
        try:
            if isinstance(case, dict) and case.get("type", "round") == "round":
                book, played = read_round(case)
                out.print(f"[dim]{book.title}, version {book.digest[:12]}[/]")
                out.print(settlement_view(settle(book, played), played))
            else:
                out.print(json.dumps(answer(case), indent=1, ensure_ascii=False), markup=False)
        except Refused as error:
            refused += 1
            for reason in error.refusals:
                out.print(f"  [red]refused:[/] {escape(str(reason))}")
        out.print()
    return refused


def _title(case: Any, number: int) -> str:
    if not isinstance(case, dict):
        return f"case {number}"
    return " ".join(str(case[key]) for key in ("id", "title") if case.get(key)) or f"round {number}"
