"""A real service for the tests: a process of its own, spoken to as a client speaks to it."""

import asyncio
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from uth.server.settings import Settings
from uth.server.signin import Door
from uth.store import Store

SECRET = "5e" * 32
PASSWORD = "correct horse battery"
UTH = [sys.executable, "-m", "uth"]


class Served:
    """One process of the service."""

    command = tuple(UTH)

    def __init__(self, database: str, folder: Path, *options: str) -> None:
        self.database, self.folder, self.options = database, folder, options
        self.url = ""
        self._process: subprocess.Popen[str] | None = None

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "UTH_SECRET": SECRET, "UTH_PASSWORD": PASSWORD, "UTH_DATABASE": self.database}

    def admin(self, *arguments: str, token: str = "") -> str:
        """What ``uth admin`` prints."""
        call = [*UTH, "admin", "--server", self.url or "http://127.0.0.1:9", *arguments]
        environment = {**self.environment, "UTH_TOKEN": token}
        done = subprocess.run(call, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self) -> "Served":
        call = [*self.command, "serve", "--port", "0", *self.options]
        with (self.folder / "errors").open("a") as errors:
            self._process = subprocess.Popen(
                call, env=self.environment, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        assert self._process.stdout
        line = self._process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, (line, self.errors())
        self.url = found.group()
        return self

    def wait_until_it_leads(self, seconds: float = 20) -> None:
        """Behind a process that was killed, its leases run out first."""
        end = time.monotonic() + seconds
        while (health := self.call("GET", "/health").json())["led_here"] < health["tables"]:
            assert time.monotonic() < end, health
            time.sleep(0.1)

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def errors(self) -> str:
        return (self.folder / "errors").read_text()

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(how)
        code = process.wait(30)
        assert process.stdout
        process.stdout.close()
        return code

    def staff(self, name: str = "Sue", *roles: str) -> None:
        """An account for a member of staff; before the service starts, or while it runs.

        As ``uth admin add-person`` does it, without the seconds that a process takes to start.
        """

        async def add() -> None:
            store = await Store.open(self.database)
            try:
                door = Door(store, Settings(database=self.database, secret=b""))
                await door.add(name, PASSWORD, roles or ("supervisor", "admin", "auditor"), 0)
            finally:
                await store.close()

        with ThreadPoolExecutor(1) as aside:  # where a browser is driven, this thread has a loop already
            aside.submit(asyncio.run, add()).result()

    def call(self, method: str, path: str, body: Any = None, token: str = "", **more: Any) -> httpx.Response:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return httpx.request(
            method,
            self.url + path,
            json=body,
            headers={**headers, **more.pop("headers", {})},
            timeout=30,
            **more,
        )

    def sign_in(self, name: str = "Sue") -> str:
        answer = self.call("POST", "/api/sessions", {"name": name, "password": PASSWORD})
        return str(answer.json()["token"])

    def guest(self, name: str | None = None) -> str:
        answer = self.call("POST", "/api/guests", {"name": name})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["token"])

    def open(self, token: str, book: str = "iowa-catfish-bend", **wish: Any) -> str:
        answer = self.call("POST", "/api/tables", {"book": book, **wish}, token)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def do(self, token: str, table: str, act: dict[str, Any], **more: Any) -> httpx.Response:
        command = {"id": secrets.token_hex(8), "act": act, **more}
        return self.call("POST", f"/api/tables/{table}/commands", command, token)

    def look(self, token: str, table: str, capacity: str = "") -> dict[str, Any]:
        query = f"?capacity={capacity}" if capacity else ""
        picture: dict[str, Any] = self.call("GET", f"/api/tables/{table}{query}", token=token).json()
        return picture

    @asynccontextmanager
    async def watch(self, token: str, table: str, capacity: str = "") -> AsyncIterator["Watching"]:
        query = f"?capacity={capacity}" if capacity else ""
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/watch{query}"
        headers = {"authorization": f"Bearer {token}"} if token else {}
        async with connect(address, additional_headers=headers, max_size=2**22) as socket:
            watching = Watching(socket)
            await watching.until(lambda frame: "table" in frame)
            yield watching


class Watching:
    """A client at a table: every frame it got, the picture it has now, and commands."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[dict[str, Any]] = []
        self.picture: dict[str, Any] = {}

    @property
    def events(self) -> list[dict[str, Any]]:
        return [event for frame in self.frames for event in frame.get("events", [])]

    async def until(self, fits: Callable[[dict[str, Any]], bool], seconds: float = 10) -> dict[str, Any]:
        """The next frame that fits."""
        async with asyncio.timeout(seconds):
            while True:
                frame: dict[str, Any] = json.loads(await self.socket.recv())
                self.frames.append(frame)
                if "table" in frame:
                    self.picture = frame
                if fits(frame):
                    return frame

    async def do(self, act: dict[str, Any], **more: Any) -> dict[str, Any]:
        """The answer to a command."""
        command = {"id": secrets.token_hex(8), "act": act, **more}
        await self.socket.send(json.dumps(command))
        return await self.answer(command["id"])

    async def answer(self, command: str, seconds: float = 10) -> dict[str, Any]:
        return await self.until(
            lambda frame: command in (frame.get("command"), *frame.get("commands", [])), seconds
        )

    async def turn(self, seconds: float = 10) -> dict[str, Any]:
        """Wait until it is this player's turn to decide."""
        mine = [option for option in self.picture["you"]["legal"] if option["act"]["do"] == "decide"]
        if mine:
            return self.picture
        return await self.until(
            lambda frame: any(o["act"]["do"] == "decide" for o in frame.get("you", {}).get("legal", [])),
            seconds,
        )
