"""What happened, as somebody is shown it: in words, and as what it changed in his picture of the table.

Who draws a table knows no rule: he puts each change where it belongs, and says the sentence.

Over an encrypted line anybody sees how long a frame is. So whatever tells somebody of his own hidden cards is
filled up with spaces, and is as long for any cards.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec import UNSET, Struct, UnsetType, to_builtins
from msgspec.structs import asdict, replace

from uth.cards import card_name
from uth.game.ledger import player
from uth.game.table.events import (
    BetsClosed,
    CardsAmended,
    Event,
    HolesDealt,
    PhaseBegan,
    RoundEnded,
    evolve,
)
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import Table
from uth.game.views.picture import HandSeen, Own, Private, own, public
from uth.game.views.results import Result, result
from uth.game.views.saying import say
from uth.game.views.seen import STRANGER, named, seen_by
from uth.proof.happenings import (
    EventOpened,
    Happening,
    NumberWithheld,
    PlayerBack,
    Recorded,
    ShuffleLost,
    ShuffleSealed,
    encode,
)
from uth.rules.book import Book
from uth.rules.money import Cents
from uth.server.paying import Worth, worth

Path = tuple[str | int, ...]


class Change(Struct, frozen=True, omit_defaults=True):
    """A part of the public picture that is different now."""

    at: Path
    now: Any = UNSET
    """Not there if the part is gone."""


class OwnSeen(Own, frozen=True, kw_only=True):
    """A viewer's own chips and cards, and what the cards are worth."""

    worth: dict[str, Worth]
    """By seat, from the flop on."""


class PrivateSeen(Private, frozen=True, kw_only=True):
    """What one viewer may see besides, and what his hands are worth."""

    worth: dict[str, Worth]
    """By seat, from the flop on."""


class EventSeen(Struct, frozen=True, omit_defaults=True):
    """Something that happened, as one viewer is shown it."""

    event: str
    """Its kind; ``changed`` for what the viewer is not told of, but sees."""
    says: str = ""
    """A sentence; empty where there is nothing to say."""
    changes: list[Change] = []
    """In the public picture."""
    you: OwnSeen | None = None
    """The viewer's own chips and cards, where they are different now."""
    net: dict[str, Cents] | UnsetType = UNSET
    """When a round ends: what it did to each player. The felt is cleared with the next event."""
    result: Result | None = None
    """And how it came out for the viewer."""


def seen(who: Who, recorded: Recorded) -> Recorded | None:
    """An event as ``who`` may know it; None if he may not know of it at all."""
    if isinstance(recorded, ShuffleSealed):
        return ShuffleSealed(round=recorded.round, commitment=recorded.commitment, sealed="")
    if isinstance(recorded, EventOpened) and not recorded.public:
        return None
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
        return self._to(who)

    def _to(self, who: Who) -> bytes:
        return b",".join(_written(step) for step in self.steps(who) if _shows(step))

    @cached_property
    def _to_strangers(self) -> bytes:
        return self._to(STRANGER)

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
        shown = _held(self.before, own(self.before, who))
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
            held = _held(after, mine)
            told = OwnSeen(**asdict(mine), worth=_worth(after, mine.holes)) if held != shown else None
            yield n, EventSeen(kind, says, self._changes[n], told)
            shown = held


def _held(table: Table, mine: Own) -> tuple[Any, ...]:
    """What must change for somebody to be shown his own part again.

    Whether a new card on the board makes his hand better is his secret, so any card on the board counts.
    """
    return mine.chips, mine.holes, table.board if mine.holes else ()


def _shows(step: EventSeen) -> bool:
    return bool(step.says or step.changes or step.you or step.result)


def _net(table: Table, ended: RoundEnded, banker: str | None) -> dict[str, Cents]:
    """What a round did to everybody who took part; an account that did not move is not in the event."""
    people = [*table.owners.values(), *([banker] if banker else [])]
    return {name: ended.net.get(player(name), 0) for name in people}


def as_written(who: Who, recorded: Sequence[Recorded]) -> tuple[bytes, list[Recorded]]:
    """Events as the log tells them, as ``who`` may know them: as JSON without brackets, and read."""
    known = [theirs for one in recorded if (theirs := seen(who, one)) is not None]
    return b",".join(encode(one) + b" " * _short_digits(one) for one in known), known


def said(book: Book, recorded: Sequence[Recorded]) -> list[str]:
    """What is said of each."""
    sentences = say(book, [one if isinstance(one, Event) else None for one in recorded])
    return [
        sentence if isinstance(one, Event) else _said_by_service(one)
        for one, sentence in zip(recorded, sentences, strict=True)
    ]


def spoken(book: Book, recorded: Sequence[Recorded]) -> bytes:
    """The same, as JSON without brackets."""
    return b",".join(encode(says) + b" " * _short_signs(says) for says in said(book, recorded))


def _said_by_service(one: Recorded) -> str:
    match one:
        case PlayerBack():
            return f"{one.player} is back"
        case NumberWithheld():
            return f"{one.player} did not reveal a number in time and sits out"
        case ShuffleLost():
            return f"The deck of round {one.round} cannot be opened any more"
    return ""


# ---- nobody can tell a card by how long its telling is

LONGEST_HAND = len("full house, sevens over eights")
"""Letters of the longest name of a hand."""
_SHORT = re.compile("(?<!10)[♠♥♦♣]")
"""A card in words that is one letter shorter than a ten."""


def private_part(table: Table, you: Private) -> bytes:
    """Somebody's own part of a picture, as long for any hand he may hold."""
    told = PrivateSeen(**asdict(you), worth=_worth(table, you.holes))
    return encode(told) + b" " * (_short_hands(you.hands) + _short_worth(told.worth))


def _worth(table: Table, holes: Mapping[str, list[str]]) -> dict[str, Worth]:
    board = [card_name(card) for card in table.board]
    return {seat: worth(table.book, hole, board) for seat, hole in holes.items()} if board else {}


def _written(step: EventSeen) -> bytes:
    short = _short_hands(step.you.hands) + _short_worth(step.you.worth) if step.you else 0
    return encode(step) + b" " * (short + _short_signs(step.says))


def _short_worth(hands: Mapping[str, Worth]) -> int:
    """What numbers of one digit, and yes instead of no, lack."""
    return sum(one.great + sum(2 - len(str(line)) for line in one.lines.values()) for one in hands.values())


def _short_hands(hands: Mapping[str, HandSeen]) -> int:
    return sum(LONGEST_HAND - len(hand.says) for hand in hands.values())


def _short_signs(says: str) -> int:
    return len(_SHORT.findall(says))


def _short_digits(recorded: Recorded) -> int:
    """What an event lacks because cards that lie face down have one digit and not two."""
    match recorded:
        case HolesDealt(holes=dict() as holes):
            cards = [card for hole in holes.values() for card in hole]
        case CardsAmended(player=str() as player) if player:
            cards = [*recorded.was, *recorded.cards]
        case _:
            return 0
    return sum(card < 10 for card in cards)
