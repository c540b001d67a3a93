"""The aggregate limit at a table that pays hand by hand: shares are those of the whole round (IA-AGG-1)."""

from collections.abc import Iterable
from itertools import chain, combinations

from msgspec.structs import replace

from uth.game.aggregate import apply_cap, is_limited
from uth.game.course import refuse
from uth.game.coverage import Claim
from uth.game.order import turns
from uth.game.round import Seat, Spot, base_of
from uth.game.settlement import wagers_of
from uth.game.table import Table
from uth.game.verdict import Judge, looks_at_cards


def within_limit(table: Table, judge: Judge, order: Iterable[Seat], turn: list[Claim]) -> list[Claim]:
    """The claims of a turn with what the limit leaves of them, when all hands are settled in this order.

    Hands that nobody has seen, and that may share it, are turned up first.
    """
    book = table.book
    paid = {(row.seat, row.wager) for row in table.rows if row.paid}
    waiting = (
        (seat, wager)
        for seat in order
        for wager in wagers_of(book, table.spots[seat])
        if seat not in table.forfeited or (seat, wager) in paid
    )
    claims = []
    for seat, wager in chain.from_iterable(turns(book, waiting)):
        spot = table.spots[seat]
        if spot.hole or not looks_at_cards(book, spot, wager):
            claims.append(judge.claim(spot, wager))
        elif _may_share(table, spot, wager):
            refuse(
                f"turn up the cards of seat {base_of(spot)} first: they may share the limit",
                book.cites.aggregate,
            )
    of_turn = {(claim.seat, claim.wager) for claim in turn}
    return [claim for claim in apply_cap(book, claims) if (claim.seat, claim.wager) in of_turn]


def _may_share(table: Table, spot: Spot, wager: str) -> bool:
    """Whether any two cards that are still unseen would win at such odds."""
    seen = {*table.board, *(table.bank_hand or ())}
    seen.update(card for other in table.spots.values() for card in other.hole or ())
    for hole in combinations([card for card in range(52) if card not in seen], 2):
        judge = Judge(table.book, table.board, table.bank_hand)
        if is_limited(table.book, judge.claim(replace(spot, hole=hole), wager)):
            return True
    return False
