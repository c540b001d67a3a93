"""Events: everything that has happened at a table. A table is nothing but the sum of its events.

Each class carries all that is known of its kind (``base`` says what). A new one is one class in the module of
its subject, and one line in the union here.
"""

from typing import get_args

from uth.game.table.events.bank import (
    BankDeclined,
    BankHalted,
    BankOffered,
    BankReturned,
    BankTaken,
    CoverWarned,
)
from uth.game.table.events.cards import (
    BankShown,
    Decided,
    FlopShown,
    HandRacked,
    HandShown,
    HolesDealt,
    RiverShown,
)
from uth.game.table.events.event import Event, evolve, replay
from uth.game.table.events.jackpots import (
    EnvyTakenBack,
    JackpotApproved,
    JackpotConfirmed,
    JackpotDenied,
    JackpotOwed,
    JackpotPaid,
    JackpotWon,
    LinkChanged,
    MetersRead,
    MetersReseeded,
    ProgressiveReturned,
)
from uth.game.table.events.life import (
    ChipsBought,
    ChipsCashed,
    DealerCameIn,
    DeviceChanged,
    Paused,
    PhaseBegan,
    Resumed,
    SeatLeft,
    SeatTaken,
    TableClosed,
    TableOpened,
)
from uth.game.table.events.noting import FactNoted, FactTakenBack
from uth.game.table.events.settling import RakeTaken, RoundEnded, SupervisorTold, WagerSettled
from uth.game.table.events.trouble import (
    CardsAmended,
    Corrected,
    DecisionAmended,
    Disputed,
    HandForfeited,
    Happened,
    RoundVoided,
    Ruled,
)
from uth.game.table.events.wagers import (
    BetsClosed,
    CoinIn,
    FeesCollected,
    FeesReturned,
    WagersPlaced,
    WagersTakenBack,
)

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
    | FactNoted
    | FactTakenBack
)

EVENTS: tuple[type[Event], ...] = get_args(AnyEvent)
"""Every kind of event, in the order of the union."""

__all__ = [
    "EVENTS",
    "AnyEvent",
    "BankDeclined",
    "BankHalted",
    "BankOffered",
    "BankReturned",
    "BankShown",
    "BankTaken",
    "BetsClosed",
    "CardsAmended",
    "ChipsBought",
    "ChipsCashed",
    "CoinIn",
    "Corrected",
    "CoverWarned",
    "DealerCameIn",
    "Decided",
    "DecisionAmended",
    "DeviceChanged",
    "Disputed",
    "EnvyTakenBack",
    "Event",
    "FactNoted",
    "FactTakenBack",
    "FeesCollected",
    "FeesReturned",
    "FlopShown",
    "HandForfeited",
    "HandRacked",
    "HandShown",
    "Happened",
    "HolesDealt",
    "JackpotApproved",
    "JackpotConfirmed",
    "JackpotDenied",
    "JackpotOwed",
    "JackpotPaid",
    "JackpotWon",
    "LinkChanged",
    "MetersRead",
    "MetersReseeded",
    "Paused",
    "PhaseBegan",
    "ProgressiveReturned",
    "RakeTaken",
    "Resumed",
    "RiverShown",
    "RoundEnded",
    "RoundVoided",
    "Ruled",
    "SeatLeft",
    "SeatTaken",
    "SupervisorTold",
    "TableClosed",
    "TableOpened",
    "WagerSettled",
    "WagersPlaced",
    "WagersTakenBack",
    "evolve",
    "replay",
]
