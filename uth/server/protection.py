"""Game protection in service: what knowledge is worth, and whom a supervisor should look at.

Players' decisions are taken from the tables' logs, from rounds that have ended. A look takes seconds or
minutes, so it is done in pieces: each request weighs hands for a short while, remembers them, and says how
far it came. Whoever asks again with the same wish goes on, also at another process of the service.

At a table with sealed decks every card is public when a round has ended. Where a dealer deals real cards,
hands that were thrown away stay secret from the floor too, and only hands that were shown are looked at.
"""

import json
import shlex
from collections import OrderedDict
from collections.abc import Callable, Sequence
from fractions import Fraction
from time import monotonic
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from uth.game.table.events import Event, HolesDealt
from uth.proof.decks import sealed_deals
from uth.rules.book import Book
from uth.server.faults import Says, malformed
from uth.server.mathematics import Lane, Remembered, edited
from uth.server.room import ROUND, Room
from uth.server.rooms import Rooms
from uth.store import Person, Store

if TYPE_CHECKING:
    from uth.protect import Knowledge
    from uth.protect.detector import Evidence
    from uth.protect.recorded import PlayedRound

PIECE = 1.5
"""Seconds that one request weighs hands."""
MOST_HANDS = 20_000
"""Hands and kinds of knowledge in one look; also how many stay in memory, some 2 kB each."""
NOTED = 1000


class LookWish(Struct, frozen=True):
    """What a supervisor wants to look at."""

    kinds: tuple[str, ...]
    tables: tuple[str, ...]
    """None: all."""
    rounds: int
    """The last so many of each table."""
    false_alarms: float


class Protection:
    """Answers as JSON; raises a fault with everything that is wrong with a question."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store, self._rooms = store, rooms
        self._lane, self._looking = Lane("protecting"), Lane("detecting")
        self._kept = Remembered()
        self._weighed: OrderedDict[tuple[object, ...], Evidence] = OrderedDict()
        self._noted: OrderedDict[object, None] = OrderedDict()

    async def worth(self, name: str, settings: Sequence[str], knows: str, cost: str) -> bytes:
        """The data of ``uth protect --json`` and ``uth protect rule --json``, and the commands."""
        shelf = self._rooms.shelf
        book, known, costly = edited(shelf, name, settings), _known(knows), _cost(cost)
        if _is_heavy(known) and not await self._lane.ask(lambda: _is_on_disk(book, known)):
            command = _command(name, settings, known.key)
            raise malformed(Says(f"this takes minutes here; on the command line: {command}", field="knows"))
        key = "protect", book.digest, known, costly
        data = await self._kept.get_or_ask(key, self._lane, lambda: _worth(book, known, costly))
        commands = [
            _command(name, settings, known.key),
            f"{_command(name, settings, known.key, 'rule')} --cost {shlex.quote(cost)}",
        ]
        return b'{"commands": %b, %b' % (json.dumps(commands).encode(), data[1:])

    async def look(self, person: Person, wish: LookWish, may_look: Callable[[Room], bool]) -> bytes:
        """How far the look has come, and at its end whom to look at.

        A table where `may_look` says no is left out: staff do not work where they play.
        """
        kinds = [_recorded_kind(kind) for kind in dict.fromkeys(wish.kinds)]
        wanted = [self._rooms.get(table) for table in wish.tables] or list(self._rooms)
        rooms = [room for room in wanted if may_look(room)]
        skipped = [room.stream for room in wanted if room not in rooms]
        played = [one for room in rooms for one in await self._rounds_of(room, wish.rounds)]
        bots = await self._bots(played)
        rounds = [one._replace(hands=tuple(h for h in one.hands if h.player not in bots)) for one in played]
        hands = sum(len(one.hands) for one in rounds) * len(kinds)
        if hands > MOST_HANDS:
            raise malformed(
                Says(f"that is {hands:,} hands, and one look takes {MOST_HANDS:,}: choose fewer rounds")
            )
        await self._note(person, wish, rounds)
        partly = [room.stream for room in rooms if not room.house.sealed]
        state = {"of": len(rounds), "skipped": skipped, "partly": partly}
        return await self._looking.ask(lambda: self._look(wish, kinds, rounds, state))

    async def _rounds_of(self, room: Room, limit: int) -> "list[PlayedRound]":
        """Up to the end of the last round: of one in play nobody learns anything."""
        from uth.protect.recorded import from_events

        marks = await self._store.marks(room.stream, ROUND, limit=limit + 1)
        if not marks:
            return []
        start = marks[limit].number if len(marks) > limit else 0
        rows = await self._store.read(room.stream, start, upto=marks[0].number)
        recorded, _ = room.house.read(rows)
        dealt = sealed_deals(room.stream, room.book, recorded)
        events = [one for one in recorded if isinstance(one, Event)]
        if not room.house.sealed:
            events = [replace(one, holes=None) if isinstance(one, HolesDealt) else one for one in events]
        return list(from_events(room.stream, room.book, events, dealt))

    async def _bots(self, played: "list[PlayedRound]") -> set[str]:
        names = {hand.player for one in played for hand in one.hands}
        people = [await self._store.person_named(name) for name in sorted(names)]
        return {person.name for person in people if person and person.kind == "bot"}

    async def _note(self, person: Person, wish: LookWish, rounds: "list[PlayedRound]") -> None:
        """Who looks at people leaves a trace: once for each wish and what there was to look at."""
        key = person.id, wish, rounds[-1].title if rounds else ""
        if key in self._noted:
            return
        self._noted[key] = None
        while len(self._noted) > NOTED:
            self._noted.popitem(last=False)
        tables = ", ".join(wish.tables) or "all tables"
        reason = f"the last {wish.rounds} rounds of {tables}, for {' and '.join(wish.kinds)}"
        await self._store.note(person.id, "looked for players who know cards", reason)

    def _look(
        self,
        wish: LookWish,
        kinds: "list[Knowledge]",
        rounds: "list[PlayedRound]",
        state: dict[str, Any],
    ) -> bytes:
        from uth.protect.data import verdict_data
        from uth.protect.detector import detect

        end = monotonic() + PIECE

        def told(number: int) -> None:
            if monotonic() > end and number < len(rounds):
                raise _Later(number)

        try:
            weighed = self._weighed
            verdict = detect(rounds, kinds, None, wish.false_alarms, told, threads=1, weighed=weighed)
        except _Later as later:
            return json.dumps({**state, "done": later.done, "verdict": None}).encode()
        finally:
            while len(self._weighed) > MOST_HANDS:
                self._weighed.popitem(last=False)
        return json.dumps({**state, "done": len(rounds), "verdict": verdict_data(verdict)}).encode()


class _Later(Exception):
    """Time is up; so many rounds are done."""

    def __init__(self, done: int) -> None:
        self.done = done


def _known(knows: str) -> "Knowledge":
    from uth.protect import read_knowledge
    from uth.solver import SolverError

    try:
        return read_knowledge(knows)
    except SolverError as error:
        raise malformed(*(Says(str(one), field="knows") for one in error.faults)) from None


def _recorded_kind(kind: str) -> "Knowledge":
    known = _known(kind)
    if known.dead:
        raise malformed(
            Says("a round does not record dead cards, so nobody can be seen to know them", field="knows")
        )
    return known


def _cost(text: str) -> Fraction:
    try:
        cost = Fraction(text)
    except (ValueError, ZeroDivisionError):
        cost = Fraction(-1)
    if not 0 <= cost <= 100:
        raise malformed(Says("a cost is a number of Antes from 0 to 100, such as 1/4 or 0.5", field="cost"))
    return cost


def _is_heavy(known: "Knowledge") -> bool:
    """Whether it takes more than about half a minute on one core."""
    off_board, board = known.dealer + known.dead, known.flop + known.later
    if known.players or off_board > 2:
        return True
    return (known.dead > 0 or board > 0) if off_board == 2 else off_board == 1 and board > 2


def _is_on_disk(book: Book, known: "Knowledge") -> bool:
    from uth.protect.finding import is_kept

    return is_kept(book, known)


def _worth(book: Book, known: "Knowledge", costly: Fraction) -> bytes:
    from uth.protect import protect
    from uth.protect.data import worth_data
    from uth.protect.rule import rule_data, tells
    from uth.solver import SolverError, solve

    try:
        worth = protect(book, known, threads=1)
        found = tells(worth, solve(book, threads=1), costly)
    except SolverError as error:
        raise malformed(*(Says(str(one)) for one in error.faults)) from None
    rule = rule_data(worth, found, costly)
    return json.dumps({"says": str(known), **worth_data(worth), "rule": rule}).encode()


def _command(name: str, settings: Sequence[str], knows: str, *group: str) -> str:
    options = [word for setting in settings for word in ("--set", setting)]
    return shlex.join(["uth", "protect", *group, name, "--knows", knows, *options])
