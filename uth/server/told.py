"""The answers of the mathematics that are put together as JSON: their description.

Importing this needs NumPy, which the service leaves alone until somebody asks for a calculation.
"""

from msgspec import UNSET, Struct, UnsetType

from uth.rules.money import Cents
from uth.solver.data import AdviceData, SolutionData


class Solved(SolutionData, frozen=True, kw_only=True):
    """A book solved, and the command that does the same."""

    command: str


class Advised(AdviceData, frozen=True, kw_only=True):
    """What every action is worth, and the command that says the same."""

    command: str


class AdvisedKind(AdviceData, frozen=True, kw_only=True):
    """What every action is worth, and what kind of decision it is."""

    kind: str


class Drilled(Struct, frozen=True):
    """A close decision; values in Antes."""

    street: str
    hole: tuple[str, str]
    board: list[str]
    actions: dict[str, float]
    best: str
    gap: float
    """How much the second best action is worth less than the best."""


class Why(Struct, frozen=True):
    """A reason, and the clauses that it stands on."""

    says: str
    clauses: list[str]


class BookSettled(Struct, frozen=True):
    name: str
    digest: str


class RowSettled(Struct, frozen=True):
    """One wager, paid, collected or returned; cents."""

    seat: int | str
    wager: str
    stake: Cents
    outcome: str
    due: Cents
    paid: Cents
    collected: Cents
    returned: Cents
    reason: str
    clauses: list[str]
    note: str | UnsetType = UNSET


class HandSettled(Struct, frozen=True):
    """What a hand came to."""

    category: str
    five: list[str]
    versus_bank: str | UnsetType = UNSET
    hole_plus_flop: str | UnsetType = UNSET


class Exhausted(Struct, frozen=True):
    """Where the bank's wager was used up."""

    seat: int | str
    wager: str


class BankSettled(Struct, frozen=True):
    """The bank's account: that of a player, or only that it is the house's."""

    house: bool | UnsetType = UNSET
    wager: Cents | UnsetType | None = UNSET
    paid: Cents | UnsetType = UNSET
    collected: Cents | UnsetType = UNSET
    net: Cents | UnsetType = UNSET
    exhausted_at: Exhausted | UnsetType | None = UNSET


class FeesSettled(Struct, frozen=True):
    total_table_action: Cents
    player_dealer_fee: Cents
    player_fees: list[Cents]
    house: Cents


class NoticeSettled(Why, frozen=True, kw_only=True):
    """What the supervisor is told."""

    seat: int | str | None


class RoundRefused(Struct, frozen=True):
    """A malformed round, with every reason."""

    refused: list[Why]
    id: str | UnsetType = UNSET


class RoundSettled(Struct, frozen=True):
    """A round settled; what a book does not know is left out."""

    book: BookSettled
    net: dict[str, Cents]
    settlement: list[RowSettled]
    order: list[int | str]
    qualifies: bool | None
    hands: dict[str, HandSettled]
    bank_hand: HandSettled | None
    bank: BankSettled
    id: str | UnsetType = UNSET
    dead_hands: list[int | str] | UnsetType = UNSET
    meters_after_coin_in: dict[str, Cents] | UnsetType = UNSET
    meters_after_round: dict[str, Cents] | UnsetType = UNSET
    house_seeds: Cents | UnsetType = UNSET
    supervisor_notified_for_seats: list[int | str] | UnsetType = UNSET
    notices: list[NoticeSettled] | UnsetType = UNSET
    fees: FeesSettled | UnsetType = UNSET
    net_after_fees: dict[str, Cents] | UnsetType = UNSET
