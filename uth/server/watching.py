"""Those who watch a table: what each is sent, and what happens to one who does not keep up.

Everybody gets the public picture, encoded once, and his own part of it. A frame is made when it can be sent:
for somebody slow it holds several events and the one picture that counts. Who falls far behind gets a fresh
picture instead of the events.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from msgspec import Struct

from uth.game.round import Seat
from uth.game.table.acts.playing import to_act
from uth.game.table.people import Who
from uth.game.table.phases import Phase
from uth.game.table.state import Table
from uth.game.views.picture import Layout, Public, private, private_key, public
from uth.proof.happenings import encode
from uth.proof.receipts import Receipt
from uth.rules.money import Cents
from uth.server.standing import Standing
from uth.server.steps import EventSeen, PrivateSeen, Told, private_part

MOST_TOLD = 200
"""Happenings that wait for somebody; who has more to hear gets a fresh picture instead."""
AT_A_BREATH = 6
"""Onlookers told between two looks at what has come in."""


class Clock(Struct, frozen=True):
    """Until when the table waits, in microseconds since 1970, and for what."""

    waits_for: str
    until: int | None


class NumberSeen(Struct, frozen=True):
    """A number that a player's client adds to the deck: committed to with the bet, revealed at the close."""

    seat: Seat
    player: str
    commitment: str
    revealed: bool


class Serving(Struct, frozen=True):
    """What the service adds to a picture."""

    clock: Clock
    commitment: str | None
    """To the deck of the round that is coming or running."""
    meters: dict[str, Cents] | None
    """Of the progressive link that the table shares."""
    idle: frozenset[str]
    """Players who let the last bets go by: nobody waits for them until they bet, or ask for it (`wait`)."""
    mixed: bool
    """Whether a bet may bring the commitment to a number, which is revealed when bets are closed."""
    numbers: list[NumberSeen]
    """For the round that is coming or running."""
    receipt: Receipt | None
    """Signed: that the house committed to this deck for this round."""
    practice: bool
    """Whether the table is for one player alone."""


class Frame(Struct, frozen=True):
    """What a watcher is sent: what happened, and how the table stands now.

    It is put together from parts that are encoded once for all; this is its description.
    """

    version: int
    events: list[EventSeen]
    table: Public
    service: Serving
    you: PrivateSeen
    layout: Layout | None
    """Only with a picture that was asked for, and the first of a socket."""
    commands: list[str]
    """Commands of yours that this frame answers: they are done, and on disk."""
    receipts: list[Receipt]
    """For these, signed by the service: keep them, and you can prove it."""


class Sent:
    """What a watcher was sent last of his own part: while its key stays, it need not be worked out again."""

    def __init__(self) -> None:
        self._key: tuple[Any, ...] | None = None
        self._body = b""

    def private(self, table: Table, who: Who) -> bytes:
        key = private_key(table, who)
        if key is None or key != self._key:
            self._key, self._body = key, private_part(table, private(table, who))
        return self._body


class Picture:
    """A table as it stands, to be sent to many: what is the same for all is encoded once."""

    def __init__(
        self,
        standing: Standing,
        meters: dict[str, Cents] | None,
        *,
        mixed: bool = False,
        receipt: Receipt | None = None,
        practice: bool = False,
    ) -> None:
        self.standing = standing
        shuffle = standing.shuffle
        service = Serving(
            Clock(standing.clock.waits_for, standing.clock.until),
            shuffle.commitment if shuffle else None,
            meters,
            standing.idle,
            mixed,
            [NumberSeen(one.seat, one.player, one.commitment, bool(one.number)) for one in standing.numbers],
            receipt,
            practice,
        )
        self._service = encode(service)

    @cached_property
    def to_act(self) -> frozenset[str]:
        """Who has to do something now: decide, or reveal a number."""
        table = self.standing.table
        if table.phase is Phase.DEALING:
            return frozenset(promise.player for promise in self.standing.missing)
        seat = to_act(table)
        return frozenset() if seat is None else frozenset({table.owners[seat]})

    @cached_property
    def _public(self) -> bytes:
        return encode(public(self.standing.table))

    def of(
        self,
        who: Who,
        events: bytes = b"",
        layout: bytes = b"null",
        sent: "Sent | None" = None,
        receipts: Sequence[Receipt] = (),
    ) -> bytes:
        """A frame for one viewer: version, events (JSON without brackets), the table, his own part."""
        table = self.standing.table
        you = sent.private(table, who) if sent else private_part(table, private(table, who))
        commands = [receipt.about.partition(" ")[0] for receipt in receipts]
        return (
            b'{"version":%d,"events":[%b],"table":%b,"service":%b,"you":%b,"layout":%b,'
            b'"commands":%b,"receipts":%b}'
        ) % (
            self.standing.version,
            events,
            self._public,
            self._service,
            you,
            layout,
            encode(commands),
            encode(receipts),
        )


class Onlookers:
    """Watchers with news that can wait: they are told in turn, some each time the service draws breath.

    So nobody who waits for an answer, or has to act, waits behind those who look on. When there is more to do
    than can be done, what happens meanwhile reaches them in one frame.
    """

    def __init__(self) -> None:
        self._waiting: dict[Watcher, None] = {}

    def add(self, watcher: "Watcher") -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._tell_some)
        self._waiting[watcher] = None

    def _tell_some(self) -> None:
        for watcher in list(islice(self._waiting, AT_A_BREATH)):
            del self._waiting[watcher]
            watcher.wake()
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._tell_some)


class Watcher:
    """Somebody at a table: in what capacity, and what waits to be sent to him."""

    def __init__(self, who: Who, onlookers: Onlookers) -> None:
        self.who = who
        self._onlookers = onlookers
        self._told: list[Told] = []
        self._picture: Picture | None = None
        self._meters = b""
        self._sent = Sent()
        self._answers: deque[bytes] = deque()
        self._answered: list[Receipt] = []
        self._fell_behind = False
        self._news = asyncio.Event()
        self._taken = asyncio.Event()

    def tell(self, told: Told, picture: Picture, answers: Receipt | None = None) -> None:
        """Something has happened, perhaps by a command of his, and the table stands so now."""
        self._told.append(told)
        self._picture = picture
        if answers:
            self._answered.append(answers)
        if len(self._told) > MOST_TOLD:
            self._told.clear()
            self._fell_behind = True
        if answers or self.who.name in picture.to_act:
            self.wake()
        else:
            self._onlookers.add(self)

    def wake(self) -> None:
        """There is something to send to him now."""
        self._news.set()

    def tell_meters(self, frame: bytes) -> None:
        """Where shared meters stand; only the last matters."""
        self._meters = frame
        self._news.set()

    def answer(self, frame: bytes) -> None:
        """An answer to a command of his that no frame brings; it is never lost."""
        self._answers.append(frame)
        self._news.set()

    async def until_fewer_answers_than(self, most: int) -> None:
        """Wait until he has taken some: who does not read is not listened to."""
        while len(self._answers) >= most:
            self._taken.clear()
            await self._taken.wait()

    def answered(self) -> list[Receipt]:
        """For his commands that the next frame answers."""
        receipts, self._answered = self._answered, []
        return receipts

    async def next(self) -> bytes | None:
        """The next frame; None if events were lost and a fresh picture is due."""
        while True:
            if self._fell_behind:
                self._fell_behind = False
                self._told.clear()
                return None
            if self._told and self._picture:
                events = b",".join(filter(None, (told.to(self.who) for told in self._told)))
                self._told.clear()
                return self._picture.of(self.who, events, sent=self._sent, receipts=self.answered())
            if self._answers:
                self._taken.set()
                return self._answers.popleft()
            if self._meters:
                frame, self._meters = self._meters, b""
                return frame
            self._news.clear()
            await self._news.wait()
