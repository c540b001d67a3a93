"""Acts: everything somebody may ask of a table. ``uth.game.table.phases`` says who may ask it when.

An act is a wish. ``uth.game.table.deciding`` answers it with events, or refuses it with the reason and the
clause; nothing else changes a table.
"""

from enum import StrEnum

from msgspec import Struct

from uth.cards import Card
from uth.game.ledger import Move
from uth.game.round import Choice, Seat, Toke
from uth.game.settlement.pots import Pot
from uth.rules.money import Cents


class Role(StrEnum):
    """In what capacity somebody acts."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    HOUSE = "house"
    """The table itself, by a published rule (a time-out)."""
    SPECTATOR = "spectator"


class Who(Struct, frozen=True):
    """Somebody, with a name: every act has one."""

    role: Role
    name: str

    def __str__(self) -> str:
        return f"{self.role} {self.name}" if self.name else str(self.role)


def words(name: str) -> str:
    """How a class is called in files and frames: ``NoMoreBets`` is ``no_more_bets``."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class Act(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do", tag=words):
    """Something somebody asks of the table."""

    @classmethod
    def name(cls) -> str:
        return words(cls.__name__)


# ---- the life of a table


class Open(Act, frozen=True):
    """Open the table; a progressive starts at its seeds, or at the meters given."""

    meters: dict[str, Cents] = {}
    linked: bool = False
    """The meters are shared with other tables: the link will tell where they stand."""


class Close(Act, frozen=True):
    reason: str


class Pause(Act, frozen=True):
    reason: str


class Resume(Act, frozen=True):
    reason: str = ""


class Sit(Act, frozen=True):
    seat: int


class Leave(Act, frozen=True):
    pass


class Vacate(Act, frozen=True):
    """A supervisor takes an absent player off his seat, and his wagers off the felt; his chips are kept."""

    seat: int
    reason: str


class BuyIn(Act, frozen=True):
    cents: Cents


class CashOut(Act, frozen=True):
    cents: Cents


class DealerIn(Act, frozen=True):
    """A house dealer takes over; the deck in his hands is counted first."""

    cards_counted: int | None = None


class UseDevice(Act, frozen=True):
    """Deal from another device, or by hand when the shuffler fails."""

    device: str
    reason: str


# ---- the bank


class TakeBank(Act, frozen=True):
    """Accept the bank with this wager, or change it before bets are closed."""

    wager: Cents


class DeclineBank(Act, frozen=True):
    pass


# ---- wagers


class Bet(Act, frozen=True):
    """Put down wagers for the next round; a second bet replaces the first."""

    stakes: dict[str, Cents | bool]
    """By wager; true for one with a fixed stake, and one that is equal to another may be left out."""
    toke: Toke | None = None
    behind: int | None = None


class LayToke(Act, frozen=True):
    """Put down a wager for the dealer beside one's own; a second on the same wager replaces the first."""

    on: str
    cents: Cents
    behind: int | None = None


class TakeBack(Act, frozen=True):
    """Take one's wagers back before bets are closed."""


class NoMoreBets(Act, frozen=True):
    pass


# ---- cards and decisions


class Deal(Act, frozen=True):
    """Deal the hole cards; without faces they are known only to those who hold them."""

    holes: dict[int, tuple[Card, Card]] | None = None
    at: str = ""


class Decide(Act, frozen=True):
    """Check, fold or bet a multiple; the house dealer may enter it for a seat."""

    choice: Choice
    seat: Seat | None = None
    toke: Cents = 0
    """For the dealer, riding on the Play wager."""
    tuck: bool = False
    """Fold with the cards under a wager that a fold leaves alive, to stay in for it."""


class TimeOut(Act, frozen=True):
    """The time to decide is over: the house plays the published default."""


class Flop(Act, frozen=True):
    cards: tuple[Card, Card, Card]


class River(Act, frozen=True):
    """Turn and river, shown together."""

    cards: tuple[Card, Card]


class ShowBank(Act, frozen=True):
    cards: tuple[Card, Card]


class ShowHand(Act, frozen=True):
    """Turn up a hand whose cards are not known yet."""

    seat: int
    cards: tuple[Card, Card]


class Settle(Act, frozen=True):
    """The next step of the settlement: turn the next hand up, or pay and take what it is due."""


class EndRound(Act, frozen=True):
    pass


# ---- jackpots


class Approve(Act, frozen=True):
    """An approval of a jackpot in review: papers, offsets, the supervisor's card."""

    seat: Seat
    office: str
    reason: str
    meter: str = ""
    """Which, where a hand has won several."""


class PayJackpot(Act, frozen=True):
    """In chips, by check, or both; debts that are set off are kept back."""

    seat: Seat
    form: str = "chips"
    chips: Cents = 0
    """How much of it in chips, when the form is both."""
    offset: Cents = 0
    meter: str = ""
    """Which, where a hand has won several."""


class DenyJackpot(Act, frozen=True):
    """A jackpot that does not stand stays in its meter, or is theirs who share it."""

    seat: Seat
    reason: str
    meter: str = ""
    """Which, where a hand has won several."""


class Link(Act, frozen=True):
    """The progressive link goes down, or comes up again."""

    up: bool
    reason: str


class ReadMeters(Act, frozen=True):
    """The link tells where the shared meters and the reserve stand, and who shares what was won."""

    meters: dict[str, Cents]
    jackpots: dict[str, Cents] = {}
    """What was won from a meter and is not yet paid."""
    dealt: int = 0
    """Which deal of the link this round's was; zero before it."""
    reset: tuple[str, ...] = ()
    """Meters that were won since the coin-in of this round."""
    pots: dict[str, Pot] = {}
    """By meter: the jackpot that a hand of this round shares, or would."""


# ---- trouble


class Report(Act, frozen=True):
    """Something irregular has happened."""

    what: str
    seat: Seat | None = None


class Rule(Act, frozen=True):
    """A supervisor's ruling: void, play_on, or forfeit (one seat's hand)."""

    ruling: str
    reason: str
    seat: Seat | None = None


class Amend(Act, frozen=True):
    """Cards that were entered wrongly are put right: of the board, the bank, or a seat."""

    of: str | int
    cards: tuple[Card, ...]
    reason: str


class AmendDecision(Act, frozen=True):
    """A decision that the dealer entered wrongly is put right, before the next card is out."""

    seat: Seat
    choice: Choice
    reason: str


class Dispute(Act, frozen=True):
    says: str


class Correct(Act, frozen=True):
    """A correction is a new entry, with a name and a reason; nothing is edited."""

    moves: tuple[Move, ...]
    reason: str


AnyAct = (
    Open
    | Close
    | Pause
    | Resume
    | Sit
    | Leave
    | Vacate
    | BuyIn
    | CashOut
    | DealerIn
    | UseDevice
    | TakeBank
    | DeclineBank
    | Bet
    | LayToke
    | TakeBack
    | NoMoreBets
    | Deal
    | Decide
    | TimeOut
    | Flop
    | River
    | ShowBank
    | ShowHand
    | Settle
    | EndRound
    | Approve
    | PayJackpot
    | DenyJackpot
    | Amend
    | AmendDecision
    | Link
    | ReadMeters
    | Report
    | Rule
    | Dispute
    | Correct
)

ACTS: dict[str, type[Act]] = {kind.name(): kind for kind in AnyAct.__args__}
"""Acts by the name they have in files and frames."""
