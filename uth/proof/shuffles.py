"""The sealed shuffle of a round, checked: what was committed to, in which order, and where every card lies.

One commitment of the house for each round, before a bet; the players' numbers committed to with their bets
and revealed between the close of bets and the first card, all of them; the seed revealed when the round has
ended; and every card that was named where the deck of seed and numbers puts it.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from uth.cards import DECK, Card, card_name
from uth.game.deck.dealing import Dealt, deal_by
from uth.game.deck.sealed import commitment, mixed, number_commitment, shuffled
from uth.game.round import Seat
from uth.game.table import events as e
from uth.proof.happenings import (
    NumberCommitted,
    NumberRevealed,
    NumberWithheld,
    Recorded,
    ShuffleSealed,
)


class Broken(Exception):
    """What does not fit about a shuffle; ``number`` is the event, if it is another than that at hand."""

    def __init__(self, says: str, number: int | None = None) -> None:
        super().__init__(says)
        self.number = number


class Promised(Struct):
    """A number that a client has committed to."""

    player: str
    commitment: str
    number: bytes | None = None
    withheld: bool = False


class Shuffle:
    """The shuffle of one round, from its commitment to its seed."""

    def __init__(self, table: str, digest: str, sealed: ShuffleSealed) -> None:
        self.table, self.digest, self.round, self.commitment = table, digest, sealed.round, sealed.commitment
        self.numbers: dict[Seat, Promised] = {}
        self.order: tuple[Seat, ...] | None = None
        """Of the deal, once bets are closed."""
        self.over = self.void = False
        self._cards: list[tuple[int, str, Sequence[Card]]] = []
        """What was seen of the deck: in which event, where, which cards."""
        self._device = ""

    @property
    def missing(self) -> list[Seat]:
        """Seats whose numbers are committed to and not revealed."""
        return [seat for seat, promised in self.numbers.items() if promised.number is None]

    @property
    def withheld(self) -> list[Seat]:
        return [seat for seat, promised in self.numbers.items() if promised.withheld]

    def take(self, number: int, one: Recorded) -> None:
        """Something of this round happened, as event ``number``; raises Broken."""
        match one:
            case NumberCommitted():
                self._committed(one)
            case NumberRevealed():
                self._revealed(one)
            case NumberWithheld():
                self._promised(one.seat, one.player).withheld = True
            case e.WagersTakenBack():
                self.numbers.pop(one.seat, None)
            case e.BetsClosed():
                if one.round != self.round:
                    raise Broken(f"round {one.round} begins with the commitment of round {self.round}")
                self.order = one.order
            case e.HolesDealt():
                if self.missing:
                    raise Broken(f"cards are dealt without the number of seat {self.missing[0]}")
                self._device = one.device
            case e.RoundVoided():
                self.void = True
            case e.RoundEnded():
                self.over = True
        self._cards += [(number, where, cards) for where, cards in _named(one)]

    def reveal(self, seed: str, steps: Sequence[str]) -> Dealt[Card] | None:
        """The seed is known: is it the one, and does every card lie where it was dealt? Raises Broken.

        Gives back who was dealt what; None if nothing was.
        """
        try:
            drawn = bytes.fromhex(seed)
        except ValueError:
            raise Broken("the seed is not written in hexadecimal digits") from None
        if commitment(self.table, self.round, self.digest, drawn).hex() != self.commitment:
            raise Broken("the seed is not the one that was committed to")
        if not self._cards:
            return None
        if self.order is None:
            raise Broken("a card was dealt before bets were closed", self._cards[0][0])
        numbers = {seat: promised.number or b"" for seat, promised in self.numbers.items()}
        deck = mixed(drawn, self.table, self.round, self.digest, self.commitment, self.order, numbers)
        seats = [seat for seat in self.order if isinstance(seat, int)]
        try:
            dealt = deal_by(steps, shuffled(deck), seats)
        except (ValueError, RuntimeError):  # no number of cards; more of them than a deck has
            raise Broken(f"a deck cannot be dealt so: {', '.join(steps)}") from None
        for number, where, cards in self._cards:
            due = _due(dealt, where)
            if tuple(cards) != tuple(due):
                shown, lies = (" ".join(map(_card, pile)) or "nothing" for pile in (cards, due))
                raise Broken(f"{where}: {shown} was dealt, the sealed deck has {lies}", number)
        return dealt

    @property
    def device(self) -> str:
        """What the round was dealt from; empty before the deal."""
        return self._device

    def _committed(self, one: NumberCommitted) -> None:
        if self.order is not None:
            raise Broken("a number is committed to before bets are closed")
        if one.round != self.round:
            raise Broken(f"a number for round {one.round} is committed to in round {self.round}")
        self.numbers[one.seat] = Promised(one.player, one.commitment)

    def _revealed(self, one: NumberRevealed) -> None:
        if self.order is None:
            raise Broken("a number is revealed before bets are closed: others could choose theirs by it")
        promised = self._promised(one.seat, one.player)
        try:
            number = bytes.fromhex(one.number)
        except ValueError:
            raise Broken("the number is not written in hexadecimal digits") from None
        due = number_commitment(self.table, self.round, one.seat, self.commitment, number).hex()
        if due != promised.commitment:
            raise Broken(f"the number of seat {one.seat} is not the one that was committed to")
        promised.number = number

    def _promised(self, seat: Seat, player: str) -> Promised:
        promised = self.numbers.get(seat)
        if promised is None or promised.player != player:
            raise Broken(f"{player} in seat {seat} has committed to no number")
        if promised.number is not None or promised.withheld:
            raise Broken(f"the number of seat {seat} is revealed, or withheld, once")
        return promised


def _named(one: Recorded) -> Iterator[tuple[str, Sequence[Card]]]:
    """Cards that an event names, and where they lie."""
    match one:
        case e.HolesDealt(holes=dict() as holes):
            for seat, hole in holes.items():
                yield f"seat {seat}", hole
        case e.HandShown():
            yield f"seat {one.seat}", one.cards
        case e.FlopShown():
            yield "flop", one.cards
        case e.RiverShown():
            yield "turn and river", one.cards
        case e.BankShown():
            yield "bank", one.cards
        case e.CardsAmended():
            yield f"seat {one.of}" if isinstance(one.of, int) else one.of, one.cards


def _due(dealt: Dealt[Card], where: str) -> Sequence[Card]:
    piles = {
        "flop": dealt.board[:3],
        "turn and river": dealt.board[3:5],
        "bank": dealt.bank,
        "board": dealt.board,
    }
    return piles[where] if where in piles else dealt.hands.get(int(where.removeprefix("seat ")), ())


def _card(card: Card) -> str:
    return card_name(card) if card in DECK else f"card {card}"  # which a forged event may have
