"""Events: everything that has happened at a table. A table is nothing but the sum of its events.

Who hears of which event, and of which of its fields, is said in ``uth.game.views.seen``. A field that is not for
everybody has a default, and what has its default is not written: what somebody may not know is not there.
"""

from typing import get_args

from msgspec import Struct

from uth.cards import Card
from uth.game.ledger import Move
from uth.game.round import Choice, Seat, Spot
from uth.game.settlement.coverage import Row
from uth.game.settlement.pots import Pot
from uth.game.table.acts import words
from uth.game.table.phases import Phase
from uth.rules.money import Cents

Moves = tuple[Move, ...]


class Event(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event", tag=words):
    """Something that has happened, with the money it moved."""

    moves: Moves = ()


class PhaseBegan(Event, frozen=True):
    phase: Phase


class TableOpened(Event, frozen=True):
    book: str
    digest: str
    by: str


class TableClosed(Event, frozen=True):
    by: str
    reason: str


class Paused(Event, frozen=True):
    by: str
    reason: str


class Resumed(Event, frozen=True):
    by: str
    reason: str


class SeatTaken(Event, frozen=True):
    seat: int
    player: str


class SeatLeft(Event, frozen=True):
    seat: int
    player: str
    by: str
    reason: str = ""


class ChipsBought(Event, frozen=True):
    player: str
    cents: Cents


class ChipsCashed(Event, frozen=True):
    player: str
    cents: Cents


class DealerCameIn(Event, frozen=True):
    dealer: str
    cards_counted: int | None


class DeviceChanged(Event, frozen=True):
    device: str
    by: str
    reason: str


class BankOffered(Event, frozen=True):
    seat: int


class BankDeclined(Event, frozen=True):
    seat: int
    player: str
    by: str


class BankHalted(Event, frozen=True):
    """Nobody takes the bank who may: the table waits."""


class BankTaken(Event, frozen=True):
    seat: int
    player: str
    wager: Cents
    rounds: int
    """How many rounds in a row with this one."""


class BankReturned(Event, frozen=True):
    """What is left of the bank goes back to the banker; unplayed, the round does not count for him."""

    seat: int
    cents: Cents
    played: bool


class WagersPlaced(Event, frozen=True):
    spot: Spot
    player: str


class WagersTakenBack(Event, frozen=True):
    seat: Seat


class CoverWarned(Event, frozen=True):
    """More lies against the bank than it has put up: a message, nothing more (B-FL-4)."""

    seat: Seat
    """Whose wager made it so."""
    bank: Cents
    against: Cents
    clauses: tuple[str, ...]


class BetsClosed(Event, frozen=True):
    """A round begins: what lies on the felt is played under this version of the book, to its end."""

    round: int
    book: str
    digest: str
    order: tuple[Seat, ...]
    bank_chips: Cents = 0
    """What the banker has besides his wager, where that answers for the hands too (B-FL-4)."""


class FeesCollected(Event, frozen=True):
    bank: Cents
    players: dict[str, Cents]
    table_action: Cents | None


class FeesReturned(Event, frozen=True):
    players: dict[str, Cents]


class CoinIn(Event, frozen=True):
    seats: tuple[Seat, ...]


class HolesDealt(Event, frozen=True):
    seats: tuple[int, ...]
    held_by: dict[int, str]
    """Who holds the cards of a seat."""
    device: str
    at: str
    holes: dict[int, tuple[Card, Card]] | None
    """None where nobody has seen them, or he who reads this may not."""


class Decided(Event, frozen=True):
    seat: Seat
    choice: Choice
    by: str
    cents: Cents = 0
    """The Play wager."""
    toke: Cents = 0
    """For the dealer, riding on it."""
    tucked: bool = False
    """Folded with the cards under a wager, to stay in for it (IA-TRIPS-2)."""
    entered: bool = False
    """By the house dealer for the seat."""


class DecisionAmended(Event, frozen=True):
    """A decision that the dealer entered wrongly, put right before the next card was out."""

    seat: Seat
    was: Choice
    choice: Choice
    by: str
    reason: str
    tucked: bool = False


class FlopShown(Event, frozen=True):
    cards: tuple[Card, ...]


class RiverShown(Event, frozen=True):
    cards: tuple[Card, ...]


class BankShown(Event, frozen=True):
    cards: tuple[Card, ...]
    hand: str
    qualifies: bool


class HandShown(Event, frozen=True):
    seat: int
    cards: tuple[Card, ...]
    hand: str


class WagerSettled(Event, frozen=True):
    row: Row


class HandRacked(Event, frozen=True):
    """The two cards of a hand that is done with are counted and go to the discard rack."""

    seat: int


class RakeTaken(Event, frozen=True):
    bank: Cents
    players: dict[str, Cents]


class JackpotWon(Event, frozen=True):
    """In review until it is approved and paid, or denied."""

    seat: Seat
    player: str
    meter: str
    cents: Cents
    """Its share as far as is known now; it is settled when it is paid."""
    place: int = 0
    """Where the hand came in the deal."""


class JackpotConfirmed(Event, frozen=True):
    """The first win of a meter is approved: what the meter shows is shared by all who have won it."""

    meter: str
    cents: Cents


class JackpotOwed(Event, frozen=True):
    """Another win of the same meter was denied: somebody who has been paid is owed more."""

    seat: Seat
    """At this table, or as ``T2/1`` at another one."""
    player: str
    meter: str
    cents: Cents
    dealt: int = 0


class EnvyTakenBack(Event, frozen=True):
    """Envy for a hand whose jackpot was denied goes back to the house."""

    seat: Seat
    player: str
    cents: Cents
    brought_by: Seat


class MetersReseeded(Event, frozen=True):
    """Meters that were won start again."""


class MetersRead(Event, frozen=True):
    """The shared meters stand where the link says; what they moved by elsewhere is no part of this round."""

    dealt: int = 0
    """Which deal of the link this round's was."""
    reset: tuple[str, ...] = ()
    """Meters that were won elsewhere since the coin-in of this round."""
    pots: dict[str, Pot] | None = None
    """By meter: who shares it with a hand of this round."""


class JackpotApproved(Event, frozen=True):
    seat: Seat
    office: str
    by: str
    reason: str
    meter: str = ""
    """Which, where a hand has won several."""


class JackpotPaid(Event, frozen=True):
    seat: Seat
    player: str
    cents: Cents
    by: str
    form: str = ""
    offset: Cents = 0
    """Debts that were set off."""
    meter: str = ""
    dealt: int = 0
    """Which deal of the link the hand came from."""
    rest: bool = False
    """What was owed to somebody who had been paid before."""


class JackpotDenied(Event, frozen=True):
    seat: Seat
    cents: Cents
    by: str
    reason: str
    meter: str = ""


class CardsAmended(Event, frozen=True):
    """Cards that were entered wrongly are put right."""

    of: str | int
    by: str
    reason: str
    player: str = ""
    """Who holds them, face down; nobody when they lie open."""
    was: tuple[Card, ...] = ()
    cards: tuple[Card, ...] = ()
    again: tuple[Seat, ...] = ()
    """Seats whose Ante had gone back and plays after all."""


class SupervisorTold(Event, frozen=True):
    seat: Seat
    about: str
    says: str
    clauses: tuple[str, ...]


class LinkChanged(Event, frozen=True):
    up: bool
    by: str
    reason: str


class Happened(Event, frozen=True):
    """Something irregular, and what the book does about it."""

    what: str
    effect: str
    seat: Seat | None
    by: str
    clauses: tuple[str, ...]


class Ruled(Event, frozen=True):
    ruling: str
    seat: Seat | None
    by: str
    reason: str


class RoundVoided(Event, frozen=True):
    by: str
    reason: str


class HandForfeited(Event, frozen=True):
    """The hand is out; its wagers are settled by the ruling."""

    seat: Seat


class ProgressiveReturned(Event, frozen=True):
    """A progressive wager goes back before the coin-in: the link is down."""

    seat: Seat


class Disputed(Event, frozen=True):
    player: str
    says: str


class Corrected(Event, frozen=True):
    by: str
    reason: str


class RoundEnded(Event, frozen=True):
    round: int
    net: dict[str, Cents]
    """What the round did to every account."""


AnyEvent = (
    PhaseBegan
    | TableOpened
    | TableClosed
    | Paused
    | Resumed
    | SeatTaken
    | SeatLeft
    | ChipsBought
    | ChipsCashed
    | DealerCameIn
    | DeviceChanged
    | BankOffered
    | BankDeclined
    | BankHalted
    | BankTaken
    | BankReturned
    | WagersPlaced
    | WagersTakenBack
    | CoverWarned
    | BetsClosed
    | FeesCollected
    | FeesReturned
    | CoinIn
    | HolesDealt
    | Decided
    | DecisionAmended
    | FlopShown
    | RiverShown
    | BankShown
    | HandShown
    | WagerSettled
    | HandRacked
    | RakeTaken
    | JackpotWon
    | JackpotConfirmed
    | JackpotOwed
    | EnvyTakenBack
    | MetersReseeded
    | MetersRead
    | JackpotApproved
    | JackpotPaid
    | JackpotDenied
    | CardsAmended
    | SupervisorTold
    | LinkChanged
    | Happened
    | Ruled
    | RoundVoided
    | HandForfeited
    | ProgressiveReturned
    | Disputed
    | Corrected
    | RoundEnded
)

EVENTS: tuple[type[Event], ...] = get_args(AnyEvent)
