"""``uth admin``: common work of a house, over the service's API or on its database."""

import asyncio
import csv
import json
import os
import re
import secrets
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from uth.cli.archiving import archive
from uth.cli.asking import refuse
from uth.cli.calling import Caller, reason_option
from uth.cli.configuring import config_option
from uth.cli.database import database_option, find, make_folder
from uth.cli.doctor import doctor
from uth.cli.extra import ServeGroup
from uth.cli.look import look
from uth.cli.restricting import exclude, include, limits
from uth.cli.values import heads_file, in_dollars, web_address
from uth.server.roles import ROLES

if TYPE_CHECKING:
    from uth.store import Address

SERVER = "http://127.0.0.1:8000"


def _token(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value and not re.fullmatch(r"[\w-]+", value, re.ASCII):
        raise click.BadParameter("that is no token; `uth admin sign-in NAME` prints one")
    return value


@click.group(cls=ServeGroup)
@config_option("admin")
@click.option(
    "--server",
    default=SERVER,
    show_default=True,
    envvar="UTH_SERVER",
    callback=web_address,
    help="Where the service is.",
)
@click.option("--token", envvar="UTH_TOKEN", callback=_token, help="Your session, from `uth admin sign-in`.")
@click.pass_context
def command(ctx: click.Context, server: str, token: str | None) -> None:
    """Run a house: people, tables, links, corrections, exports.

    add-person, reset-person, rotate-secret, backup and restore work on the database, the others on a service
    that runs.

    \b
    Examples:
      uth admin add-person Sue --role supervisor --role dealer --role admin
      export UTH_TOKEN=$(uth admin sign-in Sue)
      uth admin open california-shfl --set limits.ante=[10,100] --title "Table one"
      uth admin pause T1 --reason "dealer change"
      uth admin rounds T1 --csv > rounds.csv
      uth admin facts T1 --round 12 --csv
      uth admin heads > heads-today.txt
    """
    ctx.obj = Caller(server, token)


command.add_command(look)


# ---- on the database


@command.command("add-person")
@click.argument("name")
@click.option(
    "--role", "roles", multiple=True, default=("player",), type=click.Choice(ROLES), help="Repeatable."
)
@click.option(
    "--wallet",
    default="0",
    metavar="DOLLARS",
    callback=in_dollars,
    help="Chips to begin with, such as 500 or 12.50.",
)
@click.option("--password", envvar="UTH_PASSWORD", help="Asked for if not given; also UTH_PASSWORD.")
@click.option("--new", is_flag=True, help="Make the database, which is not there yet.")
@database_option
def add_person(
    name: str, roles: tuple[str, ...], wallet: int, password: str | None, new: bool, database: str
) -> None:
    """Open an account on the database itself: how the first administrator comes to be."""
    from uth.server.faults import Fault
    from uth.server.names import wrong_with_name
    from uth.server.settings import Settings
    from uth.server.signin import Door, weak
    from uth.store import Store, StoreError

    address, is_there = find(database)
    if is_there and new:
        refuse([f"There is a database at {address.shown} already: leave out --new."])
    if not is_there and not new:
        refuse(
            [
                f"There is no database at {address.shown}. Start `uth serve` on it once, name another with "
                "--database, or make a new one with --new."
            ]
        )
    if wrong := wrong_with_name(name):
        refuse([wrong])
    if password is None:
        password = click.prompt("Password", hide_input=True, confirmation_prompt=True)
    if faults := weak(password):
        refuse(faults)

    async def add(password: str) -> str:
        store = await Store.open(database)
        try:
            door = Door(store, Settings(database=database, secret=b""))
            person = await door.add(
                name, password, tuple(dict.fromkeys(roles)), wallet, reason="by uth admin"
            )
            return person.name
        finally:
            await store.close()

    make_folder(address)
    try:
        name = asyncio.run(add(password))
    except Fault as fault:
        refuse(one.says for one in fault.says)
    except StoreError as error:
        refuse([str(error)])
    click.echo(f"{name} may sign in as {', '.join(dict.fromkeys(roles))}. Written to {address.shown}.")


@command.command("reset-person")
@click.argument("name")
@click.option("--password", envvar="UTH_PASSWORD", help="Asked for if not given; also UTH_PASSWORD.")
@reason_option
@database_option
def reset_person(name: str, password: str | None, reason: str, database: str) -> None:
    """Give somebody a new password and take away the second factor, on the database itself.

    For the last administrator, who has lost the phone; all sessions of theirs end.
    """
    from uth.server.signin import hashed, weak
    from uth.store import Store, StoreError

    address = _there(database)
    if password is None:
        password = click.prompt("Password", hide_input=True, confirmation_prompt=True)
    if faults := weak(password):
        refuse(faults)

    async def reset() -> None:
        store = await Store.open(database)
        try:
            person = await store.person_named(name)
            if person is None or person.password is None:
                refuse([f"There is no account {name}."])
            await store.change_person(
                person.id, password=hashed(password), factor=None, reason=reason, end_sessions=True
            )
        except ValueError as error:
            refuse([str(error)])
        finally:
            await store.close()

    try:
        asyncio.run(reset())
    except StoreError as error:
        refuse([str(error)])
    click.echo(f"{name} signs in with the new password. Written to {address.shown}.")


@command.command("rotate-secret")
@database_option
def rotate_secret(database: str) -> None:
    """Make a new secret; the old one stays behind it until no round that it sealed is in play.

    Start the service again afterwards. Run this once more to drop the old one.
    """
    from uth.server.settings import SECRET, SecretMissing, find_secrets, make_secret

    address = _there(database)
    file = address.file.with_suffix(".secret") if address.file else None
    try:
        known = find_secrets(file)
    except SecretMissing as missing:
        refuse([str(missing)])
    if SECRET in os.environ or file is None:
        fresh = secrets.token_hex(32)
        click.echo(f"Set {SECRET} to this for every process of the service, then start them again:", err=True)
        click.echo(",".join([fresh, *(one.hex() for one in known[:1])]))
        return
    make_secret(file, known[:1])
    click.echo(f"{file} holds a new secret, and the one before. Copy it, and start the service again.")


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@database_option
def backup(file: Path, database: str) -> None:
    """Write a backup to FILE, while the service runs, and check what it holds.

    The secret is not in it: keep a copy of that apart, or the rounds in play are void after a restore.
    """
    from uth.server.meaning import means
    from uth.store import StoreError
    from uth.store import backup as write

    address = _there(database)
    try:
        faults = asyncio.run(write(database, file, means))
    except StoreError as error:
        refuse([str(error)])
    if faults:
        refuse([f"{file} is written, but what it holds does not fit:", *faults])
    click.echo(f"{file} holds all of {address.shown} up to now; `uth admin restore` brings it back.")
    click.echo("The secret is not in it: keep a copy of that in another place.")


@command.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option
def restore(file: Path, database: str) -> None:
    """Fill a new or empty database from a backup, and check it."""
    from uth.server.meaning import means
    from uth.store import StoreError
    from uth.store import restore as read

    address, _ = find(database)
    try:
        faults = asyncio.run(read(file, database, lambda: make_folder(address), means))
    except StoreError as error:
        refuse([str(error)])
    if faults:
        refuse(faults)
    click.echo(f"{address.shown} is as it was when the backup was made; every chain and balance fits.")


def _there(database: str) -> "Address":
    """Where the database is, which must be there."""
    address, is_there = find(database)
    if not is_there:
        refuse([f"There is no database at {address.shown}; --database names another."])
    return address


# ---- over the API


@command.command("sign-in")
@click.argument("name")
@click.password_option(confirmation_prompt=False, envvar="UTH_PASSWORD")
@click.option("--code", default="", help="The code of your second factor, if you have one.")
@click.pass_obj
def sign_in(call: Caller, name: str, password: str, code: str) -> None:
    """Print a token for UTH_TOKEN."""
    signed = call("POST", "sessions", body={"name": name, "password": password, "code": code})
    if Caller(call.server, signed["token"])("GET", "me")["needs_second_factor"]:
        click.echo(
            f"Staff needs a second factor here: set it up at {call.server}/account before anything else.",
            err=True,
        )
    click.echo(signed["token"])


@command.command()
@click.pass_obj
def tables(call: Caller) -> None:
    """All tables: what they play, who sits there, where they stand."""
    for table in call("GET", "tables"):
        seated = f"{len(table['players'])}/{table['seats']}"
        state = "paused" if table["paused"] else table["phase"]
        stands = f"{table['id']:5} {state:10} round {table['round']:<6} {seated:5}"
        click.echo(f"{stands} {table['book']}  {table['title']}")


@command.command("open")
@click.argument("book")
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="A key of the book. Repeatable.")
@click.option("--title", default="", help="What stands in the lobby.")
@click.option("--dealing", type=click.Choice(["sealed", "entered"]), default="sealed", show_default=True)
@click.option("--link", help="Share the meters of this progressive link.")
@click.option(
    "--mixed/--not-mixed", default=True, show_default=True, help="Players' clients add numbers to the deck."
)
@click.option(
    "--money",
    type=click.Choice(["play", "cash"]),
    default="play",
    show_default=True,
    help="Play chips, for guests and bots, or cash, for accounts of the house.",
)
@click.pass_obj
def open_table(
    call: Caller,
    book: str,
    settings: tuple[str, ...],
    title: str,
    dealing: str,
    link: str | None,
    mixed: bool,
    money: str,
) -> None:
    """Open a table of BOOK."""
    wish = {
        "book": book,
        "settings": settings,
        "title": title,
        "dealing": dealing,
        "link": link,
        "mixed": mixed,
        "money": money,
    }
    click.echo(f"Table {call('POST', 'tables', body=wish)['id']} is open.")


def _act(call: Caller, table: str, act: dict[str, Any]) -> None:
    command = {"id": secrets.token_hex(12), "act": act, "as": "supervisor"}
    version = call("POST", "tables", table, "commands", body=command)["version"]
    click.echo(f"Done; table {table} stands at event {version}.")


@command.command()
@click.argument("table")
@reason_option
@click.pass_obj
def close(call: Caller, table: str, reason: str) -> None:
    """Close a table between rounds."""
    _act(call, table, {"do": "close", "reason": reason})


@command.command()
@click.argument("table")
@reason_option
@click.pass_obj
def pause(call: Caller, table: str, reason: str) -> None:
    """Pause a table; its clock stops."""
    _act(call, table, {"do": "pause", "reason": reason})


@command.command()
@click.argument("table")
@reason_option
@click.pass_obj
def resume(call: Caller, table: str, reason: str) -> None:
    """Let a paused table go on."""
    _act(call, table, {"do": "resume", "reason": reason})


@command.command()
@click.argument("table")
@click.argument("source")
@click.argument("target")
@click.argument("cents", type=click.IntRange(1))
@reason_option
@click.pass_obj
def correct(call: Caller, table: str, source: str, target: str, cents: int, reason: str) -> None:
    """Correct a mistake: move CENTS from account SOURCE to TARGET, as a new entry with your name."""
    moves = [[source, target, cents, "correction"]]
    _act(call, table, {"do": "correct", "moves": moves, "reason": reason})


@command.command()
@click.pass_obj
def heads(call: Caller) -> None:
    """The head of every hash chain, to be published or kept elsewhere."""
    chain = call("GET", "chain")
    for stream, head in chain["streams"].items():
        click.echo(f"{stream} {head['number']} {head['hash']}")
    click.echo(f"all {chain['digest']}")


@command.command()
@click.option(
    "--heads",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    callback=heads_file,
    help="Heads that you kept: the chains must still hold every one.",
)
@click.option("--offline", is_flag=True, help="Read the database itself, and ask no service.")
@database_option
@click.pass_obj
def check(call: Caller, heads: Path | None, offline: bool, database: str) -> None:
    """Recompute every chain and balance, derive the ledger from the chains, and the program's digest."""
    from uth.server.checks import read_heads
    from uth.server.meaning import means
    from uth.server.program import program_digest
    from uth.store import Store, StoreError

    kept = read_heads(heads)

    async def look() -> list[str]:
        store = await Store.open(database)
        try:
            return await store.check(means, kept)
        finally:
            await store.close()

    if offline:
        _there(database)
        try:
            faults, program = asyncio.run(look()), program_digest()
        except StoreError as error:
            refuse([str(error)])
    else:
        body = {"heads": [{"stream": one.stream, "number": one.number, "hash": one.hash} for one in kept]}
        found = call("POST", "check", body=body)
        faults, program = found["faults"], found["program"]
    click.echo(f"program {program}")
    if faults:
        refuse(faults)
    click.echo("Every chain and every balance fits.")


@command.command()
@click.argument("table")
@click.pass_obj
def log(call: Caller, table: str) -> None:
    """A table's log up to the last finished round, for `uth verify`."""
    for text in _log(call, table):
        click.echo(text, nl=False)


def _log(call: Caller, table: str) -> Iterator[str]:
    """The log as the service gives it, page by page."""
    after = 0
    while text := call.raw("GET", "tables", table, "log", after=after).text:
        yield text
        last = json.loads(text.splitlines()[-1])
        if "number" not in last:
            return
        after = last["number"]


def _facts(call: Caller, table: str) -> Iterator[dict[str, Any]]:
    """What was noted at a table, with the time and the round; between two rounds it is the coming one's."""
    number = 1
    for line in (json.loads(line) for text in _log(call, table) for line in text.splitlines()):
        event = json.loads(line["body"]) if "body" in line else {}
        kind = event.get("event")
        if kind == "bets_closed":
            number = event["round"]
        elif kind == "round_ended":
            number = event["round"] + 1
        elif kind in ("fact_noted", "fact_taken_back"):
            at = datetime.fromtimestamp(line["at"] / 1e6, UTC).isoformat(timespec="milliseconds")
            about = {name: event.get(name) for name in ("fact", "seat", "by")}
            details, clauses = event.get("details", {}), event.get("clauses", [])
            back = kind == "fact_taken_back"
            yield {"round": number, "at": at, **about, "details": details, "clauses": clauses, "undone": back}


@command.command()
@click.argument("table")
@click.option("--round", "number", type=click.IntRange(min=1), help="Of one round only.")
@click.option("--csv", "as_csv", is_flag=True, help="A table; otherwise JSON lines.")
@click.pass_obj
def facts(call: Caller, table: str, number: int | None, as_csv: bool) -> None:
    """What dealers and supervisors have noted at a table: decks, counts, calls, papers, with names and times.

    Up to the last finished round, like the log it is read from.
    """
    noted = (fact for fact in _facts(call, table) if number in (None, fact["round"]))
    if not as_csv:
        for fact in noted:
            click.echo(json.dumps(fact))
        return
    first = list(islice(noted, 1))  # where the service refuses, nothing is printed
    out = csv.writer(sys.stdout)
    out.writerow(["round", "at", "fact", "seat", "by", "details", "clauses", "undone"])
    for fact in chain(first, noted):
        details = "; ".join(f"{name}={value}" for name, value in fact["details"].items())
        out.writerow(
            [
                *(fact[name] for name in ("round", "at", "fact", "seat", "by")),
                details,
                " ".join(fact["clauses"]),
                "yes" if fact["undone"] else "",
            ]
        )


def _rounds(call: Caller, table: str) -> Iterator[dict[str, Any]]:
    before: dict[str, object] = {}
    while page := call("GET", "tables", table, "rounds", **before):
        for mark in page:
            record = call("GET", "tables", table, "rounds", str(mark["round"]))
            [ended] = [e["event"] for e in record["events"] if e["event"]["event"] == "round_ended"]
            yield {"round": mark["round"], "at": mark["at"], "net": ended["net"], "seed": record["seed"]}
        before = {"before": page[-1]["round"]}


@command.command()
@click.argument("table")
@click.option(
    "--csv", "as_csv", is_flag=True, help="One line for each round and account; otherwise JSON lines."
)
@click.pass_obj
def rounds(call: Caller, table: str, as_csv: bool) -> None:
    """Export the rounds of a table: what each did to every account."""
    if not as_csv:
        for record in _rounds(call, table):
            click.echo(json.dumps(record))
        return
    records = _rounds(call, table)
    first = list(islice(records, 1))  # where the service refuses, nothing is printed
    out = csv.writer(sys.stdout)
    out.writerow(["round", "at", "account", "cents"])
    for record in chain(first, records):
        for account, cents in record["net"].items():
            out.writerow([record["round"], record["at"], account, cents])


@command.command()
@click.option("--csv", "as_csv", is_flag=True, help="Otherwise JSON.")
@click.pass_obj
def ledger(call: Caller, as_csv: bool) -> None:
    """Export the balance of every account."""
    sums = call("GET", "ledger")
    if not as_csv:
        click.echo(json.dumps(sums, indent=1))
        return
    out = csv.writer(sys.stdout)
    out.writerow(["account", "cents"])
    out.writerows(sums.items())


@command.command()
@click.option("--csv", "as_csv", is_flag=True, help="Otherwise JSON.")
@click.pass_obj
def meters(call: Caller, as_csv: bool) -> None:
    """Export every link's meters, and all that moved them."""
    links = call("GET", "links")
    if not as_csv:
        click.echo(json.dumps(links, indent=1))
        return
    out = csv.writer(sys.stdout)
    out.writerow(["link", "meter", "what", "cents"])
    for link in links:
        for name, row in link["moved"].items():
            for what, cents in row.items():
                out.writerow([link["id"], name, what, cents])


for one in (archive, doctor, exclude, include, limits):
    command.add_command(one)
