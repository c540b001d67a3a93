"""What happened, as somebody is shown it: in words, and as what it changed in his picture of the table.

Who draws a table knows no rule: he puts each change where it belongs, and says the sentence.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from msgspec import UNSET, Struct, UnsetType, to_builtins
from msgspec.structs import replace

from uth.game.acts import Role, Who
from uth.game.events import BetsClosed, Event, PhaseBegan, RoundEnded
from uth.game.ledger import player
from uth.game.phases import Phase
from uth.game.results import Result, result
from uth.game.saying import say
from uth.game.seen import STRANGER, named, seen_by
from uth.game.table import Table, evolve
from uth.game.view import Own, own, public
from uth.proof.happenings import Happening, PlayerBack, Recorded, ShuffleSealed, encode
from uth.rules.book import Book
from uth.rules.money import Cents

Path = tuple[str | int, ...]


class Change(Struct, frozen=True, omit_defaults=True):
    """A part of the public picture that is different now."""

    at: Path
    now: Any = UNSET
    """Not there if the part is gone."""


class EventSeen(Struct, frozen=True, omit_defaults=True):
    """Something that happened, as one viewer is shown it."""

    event: str
    """Its kind; ``changed`` for what the viewer is not told of, but sees."""
    says: str = ""
    """A sentence; empty where there is nothing to say."""
    changes: list[Change] = []
    """In the public picture."""
    you: Own | None = None
    """The viewer's own chips and cards, where they are different now."""
    net: dict[str, Cents] | UnsetType = UNSET
    """When a round ends: what it did to each player. The felt is cleared with the next event."""
    result: Result | None = None
    """And how it came out for the viewer."""


def seen(who: Who, recorded: Recorded) -> Recorded | None:
    """An event as ``who`` may know it; None if he may not know of it at all."""
    if isinstance(recorded, ShuffleSealed):
        return ShuffleSealed(round=recorded.round, commitment=recorded.commitment, sealed="")
    if isinstance(recorded, Happening):
        return recorded
    return seen_by(who, recorded)


def changes(before: Any, after: Any, at: Path = ()) -> Iterator[Change]:
    """From one picture to another: the smallest parts that are different."""
    if isinstance(before, dict) and isinstance(after, dict):
        yield from (Change((*at, key)) for key in before if key not in after)
        for key, value in after.items():
            yield from (
                changes(before[key], value, (*at, key)) if key in before else (Change((*at, key), value),)
            )
    elif isinstance(before, list) and isinstance(after, list) and len(before) <= len(after):
        for place, value in enumerate(after):
            if place < len(before):
                yield from changes(before[place], value, (*at, place))
            else:
                yield Change((*at, place), value)
    elif before != after:
        yield Change(at, after)


class Told:
    """What has happened at a table, to be told to many: what is the same for several is made once."""

    def __init__(self, before: Table, recorded: Sequence[Recorded]) -> None:
        self.before, self.recorded = before, recorded

    def to(self, who: Who) -> bytes:
        """The events of a frame, as JSON without brackets."""
        if who.role is Role.PLAYER and who.name not in self._concerned:
            return self._to_strangers
        return b",".join(encode(step) for step in self.steps(who) if _shows(step))

    @cached_property
    def _to_strangers(self) -> bytes:
        return b",".join(encode(step) for step in self.steps(STRANGER) if _shows(step))

    @cached_property
    def _concerned(self) -> set[str]:
        """Those who see more than strangers: whom an event is about, and who has cards or the bank here."""
        names = {name for one in self.recorded if isinstance(one, Event) for name in named(one)}
        return names.union(*({*table.owners.values(), table.banker or ""} for table in self._tables))

    @cached_property
    def _tables(self) -> list[Table]:
        """The table before, and after each event."""
        tables = [self.before]
        for one in self.recorded:
            tables.append(evolve(tables[-1], one) if isinstance(one, Event) else tables[-1])
        return tables

    @cached_property
    def _changes(self) -> list[list[Change]]:
        """What each event changed in the public picture.

        A round that ends is still seen as it ended, and bets that are closed are not taken any more.
        """
        found: list[list[Change]] = []
        drawn, before, closed = to_builtins(public(self.before)), self.before, False
        for one, table in zip(self.recorded, self._tables[1:], strict=True):
            found.append([])
            closed = isinstance(one, BetsClosed) or (closed and not isinstance(one, PhaseBegan))
            if table is not before and not isinstance(one, RoundEnded):
                picture = to_builtins(public(replace(table, phase=Phase.DEALING) if closed else table))
                found[-1], drawn = list(changes(drawn, picture)), picture
            before = table
        return found

    def steps(self, who: Who) -> Iterator[EventSeen]:
        """Everything that ``who`` may know of, in its order."""
        return (step for _, step in self.numbered(who))

    def numbered(self, who: Who) -> Iterator[tuple[int, EventSeen]]:
        """The same, each with its place among all that happened."""
        cut = [seen(who, one) for one in self.recorded]
        words = iter(said(self.before.book, [one for one in cut if one is not None]))
        shown = own(self.before, who)
        for n, one in enumerate(cut):
            if one is None:
                if self._changes[n]:  # nobody says why, but everybody sees it
                    yield n, EventSeen("changed", changes=self._changes[n])
                continue
            says = next(words)
            before, after = self._tables[n], self._tables[n + 1]
            kind = str(type(one).__struct_config__.tag)
            if isinstance(one, RoundEnded):
                banker = next((table.banker for table in self._tables[n::-1] if table.banker), None)
                out = result(before, one.net, who.name, banker) if who.role is Role.PLAYER else None
                yield n, EventSeen(kind, says, net=_net(before, one, banker), result=out)
                continue
            mine = own(after, who)
            yield n, EventSeen(kind, says, self._changes[n], mine if mine != shown else None)
            shown = mine


def _shows(step: EventSeen) -> bool:
    return bool(step.says or step.changes or step.you or step.result)


def _net(table: Table, ended: RoundEnded, banker: str | None) -> dict[str, Cents]:
    """What a round did to everybody who took part; an account that did not move is not in the event."""
    people = [*table.owners.values(), *([banker] if banker else [])]
    return {name: ended.net.get(player(name), 0) for name in people}


def as_written(
    who: Who, recorded: Sequence[Recorded], bodies: Sequence[bytes]
) -> tuple[bytes, list[Recorded]]:
    """Events as they stand in the log, as ``who`` may know them: as JSON without brackets, and read."""
    parts, known = [], []
    for one, body in zip(recorded, bodies, strict=True):
        if (theirs := seen(who, one)) is not None:
            parts.append(body if theirs is one else encode(theirs))
            known.append(theirs)
    return b",".join(parts), known


def said(book: Book, recorded: Sequence[Recorded]) -> list[str]:
    """What is said of each."""
    sentences = say(book, [one if isinstance(one, Event) else None for one in recorded])
    return [
        f"{one.player} is back" if isinstance(one, PlayerBack) else sentence
        for one, sentence in zip(recorded, sentences, strict=True)
    ]
