"""A table over a socket: pictures and events as they happen, commands and their answers."""

import asyncio
import contextlib
from typing import Annotated

import msgspec
from fastapi import APIRouter, WebSocket
from pydantic import Field
from starlette.websockets import WebSocketDisconnect, WebSocketState

from uth.proof.receipts import Receipt
from uth.server import measures
from uth.server.api.asking import Serving, address_of, check_origin, token_of
from uth.server.api.tables import As, viewer
from uth.server.commands import Command, read_command
from uth.server.faults import Fault, FaultBody, body_of, forbidden, malformed
from uth.server.limits import neighborhood
from uth.server.room import Room
from uth.server.service import Service
from uth.server.watching import Watcher
from uth.store import Person, StoreError

router = APIRouter(prefix="/api", tags=["tables"])

PATIENCE = 15
"""Seconds after which a client that takes nothing is let go."""
LOOK_AGAIN = 15
"""Seconds after which a session is looked up again, if nobody said before that it has changed."""
MOST_ANSWERS = 20
"""Answers that wait for somebody; until he takes some, nothing more of his is read."""
BEAT = 5
"""Seconds of silence after which a client that asked for it is told that the line is up."""
BEATS = '{"beat":1}'
POLICY, TRY_AGAIN = 1008, 1013
SESSION_OVER = Fault(401, "not_signed_in", "the session is over; sign in again")


class Answered(msgspec.Struct, frozen=True):
    """A command is done and on disk, and no frame says so: it was done before, or by another process."""

    command: str
    version: int
    receipt: Receipt | None = None


class NotDone(msgspec.Struct, frozen=True):
    """A command, or something that was none, is not carried out."""

    fault: FaultBody
    command: str = ""


class Line:
    """One client's connection to a table, and in whose name it was made."""

    def __init__(
        self,
        socket: WebSocket,
        service: Service,
        room: Room,
        watcher: Watcher,
        token: str,
        wanted: As,
        *,
        beats: bool = False,
    ) -> None:
        self.socket, self.service, self.room, self.watcher = socket, service, room, watcher
        self.token, self.wanted, self.beats = token, wanted, beats
        self.address = neighborhood(address_of(socket))

    async def send(self) -> None:
        frame: bytes | None = self.room.picture(self.watcher.who)
        while True:
            if frame is None:
                measures.BEHIND.inc()
                frame = self.room.picture(self.watcher.who, self.watcher.answered())
            await self._send(frame.decode())
            frame = await self._next()

    async def _send(self, text: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self.socket.send_text(text)
        except TimeoutError:
            raise Fault(408, "too_slow", "nothing was taken for too long") from None

    async def _next(self) -> bytes | None:
        """The next frame; a heartbeat goes out while there is none, so that a dead line is noticed."""
        while self.beats:
            try:
                async with asyncio.timeout(BEAT):
                    return await self.watcher.next()
            except TimeoutError:
                await self._send(BEATS)
        return await self.watcher.next()

    async def receive(self) -> None:
        while True:
            try:
                text = await self.socket.receive_text()
            except (WebSocketDisconnect, KeyError):  # KeyError: a binary frame, which nobody has use for
                return
            if answer := await self._obey(text):
                self.watcher.answer(msgspec.json.encode(answer))
            await self.watcher.until_fewer_answers_than(MOST_ANSWERS)

    async def _obey(self, text: str) -> Answered | NotDone | None:
        """Carry out a command by whoever has the session now; None when the frame that it brings answers."""
        command: Command | None = None
        try:
            person = await self._person()
            self.service.admit_command(person.id if person else self.address)
            if person is None:
                raise Fault(401, "not_signed_in", "spectators only watch; sign in to act")
            try:
                command = read_command(text)
            except (msgspec.DecodeError, RecursionError) as error:
                raise malformed(str(error)) from None
            if self.room.leading:
                accepted = await self.service.command(self.room, person, command, self.watcher)
                return Answered(accepted.command, accepted.version, accepted.receipt) if accepted else None
            passed = await self.service.pass_on(self.room, self.token, text.encode())
            if passed.is_success:
                return msgspec.json.decode(passed.content, type=Answered)
            return NotDone(msgspec.json.decode(passed.content, type=FaultBody), command.id)
        except Fault as fault:
            return NotDone(body_of(fault), command.id if command else "")

    async def _person(self, *, fresh: bool = False) -> Person | None:
        """Who this is now: it may be nobody any more."""
        if not self.token:
            return None
        person = await self.service.door.know(self.token, fresh=fresh)
        if person is None:
            raise SESSION_OVER
        return person

    async def look_again(self, changed: asyncio.Event) -> None:
        """When something has changed, and from time to time: may he still watch as what he watches?"""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_AGAIN):
                    await changed.wait()
            changed.clear()
            with contextlib.suppress(StoreError):  # while the store does not answer, nothing is done either
                person = await self._person(fresh=True)
                if viewer(self.room, person, self.wanted) != self.watcher.who:
                    raise forbidden("your rights have changed; look again")


@router.websocket("/tables/{table}/watch")
async def watch(
    socket: WebSocket,
    service: Serving,
    table: str,
    capacity: As = None,
    after: Annotated[int | None, Field(ge=0, le=2**62)] = None,
    beats: bool = False,
) -> None:
    """Watch a table: first a picture, then a frame for everything that happens.

    With ``beats``, ``{"beat":1}`` comes whenever nothing else has for five seconds.
    """
    await socket.accept()
    try:
        check_origin(socket)
        token = token_of(socket)
        person = await service.door.know(token) if token else None
        room = service.rooms.get(table)
        who = viewer(room, person, capacity)
        place = service.sockets.take(person.id if person else neighborhood(address_of(socket)))
    except Fault as fault:
        await _close(socket, fault)
        return
    watcher = room.watch(who)
    line = Line(socket, service, room, watcher, token if token and person else "", capacity, beats=beats)
    measures.SOCKETS.inc()
    with service.hearing_of(person) as changed:
        work = (line.send(), line.receive(), line.look_again(changed))
        tasks = [asyncio.create_task(one) for one in work]
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


async def _close(socket: WebSocket, fault: Fault) -> None:
    """Say why and close; who does not take even that is not waited for."""
    with contextlib.suppress(RuntimeError, OSError, TimeoutError):
        async with asyncio.timeout(1):
            await socket.send_text(msgspec.json.encode(NotDone(body_of(fault))).decode())
            await socket.close(TRY_AGAIN if fault.retry_after else POLICY, fault.code)
