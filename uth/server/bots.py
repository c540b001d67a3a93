"""Bots: players that use the same API as everybody, and know what a player knows.

A bot sits, buys chips, bets the least, takes the bank where a player banks, and plays a strategy by name.
"""

import asyncio
import random
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from uth.cards import parse_card
from uth.game.round import Choice
from uth.strategy import find_strategy

NAMES = ("Ada", "Ben", "Cleo", "Dov", "Edda", "Finn", "Gwen", "Hugo", "Ines", "Jori", "Kaya", "Levi")
THINKING = (0.15, 0.45)
"""Seconds a bot takes, at least and at most: others see what happens, and do not wait long."""
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
        strategy: str = "basic",
    ) -> None:
        self.server, self.token, self.table = server.rstrip("/"), token, table
        self.thinking, self.banks = thinking, banks
        self._rng = random.Random()
        self._player = find_strategy(strategy).player()
        self._layout: dict[str, Any] = {}
        self._frame: dict[str, Any] = {}
        self._news = asyncio.Event()
        self._broke = False

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
            self._broke = frame["fault"]["code"] == "too_little"
            self._news.set()

    async def _act(self, socket: ClientConnection) -> None:
        """Think about every new picture; what is then done fits the picture of that moment."""
        while await self._news.wait():
            self._news.clear()
            if self._broke:
                await self._refill()
            if self.choose(self._frame) is None:
                continue
            await asyncio.sleep(self._rng.uniform(*self.thinking))
            act = self.choose(self._frame)
            if act is not None:
                command = {"id": secrets.token_hex(8), "act": act, "version": self._frame["version"]}
                await socket.send(msgspec.json.encode(command).decode())

    async def _refill(self) -> None:
        """A guest who has run dry asks for play chips again."""
        self._broke = False
        headers = {"authorization": f"Bearer {self.token}"}
        async with httpx.AsyncClient(base_url=self.server, headers=headers) as client:
            await client.post("/api/me/refill")

    def choose(self, frame: dict[str, Any]) -> dict[str, Any] | None:
        """What to do in this moment, among what is legal; None: nothing."""
        table, you = frame["table"], frame["you"]
        legal: dict[str, dict[str, Any]] = {}
        for option in you["legal"]:
            legal.setdefault(option["act"]["do"], option)  # the plainest of a kind comes first
        if you["seat"] is None:
            free = [option["act"] for option in you["legal"] if option["act"]["do"] == "sit"]
            return self._rng.choice(free) if free else None
        playing = any(spot["player"] == you["name"] for spot in table["spots"])
        if you["chips"] < 10 * self._least() and not playing:
            return {"do": "buy_in", "cents": BUY_IN}
        if table["bank"]["offered"] == you["seat"] and "decline_bank" in legal:
            if self.banks and "take_bank" in legal:
                low, high = legal["take_bank"]["bounds"]["wager"]
                if low <= high:
                    return {"do": "take_bank", "wager": max(low, min(BANK, high))}
            return {"do": "decline_bank"}
        if "bet" in legal and str(you["seat"]) not in {str(spot["seat"]) for spot in table["spots"]}:
            return self._bet(you)
        return self._decide(table, you)

    def _least(self) -> int:
        """The smallest bet of this table."""
        limits = [wager["limits"] for wager in self._layout.get("wagers", ()) if wager["required"]]
        return int(next(filter(None, limits), [500])[0])

    def _bet(self, you: dict[str, Any]) -> dict[str, Any]:
        """The least on the main wager, at times with a side wager; never from behind."""
        options = [option for option in you["legal"] if option["act"]["do"] == "bet"]
        plain = next(o for o in options if not o["act"].get("toke") and o["act"].get("behind") is None)
        bet: dict[str, Any] = plain["act"]
        side = plain.get("optional", ())
        if side and self._rng.random() < 0.3:
            wager = self._rng.choice(side)
            bet = {**bet, "stakes": {**bet["stakes"], wager: plain["bounds"][wager][0]}}
        return bet

    def _decide(self, table: dict[str, Any], you: dict[str, Any]) -> dict[str, Any] | None:
        seat = table["to_act"]
        hole = you["holes"].get(str(seat))
        choices = [
            Choice(option["act"]["choice"]) for option in you["legal"] if option["act"]["do"] == "decide"
        ]
        if not hole or not choices:
            return None
        cards, board = ([parse_card(name) for name in names] for names in (hole, table["board"]))
        return {"do": "decide", "choice": self._player(cards, board, choices)}


def names(table: str, count: int) -> list[str]:
    """What the bots of a table are called; the same each time, so that they are the same."""
    return [f"Bot {name} {table}" for name in NAMES[:count]]


async def fill(server: str, tokens: Mapping[str, Iterable[str]]) -> None:
    """Let the bots with these tokens, by table, play until cancelled."""
    async with asyncio.TaskGroup() as group:
        for table, theirs in tokens.items():
            for token in theirs:
                group.create_task(Bot(server, token, table).play())
