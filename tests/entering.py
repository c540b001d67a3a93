"""The same acts at a table whose cards are dealt by the program, and at one where a dealer enters them.

Each stands in for ``step``. ``Entering`` deals face down and turns a hand up when the table wants to see it;
``Dealing`` is for what was written for entered cards: it deals what will be turned up later.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from uth.game.round import base_of, on_bank
from uth.game.settlement.verdict import looks_at_cards
from uth.game.table import acts as a
from uth.game.table.act import Act
from uth.game.table.acts.paying import hand_to_show, next_turn, paying_order
from uth.game.table.answering import accepts, step
from uth.game.table.events import Event
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import Table

DEALER = Who(Role.DEALER, "Dan")
Hole = tuple[int, int]


class Entering:
    """A dealer with real cards, who enters what he sees."""

    def __init__(self) -> None:
        self.holes: Mapping[int, Hole] = {}

    def step(self, table: Table, who: Who, act: Act) -> tuple[list[Event], Table]:
        if isinstance(act, a.Deal) and act.holes is not None:
            self.holes, act = act.holes, replace(act, holes=None)
        elif isinstance(act, a.Settle) and not accepts(table, who, act) and (unseen := face_down(table)):
            act = self._show(unseen[0])
        events, table = step(table, who, act)
        while (seat := hand_to_show(table)) is not None and not table.held and not table.paused:
            more, table = step(table, DEALER, self._show(seat))
            events += more
        return events, table

    def _show(self, seat: int) -> a.ShowHand:
        return a.ShowHand(seat=seat, cards=self.holes[seat])


def face_down(table: Table) -> list[int]:
    """The seats whose cards nobody has seen and a wager still depends on, in the order of the settlement."""
    spots = [table.spots[seat] for seat in paying_order(table) if seat not in table.forfeited]
    return [
        base_of(spot)
        for spot in spots
        if spot.hole is None
        and any(
            looks_at_cards(table.book, spot, laid) and (spot.seat, laid) not in table.settled
            for laid in on_bank(table.book, spot)
        )
    ]


class Dealing:
    """A program that knows the cards from the start; hands come from what is turned up round by round."""

    def __init__(self, rounds: list[dict[int, Hole]]) -> None:
        self.rounds = iter(rounds)

    def step(self, table: Table, who: Who, act: Act) -> tuple[list[Event], Table]:
        if isinstance(act, a.Deal) and act.holes is None:
            shown, seats = next(self.rounds), [seat for seat in table.order if isinstance(seat, int)]
            used = {card for hole in shown.values() for card in hole}
            spare = iter(card for card in range(52) if card not in used)
            holes = {seat: shown.get(seat) or (next(spare), next(spare)) for seat in seats}
            return step(table, who, replace(act, holes=holes))
        if isinstance(act, a.ShowHand) and table.spots[act.seat].hole is not None:
            is_turn = table.phase is Phase.PAYING and base_of(table.spots[next_turn(table)[0][0]]) == act.seat
            return step(table, who, a.Settle()) if is_turn and act.seat not in table.shown else ([], table)
        return step(table, who, act)
