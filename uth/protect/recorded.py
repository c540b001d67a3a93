"""Rounds as they were played: who held what and decided what, from a file of rounds or a table's log."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from uth.cards import Card
from uth.game.deck.dealing import Dealt
from uth.game.round import Round, Seat
from uth.game.table import events as e
from uth.game.table.people import Role
from uth.rules.book import Book
from uth.rules.money import Cents

BOARD = 5


class Hand(NamedTuple):
    """One hand of a round."""

    player: str
    """By name, or ``seat 3`` where none is recorded."""
    seat: int
    hole: tuple[Card, ...]
    decisions: tuple[str, ...]
    own: tuple[bool, ...]
    """Of each decision, whether the player made it: when time is up, the house plays for them."""
    ante: Cents


class PlayedRound(NamedTuple):
    """One round with every card that is recorded."""

    title: str
    book: Book
    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    """Empty where the dealer's hand stayed face down."""
    hands: tuple[Hand, ...]

    def others(self, hand: Hand) -> list[tuple[Card, ...]]:
        """The hole cards of everybody else."""
        return [other.hole for other in self.hands if other is not hand]


def from_round(title: str, book: Book, played: Round) -> PlayedRound:
    """A round as `uth settle` reads it: seats without names, all decisions the players' own."""
    hands = tuple(
        Hand(
            player=f"seat {spot.seat}",
            seat=int(spot.seat),
            hole=spot.hole,
            decisions=tuple(map(str, spot.decisions)),
            own=(True,) * len(spot.decisions),
            ante=spot.main(book),
        )
        for spot in played.spots
        if spot.hole and spot.decisions and spot.behind is None
    )
    return PlayedRound(title, book, played.board, played.bank_hand or (), hands)


class _Open:
    """A round that is being played."""

    def __init__(self) -> None:
        self.number = 0
        self.antes: dict[Seat, Cents] = {}
        self.players: dict[Seat, str] = {}
        self.holes: dict[int, tuple[Card, ...]] = {}
        self.board: tuple[Card, ...] = ()
        self.dealer: tuple[Card, ...] = ()
        self.decisions: dict[Seat, list[tuple[str, bool]]] = {}
        self.void = False

    def take(self, book: Book, event: e.Event) -> None:
        match event:
            case e.WagersPlaced(spot=spot) if spot.behind is None:
                self.antes[spot.seat], self.players[spot.seat] = spot.main(book), event.player
            case e.WagersTakenBack() | e.HandForfeited():
                self.antes.pop(event.seat, None)
            case e.BetsClosed():
                self.number = event.round
            case e.HolesDealt():
                self.holes |= event.holes or {}
            case e.HandShown():
                self.holes[event.seat] = event.cards
            case e.Decided():
                own = not event.by.startswith(Role.HOUSE)
                self.decisions.setdefault(event.seat, []).append((str(event.choice), own))
            case e.DecisionAmended() if self.decisions.get(event.seat):
                self.decisions[event.seat][-1] = str(event.choice), True
            case e.FlopShown() | e.RiverShown():
                self.board += event.cards
            case e.BankShown():
                self.dealer = event.cards
            case e.CardsAmended(of=int() as seat):
                self.holes[seat] = event.cards
            case e.CardsAmended():
                if event.of == "board":
                    self.board = event.cards
                else:
                    self.dealer = event.cards
            case e.RoundVoided():
                self.void = True

    def played(self, title: str, book: Book, dealt: Dealt[Card] | None) -> PlayedRound | None:
        """None for a round that was void, or ended before all cards were out."""
        holes = {**(dealt.hands if dealt else {}), **self.holes}
        board = dealt.board[:BOARD] if dealt else self.board
        if self.void or len(board) != BOARD:
            return None
        hands = tuple(
            Hand(
                player=self.players[seat],
                seat=seat,
                hole=holes[seat],
                decisions=tuple(choice for choice, _ in self.decisions[seat]),
                own=tuple(own for _, own in self.decisions[seat]),
                ante=ante,
            )
            for seat, ante in self.antes.items()
            if isinstance(seat, int) and len(holes.get(seat, ())) == 2 and self.decisions.get(seat)
        )
        dealer = self.dealer or (dealt.bank if dealt else ())
        return PlayedRound(title, book, board, dealer, hands) if hands else None


def from_events(
    table: str, book: Book, events: Iterable[e.Event], dealt: Mapping[int, Dealt[Card]] | None = None
) -> Iterator[PlayedRound]:
    """The rounds of a table's log that ended, from the game's events in full.

    `dealt` has, by round, where the cards of a sealed deck lay: also those that nobody turned over. A round
    is then there whatever was decided in it, so that nothing is left out because of how it was played.
    """
    now = _Open()
    for event in events:
        now.take(book, event)
        if isinstance(event, e.RoundEnded):
            title = f"{table} round {event.round}"
            if played := now.played(title, book, (dealt or {}).get(event.round)):
                yield played
            now = _Open()
