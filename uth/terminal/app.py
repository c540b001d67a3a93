"""The table as a program: colors and places, poor terminals, and an end in good order."""

import asyncio
import contextlib
import signal
import sys
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen

from uth.terminal.frames import Source
from uth.terminal.poor import Ascii, Colorless
from uth.terminal.screen import TableScreen
from uth.terminal.trainer import Trainer

SWITCH = 0.001
"""Seconds after which a thread that compiles lets the screen have its turn."""
CSS = """
Screen { layout: vertical; background: #0b1f16; color: #eef5f0; }
#header { height: 1; background: #12261d; color: #dfeee5; }
#middle { height: 1fr; }
#felt { width: 1fr; height: 1fr; background: #0f5132; color: #eef5f0; padding: 0 1; }
#side { display: none; width: 44; height: 1fr; background: #0b1f16; color: #cfe3d7; padding: 0 1; }
#note { height: auto; max-height: 4; display: none; background: #26343f; color: #f3f6f8; padding: 0 1; }
#panel { height: auto; min-height: 4; max-height: 9; background: #12261d; padding: 0 1; }
#log { height: 2; background: #0b1f16; color: #a9c4b4; padding: 0 1; }
#footer { height: 1; background: #12261d; }
.-tall #log { height: 4; }
.-tall #panel { min-height: 6; max-height: 14; }
.-wide #side { display: block; }
.-wide #log { display: none; }
Window, Leave { align: center middle; background: #000000 50%; }
#window { width: 76; max-width: 100%; height: auto; max-height: 100%; background: #1b3329; }
#window { border: round #7fb796; padding: 0 1; }
#scrolled { height: auto; max-height: 78vh; scrollbar-size-vertical: 1; }
#heading, #closes { height: 1; }
"""
STAND_OUT = frozenset({"#ffd75f", "#c01c28"})
"""Backgrounds that carry meaning: keys, and what is about to be done."""


class TableApp(App[None]):
    """One table, until the person leaves."""

    TITLE = "uth"
    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave_now", "leave", priority=True, show=False),
        Binding("ctrl+q", "leave_now", "leave", priority=True, show=False),
    ]

    def __init__(
        self,
        source: Source,
        *,
        trainer: Trainer | None = None,
        pace: float = 1.0,
        ascii_only: bool = False,
        colorless: bool = False,
    ) -> None:
        self._poor: list[LineFilter] = [Ascii()] if ascii_only else []
        self._poor += [Colorless(STAND_OUT)] if colorless else []
        super().__init__()
        self.table = TableScreen(source, trainer, pace)

    def get_line_filters(self) -> list[LineFilter]:
        return [*super().get_line_filters(), *self._poor]

    def get_default_screen(self) -> Screen[None]:
        return self.table

    def on_mount(self) -> None:
        if not self.is_headless:
            self._listen_to_signals()

        if self.table.trainer:
            sys.setswitchinterval(SWITCH)

    def _listen_to_signals(self) -> None:
        """Asked to end from outside, the table is left in good order, and the terminal as it was."""
        loop = asyncio.get_running_loop()
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                with contextlib.suppress(NotImplementedError):  # Windows
                    loop.add_signal_handler(number, self.exit)

    async def action_leave_now(self) -> None:
        await self.table.leave_now()
