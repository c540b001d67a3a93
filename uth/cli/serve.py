"""``uth serve``: the table service."""

import errno
import os
import socket
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uth.cli.asking import refuse
from uth.cli.configuring import config_option
from uth.cli.database import database_option, find, make_folder
from uth.cli.extra import ServeCommand
from uth.cli.practice import practice_settings
from uth.cli.stopping import at_once, in_good_order
from uth.cli.values import between, heads_file, in_dollars, ip_addresses, web_address, web_origins
from uth.cli.welcome import welcome

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uth.server.opening import Opened
    from uth.server.rooms import Wish
    from uth.store import Address


LOST = (
    "Start it with that one (UTH_SECRET, or the file beside the database). If it is gone, --secret-lost "
    "voids the rounds in play, which gives every wager back, and goes on with this one."
)


@click.command(cls=ServeCommand)
@config_option("serve")
@database_option
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any free one."
)
@click.option(
    "--open",
    "books",
    multiple=True,
    metavar="BOOK",
    help="Have a table of BOOK open: a shipped one, or a file. Repeatable; found again after a restart.",
)
@click.option(
    "--bots", type=click.IntRange(0, 5), default=0, show_default=True, help="Bots at each such table."
)
@click.option("--guests/--no-guests", default=True, help="Whether people may come in without the house.")
@click.option(
    "--guest-chips",
    default="1000",
    show_default=True,
    metavar="DOLLARS",
    callback=in_dollars,
    help="What a guest has in the wallet.",
)
@click.option(
    "--address",
    default="",
    metavar="URL",
    callback=web_address,
    help="Where other processes reach this one, if not where it listens.",
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    callback=web_origins,
    help="Another origin whose pages may use the service.",
)
@click.option("--https", is_flag=True, help="Behind HTTPS: cookies travel only there.")
@click.option(
    "--trusted-proxy",
    "trusted_proxies",
    multiple=True,
    metavar="ADDRESS",
    callback=ip_addresses,
    help="A proxy whose X-Forwarded-For is believed. Repeatable; without it nobody's is.",
)
@click.option(
    "--second-factor/--no-second-factor",
    default=None,
    help="Whether staff needs one.  [default: yes, unless only this machine reaches the service]",
)
@click.option(
    "--heads",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=heads_file,
    help="Write the head of the house there, and check it at each start.  [default: beside SQLite's file]",
)
@click.option(
    "--secret-lost",
    is_flag=True,
    help="The secret of before is gone: void the rounds that it sealed, and go on with another.",
)
@click.option(
    "--sign-ins",
    default=0.5,
    show_default=True,
    callback=between(0.001, 1e6),
    help="Sign-ins and new guests a second from one address.",
)
@click.option(
    "--commands",
    default=30.0,
    show_default=True,
    callback=between(0.001, 1e6),
    help="Commands a second from one person.",
)
@click.option(
    "--calculations",
    default=10.0,
    show_default=True,
    callback=between(0.001, 1e6),
    help="Calculations a second from one address.",
)
@click.option(
    "--absence",
    default=300.0,
    show_default=True,
    callback=between(1, 1e9),
    help="Seconds before an absent player's seat is freed.",
)
@click.option("--browser", is_flag=True, help="Open the lobby in a browser, where there is one.")
@click.option(
    "--log",
    type=click.Choice(["text", "json"]),
    help="Log lines for people or for programs.  [default: text at a terminal, otherwise json]",
)
def command(
    database: str,
    host: str,
    port: int,
    books: tuple[str, ...],
    bots: int,
    guests: bool,
    guest_chips: int,
    address: str,
    origins: tuple[str, ...],
    https: bool,
    trusted_proxies: tuple[str, ...],
    second_factor: bool | None,
    heads: Path | None,
    secret_lost: bool,
    sign_ins: float,
    commands: float,
    calculations: float,
    absence: float,
    browser: bool,
    log: str | None,
) -> None:
    """Serve tables to browsers and programs until Ctrl-C; what was acknowledged is on disk.

    \b
    Examples:
      uth serve --open california-shfl --bots 3
      uth serve --open my-house.toml --open my-house.toml
      uth serve --config /etc/uth/uth.toml
      uth serve --database postgresql://uth@localhost/uth --port 8001 --address http://10.0.0.5:8001

    The secret that seals running rounds comes from UTH_SECRET, or is kept in a file beside SQLite's.
    """
    if bots and not books:
        raise click.UsageError("--bots needs --open: bots sit at the tables that it names.")
    with at_once():
        if sys.stderr.isatty():
            click.echo("Starting ...", err=True)
        from uth.server.checks import SecretOther
        from uth.server.faults import Fault
        from uth.server.logs import set_up
        from uth.server.running import address_of, run
        from uth.server.settings import Settings
        from uth.store import StoreError

        # everything is looked at before anything is made
        wishes = _read_books(books)
        place, is_there = find(database)
        secrets = _find_secrets(place)
        with _listen(host, port) as listening, _alone(place):
            at = address_of(listening)
            secret, *older = secrets or [_make_secret(place)]
            settings = Settings(
                database=database,
                secret=secret,
                old_secrets=tuple(older),
                secret_lost=secret_lost,
                heads=heads or (place.file.with_suffix(".heads") if place.file else None),
                trusted_proxies=trusted_proxies,
                second_factor=second_factor if second_factor is not None else https or not _is_here(host),
                guests=guests,
                guest_wallet=guest_chips,
                address=address or at,
                origins=origins,
                secure=https,
                strangers=sign_ins,
                commands_each=commands,
                calculations_each=calculations,
                absence=absence,
            )

            def up(tables: "Sequence[Opened]", stop: "Callable[[], object]") -> None:
                in_good_order(stop)
                for line in welcome(at, place, not is_there, tables, bots):
                    click.echo(line)
                if browser and _has_windows():
                    webbrowser.open(at)

            set_up("json" if log == "json" or (log is None and not sys.stderr.isatty()) else "text")
            try:
                run(settings, listening, wishes, bots, up)
            except Fault as fault:
                refuse(one.says for one in fault.says)
            except StoreError as error:
                refuse([str(error)])
            except SecretOther as other:
                refuse([f"This is not the secret that this house was run with: {other}. {LOST}"])


def _is_here(host: str) -> bool:
    """Whether only this machine reaches the service."""
    return host in ("localhost", "::1") or host.startswith("127.")


def _read_books(books: tuple[str, ...]) -> "list[Wish]":
    """The tables to have open, or everything that is wrong with their books."""
    from uth.server.faults import Fault
    from uth.server.rooms import Wish, readable
    from uth.server.shelf import Shelf

    wishes = [Wish(book=book, settings=practice_settings(book)) for book in books]
    wrong: list[str] = []
    for wish in wishes:
        try:
            readable(wish, Shelf())
        except Fault as fault:
            wrong += [one.says if wish.book in one.says else f"{wish.book}: {one.says}" for one in fault.says]
    if wrong:
        refuse(dict.fromkeys(wrong))
    return wishes


def _find_secrets(place: "Address") -> tuple[bytes, ...]:
    """The newest first; none: it is to be made."""
    from uth.server.settings import SecretMissing, find_secrets

    try:
        return find_secrets(place.file.with_suffix(".secret") if place.file else None)
    except SecretMissing as missing:
        refuse([str(missing)])


def _make_secret(place: "Address") -> bytes:
    from uth.server.settings import make_secret

    assert place.file
    try:
        return make_secret(place.file.with_suffix(".secret"))
    except OSError as error:
        refuse([f"cannot write {error.filename}: {error.strerror}"])


@contextmanager
def _alone(place: "Address") -> Iterator[None]:
    """SQLite's file is kept from other processes, in a folder that is there."""
    from uth.store import StoreError, lock

    if place.file is None:
        yield
        return
    make_folder(place)
    try:
        held = lock(place.file)
    except StoreError as error:
        refuse([str(error)])
    with closing(held):
        yield


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        if not host:
            raise OSError(errno.EINVAL, "no address is given")
        return socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, UnicodeError) as error:
        why = (isinstance(error, OSError) and error.strerror) or "that is no name of a machine"
        hint = "; --port 0 takes any free one" if getattr(error, "errno", 0) == errno.EADDRINUSE else ""
        why = why.partition(" (while")[0]  # Python adds the address, which stands here already
        refuse([f"cannot listen on {host or 'nothing'} port {port}: {why}{hint}"])


def _has_windows() -> bool:
    """Whether a browser would have a window of its own; one in the terminal would take it over."""
    return sys.platform in ("darwin", "win32") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ))
