"""The collection at the table: when the house takes its fees, and what it keeps back for them until then."""

from uth.game.ledger import DROP, Move, player
from uth.game.settlement.coverage import uncovered
from uth.game.settlement.fees import collection
from uth.game.table import events as e
from uth.game.table.course import Course
from uth.game.table.phases import OPEN, Phase
from uth.game.table.state import Table
from uth.rules.charges import MOMENTS

BEFORE_THE_DEAL, AFTER_THE_DEAL, AFTER_THE_PAYOUTS = MOMENTS
STILL_DUE = {
    BEFORE_THE_DEAL: frozenset({Phase.BANKING, Phase.BETTING}),
    AFTER_THE_DEAL: frozenset({Phase.BANKING, Phase.BETTING, Phase.DEALING}),
    AFTER_THE_PAYOUTS: OPEN - {Phase.REVIEW, Phase.ENDING},
}
"""In which phases the fees of a round are still to come, by the moment at which they are collected."""


def collects_at(table: Table) -> str:
    """When this table collects (BALLY-FEE-7)."""
    said = table.book.fees.collected
    return said if said in STILL_DUE else BEFORE_THE_DEAL  # earlier versions took any words, and did this


def fees_are_due(table: Table) -> bool:
    """Whether the fees of the round that is coming or running are still to be taken."""
    fees = table.book.fees
    return bool(fees.rates) and table.phase in STILL_DUE.get(fees.collected, STILL_DUE[BEFORE_THE_DEAL])


def collect_fees(c: Course, now: str) -> None:
    """Take the fees, if this is the moment; by then some circles may be known as uncovered (B-CA-18)."""
    table = c.table
    if collects_at(table) != now:
        return
    spots = [table.spots[seat] for seat in table.order]
    charge = collection(table.book, spots, uncovered(table.rows))
    if charge is None:
        return
    moves = [Move(player(table.owners[s]), DROP, fee, "fee") for s, fee in charge.players.items() if fee]
    if charge.bank and table.banker:
        moves.append(Move(player(table.banker), DROP, charge.bank, "fee"))
    c.happen(
        e.FeesCollected(
            bank=charge.bank,
            players={str(seat): fee for seat, fee in charge.players.items()},
            table_action=charge.table_action,
            moves=tuple(moves),
        )
    )


def return_fees(c: Course) -> None:
    """Fees for circles the bank did not cover go back where the house does so (B-CA-18)."""
    table, lacking = c.table, uncovered(c.table.rows)
    if not lacking or collects_at(table) == AFTER_THE_PAYOUTS:
        return
    spots = [table.spots[seat] for seat in table.order]
    taken, due = collection(table.book, spots), collection(table.book, spots, lacking)
    if taken is None or due is None or taken == due:
        return
    back = {seat: fee - due.players[seat] for seat, fee in taken.players.items() if fee > due.players[seat]}
    moves = tuple(Move(DROP, player(table.owners[seat]), cents, "fee back") for seat, cents in back.items())
    c.happen(e.FeesReturned(players={str(seat): cents for seat, cents in back.items()}, moves=moves))
