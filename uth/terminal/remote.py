"""A table of the service as a source of frames: a guest over its WebSocket."""

import asyncio
import contextlib
import secrets
from collections.abc import Mapping
from typing import Any

import httpx
import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from uth.terminal.frames import Act, Frame, Trouble, read_frame

PATIENCE = 10.0
"""Seconds in which a service answers."""
TRIES = 5
LARGEST = 2**22


class Listed(Struct, frozen=True):
    """A table in the lobby."""

    id: str
    title: str
    seats: int
    players: list[str]
    limits: str


def open_tables(server: str) -> list[Listed]:
    """The tables of a service; raises ConnectionError with what is wrong."""
    address = _checked(server)
    try:
        answer = httpx.get(f"{address}/api/tables", timeout=PATIENCE)
        answer.raise_for_status()
        return msgspec.json.decode(answer.content, type=list[Listed])
    except (httpx.HTTPError, httpx.InvalidURL, msgspec.DecodeError) as error:
        raise ConnectionError(f"{server} is no table service that answers: {error}") from None


def _checked(server: str) -> str:
    if not server.startswith(("http://", "https://")):
        raise ConnectionError(f"{server}: an address begins with http:// or https://")
    return server.rstrip("/")


class Remote:
    """One guest at one table. A lost connection is made again; the first frame is then a whole picture."""

    def __init__(self, server: str, table: str, name: str = "") -> None:
        self.server, self.table, self.name = _checked(server), table, name
        self._frames: asyncio.Queue[Frame | Trouble] = asyncio.Queue()
        self._answers: dict[str, asyncio.Future[list[str]]] = {}
        self._socket: ClientConnection | None = None
        self._last: Frame | None = None
        self._reading: asyncio.Task[None] | None = None

    async def open(self) -> None:
        token = await self._sign_in()
        self._reading = asyncio.create_task(self._read(token))

    async def next(self) -> Frame:
        frame = await self._frames.get()
        if isinstance(frame, Trouble):
            raise frame
        return frame

    async def act(self, act: Act) -> list[str]:
        if self._socket is None or self._last is None:
            return ["No connection: the service is being called again."]
        command = secrets.token_hex(8)
        answer: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()
        self._answers[command] = answer
        body = {"id": command, "act": act, "version": self._last.version}
        try:
            await self._socket.send(msgspec.json.encode(body).decode())
            async with asyncio.timeout(PATIENCE):
                return await answer
        except (ConnectionClosed, TimeoutError):
            return ["The service does not answer. Look at the table before you try again."]
        finally:
            self._answers.pop(command, None)

    async def leave(self) -> None:
        """Give the seat back between rounds; in a round the service plays the published default."""
        if self._last and any(offer.does == "leave" for offer in self._last.you.legal):
            await self.act({"do": "leave"})
        if self._reading:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)

    async def _sign_in(self) -> str:
        body: Mapping[str, Any] = {"name": self.name} if self.name else {}
        try:
            async with httpx.AsyncClient(base_url=self.server, timeout=PATIENCE) as client:
                answer = await client.post("/api/guests", json=body)
        except httpx.HTTPError as error:
            raise Trouble(f"{self.server} does not answer: {error}") from None
        if answer.is_error:
            raise Trouble(" ".join(_says(answer.content)) or f"{self.server} lets nobody in")
        return str(answer.json()["token"])

    async def _read(self, token: str) -> None:
        address = f"{self.server.replace('http', 'ws', 1)}/api/tables/{self.table}/watch?capacity=player"
        headers = {"authorization": f"Bearer {token}"}
        failed = 0
        while failed < TRIES:
            with contextlib.suppress(OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                async with connect(address, additional_headers=headers, max_size=LARGEST) as socket:
                    self._socket, failed = socket, 0
                    async for text in socket:
                        self._heard(text)
            self._socket = None
            await asyncio.sleep(2**failed / 4)
            failed += 1
        self._frames.put_nowait(Trouble(f"The connection to {self.server} is lost. Press q to leave."))

    def _heard(self, text: str | bytes) -> None:
        body = msgspec.json.decode(text)
        if "table" in body:
            frame = self._last = read_frame(text)
            self._frames.put_nowait(frame)
            for command in frame.commands:
                self._answer(command, [])
        elif "fault" in body:
            says = [str(one["says"]) for one in body["fault"]["says"]]
            if command := body.get("command"):
                self._answer(command, says)
            else:
                self._frames.put_nowait(Trouble(" ".join(says)))
        elif "command" in body:
            self._answer(body["command"], [])

    def _answer(self, command: str, says: list[str]) -> None:
        waiting = self._answers.get(command)
        if waiting and not waiting.done():
            waiting.set_result(says)


def _says(content: bytes) -> list[str]:
    """Why a request was refused, in words."""
    try:
        return [str(one["says"]) for one in msgspec.json.decode(content)["says"]]
    except (msgspec.DecodeError, KeyError, TypeError):
        return []
