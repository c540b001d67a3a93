"""The service from its start to its end: database, tables, uvicorn, bots, and the same backwards."""

import asyncio
import gc
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import uvicorn

from uth.server import bots as players
from uth.server.app import create_app
from uth.server.opening import Opened, have_open
from uth.server.rooms import Wish
from uth.server.service import Service
from uth.server.settings import Settings

Up = Callable[[Sequence[Opened], Callable[[], object]], None]
"""Told when the service is up: its tables, and what stops it, which a signal may call."""


class Server(uvicorn.Server):
    """Uvicorn, with signals left to whoever started it."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def run(settings: Settings, listening: socket.socket, wishes: Sequence[Wish], bots: int, up: Up) -> None:
    """Serve until stopped; on uvloop, which takes half the time for a frame, where there is one.

    Raises StoreError or Fault if the service cannot start.
    """
    serving = _serve(settings, listening, wishes, bots, up)
    try:
        import uvloop
    except ImportError:
        asyncio.run(serving)
    else:
        uvloop.run(serving)


async def _serve(
    settings: Settings, listening: socket.socket, wishes: Sequence[Wish], bots: int, up: Up
) -> None:
    app = create_app(settings)
    server = Server(
        uvicorn.Config(
            app,
            lifespan="off",  # so that what goes wrong at the start is raised here
            log_config=None,
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=64 * 1024,
            ws_per_message_deflate=False,  # a frame is small, and compressing it takes longer than making it
            timeout_graceful_shutdown=10,
            server_header=False,
        )
    )
    sys.setswitchinterval(0.0005)  # who comes back from the disk does not wait long for the interpreter
    gc.freeze()  # what is loaded stays; looking through it again and again takes a tenth of the time
    gc.set_threshold(50_000, 20, 50)
    async with app.router.lifespan_context(app):
        service: Service = app.state.service
        tables = await have_open(service.rooms, await service.door.operator(), wishes)
        tokens = await _tokens(service, tables, bots)
        stop = asyncio.Event()
        serving = asyncio.create_task(server.serve([listening]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        if serving.done():  # it did not come up, and this says why
            return await serving
        loop = asyncio.get_running_loop()
        up(tables, lambda: loop.call_soon_threadsafe(stop.set))
        playing = asyncio.create_task(players.fill(address_of(listening), tokens))
        stopped = asyncio.create_task(stop.wait())
        await asyncio.wait([serving, stopped], return_when=asyncio.FIRST_COMPLETED)
        for task in (playing, stopped):
            task.cancel()
        await asyncio.gather(playing, stopped, return_exceptions=True)
        server.should_exit = True
        await serving


async def _tokens(service: Service, tables: Sequence[Opened], bots: int) -> dict[str, list[str]]:
    return {
        table.room.stream: [await service.door.bot(name) for name in players.names(table.room.stream, bots)]
        for table in tables
    }


def address_of(listening: socket.socket) -> str:
    """Where a program on this machine reaches it."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
