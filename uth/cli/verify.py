"""``uth verify``: a round's shuffle, or a whole log, checked without the service."""

import json
from pathlib import Path

import click
import msgspec

from uth.cli.asking import refuse


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--head", default="", help="The hash that was published for the last event: must be the log's.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(file: Path, head: str, as_json: bool) -> None:
    """Check FILE: a round as the service shows it, or a table's log as an auditor exports it.

    \b
    A round: the seed is the one committed to before bets closed, and every card lies where its deck puts it.
    A log: every event is chained to the one before, the money adds up, and every sealed round is checked.

    \b
    Examples:
      curl -s http://127.0.0.1:8000/api/tables/T1/rounds/7 > round.json && uth verify round.json
      uth admin log T1 > T1.jsonl && uth verify T1.jsonl --head 5be0...
    """
    from uth.server.verify import check_log, check_round

    text = file.read_bytes()
    try:
        first = msgspec.json.decode(text.splitlines()[0])
        checked = check_log(text.splitlines()) if "about" in first else check_round(msgspec.json.decode(text))
    except (
        msgspec.DecodeError,
        msgspec.ValidationError,
        KeyError,
        TypeError,
        ValueError,
        IndexError,
    ) as error:
        refuse([f"{file} is neither a round nor a log: {type(error).__name__}: {error}"])
    if head and head != checked.head:
        checked.faults.append(f"the log ends with {checked.head or 'nothing'}, not with {head}")
    if as_json:
        click.echo(json.dumps(msgspec.to_builtins(checked), indent=1))
    else:
        counts = f"{checked.events:,} events, {checked.rounds:,} rounds"
        click.echo(f"{counts}, {checked.sealed:,} sealed shuffles checked")
        for fault in checked.faults:
            click.echo(f"  {fault}")
        click.echo("Everything fits." if not checked.faults else f"{len(checked.faults)} faults.")
    if checked.faults:
        raise SystemExit(1)
