"""A practice table: one person, bots, a house dealer. Both forms of ``uth play`` run on it.

It is a table of the engine and nothing else: the person's acts are judged by it, and between them
:meth:`Practice.move` does whatever comes next of what others do.
"""

from collections.abc import Callable, Iterator

from uth.game import Refused
from uth.game.deck.sealed import seed_of, shuffled
from uth.game.round import Choice
from uth.game.table import acts as a
from uth.game.table.act import Act
from uth.game.table.acts.jackpots import OFFICES
from uth.game.table.acts.playing import choices, to_act
from uth.game.table.answering import step
from uth.game.table.dealer import Shoe
from uth.game.table.events import Event
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import Table, new_table
from uth.rules import Book
from uth.rules.money import Cents
from uth.strategy.strategies import Player

DEALER, SUPERVISOR = Who(Role.DEALER, "house dealer"), Who(Role.SUPERVISOR, "practice")
HOUSE = Who(Role.HOUSE, "")
BOTS = ("Ada", "Ben", "Cleo", "Dov", "Edda", "Finn", "Gwen")
MOST_BOTS = 5
STACK = 100_000
BOT_STACK, BOT_BANK = 10_000_000, 500_000

Happened = Callable[[Table, list[Event]], None]
"""Is told what happened: the table before, and the events."""


class Practice:
    """The table, the deck of the round, and what bots and the house do."""

    def __init__(self, book: Book, name: str, seed: str, bots_play: Player) -> None:
        self.table: Table = new_table(book)
        self.me, self.seed, self.bots_play = Who(Role.PLAYER, name), seed, bots_play
        self.happened: Happened = lambda before, events: None
        self.before_act: Callable[[Who], None] = lambda who: None
        self._shoe = Shoe(())
        self._shuffled = 0

    @property
    def least(self) -> Cents:
        """The smallest bet that this table takes."""
        limits = self.table.book.main.limits
        return limits.least if limits else 500

    @property
    def has_bet(self) -> bool:
        """Whether the person is in the coming round with a hand of their own."""
        seat = self.table.seat_of(self.me.name)
        return seat in self.table.owners or self.table.banker == self.me.name

    @property
    def in_round(self) -> bool:
        """Whether bets are closed and the round is not over."""
        return bool(self.table.order)

    def worth(self) -> Cents:
        """The person's chips."""
        return self.table.chips(self.me.name)

    def do(self, who: Who, act: Act) -> None:
        """Carry it out, or raise :class:`Refused`; then nothing has changed."""
        self.before_act(who)
        before = self.table
        events, self.table = step(before, who, act)
        self.happened(before, events)

    def tries(self, who: Who, act: Act) -> bool:
        """Whether it was done."""
        try:
            self.do(who, act)
        except Refused:
            return False
        return True

    def sit_down(self, bots: int, seat: int | None = None) -> None:
        """Open the table and seat everybody with chips: the person in a seat they name, or after the bots."""
        self.do(SUPERVISOR, a.Open())
        self.do(DEALER, a.DealerIn(cards_counted=52))
        for place, who, chips in self._people(bots, seat or bots + 1):
            self.do(who, a.Sit(seat=place))
            self.do(who, a.BuyIn(cents=chips))

    def _people(self, bots: int, mine: int) -> Iterator[tuple[int, Who, Cents]]:
        free = (seat for seat in range(1, self.table.book.table.seats + 1) if seat != mine)
        people = {
            seat: (Who(Role.PLAYER, name), BOT_STACK) for seat, name in zip(free, BOTS[:bots], strict=False)
        }
        people[mine] = self.me, STACK
        yield from ((seat, *people[seat]) for seat in sorted(people))

    # ---- what others do

    def move(self) -> bool:
        """Do what comes next; False where the table waits for the person, or for nobody."""
        if self.table.phase is Phase.BANKING:
            return self._bank()
        if self.table.phase is Phase.BETTING:
            return self._bet() or self._close_bets()
        if self.table.phase is Phase.REVIEW:
            return self._approve()
        seat = to_act(self.table)
        if seat is not None:
            return self._decide(seat)
        act = self._shoe.next_act(self.table)
        return act is not None and self.tries(DEALER, act)

    def finish(self) -> None:
        """Who leaves in mid-round is played by the published default, so that their bets are settled."""
        while self.in_round:
            seat = to_act(self.table)
            if seat is not None and self.table.owners[seat] == self.me.name:
                moved = self.tries(HOUSE, a.TimeOut())
            else:
                moved = self.move()
            if not moved:
                return

    def _bank(self) -> bool:
        if self.table.offered is None:
            return False
        who = Who(Role.PLAYER, self.table.seats[self.table.offered])
        if who == self.me:
            return False
        return self.tries(who, a.TakeBank(wager=BOT_BANK)) or self.tries(who, a.DeclineBank())

    def _bet(self) -> bool:
        """The next bot that has not bet; one that has run dry gets chips first."""
        for seat, name in self.table.seats.items():
            who = Who(Role.PLAYER, name)
            if who == self.me or name == self.table.banker or seat in self.table.owners:
                continue
            if self.table.chips(name) < 10 * self.least and self.tries(who, a.BuyIn(cents=BOT_STACK)):
                return True
            if self.tries(who, a.Bet(stakes={self.table.book.main.name: self.least})):
                return True
        return False

    def _close_bets(self) -> bool:
        if not self.has_bet or not self.tries(DEALER, a.NoMoreBets()):
            return False
        if self._shuffled != self.table.round:
            self._shuffled = self.table.round
            self._shoe = Shoe(shuffled(seed_of(self.seed, self.table.round)))
        return True

    def _decide(self, seat: int | str) -> bool:
        name = self.table.owners[seat]
        if name == self.me.name:
            return False
        spot = self.table.spots[seat]
        choice = Choice(self.bots_play(spot.hole or (), self.table.board, choices(self.table, seat)))
        return self.tries(Who(Role.PLAYER, name), a.Decide(choice=choice))

    def _approve(self) -> bool:
        """Everybody who must look at a jackpot is content with it."""
        paid = False
        for won in self.table.review:
            for office in OFFICES:
                approve = a.Approve(seat=won.seat, office=office, reason="practice table", meter=won.meter)
                self.tries(Who(Role.SUPERVISOR, office), approve)
            paid |= self.tries(SUPERVISOR, a.PayJackpot(seat=won.seat, meter=won.meter))
        return paid
