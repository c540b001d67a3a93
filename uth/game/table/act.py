"""What an act is: something somebody asks of a table, answered with events or refused with the reason.

Everything about a kind of act stands in its class, in the module of its subject (``uth.game.table.acts``):

- its fields;
- ``permit``: in which phases, by whom, and whether while the table is stopped;
- ``do``: what happens when it is done;
- ``offers``: what of it is offered to whom. ``legal`` tries each offer, and shows what would be accepted;
- where they differ from those of other acts: ``too_late``, ``withheld``, ``guard``, ``written``.
"""

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple

from msgspec import Struct

from uth.game.ledger import CAGE, HOUSE, Move
from uth.game.table.course import Course
from uth.game.table.events.event import words
from uth.game.table.people import AUTOMATIC_DEALER, Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import Table
from uth.rules.money import Cents


class Permit(NamedTuple):
    """When an act may be done, and by whom."""

    phases: frozenset[Phase]
    by: frozenset[Role]
    when_held: bool
    """Whether it is still taken while a table waits for a ruling."""
    when_paused: bool


def allowed(
    phases: frozenset[Phase] | set[Phase] | Phase,
    *by: Role,
    when_held: bool = False,
    when_paused: bool = False,
) -> Permit:
    """A permit; what is taken while a table waits for a ruling is also taken while it is paused."""
    within = frozenset({phases}) if isinstance(phases, Phase) else frozenset(phases)
    return Permit(within, frozenset(by), when_held, when_held or when_paused)


class Act(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do", tag=words):
    """Something somebody asks of the table."""

    permit: ClassVar[Permit]
    too_late: ClassVar[str] = ""
    """What the book cites when the act comes after the close of bets."""
    by_automatic_dealer: ClassVar[bool] = False
    """Whether only the automatic dealer does it at a sealed table."""
    written: ClassVar[tuple[str, ...]] = ()
    """Its fields in the order in which a scenario has them."""
    fill: ClassVar[tuple[str, ...]] = ()
    """Fields that whoever does it fills in himself."""
    enters_cards: ClassVar[bool] = False
    """Whether it names cards: then it is not tried before it is offered, only ``guard`` is asked.

    Which cards would be taken depends on cards that are hidden, and would tell them.
    """
    worked_out: ClassVar[bool] = False
    """Whether its offers come from the very code that decides about them: only amounts are looked at."""

    @classmethod
    def name(cls) -> str:
        return words(cls.__name__)

    @classmethod
    def title(cls) -> str:
        """Its name as people read it."""
        return cls.name().replace("_", " ")

    @classmethod
    def withheld(cls, table: Table, who: Who) -> str:
        """Why this person may not do this at a sealed table; empty if he may.

        There the automatic dealer and the clock run the round. A person can neither deal, close bets, decide
        for a seat, change the order of the deal once a deck is committed to, nor correct a card or a
        decision: who doubts a round voids it. A player who does not answer is played by the clock.
        """
        if cls.by_automatic_dealer and who != AUTOMATIC_DEALER:
            return "the automatic dealer does that at a sealed table"
        return ""

    def guard_sealed(self) -> None:
        """Refuse what a sealed table takes from nobody, though it takes others of the kind."""

    def guard(self, table: Table) -> None:
        """Refuse what can be refused whatever the cards are, of an act that names some."""

    def do(self, c: Course) -> None:
        """Carry it out: let events happen, or refuse."""
        raise NotImplementedError(f"nobody does {self.name()}")

    @classmethod
    def offers(cls, table: Table, who: Who) -> "Iterator[Option]":
        """What of it could be offered to this person, in a phase in which he may do it."""
        yield to_fill(cls, *cls.fill)


# ---- on offer

Bounds = dict[str, tuple[Cents, Cents]]


class Together(Struct, frozen=True, omit_defaults=True):
    """Amounts that are limited together: each counted so many times, in all at most so much."""

    times: dict[str, int]
    most: Cents
    besides: dict[str, Cents] = {}
    """What one of them costs besides, once it is laid: the house's charge."""


class Option(Struct, frozen=True, omit_defaults=True):
    """Something somebody may do now: the act, and what of it is his to choose."""

    act: Act
    cost: Cents = 0
    """What a decision puts on the felt, besides a toke."""
    bounds: Bounds = {}
    """Amounts, from the least to the most while all others are at their least; for a toke, its amount."""
    optional: tuple[str, ...] = ()
    """Amounts that may be left out."""
    steps: dict[str, Cents] = {}
    """What such an amount is a multiple of, where that is more than a cent."""
    together: tuple[Together, ...] = ()
    choices: dict[str, tuple[Any, ...]] = {}
    """Fields that may be any of these."""
    fill: tuple[str, ...] = ()
    """Fields he fills in himself: cards he sees, words, a reason; until then something stands there."""
    fields: dict[str, str] = {}
    """What a fact asks for: the fields of its details, and the kind of each."""


TEXT = "?"
"""What stands for words that somebody has to write."""
BLANK: dict[str, Any] = {
    "cards": (),
    "holes": None,
    "at": "",
    "meters": {},
    "moves": (Move(HOUSE, CAGE, 1, "correction"),),
}
"""How other fields look before they are filled in."""


def to_fill(kind: type[Act], *fill: str, **given: Any) -> Option:
    """An act with fields to fill in."""
    return Option(kind(**{field: BLANK.get(field, TEXT) for field in fill}, **given), fill=fill)
