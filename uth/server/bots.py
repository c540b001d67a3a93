"""Bots: players that use the same API as everybody, and know what a player knows.

A bot sits, buys chips, bets the least, takes the bank where a player banks, and plays the basic strategy.
"""

import asyncio
import logging
import random
import secrets
from collections.abc import Iterable
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from uth.cards import parse_card
from uth.strategy import basic

log = logging.getLogger(__name__)

NAMES = ("Ada", "Ben", "Cleo", "Dov", "Edda", "Finn", "Gwen", "Hugo", "Ines", "Jori", "Kaya", "Levi")
THINKING = (0.4, 1.6)
"""Seconds a bot takes, at least and at most: other players like to see what happens."""
BUY_IN = 50_000
BANK = 20_000


class Bot:
    """One bot at one table."""

    def __init__(
        self,
        server: str,
        token: str,
        table: str,
        *,
        thinking: tuple[float, float] = THINKING,
        banks: bool = True,
    ) -> None:
        self.server, self.token, self.table = server.rstrip("/"), token, table
        self.thinking, self.banks = thinking, banks
        self._rng = random.Random()
        self._layout: dict[str, Any] = {}
        self._frame: dict[str, Any] = {}
        self._news = asyncio.Event()

    async def play(self) -> None:
        """Play until cancelled; a lost connection is made again."""
        address = f"{self.server.replace('http', 'ws', 1)}/api/tables/{self.table}/watch?capacity=player"
        headers = {"authorization": f"Bearer {self.token}"}
        async for socket in connect(address, additional_headers=headers, max_size=2**22):
            acting = asyncio.create_task(self._act(socket))
            try:
                async for text in socket:
                    self._look(msgspec.json.decode(text))
            except ConnectionClosed:
                continue
            finally:
                acting.cancel()
                await asyncio.gather(acting, return_exceptions=True)

    def _look(self, frame: dict[str, Any]) -> None:
        if "table" in frame:
            self._layout = frame["layout"] or self._layout
            self._frame = frame
            self._news.set()
        elif "fault" in frame:
            log.debug("bot refused", extra={"says": frame["fault"]})

    async def _act(self, socket: ClientConnection) -> None:
        """Think about every new picture; what is then done fits the picture of that moment."""
        while await self._news.wait():
            self._news.clear()
            if self.choose(self._frame) is None:
                continue
            await asyncio.sleep(self._rng.uniform(*self.thinking))
            act = self.choose(self._frame)
            if act is not None:
                command = {"id": secrets.token_hex(8), "act": act, "version": self._frame["version"]}
                await socket.send(msgspec.json.encode(command).decode())

    def choose(self, frame: dict[str, Any]) -> dict[str, Any] | None:
        """What to do in this moment, among what is legal; None: nothing."""
        table, you = frame["table"], frame["you"]
        legal = {option["act"]["do"]: option for option in you["legal"]}
        if you["seat"] is None:
            free = [option["act"] for option in you["legal"] if option["act"]["do"] == "sit"]
            return self._rng.choice(free) if free else None
        playing = any(spot["player"] == you["name"] for spot in table["spots"])
        if you["chips"] < 10 * (self._layout.get("ante") or [500])[0] and not playing:
            return {"do": "buy_in", "cents": BUY_IN}
        if table["bank"]["offered"] == you["seat"] and "decline_bank" in legal:
            if self.banks and "take_bank" in legal:
                low, high = legal["take_bank"]["bounds"]["wager"]
                if low <= high:
                    return {"do": "take_bank", "wager": max(low, min(BANK, high))}
            return {"do": "decline_bank"}
        if "bet" in legal and str(you["seat"]) not in {str(spot["seat"]) for spot in table["spots"]}:
            return self._bet(legal["bet"])
        return self._decide(table, you)

    def _bet(self, option: dict[str, Any]) -> dict[str, Any]:
        act = {"do": "bet", "ante": option["bounds"]["ante"][0]}
        if "trips" in option["bounds"] and self._rng.random() < 0.3:
            act["trips"] = option["bounds"]["trips"][0]
        return act

    def _decide(self, table: dict[str, Any], you: dict[str, Any]) -> dict[str, Any] | None:
        seat = table["to_act"]
        hole = you["holes"].get(str(seat))
        choices = [option["act"]["choice"] for option in you["legal"] if option["act"]["do"] == "decide"]
        if not hole or not choices:
            return None
        cards, board = ([parse_card(name) for name in names] for names in (hole, table["board"]))
        return {"do": "decide", "choice": basic(cards, board, choices)}


async def come_in(server: str, count: int) -> list[str]:
    """Tokens of so many guests that are bots by name."""
    tokens = []
    async with httpx.AsyncClient(base_url=server) as client:
        for number in range(count):
            name = f"Bot {NAMES[number % len(NAMES)]} {secrets.token_hex(2)}"
            answer = await client.post("/api/guests", json={"name": name})
            answer.raise_for_status()
            tokens.append(answer.json()["token"])
    return tokens


async def fill(server: str, tables: Iterable[str], seats: int) -> None:
    """Put so many bots at each table, and play until cancelled."""
    tables = list(tables)
    tokens = await come_in(server, seats * len(tables))
    async with asyncio.TaskGroup() as group:
        for number, token in enumerate(tokens):
            group.create_task(Bot(server, token, tables[number // seats]).play())
