"""The answers of the mathematics that are put together as JSON: their description.

Importing this needs NumPy, which the service leaves alone until somebody asks for a calculation.
"""

from msgspec import UNSET, Struct, UnsetType, field

from uth.rules.money import Cents
from uth.solver.data import AdviceData, BookSolved, Ratio, SolutionData


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


class Ratios(Struct, frozen=True):
    """With the knowledge, and without; by play or street."""

    with_: dict[str, float] = field(name="with")
    without: dict[str, float]


class Shares(Struct, frozen=True):
    """A share with the knowledge, and without."""

    with_: float = field(name="with")
    without: float


class HandWorth(Struct, frozen=True):
    """A starting hand: what it is worth, and how often each play is right."""

    value: float
    plays: dict[str, float]
    without: dict[str, float]
    preflop: Shares
    """How often a bet before the flop is right."""


class RuleSaves(Struct, frozen=True):
    """An irregularity rule, and what it saves each time, in Antes."""

    what: str
    effect: str
    until: str
    clauses: list[str]
    saves: float | None


class TellingPlay(Struct, frozen=True):
    """A play that only knowledge explains."""

    hand: str
    known: str | None
    play: str
    cost: float
    share: float
    share_of_rounds: float


class SurveillanceRule(Struct, frozen=True):
    book: str
    knows: dict[str, int]
    costs_at_least: float
    share_of_rounds: float
    plays: list[TellingPlay]


class Protected(Struct, frozen=True, kw_only=True):
    """What knowledge is worth; values in Antes."""

    commands: list[str]
    says: str
    book: BookSolved
    knows: dict[str, int]
    exact: bool
    player_edge: Ratio | UnsetType = UNSET
    player_edge_exact: str | UnsetType = UNSET
    player_edge_estimate: float | UnsetType = UNSET
    standard_error: float | UnsetType = UNSET
    samples: int | UnsetType = UNSET
    seed: int | UnsetType = UNSET
    house_edge: Ratio
    house_edge_exact: str
    break_even_rate: float | None
    break_even_rate_exact: str | None
    deals: int
    plays: Ratios
    streets: Ratios
    hands: dict[str, HandWorth]
    by_known: dict[str, float]
    irregularities: list[RuleSaves]
    seconds: float
    cached: bool
    rule: SurveillanceRule


class MistakeModel(Struct, frozen=True):
    """How ordinary players are taken to err."""

    temperatures: list[float]
    tremble: float


class RoundsNeeded(Struct, frozen=True):
    """Rounds to an alarm on somebody who knows: with a chance of one half, and of nine in ten."""

    half: int
    nine_in_ten: int


class Temperatures(Struct, frozen=True):
    """Which size of mistakes explains somebody's decisions best."""

    ordinary: float
    knowing: float


class TellingHand(Struct, frozen=True):
    """A hand, and what it says."""

    title: str
    seat: int
    hole: list[str]
    board: list[str]
    dealer: list[str]
    decisions: list[str]
    log_likelihood_ratio: float
    cost: float
    gained: float


class PlayerLookedAt(Struct, frozen=True):
    player: str
    knows: str
    rounds: int
    log_likelihood_ratio: float
    likelihood_ratio: float | None
    alarm: bool
    temperature: Temperatures
    rounds_needed: RoundsNeeded | None
    gained: float
    gained_cents: Cents
    telling: list[TellingHand]


class Verdict(Struct, frozen=True):
    """Everybody who was looked at, those most likely to know something first."""

    model: MistakeModel
    false_alarms: float
    looked_at: int
    left_out: int
    alarm_ratio: float
    players: list[PlayerLookedAt]


class Looked(Struct, frozen=True):
    """How far a look has come; its verdict when it is done."""

    done: int
    of: int
    skipped: list[str]
    """Tables where the supervisor plays."""
    partly: list[str]
    """Tables with real cards: hands that were thrown away are not looked at."""
    verdict: Verdict | None


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
