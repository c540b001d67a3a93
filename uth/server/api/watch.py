"""A table over a socket: pictures and events as they happen, commands and their answers."""

import asyncio
import contextlib
import time
from typing import Annotated

import msgspec
from fastapi import APIRouter, WebSocket
from pydantic import Field
from starlette.websockets import WebSocketDisconnect, WebSocketState

from uth.server import measures
from uth.server.api.asking import Serving, address_of, check_origin, token_of
from uth.server.api.tables import As, viewer
from uth.server.commands import Command, read_command
from uth.server.faults import Fault, FaultBody, body_of
from uth.server.room import Room
from uth.server.service import Service
from uth.server.signin import malformed
from uth.server.watching import Watcher
from uth.store import Person

router = APIRouter(prefix="/api", tags=["tables"])

PATIENCE = 20
"""Seconds after which a client that takes nothing is let go."""
LOOK_AGAIN = 15
"""Seconds after which a session is looked up again: one that is over keeps no socket."""
POLICY, TRY_AGAIN = 1008, 1013


class Answered(msgspec.Struct, frozen=True):
    """A command is done and on disk, and no frame says so: it was done before, or by another process."""

    command: str
    version: int


class NotDone(msgspec.Struct, frozen=True):
    """A command, or something that was none, is not carried out."""

    fault: FaultBody
    command: str = ""


@router.websocket("/tables/{table}/watch")
async def watch(
    socket: WebSocket,
    service: Serving,
    table: str,
    capacity: As = None,
    after: Annotated[int | None, Field(ge=0, le=2**62)] = None,
) -> None:
    """Watch a table: first a picture, then a frame for everything that happens."""
    await socket.accept()
    try:
        check_origin(socket)
        token = token_of(socket)
        person = await service.door.know(token) if token else None
        room = service.rooms.get(table)
        who = viewer(room, person, capacity)
        whose = person.id if person else address_of(socket)
        place = service.sockets.take(whose)
    except Fault as fault:
        await _close(socket, fault)
        return
    watcher = room.watch(who)
    measures.SOCKETS.inc()
    tasks = [
        asyncio.create_task(_send(socket, service, room, watcher)),
        asyncio.create_task(_receive(socket, service, room, watcher, person, token or "")),
        asyncio.create_task(_look_again(service, token, watcher)),
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            if isinstance(over := task.exception(), Fault):
                await _close(socket, over)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        room.unwatch(watcher)
        service.sockets.give_back(place)
        measures.SOCKETS.dec()
        if socket.client_state is WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, OSError):
                await socket.close()


async def _send(socket: WebSocket, service: Service, room: Room, watcher: Watcher) -> None:
    frame: bytes | None = room.picture(watcher.who)
    while True:
        if frame is None:
            measures.BEHIND.inc()
            frame = room.picture(watcher.who, watcher.answered())
        watcher.sending_since = time.monotonic()
        await socket.send_text(frame.decode())
        watcher.sending_since = None
        frame = await watcher.next()


async def _receive(
    socket: WebSocket, service: Service, room: Room, watcher: Watcher, person: Person | None, token: str
) -> None:
    while True:
        try:
            text = await socket.receive_text()
        except (WebSocketDisconnect, KeyError):  # KeyError: a binary frame, which nobody has use for
            return
        if answer := await _obey(service, room, watcher, person, token, text):
            watcher.answer(msgspec.json.encode(answer))


async def _obey(
    service: Service, room: Room, watcher: Watcher, person: Person | None, token: str, text: str
) -> Answered | NotDone | None:
    """Carry out a command; None when the frame that it brings is the answer."""
    command: Command | None = None
    try:
        if person is None:
            raise Fault(401, "not_signed_in", "spectators only watch; sign in to act")
        try:
            command = read_command(text)
        except msgspec.DecodeError as error:
            raise malformed(str(error)) from None
        if room.leading:
            accepted = await service.command(room, person, command, watcher)
            return Answered(accepted.command, accepted.version) if accepted else None
        passed = await service.pass_on(room, token, text.encode())
        if passed.is_success:
            return msgspec.json.decode(passed.content, type=Answered)
        return NotDone(msgspec.json.decode(passed.content, type=FaultBody), command.id)
    except Fault as fault:
        return NotDone(body_of(fault), command.id if command else "")


async def _look_again(service: Service, token: str | None, watcher: Watcher) -> None:
    """From time to time: is the session still good, and does the client take what it is sent?"""
    while True:
        await asyncio.sleep(LOOK_AGAIN)
        if token and await service.door.know(token) is None:
            raise Fault(401, "not_signed_in", "the session is over; sign in again")
        if watcher.sending_since and time.monotonic() - watcher.sending_since > PATIENCE:
            raise Fault(408, "too_slow", "nothing was taken for too long")


async def _close(socket: WebSocket, fault: Fault) -> None:
    with contextlib.suppress(RuntimeError, OSError):
        await socket.send_text(msgspec.json.encode(NotDone(body_of(fault))).decode())
        await socket.close(TRY_AGAIN if fault.retry_after else POLICY, fault.code)
