"""The table as it is drawn: frames played back one step at a time, and held where a round has ended.

A step changes the public picture in place, as the service says it. Whoever is shown a result keeps it, and
the felt of that round, until they move on; what happens meanwhile waits.
"""

from collections import deque
from typing import Any

import msgspec
from msgspec import UNSET, to_builtins
from msgspec.structs import replace

from uth.terminal.frames import EventSeen, Frame, Layout, Own, Public, You

KEPT = 200
"""Sentences of the log."""


class Scene:
    """What is on the screen, and what waits to be shown."""

    def __init__(self) -> None:
        self.layout: Layout | None = None
        self.frame: Frame | None = None
        """The newest, of which everything may not have been shown yet."""
        self.result: EventSeen | None = None
        """How the round came out that is still on the felt."""
        self.log: deque[str] = deque(maxlen=KEPT)
        self._drawn: dict[str, Any] = {}
        self._picture: Public | None = None
        self._own: Own | None = None
        self._waiting: deque[EventSeen | Frame] = deque()

    def add(self, frame: Frame) -> None:
        """A new frame: its steps wait to be played."""
        self.layout = frame.layout or self.layout
        if self.frame is None:
            self.log.extend(step.says for step in frame.events if step.says)
            self._stand(frame)
        else:
            self._waiting.extend((*frame.events, frame))
        self.frame = frame

    # ---- playing back

    @property
    def is_held(self) -> bool:
        """Whether a result waits for the person to move on."""
        return self.result is not None and self.result.result is not None

    @property
    def is_playing(self) -> bool:
        """Whether there is a step to play."""
        return bool(self._waiting) and not self.is_held

    def play(self) -> EventSeen | None:
        """Show the next step; None if it was only the end of a frame."""
        step = self._waiting.popleft()
        if isinstance(step, Frame):
            self._stand(step)
            return None
        if step.says:
            self.log.append(step.says)
        if step.net is not UNSET:
            self.result = step
            return step
        self.result = None
        for change in step.changes:
            _put(self._drawn, change.at, change.now)
        if step.changes:
            self._picture = None
        if step.you:
            self._own = step.you
        return step

    def catch_up(self) -> None:
        """Show everything up to the end, or to a result of the person's own."""
        while self.is_playing:
            self.play()

    def move_on(self) -> None:
        """The person has seen the result."""
        self.result = None

    def _stand(self, frame: Frame) -> None:
        self._drawn, self._picture = to_builtins(frame.table), frame.table
        self._own = None

    # ---- what is seen

    @property
    def table(self) -> Public:
        """The public picture as it is drawn now."""
        if self._picture is None:
            self._picture = msgspec.convert(self._drawn, Public)
        return self._picture

    @property
    def you(self) -> You:
        """The person's own part; what they may do is of use only when nothing waits to be shown."""
        assert self.frame is not None
        own = self._own
        if own is None:
            return self.frame.you
        return replace(self.frame.you, chips=own.chips, holes=own.holes, hands=own.hands)


def _put(drawn: Any, at: tuple[str | int, ...], now: Any) -> None:
    """Change one part of a picture; a part that is gone is taken out."""
    *way, last = at
    for key in way:
        drawn = drawn[key]
    if now is UNSET:
        del drawn[last]
    elif isinstance(drawn, list) and last == len(drawn):
        drawn.append(to_builtins(now))
    else:
        drawn[last] = to_builtins(now)
