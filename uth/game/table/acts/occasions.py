"""The moments of the script, as the table knows them: which facts are due now, and for which hands."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from uth.game.round import Seat, base_of
from uth.game.settlement.coverage import Row
from uth.game.settlement.validation import Refused
from uth.game.table import events as e
from uth.game.table.acts.paying import Settle, next_turn
from uth.game.table.answering import step
from uth.game.table.events.noting import fact_key
from uth.game.table.people import AUTOMATIC_DEALER
from uth.game.table.phases import STREETS, Phase
from uth.game.table.state import Table
from uth.rules.facts import Fact

Seats = tuple[Seat | None, ...]
"""The hands a moment is there for; one None where it is about none."""
NOT_NOW: Seats = ()
NOW: Seats = (None,)


class Due(NamedTuple):
    """A fact whose moment it is, the hand it is about, and who has noted it already."""

    fact: Fact
    seat: Seat | None
    done_by: str


def due_facts(table: Table) -> Iterator[Due]:
    """Every fact whose moment it is, noted already or not."""
    for fact in table.book.script.facts:
        for seat in due_seats(table, fact):
            yield Due(fact, seat, noted_by(table, fact, seat))


def due_seats(table: Table, fact: Fact) -> Seats:
    """For which hands a fact may be noted now; none, when it is not its moment."""
    if (table.sealed and not fact.sealed) or (fact.devices and table.device not in fact.devices):
        return NOT_NOW
    return _SEATS[fact.at](table)


def noted_by(table: Table, fact: Fact, seat: Seat | None) -> str:
    """Who has noted it; empty, if nobody has."""
    noted = table.posted if fact.once == "opening" else table.facts
    return noted.get(fact_key(table, fact.name, seat, fact.once), "")


# ---- the moments


def _if(when: Callable[[Table], bool]) -> Callable[[Table], Seats]:
    return lambda table: NOW if when(table) else NOT_NOW


def _in(*phases: Phase) -> Callable[[Table], Seats]:
    return _if(lambda table: table.phase in phases)


def deals_by_hand(table: Table) -> bool:
    """Whether the script for dealing by hand is read, where the book has one."""
    return table.device == "hand" and bool(table.book.script.by_hand)


def _dealer_changes(table: Table) -> bool:
    return table.phase is Phase.BETTING and (not table.dealer or table.device == "hand")


def _coins_are_in(table: Table) -> bool:
    return table.phase is Phase.DEALING and bool(table.meters_before)


def _bank_lies_open(table: Table) -> bool:
    """The bank's cards are turned up, and nobody's hand has been looked at yet."""
    looked_at = any(base_of(spot) in table.shown for spot in table.live)
    return table.phase is Phase.PAYING and table.bank_hand is not None and not looked_at


def _folded(table: Table) -> Seats:
    """Hands that are folded, until the bank's cards are turned up or the round ends without them."""
    last = table.phase is Phase.ENDING and not table.void and not table.live
    if table.phase not in STREETS and table.phase is not Phase.SHOWDOWN and not last:
        return NOT_NOW
    return tuple(seat for seat in table.order if isinstance(seat, int) and table.spots[seat].folded)


def _hand_in_turn(table: Table) -> Seats:
    """The hand that is turned up and settled next."""
    turn = next_turn(table) if table.phase is Phase.PAYING else ()
    if not turn or table.spots[turn[0][0]].folded:
        return NOT_NOW
    return (base_of(table.spots[turn[0][0]]),)


def _hand_shown(table: Table) -> Seats:
    """The hand in turn, when it lies face up beside the bank's."""
    hand = _hand_in_turn(table)
    return hand if hand and hand[0] in table.shown and table.bank_hand is not None else NOT_NOW


def _settled_as(result: str) -> Callable[[Table], Seats]:
    """The same, if this is what becomes of it."""

    def seats(table: Table) -> Seats:
        hand = _hand_shown(table)
        return hand if hand and outcome(table, rows_due(table)) == result else NOT_NOW

    return seats


def rows_due(table: Table) -> list[Row]:
    """The wagers that would be settled next."""
    try:
        events, _ = step(table, AUTOMATIC_DEALER, Settle())
    except Refused:
        return []
    return [event.row for event in events if isinstance(event, e.WagerSettled)]


def outcome(table: Table, rows: list[Row]) -> str:
    """Whether a hand has lost, won or pushed, by the wagers that are compared with the bank's hand."""
    compared = (table.book.main.name, table.book.play.name)
    outcomes = {row.outcome.partition(",")[0] for row in rows if row.wager in compared}
    return "lose" if "lose" in outcomes else "win" if "win" in outcomes else "push"


def _in_review(table: Table) -> Seats:
    waiting = (won.seat for won in table.review if not won.rest) if table.phase is Phase.REVIEW else ()
    return tuple(dict.fromkeys(waiting))


def _paid_jackpots(table: Table) -> Seats:
    """Hands of this table whose jackpot was paid in this round."""
    if table.phase not in (Phase.REVIEW, Phase.ENDING):
        return NOT_NOW
    wins = (win for pot in table.pots.values() for win in pot.wins if win.paid and not win.table)
    return tuple(dict.fromkeys(win.seat for win in wins))


_SEATS: dict[str, Callable[[Table], Seats]] = {
    "dealer_change": _if(_dealer_changes),
    "bank": _in(Phase.BANKING),
    "bets": _in(Phase.BETTING),
    "close": _if(lambda table: table.phase is Phase.BETTING and bool(table.spots)),
    "coin_in": _if(_coins_are_in),
    "deal": _if(lambda table: table.phase is Phase.DEALING and not deals_by_hand(table)),
    "by_hand": _if(lambda table: table.phase is Phase.DEALING and deals_by_hand(table)),
    "dealt": _in(Phase.PREFLOP),
    "decisions": _in(*STREETS),
    "flop": _in(Phase.FLOP_DUE),
    "river": _in(Phase.RIVER_DUE),
    "showdown": _if(_bank_lies_open),
    "fold": _folded,
    "hand": _hand_in_turn,
    "shown": _hand_shown,
    "win": _settled_as("win"),
    "lose": _settled_as("lose"),
    "push": _settled_as("push"),
    "jackpot": _in_review,
    "jackpot_paid": _paid_jackpots,
    "end": _in(Phase.ENDING),
}
"""When each moment is, and for which hands."""
