"""``uth admin doctor``: whether a house can run here, one line for each thing, and what to do."""

import asyncio
import json
from pathlib import Path

import click

from uth.cli.asking import printable
from uth.cli.database import database_option
from uth.cli.extra import ServeCommand

MARKS = {"ok": "ok   ", "look": "look ", "wrong": "WRONG"}


@click.command(cls=ServeCommand)
@database_option
@click.option(
    "--backups",
    type=click.Path(path_type=Path),
    envvar="UTH_BACKUPS",
    help="The folder of the backups. Also UTH_BACKUPS.",
)
@click.option(
    "--heads",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where heads are kept.  [default: beside SQLite's file]",
)
@click.option("--full", is_flag=True, help="Check every chain and balance, not only the chain of the house.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def doctor(database: str, backups: Path | None, heads: Path | None, full: bool, as_json: bool) -> None:
    """Look at clock, disk, secret, database, chain, backups, files and versions.

    Nothing is changed; the service may run or not. The exit code is 2 if anything is wrong.
    """
    import msgspec

    from uth.cli.asking import refuse
    from uth.server.doctor import Doctor, Finding
    from uth.store import StoreError, read_address

    async def look() -> list[Finding]:
        return [one async for one in Doctor(read_address(database), heads, backups, whole=full).look()]

    try:
        found = asyncio.run(look())
    except StoreError as error:
        refuse([str(error)])
    except OSError as error:
        refuse([f"{error.filename or database}: {error.strerror}"])
    if as_json:
        click.echo(json.dumps([msgspec.to_builtins(one) for one in found], indent=1))
    else:
        for one in found:
            do = f" -> {one.do}" if one.do else ""
            click.echo(printable(f"{MARKS[one.state]} {one.what:9} {one.says}{do}"))
    wrong = [one.what for one in found if one.state == "wrong"]
    if wrong:
        refuse([f"not right: {', '.join(wrong)}"])
