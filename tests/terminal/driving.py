"""A person at the table, for tests: keys go in, the screen is read as text."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot

from uth.cli.practice import practice_settings
from uth.rules import load_book
from uth.strategy import RuleStrategy, find_strategy
from uth.terminal.app import TableApp
from uth.terminal.practice import Practice
from uth.terminal.sources import Local
from uth.terminal.trainer import Trainer

SIDE_BETS = "examples/side-bets.toml"
BOOKS = ("california-bally", "california-shfl", "florida", "iowa-catfish-bend", SIDE_BETS)
SMALL = (80, 24)


def practice(book: str = "iowa-catfish-bend", *, seed: str = "monday", strategy: str = "basic") -> Practice:
    rules = load_book(book, practice_settings(book))
    return Practice(rules, "Guest", seed, find_strategy(strategy).player(rules))


def own_table(
    book: str = "iowa-catfish-bend",
    *,
    bots: int = 2,
    seat: int | None = None,
    seed: str = "monday",
    trainer: bool = False,
    **looks: Any,
) -> TableApp:
    table = practice(book, seed=seed)
    basic = find_strategy("basic")
    assert isinstance(basic, RuleStrategy)
    taught = Trainer(table.table.book, basic) if trainer else None
    return TableApp(Local(table, bots, seat), trainer=taught, **{"pace": 0.0, **looks})


class Person:
    """Presses keys, and waits until the table has answered."""

    def __init__(self, app: TableApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def asked(self) -> str:
        """The kind of question that is open."""
        return type(self.app.table.panel).__name__

    def screen(self) -> str:
        """What is on the screen, row by row."""
        rows = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in row) for row in rows)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.settled()

    async def settled(self) -> None:
        """Until nothing is under way."""
        await self.pilot.pause()
        table = self.app.table
        while table._busy or table.scene.frame is None or table.scene.is_playing:
            await self.pilot.pause(0.01)
        await self.pilot.pause()

    async def until(self, kind: str, seconds: float = 20) -> None:
        """Until a question of this kind is open."""
        async with asyncio.timeout(seconds):
            while self.asked != kind:
                await self.pilot.pause(0.02)

    async def play_a_round(self) -> None:
        """Decline the bank, bet the smallest bet, check, and call at the end."""
        answers = {"BetPanel": "enter", "AmountForm": "d", "DeclinePanel": "d"}
        for _ in range(12):
            if self.asked == "ResultPanel":
                return
            if self.asked == "DecidePanel":
                keys = [one.key for one in self.app.table.panel.decisions]  # type: ignore[attr-defined]
                await self.press("c" if "c" in keys else "1")
            else:
                await self.press(answers[self.asked])
        raise AssertionError(f"no result: {self.screen()}")


def sit(app: TableApp, doing: Callable[[Person], Awaitable[None]], size: tuple[int, int] = SMALL) -> Person:
    """Run a table while a person does something there."""

    async def run() -> Person:
        async with app.run_test(size=size) as pilot:
            person = Person(app, pilot)
            if isinstance(app.table.source, Local):
                await person.settled()
            await doing(person)
            return person

    return asyncio.run(run())
