"""``uth serve``: the table service."""

import asyncio
import contextlib
import fcntl
import gc
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Coroutine
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from uth.cli.asking import refuse
from uth.cli.practice import practice_settings

if TYPE_CHECKING:
    from uth.server.service import Service
    from uth.server.settings import Settings

DATABASE = "sqlite:///uth.sqlite"


@click.command()
@click.option(
    "--database",
    default=DATABASE,
    show_default=True,
    envvar="UTH_DATABASE",
    help="sqlite:///FILE, or postgresql://... for several processes.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any free one."
)
@click.option("--open", "books", multiple=True, metavar="BOOK", help="Have a table of BOOK open. Repeatable.")
@click.option(
    "--bots", type=click.IntRange(0, 5), default=0, show_default=True, help="Bots at each such table."
)
@click.option("--guests/--no-guests", default=True, help="Whether people may come in without the house.")
@click.option("--guest-chips", default=1000, show_default=True, help="Dollars in a guest's wallet.")
@click.option("--address", default="", help="Where other processes reach this one, if not where it listens.")
@click.option("--origin", "origins", multiple=True, help="Another origin whose pages may use the service.")
@click.option("--https", is_flag=True, help="Behind HTTPS: cookies travel only there.")
@click.option(
    "--sign-ins", default=0.5, show_default=True, help="Sign-ins and new guests a second from one address."
)
@click.option("--commands", default=30.0, show_default=True, help="Commands a second from one person.")
@click.option(
    "--calculations", default=10.0, show_default=True, help="Calculations a second from one address."
)
@click.option(
    "--absence", default=300.0, show_default=True, help="Seconds until the seat of who has gone is freed."
)
@click.option("--browser", is_flag=True, help="Open the lobby in a browser, where there is one.")
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
    sign_ins: float,
    commands: float,
    calculations: float,
    absence: float,
    browser: bool,
) -> None:
    """Serve tables to browsers and programs until Ctrl-C; what was acknowledged is on disk.

    \b
    Examples:
      uth serve --open california-shfl --bots 3
      uth serve --database postgresql://uth@localhost/uth --port 8001 --address http://10.0.0.5:8001

    The secret that seals running rounds comes from UTH_SECRET, or is kept in a file beside SQLite's.
    """
    from uth.server.settings import SecretMissing, Settings, find_secret

    beside = _file_of(database)
    try:
        secret = find_secret(beside.with_suffix(".secret") if beside else None)
    except (SecretMissing, OSError) as missing:
        refuse([str(missing)])
    listening = _listen(host, port)
    settings = Settings(
        database=database,
        secret=secret,
        guests=guests,
        guest_wallet=guest_chips * 100,
        address=address or _address(listening),
        origins=origins,
        secure=https,
        strangers=sign_ins,
        commands_each=commands,
        calculations_each=calculations,
        absence=absence,
    )
    lock = _only_one(beside) if beside else None
    # uvicorn drains at a signal, then sends it again; by then everything is done, and that is no failure
    signal.signal(signal.SIGTERM, lambda *_: None)
    with lock or contextlib.nullcontext(), contextlib.suppress(KeyboardInterrupt):
        _run(_serve(settings, listening, books, bots, browser))
    if threading.active_count() > 1:
        # A calculation still runs in its thread. All is written and closed; to take down the interpreter
        # under compiled code would abort the process.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def _run(serving: Coroutine[Any, Any, None]) -> None:
    """On uvloop, which takes half the time for a frame; without it where there is none."""
    try:
        import uvloop
    except ImportError:
        asyncio.run(serving)
    else:
        uvloop.run(serving)


def _file_of(database: str) -> Path | None:
    """The file of an SQLite database."""
    scheme, _, path = database.partition(":///")
    return Path(path) if scheme.startswith("sqlite") and path else None


def _only_one(database: Path) -> IO[str]:
    """SQLite belongs to one process; a lock that ends with the process keeps a second one out."""
    database.parent.mkdir(parents=True, exist_ok=True)
    lock = open(database.with_suffix(".lock"), "w")  # noqa: SIM115 - held until the process ends
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        refuse([f"{database} is being served by another process; several need PostgreSQL"])
    return lock


def _has_windows() -> bool:
    """Whether a browser would have a window of its own; one in the terminal would take it over."""
    return sys.platform in ("darwin", "win32") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ))


def _listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), backlog=2048)
    except OSError as error:
        refuse([f"cannot listen on {host} port {port}: {error.strerror}; --port 0 takes any free one"])


async def _serve(
    settings: "Settings", listening: socket.socket, books: tuple[str, ...], bots: int, browser: bool
) -> None:
    import uvicorn

    from uth.server import bots as players
    from uth.server.app import create_app
    from uth.server.logs import set_up

    set_up()
    app = create_app(settings)
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=64 * 1024,
            ws_per_message_deflate=False,  # a frame is small, and squeezing it takes longer than making it
            timeout_graceful_shutdown=10,
            server_header=False,
        )
    )
    sys.setswitchinterval(0.0005)  # who comes back from the disk does not wait long for the interpreter
    gc.freeze()  # what is loaded stays; looking through it again and again takes a tenth of the time
    gc.set_threshold(50_000, 20, 50)
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started:
        if serving.done():
            await serving
            sys.exit(1)
        await asyncio.sleep(0.02)
    at = _address(listening)
    tables = [await _table_of(app.state.service, book) for book in books]
    click.echo(f"Serving at {at}  (Ctrl-C stops)")
    for book, table in zip(books, tables, strict=True):
        click.echo(f"  table {table}: {book}")
    door = app.state.service.door
    tokens = {table: [await door.bot(name) for name in players.names(table, bots)] for table in tables}
    playing = asyncio.create_task(players.fill(at, tokens))
    if browser and _has_windows():
        webbrowser.open(at)
    try:
        await serving
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    host = "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{host}:{port}"


async def _table_of(service: "Service", book: str) -> str:
    """A table of this book: the one that is open, or a new one."""
    from uth.server.rooms import Wish

    for room in service.rooms:
        if room.book.name == book:
            return room.stream
    operator = await service.door.operator()
    wish = Wish(book=book, settings=practice_settings(book))
    room = await service.rooms.open(operator, wish)
    return room.stream
