"""``uth admin archive``, and reading an archive back to check it."""

import asyncio
import json
import time
from importlib.util import find_spec
from pathlib import Path

import click

from uth.cli.asking import refuse
from uth.cli.database import database_option, find
from uth.cli.extra import ServeCommand

NEEDS = "Parquet needs one more package: pip install 'uth[archive]'"
DAY = 24 * 3600


@click.command(cls=ServeCommand)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--older-than",
    type=click.IntRange(0),
    default=30,
    show_default=True,
    metavar="DAYS",
    help="Rounds that ended before so many days.",
)
@click.option(
    "--forget-answers",
    is_flag=True,
    help="Then remove the answers to commands of that time: no chain needs them.",
)
@click.option("--reason", default="by uth admin", show_default=True, help="Stands in the journal.")
@database_option
def archive(folder: Path, older_than: int, forget_answers: bool, reason: str, database: str) -> None:
    """Archive old rounds as Parquet in FOLDER, with all that proves them.

    The service may run. Rounds that were archived before are not written again. Each file is read back and
    compared with the chain. No event leaves the database. `uth verify FOLDER/T1` checks a table's archive.
    """
    from uth.server.archiving import Archive, Archived, ArchiveError
    from uth.store import Store, StoreError

    if not find_spec("pyarrow"):
        refuse([NEEDS])
    address, is_there = find(database)
    if not is_there:
        refuse([f"There is no database at {address.shown}; --database names another."])
    before = (time.time_ns() // 1000) - older_than * DAY * 1_000_000

    async def work() -> tuple[list[Archived], int]:
        store = await Store.open(database)
        try:
            made = await Archive(store, folder).add(before, reason)
            return made, await store.forget_answers(before) if forget_answers else 0
        finally:
            await store.close()

    try:
        made, forgotten = asyncio.run(work())
    except (StoreError, ArchiveError) as error:
        refuse([str(error)])
    except OSError as error:
        refuse([f"cannot write {error.filename or folder}: {error.strerror}"])
    for one in made:
        first, last = one.rounds
        click.echo(f"{folder / one.file}: rounds {first} to {last}, events {one.first} to {one.last}")
    click.echo(f"{len(made)} tables archived." if made else "Nothing to archive.")
    if forgotten:
        click.echo(f"{forgotten:,} answers removed.")


def read_archive(place: Path) -> bytes:
    """The log of a table from its archive, a folder or a single file, as `uth admin log` exports it."""
    if not find_spec("pyarrow"):
        refuse([NEEDS])
    from pyarrow import ArrowException, parquet

    from uth.proof.archives import COLUMNS, EVENTS, OPENING

    files = sorted(place.glob(EVENTS)) if place.is_dir() else [place]
    if not files:
        refuse([f"{place} holds no archive: {EVENTS} is looked for."])
    lines: list[bytes] = []
    for file in files:
        try:
            table = parquet.read_table(file)
            opening = (table.schema.metadata or {})[OPENING]
            rows = table.select(COLUMNS).to_pylist()
            hashed = [{**row, "hash": row["hash"].hex()} for row in rows]
        except (ArrowException, OSError, KeyError, AttributeError, ValueError) as error:
            refuse(
                [f"{file} is no archive of a table: {str(error).splitlines()[0] if str(error) else error}"]
            )
        lines += [opening] if not lines else []
        lines += [json.dumps(row).encode() for row in hashed]
    return b"\n".join(lines)
