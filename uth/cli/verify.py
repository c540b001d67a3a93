"""``uth verify``: a whole log, or one round, checked without the service."""

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from uth.cli.asking import refuse
from uth.cli.writing import counted

if TYPE_CHECKING:
    from uth.proof.checks import Checked


def _digest(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", value):
        raise click.BadParameter(f"{value!r} is not 64 hexadecimal digits, as `uth admin heads` prints them")
    return value and value.lower()


def _digests(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_digest(ctx, param, value) or "" for value in values)


@click.command()
@click.argument("file", type=click.Path(exists=True, path_type=Path, allow_dash=True))
@click.option("--head", callback=_digest, help="A published head: must be the hash of the last event.")
@click.option(
    "--includes",
    multiple=True,
    metavar="HASH",
    callback=_digests,
    help="An earlier head: must be the hash of some event. Repeatable.",
)
@click.option(
    "--commitment",
    "commitments",
    multiple=True,
    metavar="HASH",
    callback=_digests,
    help="What you saw at the table before a round: the house must have committed to it. Repeatable.",
)
@click.option(
    "--receipt",
    "receipts",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file of receipts that the service signed: all must fit the log. Repeatable.",
)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(
    file: Path,
    head: str | None,
    includes: tuple[str, ...],
    commitments: tuple[str, ...],
    receipts: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Check FILE (- for standard input): a table's log as an auditor exports it, or a round from the service.

    A folder is a table's archive, from `uth admin archive`.

    \b
    A log: everything in it is worked out again. Chain, commitments, players' numbers, decks, cards, clocks,
    decisions, settlements, fees, meters, every cent, and who did what with which right and reason.
    A round: commitments and numbers in their order, the deck, every card, decisions, payments.

    It stops at the first thing that does not fit and names the event.
    It ends with 0 if everything fits, 1 if something does not, 2 if FILE cannot be checked.

    \b
    Examples:
      curl -s http://127.0.0.1:8000/api/tables/T1/rounds/7 > round.json && uth verify round.json
      uth admin log T1 > T1.jsonl && uth verify T1.jsonl --head 5be0... --commitment 77a1...
    """
    from uth.proof.checks import check
    from uth.proof.reading import Log, Unreadable, read

    try:
        found = read(_content(file))
        checked = check(found)
    except Unreadable as error:
        refuse([f"{file} {error}."])
    except OSError as error:
        refuse([f"{file} cannot be read: {error.strerror}."])
    if not isinstance(found, Log):
        for given, option in ((head, "--head"), (includes, "--includes"), (receipts, "--receipt")):
            if given:
                refuse([f"{file} is a round, and {option} is about a log."])
    if not checked.faults:
        checked.faults.extend(_kept(checked, head, includes, commitments)[:1])
    if not checked.faults and isinstance(found, Log):
        from uth.cli.receipts import receipt_faults

        for path in receipts:
            checked.faults.extend(receipt_faults(path, found)[:1])
    if as_json:
        shown = {name: value for name, value in msgspec.to_builtins(checked).items() if name != "hashes"}
        click.echo(json.dumps(shown, indent=1))
    else:
        _print(checked)
    if checked.faults:
        raise SystemExit(1)


def _content(file: Path) -> bytes:
    if str(file) == "-":
        return sys.stdin.buffer.read()
    if file.is_dir() or file.suffix == ".parquet":
        from uth.cli.archiving import read_archive

        return read_archive(file)
    return file.read_bytes()


def _kept(
    checked: "Checked", head: str | None, includes: tuple[str, ...], commitments: tuple[str, ...]
) -> list[str]:
    """What does not fit with what somebody has kept."""
    faults = []
    if head and head != checked.head:
        faults.append(f"the log ends with {checked.head or 'nothing'}, not with {head}")
    faults += [f"no event has the hash {one}" for one in includes if one not in checked.hashes]
    known = set(checked.commitments.values())
    faults += [f"the house committed to {one} in no round" for one in commitments if one not in known]
    return faults


def _print(checked: "Checked") -> None:
    for what, times in checked.checks.items():
        click.echo(f"{times:9,}  {what}")
    for player, times in checked.withheld.items():
        click.echo(f"{times:9,}  {counted(times, 'number').partition(' ')[2]} withheld by {player}")
    click.echo(
        f"{counted(checked.events, 'event')}, {counted(checked.rounds, 'round')}, "
        f"{counted(checked.sealed, 'sealed shuffle')} checked"
    )
    for fault in checked.faults:
        click.echo(f"  {fault}")
    click.echo("This does not fit; nothing after it was checked." if checked.faults else "Everything fits.")
