"""What an event is: what has happened, who hears of it, how it changes the table, and its words.

Everything about a kind of event stands in its class, in the module of its subject:

- its fields. One that is not for everybody has a default, and what has its default is not written: what
  somebody may not know is not there;
- ``sight``: who hears of it, and who sees which field. What is not named there is not shown, so whoever adds
  a field decides who sees it, and until then nobody does;
- ``change``: the table after it. Nothing else changes a table;
- ``tell`` and ``say``: its sentence in logs, with names and clauses, and what the people at the table hear.

Nobody receives a card that he may not see, staff neither: of hole cards a player hears his own, and who bets
behind a hand does not hold it. The ledger is the supervisor's; a player learns of the moves that touch his
own chips.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from uth.game.ledger import Move, moved, player
from uth.game.table.people import Role, Who
from uth.game.table.state import Table, new_table
from uth.rules.book import Book

Key = TypeVar("Key")
Value = TypeVar("Value")


def words(name: str) -> str:
    """How a class is called in files and frames: ``NoMoreBets`` is ``no_more_bets``."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


# ---- who sees it


class Eyes(NamedTuple):
    """Whose eyes something is for: people in these roles, and the players whom an event is about."""

    roles: frozenset[Role]
    concerned: bool = False

    def include(self, who: Who, event: "Event") -> bool:
        return who.role in self.roles or (self.concerned and concerns(who, event))


def concerns(who: Who, event: "Event") -> bool:
    """Whether an event is about this player: it names him, or moves his chips."""
    return who.role is Role.PLAYER and (
        getattr(event, "player", None) == who.name or bool(own_moves(who, event))
    )


def own_moves(who: Who, event: "Event") -> tuple[Move, ...]:
    """The moves of a player's own chips."""
    return tuple(move for move in event.moves if player(who.name) in (move.source, move.target))


NOBODY = Eyes(frozenset())
ALL = Eyes(frozenset(Role))
STAFF = Eyes(frozenset({Role.DEALER, Role.SUPERVISOR}))
STAFF_AND_CONCERNED = Eyes(STAFF.roles, concerned=True)

Part = Callable[[Who, Any], Any]
"""What of a field somebody sees, where that is neither all nor nothing."""


class Sight(NamedTuple):
    """Who hears of an event, and who sees its fields."""

    hears: Eyes
    fields: dict[str, Eyes | Part]


def heard_by(eyes: Eyes, names: str = "", *apart: tuple[Eyes | Part, str]) -> Sight:
    """Heard by ``eyes``, who see these fields; others stand apart. Moves are always the ledger's matter."""
    seen = {field: rule for rule, own_names in ((eyes, names), *apart) for field in own_names.split()}
    return Sight(eyes, {"moves": _ledger, **seen})


def _ledger(who: Who, event: "Event") -> tuple[Move, ...]:
    if who.role is Role.SUPERVISOR:
        return event.moves
    return own_moves(who, event) if who.role is Role.PLAYER else ()


# ---- the event


class Event(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event", tag=words):
    """Something that has happened, with the money it moved."""

    moves: tuple[Move, ...] = ()

    sight: ClassVar[Sight] = heard_by(NOBODY)
    of_round: ClassVar[bool] = True
    """Whether its moves are the round's, so that a void round gives them back."""

    @property
    def hides_cards(self) -> bool:
        """Whether it names cards that lie face down: nothing guessable about it may be published."""
        return False

    def change(self, table: Table) -> Table:
        """The table after it; its moves are made already."""
        return table

    def tell(self) -> str:
        """One sentence for logs, playthroughs and screen readers."""
        raise NotImplementedError(f"{type(self).__name__} has no words")

    def say(self, book: Book) -> str:
        """What the people at the table hear; empty for what is only seen."""
        return self.tell()


def evolve(table: Table, event: Event) -> Table:
    """The table after the event."""
    if event.moves:
        of_round = event.moves if event.of_round else ()
        table = replace(table, accounts=moved(table.accounts, event.moves), moves=table.moves + of_round)
    return event.change(table)


def replay(book: Book, log: Iterable[Event]) -> Table:
    """The table that a log gives."""
    table = new_table(book)
    for event in log:
        table = evolve(table, event)
    return table


# ---- what changes of several kinds have in common


def with_item(mapping: Mapping[Key, Value], key: Key, value: Value) -> dict[Key, Value]:
    """The same with one more entry, or another one in its place."""
    return {**mapping, key: value}


def without(mapping: Mapping[Key, Value], key: Key) -> dict[Key, Value]:
    """The same without an entry."""
    return {k: v for k, v in mapping.items() if k != key}


def refuse_other_book(table: Table, digest: str) -> None:
    """What was played under one version of a book is not replayed under another."""
    if digest != table.book.digest:
        raise ValueError(
            f"the log was played under version {digest[:12]} of the book; this is {table.book.digest[:12]}"
        )
