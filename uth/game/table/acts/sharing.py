"""The aggregate limit at a table that pays hand by hand: shares are those of the whole round (IA-AGG-1).

Hands that nobody has seen, and that may share it, are turned up before the first of them is paid.
"""

from itertools import combinations

from msgspec.structs import replace

from uth.game.round import Laid, Spot, base_of
from uth.game.settlement.aggregate import is_limited, shares_with
from uth.game.settlement.order import Turn
from uth.game.settlement.verdict import Judge, looks_at_cards
from uth.game.settlement.walk import Walk
from uth.game.table.course import refuse
from uth.game.table.state import Table


def refuse_unseen_sharers(table: Table, steps: Walk, turn: Turn) -> None:
    """Refuse to pay a turn that shares the limit while a hand is unseen that may share it too."""
    book = table.book
    claims = [steps.judge.claim(table.spots[seat], laid) for seat, laid in turn]
    limited = {shares_with(book, claim.seat) for claim in claims if is_limited(book, claim)}
    for seat, laid in steps.sharing() if limited else ():
        if shares_with(book, seat) not in limited:
            continue
        spot = table.spots[seat]
        if not spot.hole and looks_at_cards(book, spot, laid) and _may_share(table, spot, laid):
            says = f"turn up the cards of seat {base_of(spot)} first: they may share the limit"
            refuse(says, book.cites.aggregate)


def _may_share(table: Table, spot: Spot, laid: Laid) -> bool:
    """Whether any two cards that are still unseen would win at such odds."""
    seen = {*table.board, *(table.bank_hand or ())}
    seen.update(card for other in table.spots.values() for card in other.hole or ())
    for hole in combinations([card for card in range(52) if card not in seen], 2):
        judge = Judge(table.book, table.board, table.bank_hand)
        if is_limited(table.book, judge.claim(replace(spot, hole=hole), laid)):
            return True
    return False
