"""The automatic house dealer: carries out the script with a sealed deck, card by card as they are due."""

from collections.abc import Sequence

from uth.cards import Card
from uth.game.deck.dealing import Dealt, deal
from uth.game.table import acts as a
from uth.game.table.act import Act
from uth.game.table.phases import Phase
from uth.game.table.state import Table


class Shoe:
    """The deck of one round: it gives up a card only when the game asks for it."""

    def __init__(self, deck: Sequence[Card]) -> None:
        self.deck = tuple(deck)
        self._dealt: Dealt[Card] | None = None

    def next_act(self, table: Table) -> Act | None:
        """What the house dealer does now, or None when it is somebody else's turn."""
        if table.held or table.paused:
            return None
        dealt = self._dealt_at(table)
        if table.phase is Phase.DEALING and dealt:
            return a.Deal(holes={seat: _pair(hole) for seat, hole in dealt.hands.items()})
        if table.phase is Phase.FLOP_DUE and dealt:
            return a.Flop(cards=(dealt.board[0], dealt.board[1], dealt.board[2]))
        if table.phase is Phase.RIVER_DUE and dealt:
            return a.River(cards=(dealt.board[3], dealt.board[4]))
        if table.phase is Phase.SHOWDOWN and dealt:
            return a.ShowBank(cards=_pair(dealt.bank))
        return {Phase.PAYING: a.Settle(), Phase.ENDING: a.EndRound()}.get(table.phase)

    def _dealt_at(self, table: Table) -> Dealt[Card] | None:
        """Where the cards of this deck lie; the same again when a round is taken up in its middle."""
        if self._dealt is None and self.deck and table.order:
            seats = [seat for seat in table.order if isinstance(seat, int)]
            self._dealt = deal(table.book, self.deck, seats, table.device)
        return self._dealt


def _pair(cards: Sequence[Card]) -> tuple[Card, Card]:
    return cards[0], cards[1]
