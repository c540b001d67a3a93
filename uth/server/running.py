"""The service from its start to its end: database, tables, uvicorn, bots, and the same backwards."""

import asyncio
import gc
import os
import socket
import sys
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NoReturn

import uvicorn

from uth.server import bots as players
from uth.server.app import create_app
from uth.server.opening import Opened, have_open
from uth.server.rooms import Wish
from uth.server.service import Service
from uth.server.settings import Settings
from uth.server.wire import Http, Socket

Up = Callable[[Sequence[Opened], Callable[[], object]], None]
"""Told when the service is up: its tables, and what stops it, which a signal may call."""


def run(settings: Settings, listening: socket.socket, wishes: Sequence[Wish], bots: int, up: Up) -> NoReturn:
    """Serve until stopped, then end the process; raises StoreError or Fault if the service cannot start."""
    with asyncio.Runner(loop_factory=_new_loop) as runner:
        runner.run(_serve(settings, listening, wishes, bots, up))
        # All is written and closed. A calculation may still run in its thread: to wait for it takes long, and
        # to take down the interpreter under compiled code would abort the process.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def _new_loop() -> asyncio.AbstractEventLoop:
    """Uvloop's, which takes half the time for a frame, where there is one."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    loop: asyncio.AbstractEventLoop = uvloop.new_event_loop()
    return loop


async def _serve(
    settings: Settings, listening: socket.socket, wishes: Sequence[Wish], bots: int, up: Up
) -> None:
    app = create_app(settings)
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            lifespan="off",  # so that what goes wrong at the start is raised here
            log_config=None,
            access_log=False,
            http=Http,
            ws=Socket,
            ws_max_size=64 * 1024,
            proxy_headers=bool(settings.trusted_proxies),
            forwarded_allow_ips=list(settings.trusted_proxies),
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
        serving = asyncio.create_task(server.serve([listening]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        try:
            if not serving.done():  # else it did not come up, and says why
                await _until_stopped(serving, tables, up, players.fill(address_of(listening), tokens))
        finally:
            server.should_exit = True
            await serving


async def _until_stopped(
    serving: "asyncio.Task[None]", tables: Sequence[Opened], up: Up, bots: Coroutine[Any, Any, None]
) -> None:
    """Say that the service is up, and let bots play until it is stopped."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    playing, stopped = asyncio.create_task(bots), asyncio.create_task(stop.wait())
    try:
        up(tables, lambda: loop.call_soon_threadsafe(stop.set))
        await asyncio.wait([serving, stopped], return_when=asyncio.FIRST_COMPLETED)
    finally:
        playing.cancel()
        stopped.cancel()
        await asyncio.gather(playing, stopped, return_exceptions=True)


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
