"""One player at a table with an ample bank: the loop that learners and examples step through."""

from collections.abc import Mapping, Sequence

from uth.cards import Card
from uth.game.round import Choice
from uth.game.table import acts as a
from uth.game.table.acts.playing import choices, to_act
from uth.game.table.answering import step
from uth.game.table.dealer import Shoe
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import new_table
from uth.rules import Book
from uth.rules.money import Cents

PLAYER = Who(Role.PLAYER, "player")
BANKERS = (Who(Role.PLAYER, "banker"), Who(Role.PLAYER, "other banker"))
DEALER, SUPERVISOR = Who(Role.DEALER, "dealer"), Who(Role.SUPERVISOR, "supervisor")
AMPLE = 10**12


class Solo:
    """A table with one player; where the house may not bank, two others do in turn."""

    def __init__(self, book: Book, ante: Cents = 1000, side: Mapping[str, Cents] | None = None) -> None:
        """``side``: what is put on side wagers, by name."""
        self.ante, self.stakes = ante, {book.main.name: ante, **(side or {})}
        self.table = new_table(book)
        self.shoe = Shoe(())
        self._do(SUPERVISOR, a.Open())
        for seat, who in enumerate((PLAYER, *BANKERS), 1):
            self._do(who, a.Sit(seat=seat))
            self._do(who, a.BuyIn(cents=AMPLE))
        self._begun_with = AMPLE

    def deal(self, deck: Sequence[Card]) -> None:
        """Begin a round with this deck; one that is still open is given up first."""
        while self.choices:
            self.decide(self.choices[0])
        while self.table.phase is Phase.BANKING:
            seat = self.table.offered or 0
            offered = Who(Role.PLAYER, self.table.seats[seat])
            self._do(offered, a.DeclineBank() if seat == 1 else a.TakeBank(wager=AMPLE // 1000))
        self._begun_with = self.table.chips(PLAYER.name)
        self._do(PLAYER, a.Bet(stakes=dict(self.stakes)))
        self._do(DEALER, a.NoMoreBets())
        self.shoe = Shoe(deck)
        self._run()

    @property
    def hole(self) -> tuple[Card, ...]:
        return self.table.spots[1].hole or () if self.table.spots else ()

    @property
    def choices(self) -> list[Choice]:
        """What the player may decide; empty when the round is over."""
        return choices(self.table, 1) if to_act(self.table) is not None else []

    def decide(self, choice: Choice) -> None:
        self._do(PLAYER, a.Decide(choice=choice))
        self._run()

    @property
    def net(self) -> Cents:
        """What the round has brought so far, fees included."""
        return self.table.chips(PLAYER.name) - self._begun_with

    def _run(self) -> None:
        """The house dealer goes on until the player must decide or the round is over."""
        round_number = self.table.round
        while self.table.round == round_number and self.table.order and to_act(self.table) is None:
            act = self.shoe.next_act(self.table)
            if act is None:
                raise AssertionError(f"nobody acts in {self.table.phase}")
            self._do(DEALER, act)

    def _do(self, who: Who, act: a.Act) -> None:
        _, self.table = step(self.table, who, act)
