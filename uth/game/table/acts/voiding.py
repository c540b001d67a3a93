"""A void round: all that it has moved goes back by new entries, whatever was paid by then (IA-IRR-3)."""

from uth.game.ledger import FELT, JACKPOTS, LINK, Move, jackpot, moved, overdrawn, player
from uth.game.settlement.walk import ANTES_FIRST
from uth.game.table import events as e
from uth.game.table.acts.jackpots import withdraw
from uth.game.table.acts.linking import taken_back
from uth.game.table.course import Course, refuse
from uth.game.table.people import Role
from uth.game.table.phases import IN_ROUND, Phase
from uth.game.table.state import Table

UNTIL_THE_END = IN_ROUND | {Phase.REVIEW, Phase.ENDING}
"""A round can be void from the close of bets until it is ended."""
NEVER_REVERSED = frozenset({"bank"})
FEES = frozenset({"fee", "fee back"})


def settling_has_begun(table: Table) -> bool:
    """Whether a payout was made, or a hand that stayed in was settled.

    Folded wagers that were taken, and Antes that went back before a hand was looked at, do not count.
    """
    played = {spot.seat for spot in table.live}
    return any(row.paid or (row.seat in played and row.note != ANTES_FIRST) for row in table.rows)


def why_not_void(table: Table) -> str:
    """Why the round in play cannot be void; empty when it can."""
    if table.phase not in UNTIL_THE_END:
        return "no round is in play to void or forfeit; a correction is a new entry"
    if table.void:
        return "the round is void already"
    if table.book.irregularities.once_settled == "ruling" and settling_has_begun(table):
        return "hands have been settled: what was paid is corrected, not undone"
    if any(_confirms(move) for move in table.moves):
        return "a jackpot of this round is confirmed: what was paid is corrected, not undone"
    if any(win.paid for won in table.review for win in table.pots[won.meter].wins):
        return "somebody who shares a jackpot of this round is paid: it is denied, not undone"
    short = overdrawn(moved(table.accounts, _back(table)))
    if short:
        return f"what was paid cannot be taken back from {', '.join(short)}: it is corrected, not undone"
    return ""


def _confirms(move: Move) -> bool:
    """Whether a jackpot was taken from its meter, or paid; what the link tells is about other tables."""
    accounts = {move.source, move.target}
    return LINK not in accounts and any(name == JACKPOTS or name.startswith(jackpot("")) for name in accounts)


def void(c: Course, why: str) -> None:
    """All wagers back; fees and coin-in as the house has it (B-CA-18, B-IA-16).

    Void by the house itself, before a card is dealt, nobody has played: then everything goes back.
    """
    if reason := why_not_void(c.table):
        refuse(reason)
    for won in c.table.review:
        withdraw(c, won, "the round is void")
    c.happen(
        e.RoundVoided(
            by=str(c.who),
            reason=why,
            moves=_all_back(c.table) if c.who.role is Role.HOUSE else _back(c.table),
        )
    )
    c.begin(Phase.ENDING)


def _all_back(table: Table) -> tuple[Move, ...]:
    return taken_back(table, [move for move in table.moves if move.what not in NEVER_REVERSED], "void")


def _back(table: Table) -> tuple[Move, ...]:
    readings = table.book.readings
    kept = NEVER_REVERSED if readings.fees.refund_void else NEVER_REVERSED | FEES
    moves = [move for move in table.moves if move.what not in kept]
    if not readings.irregularity.void_reverses_coin_in:
        moves = _without_progressive(table, moves)
    return taken_back(table, moves, "void")


def _without_progressive(table: Table, moves: list[Move]) -> list[Move]:
    """The moves to reverse when progressive wagers stay dropped: their part of each bet is not returned."""
    kept = [move for move in moves if move.what != "coin-in"]
    for seat, spot in table.spots.items():
        if dropped := sum(spot.stake(bet) for bet in table.book.side_bets if bet.dropped):
            kept.append(Move(FELT, player(table.owners[seat]), dropped, "kept"))
    return kept
