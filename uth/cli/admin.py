"""``uth admin``: common work of a house, over the service's API or on its database."""

import asyncio
import csv
import json
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from uth.cli.asking import refuse
from uth.cli.serve import DATABASE

SERVER = "http://127.0.0.1:8000"

reason_option = click.option("--reason", required=True, help="Why; it stands in the log with your name.")
database_option = click.option(
    "--database", default=DATABASE, show_default=True, envvar="UTH_DATABASE", help="As for uth serve."
)


class Caller:
    """The service, spoken to as one member of staff."""

    def __init__(self, server: str, token: str | None) -> None:
        self.server, self.token = server.rstrip("/"), token

    def __call__(self, method: str, path: str, body: Any = None) -> Any:
        """An answer, or its faults said and the command ended."""
        answer = self.raw(method, path, body)
        return answer.json() if answer.content else None

    def raw(self, method: str, path: str, body: Any = None) -> Any:
        import httpx

        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        try:
            answer = httpx.request(method, f"{self.server}{path}", json=body, headers=headers, timeout=30)
        except httpx.HTTPError as error:
            refuse(
                [f"{self.server} does not answer ({error}); is the service running? --server names another"]
            )
        if answer.is_success:
            return answer
        try:
            refuse([one["says"] for one in answer.json()["says"]])
        except (ValueError, KeyError):
            refuse([f"{self.server} answers {answer.status_code}"])


@click.group()
@click.option(
    "--server", default=SERVER, show_default=True, envvar="UTH_SERVER", help="Where the service is."
)
@click.option("--token", envvar="UTH_TOKEN", help="Your session, from `uth admin sign-in`.")
@click.pass_context
def command(ctx: click.Context, server: str, token: str | None) -> None:
    """Run a house: people, tables, links, corrections, exports.

    \b
    Examples:
      uth admin add-person Sue --role supervisor --role admin --database sqlite:///uth.sqlite
      export UTH_TOKEN=$(uth admin sign-in Sue)
      uth admin open california-shfl --set limits.ante=[10,100] --title "Table one"
      uth admin pause T1 --reason "dealer change"
      uth admin rounds T1 --csv > rounds.csv
      uth admin heads > heads-today.txt
    """
    ctx.obj = Caller(server, token)


# ---- on the database


@command.command("add-person")
@click.argument("name")
@click.option("--role", "roles", multiple=True, default=("player",), help="Repeatable: player, dealer, ...")
@click.option("--wallet", default=0, help="Cents to begin with.")
@click.password_option(envvar="UTH_PASSWORD")
@database_option
def add_person(name: str, roles: tuple[str, ...], wallet: int, password: str, database: str) -> None:
    """Open an account on the database itself: how the first administrator comes to be."""
    from uth.server.faults import Fault
    from uth.server.settings import Settings
    from uth.server.signin import Door
    from uth.store import Store

    async def add() -> None:
        store = await Store.open(database)
        try:
            person = await Door(store, Settings(database=database, secret=b"")).add(
                name, password, roles, wallet
            )
            await store.note(person.id, f"added {person.name}", "by uth admin", after=", ".join(person.roles))
        finally:
            await store.close()

    try:
        asyncio.run(add())
    except Fault as fault:
        refuse([one.says for one in fault.says])
    click.echo(f"{name} may sign in as {', '.join(roles)}.")


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@database_option
def backup(file: Path, database: str) -> None:
    """Write a backup to FILE, while the service runs."""
    from uth.store import StoreError
    from uth.store import backup as write

    try:
        asyncio.run(write(database, file))
    except StoreError as error:
        refuse([str(error)])
    click.echo(f"{file} holds everything up to now; `uth admin restore` brings it back.")


@command.command()
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@database_option
def restore(file: Path, database: str) -> None:
    """Fill an empty database from a backup, and check it."""
    from uth.store import StoreError
    from uth.store import restore as read

    try:
        faults = asyncio.run(read(file, database))
    except StoreError as error:
        refuse([str(error)])
    if faults:
        refuse(faults)
    click.echo(f"{database} is as it was when the backup was made; every chain and balance fits.")


# ---- over the API


@command.command("sign-in")
@click.argument("name")
@click.password_option(confirmation_prompt=False, envvar="UTH_PASSWORD")
@click.pass_obj
def sign_in(call: Caller, name: str, password: str) -> None:
    """Print a token for UTH_TOKEN."""
    click.echo(call("POST", "/api/sessions", {"name": name, "password": password})["token"])


@command.command()
@click.pass_obj
def tables(call: Caller) -> None:
    """All tables: what they play, who sits there, where they stand."""
    for table in call("GET", "/api/tables"):
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
@click.pass_obj
def open_table(
    call: Caller, book: str, settings: tuple[str, ...], title: str, dealing: str, link: str | None
) -> None:
    """Open a table of BOOK."""
    wish = {"book": book, "settings": settings, "title": title, "dealing": dealing, "link": link}
    click.echo(f"Table {call('POST', '/api/tables', wish)['id']} is open.")


def _act(call: Caller, table: str, act: dict[str, Any]) -> None:
    command = {"id": secrets.token_hex(12), "act": act, "as": "supervisor"}
    version = call("POST", f"/api/tables/{table}/commands", command)["version"]
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
    chain = call("GET", "/api/chain")
    for stream, head in chain["streams"].items():
        click.echo(f"{stream} {head['number']} {head['hash']}")
    click.echo(f"all {chain['digest']}")


@command.command()
@click.pass_obj
def check(call: Caller) -> None:
    """Recompute every chain and balance, and the digest of the program."""
    found = call("GET", "/api/check")
    click.echo(f"program {found['program']}")
    if found["faults"]:
        refuse(found["faults"])
    click.echo("Every chain and every balance fits.")


@command.command()
@click.argument("table")
@click.pass_obj
def log(call: Caller, table: str) -> None:
    """A table's log up to the last finished round, for `uth verify`."""
    after = 0
    while text := call.raw("GET", f"/api/tables/{table}/log?after={after}").text:
        lines = text.splitlines()
        last = json.loads(lines[-1])
        if "number" not in last:
            click.echo(text, nl=False)
            return
        click.echo(text, nl=False)
        after = last["number"]


def _rounds(call: Caller, table: str) -> Iterator[dict[str, Any]]:
    before = ""
    while page := call("GET", f"/api/tables/{table}/rounds{before}"):
        for mark in page:
            record = call("GET", f"/api/tables/{table}/rounds/{mark['round']}")
            [ended] = [e["event"] for e in record["events"] if e["event"]["event"] == "round_ended"]
            yield {"round": mark["round"], "at": mark["at"], "net": ended["net"], "seed": record["seed"]}
        before = f"?before={page[-1]['round']}"


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
    out = csv.writer(sys.stdout)
    out.writerow(["round", "at", "account", "cents"])
    for record in _rounds(call, table):
        for account, cents in record["net"].items():
            out.writerow([record["round"], record["at"], account, cents])


@command.command()
@click.option("--csv", "as_csv", is_flag=True, help="Otherwise JSON.")
@click.pass_obj
def ledger(call: Caller, as_csv: bool) -> None:
    """Export the balance of every account."""
    sums = call("GET", "/api/ledger")
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
    links = call("GET", "/api/links")
    if not as_csv:
        click.echo(json.dumps(links, indent=1))
        return
    out = csv.writer(sys.stdout)
    out.writerow(["link", "meter", "what", "cents"])
    for link in links:
        for name, row in link["moved"].items():
            for what, cents in row.items():
                out.writerow([link["id"], name, what, cents])
