"""A completed round played again at a live table, act by act: with cards that are dealt, or entered."""

from collections.abc import Callable

from tests.entering import Entering
from uth.game import settle
from uth.game.round import Choice, Round, Spot
from uth.game.settlement.coverage import Row
from uth.game.table import acts as a
from uth.game.table.act import Act
from uth.game.table.acts.jackpots import due_row
from uth.game.table.acts.playing import to_act
from uth.game.table.answering import step
from uth.game.table.events import Event, WagerSettled
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import Table, new_table
from uth.rules import Book

SUPERVISOR, DEALER = Who(Role.SUPERVISOR, "Sue"), Who(Role.DEALER, "Dan")
AMPLE = 10**9
Step = Callable[[Table, Who, Act], tuple[list[Event], Table]]


class LiveRound:
    """The round, and the table at which it is played."""

    def __init__(self, book: Book, played: Round, do: Step = step) -> None:
        self.table, self.played, self._do = new_table(book), played, do
        self.play_wager = book.play.name
        self.log: list[Event] = []

    def play(self, *upto: Phase) -> "LiveRound":
        """From the opening to the last payout, or to one of these phases."""
        self._sit_and_bet()
        self.do(DEALER, a.NoMoreBets())
        seats = [spot for spot in self.played.spots if spot.behind is None]
        holes = {int(spot.seat): (spot.hole[0], spot.hole[1]) for spot in seats if spot.hole}
        self.do(DEALER, a.Deal(holes=holes))
        return self.play_on(*upto)

    def play_on(self, *upto: Phase) -> "LiveRound":
        """The same from where it stands."""
        while self.table.phase not in (upto or (Phase.REVIEW, Phase.ENDING)):
            self.go_on()
        return self

    def do(self, who: Who, act: Act) -> None:
        events, self.table = self._do(self.table, who, act)
        self.log += events

    def _sit_and_bet(self) -> None:
        played, bank = self.played, self.played.bank_seat
        self.do(SUPERVISOR, a.Open(meters=dict(played.meters or {})))
        self.do(DEALER, a.DealerIn(cards_counted=52))
        for spot in played.spots:
            self._comes(_who(spot), self._purse(spot), None if spot.behind else int(spot.seat))
        if bank is not None:
            at_table = self.table.book.readings.bank.funds == "at_table"
            besides = played.bank_chips if at_table else AMPLE
            self._comes(Who(Role.PLAYER, "bank"), (played.bank_wager or 0) + besides, bank)
            while self.table.offered != bank:
                self.do(Who(Role.PLAYER, self.table.seats[self.table.offered or 0]), a.DeclineBank())
            self.do(Who(Role.PLAYER, "bank"), a.TakeBank(wager=played.bank_wager or 0))
        for spot in sorted(played.spots, key=lambda spot: spot.behind is not None):
            self.do(_who(spot), self._bet(spot))
            for toke in [toke for toke in spot.tokes if toke.on != self.play_wager][1:]:
                self.do(_who(spot), a.LayToke(on=toke.on, cents=toke.amount, behind=spot.behind))

    def _bet(self, spot: Spot) -> a.Bet:
        toke = next((toke for toke in spot.tokes if toke.on != self.play_wager), None)
        return a.Bet(stakes=dict(spot.stakes), toke=toke, behind=spot.behind)

    def _comes(self, who: Who, cents: int, seat: int | None) -> None:
        if seat is not None:
            self.do(who, a.Sit(seat=seat))
        self.do(who, a.BuyIn(cents=cents))

    def _purse(self, spot: Spot) -> int:
        """Ample; but who stands behind a hand and did not follow it had no chips for it (B-CA-12)."""
        ahead = next((other for other in self.played.spots if other.seat == spot.behind), None)
        decides = self.table.book.readings.backline.decides == "seat"
        left_behind = decides and ahead is not None and spot.folded and not ahead.folded
        return spot.staked(self.table.book) if left_behind else AMPLE

    def go_on(self) -> None:
        played, table = self.played, self.table
        seat = to_act(table)
        if seat is not None:
            spot = next(spot for spot in played.spots if spot.seat == seat)
            choice = spot.decisions[len(table.spots[seat].decisions)]
            toke = sum(toke.amount for toke in spot.tokes if toke.on == self.play_wager and choice.multiple)
            self.do(
                _who(spot), a.Decide(choice=choice, toke=toke, tuck=choice is Choice.FOLD and spot.tucked)
            )
            return
        board, bank = played.board, played.bank_hand or ()
        acts: dict[Phase, Callable[[], Act]] = {
            Phase.FLOP_DUE: lambda: a.Flop(cards=(board[0], board[1], board[2])),
            Phase.RIVER_DUE: lambda: a.River(cards=(board[3], board[4])),
            Phase.SHOWDOWN: lambda: a.ShowBank(cards=(bank[0], bank[1])),
            Phase.PAYING: a.Settle,
        }
        self.do(DEALER, acts[table.phase]())


def _who(spot: Spot) -> Who:
    return Who(Role.PLAYER, f"player {spot.seat}")


def settled(live: LiveRound) -> list[Row]:
    """Every wager; one that has won a jackpot as if it were paid now."""
    rows = [event.row for event in live.log if isinstance(event, WagerSettled)]
    return [*rows, *(due_row(live.table, won) for won in live.table.review)]


def settles_alike(book: Book, played: Round, told: object = "") -> None:
    """A round settled at once, played with dealt cards and played with entered ones comes out the same."""
    whole = settle(book, played)
    dealt = LiveRound(book, played).play()
    entered = LiveRound(book, played, Entering().step).play()
    assert sorted(map(str, settled(dealt))) == sorted(map(str, whole.rows)), told
    assert settled(entered) == settled(dealt), told
    assert dealt.table.accounts == entered.table.accounts, told
    assert sum(dealt.table.accounts.values()) == sum(whole.net.values()) == 0, told
