"""Tables of the Iowa book on one link, without a service: random rounds full of jackpots, and what must hold.

Every act is carried out as a room of the service does it: decided, and if it concerns the link, decided again
on what the link tells now.
"""

import random
from collections import defaultdict
from typing import NamedTuple

from tests.books.second_opinion import share_jackpot
from uth.cards import parse_cards
from uth.game import Refused
from uth.game.ledger import overdrawn
from uth.game.round import Choice, Seat
from uth.game.settlement.pots import placed
from uth.game.table import acts as a
from uth.game.table import events as e
from uth.game.table.act import Act
from uth.game.table.acts.jackpots import FORMS, OFFICES
from uth.game.table.acts.linking import meters_known
from uth.game.table.acts.playing import choices, to_act
from uth.game.table.acts.voiding import UNTIL_THE_END
from uth.game.table.answering import step
from uth.game.table.events import replay
from uth.game.table.people import Role, Who
from uth.game.table.phases import IN_ROUND, Phase
from uth.game.table.state import Table, new_table
from uth.rules import load_book
from uth.rules.money import Cents
from uth.server.links import opening
from uth.server.linkstate import LinkEvent, LinkState, link_events

SUE, DAN, HOUSE = Who(Role.SUPERVISOR, "Sue"), Who(Role.DEALER, "Dan"), Who(Role.HOUSE, "")
STAFF = [Who(Role.SUPERVISOR, office) for office in OFFICES]
BOARDS = {
    "7s 8s 9s Kd 2c": ("Ts Js", "5s 6s", "Th Jh", "7h 7d"),
    "Ts Js Qs 4d 4h": ("As Ks", "8s 9s", "Ad Kd", "Th Td"),
    "Qh Jh Th 2c 2d": ("Ah Kh", "9h 8h", "As Ks", "3s 3c"),
    "Kd 9c 4h 7s 2d": ("Ah Jc", "Qs 8d", "5c 5d", "Td 3h"),
}
"""Boards, and hands for four seats: jackpots of both kinds, prizes from the tray, and a dull one."""
BANK = "6c 6d"
SEEDS = {"major": 2_000_000, "minor": 150_000}


class Dealt(NamedTuple):
    """A hand that has won, as an onlooker would note it: when it was dealt, and what became of it."""

    when: int
    place: int
    table: str
    round: int
    seat: Seat


class Links:
    """A floor of tables on one link."""

    def __init__(self, seed: int, tables: int) -> None:
        self.rng = random.Random(seed)
        book = load_book("iowa-catfish-bend")
        self.link, self.stream = LinkState(), list[LinkEvent]()
        self.take([opening(book, "Sue", "a test")])
        self.tables: dict[str, Table] = {}
        self.logs: dict[str, list[e.Event]] = defaultdict(list)
        self.boards: dict[str, str] = {}
        self.clock = 0
        self.dealt_at: dict[tuple[str, int], int] = {}
        self.wins: dict[Dealt, str] = {}
        self.denied: set[Dealt] = set()
        self.confirmed: list[tuple[int, str, Cents]] = []
        self.paid: dict[Dealt, Cents] = defaultdict(int)
        self.owed: dict[tuple[str, Seat], Dealt] = {}
        for number in range(1, tables + 1):
            name = f"T{number}"
            self.tables[name] = new_table(book)
            assert self.do(name, SUE, a.Open(linked=True))
            assert self.do(name, HOUSE, self.link.told(name))
            for seat in range(1, 5):
                assert self.do(name, self.player(name, seat), a.Sit(seat=seat))
                assert self.do(name, self.player(name, seat), a.BuyIn(cents=1_000_000))

    def player(self, table: str, seat: Seat) -> Who:
        return Who(Role.PLAYER, f"{table} seat {seat}")

    def take(self, events: list[LinkEvent]) -> None:
        for event in events:
            self.stream.append(event)
            self.link.take(len(self.stream), event)

    # ---- one act

    def do(self, name: str, who: Who, act: Act) -> bool:
        """As ``Room._write_down`` does it."""
        table, read = self.tables[name], list[e.Event]()
        try:
            if not table.review:
                events, after = step(table, who, act)
            if table.review or link_events(name, table, events):
                read, known = step(table, HOUSE, self.link.told(name))
                events, after = step(known, who, act)
        except Refused:
            return False
        events = [*read, *events]
        self.clock += 1
        self.note(name, events)
        self.take(link_events(name, table, events))
        self.tables[name] = after
        self.logs[name] += events
        self.look()
        return True

    def note(self, name: str, events: list[e.Event]) -> None:
        """What an onlooker writes down: times, wins, denials, payments."""
        number = self.tables[name].round
        for event in events:
            match event:
                case e.BetsClosed():
                    number = event.round
                case e.HolesDealt():
                    self.dealt_at[name, number] = self.clock
                case e.JackpotWon():
                    when = self.dealt_at[name, number]
                    self.wins[Dealt(when, event.place, name, number, event.seat)] = event.meter
                case e.JackpotConfirmed():
                    self.confirmed.append((self.clock, event.meter, event.cents))
                case e.JackpotDenied():
                    denied = self.win(name, number, event.seat)
                    self.denied.add(denied)
                case e.JackpotOwed():  # by a denial: to one of those who shared with it
                    table, seat = placed(event.seat)
                    sharing = [win for win in self.paid if self.pot_of(win) == self.pot_of(denied)]
                    [win] = [w for w in sharing if (w.table, w.seat) == (table or name, seat)]
                    self.owed[name, event.seat] = win
                case e.JackpotPaid():
                    mine = self.owed.pop((name, event.seat), None)
                    win = mine or self.win(name, number, event.seat)
                    self.is_their_turn(win)
                    self.paid[win] += event.cents

    def win(self, table: str, number: int, seat: Seat) -> Dealt:
        [win] = [w for w in self.wins if (w.table, w.round, w.seat) == (table, number, seat)]
        return win

    # ---- what must hold

    def look(self) -> None:
        link = self.link
        for name, seed in SEEDS.items():
            assert link.meters[name] >= seed
        for account, row in link.totals.items():
            assert sum(row.values()) == link.accounts[account] >= 0
        for meter in SEEDS:
            held = sum(won.pot.left for won in link.won if won.meter == meter)
            assert link.accounts.get(f"jackpot:{meter}", 0) == held
        for table in self.tables.values():
            assert sum(table.accounts.values()) == 0
            assert not overdrawn(table.accounts)

    def is_their_turn(self, win: Dealt) -> None:
        """IA-MULTI-1, IA-MULTI-2: of those who share a jackpot, or a round, nobody dealt earlier waits."""
        for other in self.wins.keys() - self.denied:
            together = self.pot_of(other) == self.pot_of(win)
            same_round = (other.table, other.round) == (win.table, win.round)
            if (together or same_round) and other < win:
                assert other in self.paid, f"{win} is paid before {other}"

    def pot_of(self, win: Dealt) -> int | None:
        """Which confirmed jackpot a win shares: the first of its meter after its deal (B-IA-12)."""
        meter = self.wins[win]
        later = [n for n, (when, name, _) in enumerate(self.confirmed) if name == meter and when > win.when]
        return later[0] if later else None

    def sharing_tables(self) -> list[set[str]]:
        """The tables that shared each jackpot."""
        standing = self.wins.keys() - self.denied
        return [
            {win.table for win in standing if self.pot_of(win) == number}
            for number in range(len(self.confirmed))
        ]

    def everybody_has_his_share(self) -> None:
        """Each jackpot went to those who had won it, evenly, the odd cents to the first dealt (B-IA-11)."""
        for number, (_, _, cents) in enumerate(self.confirmed):
            sharing = [win for win in self.wins.keys() - self.denied if self.pot_of(win) == number]
            assert share_jackpot(cents, sharing) == {win: self.paid[win] for win in sharing}
        assert not any(win in self.paid for win in self.denied)

    # ---- what happens

    def anything(self) -> None:
        """The natural next thing at some table, or trouble."""
        rng = self.rng
        name = rng.choice(list(self.tables))
        table = self.tables[name]
        if table.held:
            assert self.do(name, SUE, a.Rule(ruling="play_on", reason="as seen"))
        elif table.phase in IN_ROUND and rng.random() < 0.02:
            self.do(name, SUE, a.Rule(ruling="forfeit", seat=rng.randint(1, 4), reason="talked"))
        elif table.phase in UNTIL_THE_END and rng.random() < 0.01:
            self.do(name, SUE, a.Rule(ruling="void", reason="as seen"))
        elif table.phase is Phase.BETTING and rng.random() < 0.8:
            bet = a.Bet(stakes={"ante": 500, "progressive": rng.random() < 0.9})
            assert self.do(name, self.player(name, rng.randint(1, 4)), bet)
        else:
            self.go_on(name)

    def go_on(self, name: str) -> None:
        table, rng = self.tables[name], self.rng
        cards = parse_cards(self.boards.setdefault(name, next(iter(BOARDS))))
        two = parse_cards(BANK)
        if table.phase is Phase.REVIEW:
            self.review(name)
        elif (seat := to_act(table)) is not None:
            wish = rng.choice((Choice.BET4, Choice.BET4, Choice.CHECK, Choice.FOLD, Choice.BET1))
            offered = choices(table, seat)
            choice = wish if wish in offered else rng.choice(offered)
            assert self.do(name, self.player(name, seat), a.Decide(choice=choice))
        elif table.phase is Phase.BETTING:
            self.do(name, DAN, a.NoMoreBets())
        elif table.phase is Phase.DEALING:
            self.boards[name] = board = rng.choice(list(BOARDS))
            hands = rng.sample([parse_cards(hand) for hand in BOARDS[board]], 4)
            holes = {s: (hands[s - 1][0], hands[s - 1][1]) for s in table.order if isinstance(s, int)}
            assert self.do(name, DAN, a.Deal(holes=holes))
        else:
            act = {
                Phase.FLOP_DUE: a.Flop(cards=(cards[0], cards[1], cards[2])),
                Phase.RIVER_DUE: a.River(cards=(cards[3], cards[4])),
                Phase.SHOWDOWN: a.ShowBank(cards=(two[0], two[1])),
                Phase.PAYING: a.Settle(),
                Phase.ENDING: a.EndRound(),
            }[table.phase]
            assert self.do(name, DAN, act)

    def review(self, name: str) -> None:
        """Approvals and payments in any order, and denials; what is refused is tried again later."""
        rng = self.rng
        won = rng.choice(self.tables[name].review)
        chance = rng.random()
        if chance < 0.08:
            self.do(name, SUE, a.DenyJackpot(seat=won.seat, reason="a marked card"))
        elif chance < 0.5:
            office = rng.randrange(len(OFFICES))
            self.do(name, STAFF[office], a.Approve(seat=won.seat, office=OFFICES[office], reason="seen"))
        else:
            self.do(name, rng.choice(STAFF), a.PayJackpot(seat=won.seat, form=rng.choice(FORMS)))

    def finish(self) -> None:
        """Every round to its end, and then what must be true of all of them."""
        for _ in range(20_000):
            running = [name for name, table in self.tables.items() if table.order]
            if not running:
                break
            self.go_on(self.rng.choice(running))
        else:
            raise AssertionError("some round never ends")
        self.everybody_has_his_share()
        again = LinkState()
        for number, event in enumerate(self.stream, 1):
            again.take(number, event)
        assert vars(again) == vars(self.link)
        assert not self.link.won
        for name, table in self.tables.items():
            assert replay(table.book, self.logs[name]) == table
            assert meters_known(table)
