"""A practice table as a source of frames."""

import asyncio
from collections.abc import Iterator

import msgspec

from uth.game import Refused
from uth.game.table.acts import AnyAct
from uth.game.table.events import Event
from uth.game.table.state import Table
from uth.game.views.picture import layout, view
from uth.server.steps import EventSeen, Told
from uth.terminal.frames import Act, Frame, Layout, You
from uth.terminal.practice import Practice


class Local:
    """A practice table on this machine. It works in a thread: bots may think long."""

    def __init__(self, practice: Practice, bots: int, seat: int | None = None) -> None:
        self.practice, self.bots, self.seat = practice, bots, seat
        practice.happened = self._happened
        self._layout: Layout | None = layout(practice.table.book)
        self._told: list[EventSeen] = []
        self._version = 0
        self._frames: asyncio.Queue[Frame] = asyncio.Queue()
        self._one_at_a_time = asyncio.Lock()

    async def open(self) -> None:
        self.practice.sit_down(self.bots, self.seat)
        await self._run()

    async def next(self) -> Frame:
        return await self._frames.get()

    async def act(self, act: Act) -> list[str]:
        async with self._one_at_a_time:
            try:
                wish = msgspec.convert(act, AnyAct)
                self.practice.do(self.practice.me, wish)
            except Refused as refused:
                return [str(reason) for reason in refused.refusals]
            except msgspec.ValidationError as error:
                return [str(error)]
            await self._run()
            return []

    async def leave(self) -> None:
        async with self._one_at_a_time:
            await asyncio.to_thread(self.practice.finish)

    async def _run(self) -> None:
        """Everything up to where the person is asked."""
        await asyncio.to_thread(self._move)
        self._frames.put_nowait(self._frame())

    def _move(self) -> None:
        while self.practice.move():
            pass

    def _happened(self, before: Table, events: list[Event]) -> None:
        self._told += self._steps(before, events)
        self._version += len(events)

    def _steps(self, before: Table, events: list[Event]) -> Iterator[EventSeen]:
        return Told(before, events).steps(self.practice.me)

    def _frame(self) -> Frame:
        told, self._told = self._told, []
        seen = view(self.practice.table, self.practice.me)
        you = msgspec.convert(msgspec.to_builtins(seen.you), You)
        frame = Frame(self._version, told, seen.table, you, self._layout)
        self._layout = None
        return frame
