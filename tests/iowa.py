"""Rounds of the Iowa book with a progressive, played to the end of the settlement, for tests."""

from collections.abc import Mapping, Sequence

from tests.seated import DAN, SUE, pair
from uth.cards import parse_cards
from uth.game.round import Choice, Seat
from uth.game.table import acts as a
from uth.game.table.act import Act
from uth.game.table.acts.jackpots import OFFICES
from uth.game.table.acts.playing import to_act
from uth.game.table.answering import step
from uth.game.table.events import Event
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import Table, new_table
from uth.rules import load_book

NAMES = {1: "Ann", 2: "Bob", 3: "Cy", 4: "Dee", 5: "Eli"}
BOARD = "7s 8s 9s Kd 2c"
"""5 6 and T J of spades make straight flushes with its flop."""
BANK = "Kc 3d"
AT_SEEDS = a.Open()
STAFF = {office: Who(Role.SUPERVISOR, f"Max of {office}") for office in OFFICES}


def player(seat: int) -> Who:
    return Who(Role.PLAYER, NAMES[seat])


class Played:
    """A table, and everything that happened at it."""

    def __init__(self, opening: a.Open = AT_SEEDS, *settings: str) -> None:
        self.table: Table = new_table(load_book("iowa-catfish-bend", settings))
        self.log: list[Event] = []
        self.do(SUE, opening)

    def do(self, who: Who, act: Act) -> list[Event]:
        events, self.table = step(self.table, who, act)
        self.log += events
        return events

    def seat(self, *seats: int) -> None:
        for seat in seats:
            if seat not in self.table.seats:
                self.do(player(seat), a.Sit(seat=seat))
                self.do(player(seat), a.BuyIn(cents=100_000))

    def deal(self, holes: Mapping[int, str], without: Sequence[int] = ()) -> None:
        """Everybody bets $5 and the progressive, but those without; the cards are dealt."""
        self.seat(*holes)
        for seat in holes:
            self.do(player(seat), a.Bet(stakes={"ante": 500, "progressive": seat not in without}))
        self.do(DAN, a.NoMoreBets())
        self.do(DAN, a.Deal(holes={seat: pair(hole) for seat, hole in holes.items()}))

    def to_showdown(self, folds: Sequence[int] = (), board: str = BOARD) -> None:
        """All bet at once but those who check to the river and fold there."""
        flop, river = parse_cards(board)[:3], pair(board[9:])
        for street in (a.Flop(cards=(flop[0], flop[1], flop[2])), a.River(cards=river), None):
            while (seat := to_act(self.table)) is not None:
                choice = Choice.BET4 if seat not in folds else Choice.FOLD if street is None else Choice.CHECK
                self.do(player(int(seat)), a.Decide(choice=choice))
            if street:
                self.do(DAN, street)

    def settle(self, bank: str = BANK) -> None:
        """Every hand is settled, up to the review of jackpots or the end of the round."""
        if self.table.phase is Phase.SHOWDOWN:
            self.do(DAN, a.ShowBank(cards=pair(bank)))
        while self.table.phase is Phase.PAYING:
            self.do(DAN, a.Settle())

    def round(self, holes: Mapping[int, str], folds: Sequence[int] = (), without: Sequence[int] = ()) -> None:
        self.deal(holes, without)
        self.to_showdown(folds)
        self.settle()

    def approve(self, seat: Seat) -> None:
        for office, who in STAFF.items():
            self.do(who, a.Approve(seat=seat, office=office, reason="cards and papers seen"))

    def pay(self, seat: Seat, form: str = "chips") -> None:
        self.do(STAFF["shift manager"], a.PayJackpot(seat=seat, form=form))

    def deny(self, seat: Seat) -> None:
        self.do(SUE, a.DenyJackpot(seat=seat, reason="laid after the coin-in, seen on camera"))

    def won(self, seat: int) -> int:
        """What the round has brought a player."""
        return self.table.chips(NAMES[seat]) - 100_000
