"""``uth table``: a table driven by a scenario file."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
import msgspec

from uth.cli.asking import refuse
from uth.cli.prompting import Prompter
from uth.game.files.scenario import Played, ScenarioError, play, read_scenario
from uth.game.table.state import Table
from uth.rules.money import dollars


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True))
@click.option(
    "--json", "as_json", is_flag=True, help="Print lines, events, refusals, script and ledger as JSON."
)
@click.option("--script", "with_script", is_flag=True, help="Print the dealer's script before each line.")
def command(file: Path, as_json: bool, with_script: bool) -> None:
    """Run the scenario in FILE at a table and print what happens, what is refused and why, and the ledger.

    \b
    A scenario:
      book california-shfl
      deck Jh Th 9h 4c Ks Qd 9s 8d 7c 2h Kd
      supervisor Sue: open
      Ann: sit 1
      Ann: buy-in 500
      ...
      dealer Dan: no more bets
      dealer Dan: go on
      Ann: bet4

    docs/scenarios.md describes the format; tests/playthroughs and tests/clauses hold complete ones. A file
    that cannot be read is refused with its lines before anything runs. What a line 'expect ...' asks for and
    does not happen is printed in red, and the exit code is 1.
    """
    try:
        scenario = read_scenario(sys.stdin.read() if str(file) == "-" else file.read_text("utf-8-sig"))
    except ScenarioError as error:
        refuse(f"{file}: {fault}" for fault in error.faults)
    except UnicodeDecodeError:
        refuse([f"{file}: cannot be read: not a text in UTF-8"])
    except OSError as error:
        refuse([f"{file}: cannot be read: {error.strerror}"])
    played = list(play(scenario))
    click.echo(json.dumps(as_data(played), indent=1) if as_json else "\n".join(as_text(played, with_script)))
    if any(one.unmet for one in played):
        sys.exit(1)


def as_text(played: Iterable[Played], with_script: bool = False) -> Iterable[str]:
    """The playthrough in words, line by line, and the ledger at the end."""
    table: Table | None = None
    prompter = Prompter()
    for one in played:
        for step in prompter.new(one.before, one.script) if with_script else ():
            whose = "" if step.seat is None else f"Seat {step.seat}: "
            yield f"    . {whose}{step.does}" + (f"  [{' '.join(step.clauses)}]" if step.clauses else "")
        yield f"{one.line.text}"
        yield from (f"    {event.tell()}" for event in one.events)
        yield from (f"    refused: {refusal}" for refusal in one.refusals)
        yield from (click.style(f"    line {one.line.number} {unmet}", fg="red") for unmet in one.unmet)
        table = one.table
    if table:
        yield "ledger"
        yield from (f"    {name:20}{dollars(cents):>14}" for name, cents in sorted(table.accounts.items()))
        yield f"    {'sum':20}{dollars(sum(table.accounts.values())):>14}"


def as_data(played: list[Played]) -> dict[str, Any]:
    """The playthrough for programs."""
    lines = [
        {
            "line": one.line.number,
            "text": one.line.text,
            "by": str(one.line.who),
            "script": [msgspec.to_builtins(step) for step in one.script],
            "events": [msgspec.to_builtins(event) for event in one.events],
            "refused": [{"says": r.says, "clauses": list(r.clauses)} for r in one.refusals],
            "unmet": list(one.unmet),
        }
        for one in played
    ]
    return {"lines": lines, "ledger": dict(played[-1].table.accounts), "phase": played[-1].table.phase}
