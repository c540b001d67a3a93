"""What a screen is shown of a table, and what it may do there: the frames of the service.

A practice table is told in the same frames (``uth.terminal.sources``), so there is one screen for both.
"""

from typing import Any, Protocol

import msgspec
from msgspec import Struct

from uth.game.views.picture import HandSeen, Layout, Own, Public, SpotSeen, WagerSeen
from uth.game.views.results import RowSeen
from uth.rules.money import Cents
from uth.server.steps import EventSeen

__all__ = [
    "Act",
    "EventSeen",
    "Frame",
    "HandSeen",
    "Layout",
    "Own",
    "Public",
    "RowSeen",
    "Source",
    "SpotSeen",
    "WagerSeen",
]

Act = dict[str, Any]
"""An act as it is written: ``{"do": "decide", "choice": "check"}``."""


class Together(Struct, frozen=True):
    """Amounts that are limited together."""

    times: dict[str, int]
    most: Cents
    besides: dict[str, Cents] = {}


class Offer(Struct, frozen=True):
    """Something the person may do now: the act, and what of it is theirs to choose."""

    act: Act
    cost: Cents = 0
    bounds: dict[str, tuple[Cents, Cents]] = {}
    optional: tuple[str, ...] = ()
    steps: dict[str, Cents] = {}
    together: tuple[Together, ...] = ()
    fill: tuple[str, ...] = ()

    @property
    def does(self) -> str:
        """The kind of the act."""
        return str(self.act["do"])


class You(Struct, frozen=True):
    """What the person sees besides the public picture."""

    name: str
    seat: int | None
    chips: Cents
    holes: dict[str, list[str]]
    hands: dict[str, HandSeen]
    legal: list[Offer]


class Clock(Struct, frozen=True):
    """Until when a table of the service waits, in microseconds since 1970."""

    waits_for: str = ""
    until: int | None = None


class Serving(Struct, frozen=True):
    """What the service adds to a picture."""

    clock: Clock = Clock()
    idle: tuple[str, ...] = ()


class Frame(Struct, frozen=True):
    """What happened since the last frame, and how the table stands now."""

    version: int
    events: list[EventSeen]
    table: Public
    you: You
    layout: Layout | None = None
    service: Serving = Serving()
    commands: tuple[str, ...] = ()
    """Commands that this frame answers."""


read_frame = msgspec.json.Decoder(Frame).decode


class Trouble(Exception):
    """Why a table cannot be reached or goes no further, in words."""


class Source(Protocol):
    """Where frames come from: a practice table, or one of the service."""

    async def open(self) -> None:
        """Sit down."""

    async def next(self) -> Frame:
        """The next frame; raises :class:`Trouble` when there will be none."""

    async def act(self, act: Act) -> list[str]:
        """Do something: nothing where it was done, else why not, in words."""

    async def leave(self) -> None:
        """Get up; who is in a round is played by the published default."""
