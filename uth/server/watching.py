"""Those who watch a table: what each is sent, and what happens to one who does not keep up.

Everybody gets the public picture, encoded once, and his own part of it. A watcher has room for a few frames;
when it is full they are thrown away, and he gets a fresh picture instead of the events he missed.
"""

import asyncio
from collections import deque
from collections.abc import Sequence

from uth.game.acts import Who
from uth.game.view import private, public, seen_by
from uth.rules.money import Cents
from uth.server.happenings import Happening, Recorded, ShuffleSealed, Standing, encode

FRAMES = 64


def seen(who: Who, recorded: Recorded) -> Recorded | None:
    """An event as ``who`` may know it; None if he may not know of it at all."""
    if isinstance(recorded, ShuffleSealed):
        return ShuffleSealed(round=recorded.round, commitment=recorded.commitment, sealed="")
    if isinstance(recorded, Happening):
        return recorded
    return seen_by(who, recorded)


class Watcher:
    """Somebody at a table: in what capacity, and the frames that wait for him."""

    def __init__(self, who: Who) -> None:
        self.who = who
        self.sending_since: float | None = None
        self._frames: deque[bytes] = deque()
        self._answers: deque[bytes] = deque()
        self._fell_behind = False
        self._news = asyncio.Event()

    def send(self, frame: bytes) -> None:
        """A frame that may be lost, if he does not keep up: he then gets a fresh picture."""
        if len(self._frames) >= FRAMES:
            self._frames.clear()
            self._fell_behind = True
        if not self._fell_behind:
            self._frames.append(frame)
        self._news.set()

    def answer(self, frame: bytes) -> None:
        """An answer to a command of his, which is never lost, and comes after the frames it follows from."""
        self._answers.append(frame)
        self._news.set()

    async def next(self) -> bytes | None:
        """The next frame; None if frames were lost and a fresh picture is due."""
        while True:
            if self._fell_behind:
                self._fell_behind = False
                return None
            if self._frames:
                return self._frames.popleft()
            if self._answers:
                return self._answers.popleft()
            self._news.clear()
            await self._news.wait()


class Picture:
    """A table as it stands, to be sent to many: what is the same for all is encoded once."""

    def __init__(self, standing: Standing, meters: dict[str, Cents] | None) -> None:
        self.standing = standing
        shuffle = standing.shuffle
        service = {
            "clock": {"waits_for": standing.clock.waits_for, "until": standing.clock.until},
            "commitment": shuffle.commitment if shuffle else None,
            "meters": meters,
        }
        self.public = encode(public(standing.table))
        self.service = encode(service)

    def of(self, who: Who, events: bytes = b"", layout: bytes = b"null") -> bytes:
        """A frame for one viewer: version, events (JSON without brackets), the table, his own part."""
        you = encode(private(self.standing.table, who))
        return b'{"version":%d,"events":[%b],"table":%b,"service":%b,"you":%b,"layout":%b}' % (
            self.standing.version,
            events,
            self.public,
            self.service,
            you,
            layout,
        )


class Told:
    """What has happened, to be told to many: an event that is the same for all is encoded once."""

    def __init__(self, recorded: Sequence[Recorded], bodies: Sequence[bytes]) -> None:
        self.recorded, self.bodies = recorded, bodies

    def to(self, who: Who) -> bytes:
        parts = []
        for recorded, body in zip(self.recorded, self.bodies, strict=True):
            theirs = seen(who, recorded)
            if theirs is recorded:
                parts.append(body)
            elif theirs is not None:
                parts.append(encode(theirs))
        return b",".join(parts)
