"""``uth verify``: a round's shuffle, or a whole log, checked without the service."""

import json
import re
from pathlib import Path

import click
import msgspec

from uth.cli.asking import refuse
from uth.cli.writing import counted


def _digest(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", value):
        raise click.BadParameter(f"{value!r} is not 64 hexadecimal digits, as `uth admin heads` prints them")
    return value and value.lower()


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--head", callback=_digest, help="The hash that was published for the last event: must be the log's."
)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(file: Path, head: str | None, as_json: bool) -> None:
    """Check FILE: a round as the service shows it, or a table's log as an auditor exports it.

    \b
    A round: the seed is the one committed to before bets closed, and every card lies where its deck puts it.
    A log: every event is chained to the one before, the money adds up, and every sealed round is checked.

    It ends with 0 if everything fits, 1 if something does not, 2 if FILE cannot be checked.

    \b
    Examples:
      curl -s http://127.0.0.1:8000/api/tables/T1/rounds/7 > round.json && uth verify round.json
      uth admin log T1 > T1.jsonl && uth verify T1.jsonl --head 5be0...
    """
    from uth.proof.checks import check
    from uth.proof.reading import Log, Unreadable, read

    try:
        found = read(file.read_bytes())
        checked = check(found)
    except Unreadable as error:
        refuse([f"{file} {error}."])
    except OSError as error:
        refuse([f"{file} cannot be read: {error.strerror}."])
    if head and not isinstance(found, Log):
        refuse([f"{file} is a round, and --head is the end of a log."])
    if head and head != checked.head:
        checked.faults.append(f"the log ends with {checked.head or 'nothing'}, not with {head}")
    if as_json:
        click.echo(json.dumps(msgspec.to_builtins(checked), indent=1))
    else:
        click.echo(
            f"{counted(checked.events, 'event')}, {counted(checked.rounds, 'round')}, "
            f"{counted(checked.sealed, 'sealed shuffle')} checked"
        )
        for fault in checked.faults:
            click.echo(f"  {fault}")
        click.echo(f"{counted(len(checked.faults), 'fault')}." if checked.faults else "Everything fits.")
    if checked.faults:
        raise SystemExit(1)
