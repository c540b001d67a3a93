"""Acts: everything somebody may ask of a table, gathered from the modules of their subjects.

Each class carries all that is known of its kind (``uth.game.table.act`` says what). A new one is one class in
the module of its subject, and one line in the union here.
"""

from uth.game.table.act import Act
from uth.game.table.acts.amending import Amend, AmendDecision
from uth.game.table.acts.banking import DeclineBank, TakeBank
from uth.game.table.acts.betting import Bet, LayToke, NoMoreBets, TakeBack
from uth.game.table.acts.jackpots import Approve, DenyJackpot, PayJackpot
from uth.game.table.acts.linking import Link, ReadMeters
from uth.game.table.acts.noting import Did
from uth.game.table.acts.paying import EndRound, Settle
from uth.game.table.acts.playing import Deal, Decide, Flop, River, ShowBank, ShowHand, TimeOut
from uth.game.table.acts.seating import (
    BuyIn,
    CashOut,
    Close,
    DealerIn,
    Leave,
    Open,
    Pause,
    Resume,
    Sit,
    UseDevice,
    Vacate,
)
from uth.game.table.acts.trouble import Correct, Dispute, Report, Rule
from uth.game.table.people import Role, Who

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
    | Did
)

ACTS: dict[str, type[Act]] = {kind.name(): kind for kind in AnyAct.__args__}
"""Acts by the name they have in files and frames."""

__all__ = [
    "ACTS",
    "Act",
    "Amend",
    "AmendDecision",
    "AnyAct",
    "Approve",
    "Bet",
    "BuyIn",
    "CashOut",
    "Close",
    "Correct",
    "Deal",
    "DealerIn",
    "Decide",
    "DeclineBank",
    "DenyJackpot",
    "Did",
    "Dispute",
    "EndRound",
    "Flop",
    "LayToke",
    "Leave",
    "Link",
    "NoMoreBets",
    "Open",
    "Pause",
    "PayJackpot",
    "ReadMeters",
    "Report",
    "Resume",
    "River",
    "Role",
    "Rule",
    "Settle",
    "ShowBank",
    "ShowHand",
    "Sit",
    "TakeBack",
    "TakeBank",
    "TimeOut",
    "UseDevice",
    "Vacate",
    "Who",
]
