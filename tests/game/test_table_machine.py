"""A table of any book under arbitrary acts, legal and not: every invariant after every step."""

import os
import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from uth.cards import card_name
from uth.game import Refused, settle
from uth.game import acts as a
from uth.game.acts import Role, Who
from uth.game.dealer import Shoe
from uth.game.decide import step
from uth.game.events import Event, HandShown, HolesDealt, PhaseBegan, SupervisorTold, WagerSettled
from uth.game.ledger import DROP, FELT, Move, overdrawn
from uth.game.legal import legal
from uth.game.phases import Phase
from uth.game.playing import choices, to_act
from uth.game.round import Toke
from uth.game.scenario import play, read_scenario
from uth.game.script import script
from uth.game.table import Table, new_table, replay
from uth.game.trouble import left_on_felt
from uth.game.view import seen_by, view
from uth.rules import Book, load_book

CHOSEN = {
    "california-bally": [
        "trips.table=UTH-02",
        "limits.ante=[5, 50]",
        "limits.trips=[5, 50]",
        "backline.allowed=true",
        'fees.rates=[{least = "5", bank = "1", player = "0.50"}]',
    ],
    "california-shfl": [],
    "florida": ["limits.ante=[5, 50]", "limits.trips=[5, 50]", "rake.mode=a", "rake.amount=1"],
    "iowa-catfish-bend": [],
}
VARIANTS = {
    "california-bally": ["backline.decides=own", "settle.loop=wager_first", "bank.accounting=matched"],
    "california-shfl": [
        "bank.all_declined=keep",
        "fold.collect_at=turn",
        "fees.refund_void=false",
        "fees.refund_uncovered=true",
        "bank.accounting=running",
    ],
    "florida": ["bank.funds=posted_only", "trips.win_below_table=push", "bank.all_declined=halt"],
    "iowa-catfish-bend": [
        "irregularity.void_reverses_coin_in=false",
        "envy.trigger=any_player",
        "toke.on_push=player",
    ],
}
BOOKS: list[Book] = [load_book(name, chosen) for name, chosen in CHOSEN.items()]
BOOKS += [load_book(name, [*CHOSEN[name], variant]) for name, more in VARIANTS.items() for variant in more]
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eli")
PEOPLE = [Who(Role.PLAYER, name) for name in NAMES]
DEALER, SUPERVISOR, HOUSE = Who(Role.DEALER, "Dan"), Who(Role.SUPERVISOR, "Sue"), Who(Role.HOUSE, "")
SPECTATOR = Who(Role.SPECTATOR, "Pam")

people = st.sampled_from(PEOPLE)
anybody = st.sampled_from([*PEOPLE, DEALER, SUPERVISOR, HOUSE, SPECTATOR])
dollars = st.integers(-1, 60).map(lambda n: 100 * n)

NEEDS_EYES = (a.Flop, a.River, a.ShowBank, a.ShowHand, a.Amend, a.Correct, a.ReadMeters)
"""Acts that need cards or amounts which only somebody at the table knows; no list can offer them."""


class Tables(RuleBasedStateMachine):
    """Random people at a random table."""

    @initialize(number=st.integers(0, len(BOOKS) - 1), seed=st.integers(0, 2**32))
    def open(self, number: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.table = new_table(BOOKS[number])
        self.log: list[Event] = []
        self.shoe = Shoe(())
        self.do(SUPERVISOR, a.Open())
        self.do(DEALER, a.DealerIn(cards_counted=52))
        for seat, who in zip((1, 3, 4), PEOPLE, strict=False):
            self.do(who, a.Sit(seat=seat))
            self.do(who, a.BuyIn(cents=100 * self.rng.choice((40, 300, 2000))))

    def do(self, who: Who, act: a.Act) -> bool:
        """Try an act; a refused one must leave no trace."""
        before = self.table
        refused = ""
        try:
            events, after = step(before, who, act)
        except Refused as error:
            refused = str(error) or "without a reason"
        if refused:
            assert refused != "without a reason"
            assert not any(self.hidden(name) in refused for name in NAMES if self.hidden(name))
            return False
        assert events or act.name() in ("deal",), f"{act} was accepted and nothing happened"
        if len(self.log) % 5 == 0 and type(act) not in NEEDS_EYES:
            offered = {type(option.act) for option in legal(before, who)}
            assert type(act) in offered, f"{act} was accepted from {who} and is not among what is legal"
        self.leaks(before, after, events)
        self.log += events
        self.table = after
        return True

    def hidden(self, name: str) -> str:
        """Hole cards of somebody that are not shown, as they would be written."""
        seat = self.table.seat_of(name)
        spot = self.table.spots.get(seat) if seat else None
        return (
            " ".join(map(card_name, spot.hole)) if spot and spot.hole and seat not in self.table.shown else ""
        )

    def leaks(self, before: Table, after: Table, events: list[Event]) -> None:
        """Nobody learns another person's hole cards from an event."""
        for who in (*PEOPLE[:2], SPECTATOR, DEALER, SUPERVISOR):
            told = [seen_by(who, event) for event in events if isinstance(event, HolesDealt)]
            for event in told:
                assert isinstance(event, HolesDealt)
                held = {seat for seat, name in event.held_by.items() if who == Who(Role.PLAYER, name)}
                assert set(event.holes or {}) <= held

    # ---- what people do

    @rule(who=people, data=st.data())
    def something_legal(self, who: Who, data: st.DataObject) -> None:
        options = legal(self.table, who)
        if options:
            option = data.draw(st.sampled_from(options))
            if not isinstance(option.act, a.Leave | a.CashOut):
                assert self.do(who, option.act), option

    @rule(who=people)
    def the_most_that_is_offered_is_accepted(self, who: Who) -> None:
        for option in legal(self.table, who):
            for field, (least, most) in option.bounds.items():
                if least <= most:
                    step(self.table, who, msgspec.structs.replace(option.act, **{field: most}))

    @rule(who=people, ante=dollars, trips=dollars, progressive=st.booleans(), toke=st.booleans())
    def bet(self, who: Who, ante: int, trips: int, progressive: bool, toke: bool) -> None:
        wish = a.Bet(
            ante=ante, trips=trips, progressive=progressive, toke=Toke("ante", 100) if toke else None
        )
        self.do(who, wish)

    @rule(who=people, seat=st.integers(1, 5), ante=st.integers(5, 20))
    def bet_behind(self, who: Who, seat: int, ante: int) -> None:
        self.do(who, a.Bet(ante=100 * ante, behind=seat))

    @rule(who=people, wager=st.integers(-1, 400))
    def take_bank(self, who: Who, wager: int) -> None:
        self.do(who, a.TakeBank(wager=100 * wager))

    @rule()
    def the_offered_seat_banks(self) -> None:
        if self.table.offered is not None:
            who = Who(Role.PLAYER, self.table.seats[self.table.offered])
            self.do(who, a.TakeBank(wager=100 * self.rng.randint(5, 200)))

    @rule(who=people)
    def leave_or_come(self, who: Who) -> None:
        if self.rng.random() < 0.3:
            self.do(who, a.Leave()) or self.do(who, a.Sit(seat=self.rng.randint(1, 6)))

    @rule(who=people, cents=st.integers(-1, 30_000))
    def chips(self, who: Who, cents: int) -> None:
        self.do(who, a.BuyIn(cents=cents)) if cents % 2 else self.do(who, a.CashOut(cents=cents))

    @rule(choice=st.sampled_from(["check", "fold", "bet1", "bet2", "bet3", "bet4", "bet9", ""]), who=anybody)
    def decide(self, choice: str, who: Who) -> None:
        self.do(who, a.Decide(choice=choice))

    @precondition(lambda self: to_act(self.table) is not None)
    @rule(data=st.data())
    def the_one_whose_turn_it_is_decides(self, data: st.DataObject) -> None:
        who = Who(Role.PLAYER, self.table.owners[to_act(self.table) or 0])
        options = [option for option in legal(self.table, who) if isinstance(option.act, a.Decide)]
        assert options or self.table.held or self.table.paused
        if options:
            assert self.do(who, data.draw(st.sampled_from(options)).act)

    @rule(steps=st.integers(1, 25))
    def play_on(self, steps: int) -> None:
        """The natural course of things, so that rounds are reached in all their depth."""
        for _ in range(steps):
            self.natural_step()
            self.money_is_conserved()
            self.settlement_at_the_table_is_settlement()

    def natural_step(self) -> None:
        table, rng = self.table, self.rng
        if table.paused:
            self.do(SUPERVISOR, a.Resume())
        elif table.held:
            self.do(SUPERVISOR, a.Rule(ruling=rng.choice(("void", "play_on")), reason="as seen"))
        elif table.phase is Phase.BANKING:
            self.the_offered_seat_banks()
            if self.table.phase is Phase.BANKING:
                self.do(rng.choice(PEOPLE), a.Sit(seat=rng.randint(1, 6)))
                self.do(rng.choice(PEOPLE), a.BuyIn(cents=50_000))
        elif table.phase is Phase.BETTING and rng.random() < 0.7:
            trips = rng.choice((0, 0, 500, 2000))
            linked = bool(table.book.progressive.stake) and rng.random() < 0.5
            bet = a.Bet(ante=100 * rng.randint(5, 20), trips=trips, progressive=linked)
            self.do(rng.choice(PEOPLE), bet)
            if table.book.backline.allowed and table.spots:
                self.do(rng.choice(PEOPLE), a.Bet(ante=500, trips=trips, behind=rng.randint(1, 4)))
        elif table.review:
            self.jackpots()
        elif (seat := to_act(table)) is not None:
            who = Who(Role.PLAYER, table.owners[seat])
            self.do(who, a.Decide(choice=rng.choice(choices(table, seat))))
        else:
            self.dealer_goes_on()

    # ---- what staff do

    @rule()
    def dealer_goes_on(self) -> None:
        if self.table.phase is Phase.BETTING:
            self.do(DEALER, a.NoMoreBets())
        if self.table.phase is Phase.DEALING:
            self.shoe = Shoe(self.rng.sample(range(52), 52))
        act = self.shoe.next_act(self.table)
        if act is not None:
            assert self.do(DEALER, act), act

    @rule(cards=st.lists(st.integers(0, 51), min_size=3, max_size=3))
    def dealer_shows_wrong_cards(self, cards: list[int]) -> None:
        x, y, z = cards
        if len(set(cards)) < 3:
            assert not self.do(DEALER, a.Flop(cards=(x, y, z)))
        self.do(self.rng.choice(PEOPLE), a.River(cards=(x, y)))

    @rule()
    def time_is_over(self) -> None:
        self.do(HOUSE, a.TimeOut())

    @rule(what=st.sampled_from(["card face up in the deck", "shuffler failed", "hand information", "a bird"]))
    def trouble(self, what: str) -> None:
        if self.rng.random() < 0.15:
            self.do(DEALER, a.Report(what=what))

    @rule(ruling=st.sampled_from(["void", "play_on", "forfeit", "?"]), seat=st.integers(1, 5))
    def ruling(self, ruling: str, seat: int) -> None:
        if self.table.held or self.rng.random() < 0.1:
            self.do(SUPERVISOR, a.Rule(ruling=ruling, seat=seat, reason="seen on camera"))

    @rule(reason=st.sampled_from(["", "break"]))
    def pause(self, reason: str) -> None:
        if self.table.paused or self.rng.random() < 0.1:
            self.do(SUPERVISOR, a.Resume() if self.table.paused else a.Pause(reason=reason))

    @rule()
    def jackpots(self) -> None:
        for won in self.table.review:
            for name, office in (("Sue", "supervisor"), ("Max", "shift manager"), ("Ron", "security")):
                who = Who(Role.SUPERVISOR, name)
                self.do(who, a.Approve(seat=won.seat, office=office, reason="papers in order"))
            self.do(SUPERVISOR, a.PayJackpot(seat=won.seat))

    def staff(self, rng: random.Random) -> None:
        """Closing and opening, corrections, the link, devices, dealers, absent players."""
        accounts = [*self.table.accounts, "player:Nobody"]
        move = Move(rng.choice(accounts), rng.choice(accounts), rng.randint(-1, 5000), "correction")
        acts: list[tuple[Who, a.Act]] = [
            (SUPERVISOR, a.Close(reason="night")),
            (SUPERVISOR, a.Correct(moves=(move,), reason="count")),
            (SUPERVISOR, a.Link(up=not self.table.link_up, reason="test")),
            (SUPERVISOR, a.Vacate(seat=rng.randint(1, 6), reason="gone")),
            (SUPERVISOR, a.Rule(ruling="void", reason="as seen")),
            (DEALER, a.UseDevice(device=rng.choice(("hand", "shoe", "shuffler")), reason="jam")),
            (DEALER, a.DealerIn(cards_counted=rng.choice((None, 51, 52)))),
            (rng.choice(PEOPLE), a.Dispute(says="I saw it")),
        ]
        who, act = rng.choice(acts)
        self.do(who, act)
        if self.table.phase is Phase.CLOSED:
            assert self.do(SUPERVISOR, a.Open())
        if self.table.device == "hand" and self.table.phase in (Phase.BETTING, Phase.BANKING):
            self.do(DEALER, a.DealerIn(cards_counted=52))

    @rule(who=anybody)
    def the_wrong_person(self, who: Who) -> None:
        if who.role is not Role.DEALER:
            assert not self.do(who, a.Settle())
        if who.role is not Role.SUPERVISOR:
            assert not self.do(who, a.Rule(ruling="void", reason="I say so"))

    # ---- what always holds

    @invariant()
    def money_is_conserved(self) -> None:
        accounts = self.table.accounts
        assert sum(accounts.values()) == 0
        assert not overdrawn(accounts)
        table = self.table
        if table.void:
            assert accounts.get(FELT, 0) == 0
        else:
            lying = sum(left_on_felt(table, seat) for seat in table.spots if seat not in table.forfeited)
            assert accounts.get(FELT, 0) == lying

    @invariant()
    def a_player_bank_keeps_to_its_wager(self) -> None:
        table = self.table
        if table.book.bank.is_player and table.bank_wager is not None:
            assert table.account.net >= -table.bank_wager
            if (
                table.book.readings.bank.accounting == "stake_only"
                and table.book.bank.cover_policy == "wager"
            ):
                assert table.account.paid <= table.bank_wager

    @invariant()
    def nobody_sees_a_hidden_card(self) -> None:
        """What each may know is worked out from the log: what he was dealt, and what was shown to all."""
        table = self.table
        dealt = [event for event in self.log if isinstance(event, HolesDealt)]
        if not dealt or not table.order or dealt[-1].holes is None or table.phase is Phase.DEALING:
            return
        holes, held_by = dealt[-1].holes, dealt[-1].held_by
        since = self.log[len(self.log) - self.log[::-1].index(dealt[-1]) :]
        shown = {event.seat for event in since if isinstance(event, HandShown)}
        for who in (*PEOPLE, SPECTATOR, DEALER, SUPERVISOR, HOUSE):
            text = str(view(table, who))
            for seat, hole in holes.items():
                if seat in shown or (who.role is Role.PLAYER and held_by[seat] == who.name):
                    continue
                assert not any(f"'{card_name(card)}'" in text for card in hole), f"{who} sees seat {seat}"

    @invariant()
    def the_dealer_always_knows_what_to_do(self) -> None:
        assert script(self.table) or self.table.phase in (Phase.SHOWDOWN, Phase.ENDING)

    @invariant()
    def settlement_at_the_table_is_settlement(self) -> None:
        """A round paid out hand by hand gives the same rows as the whole round settled at once."""
        table = self.table
        if (
            table.phase not in (Phase.ENDING, Phase.REVIEW)
            or table.void
            or table.forfeited
            or not table.spots
        ):
            return
        whole = settle(table.book, table.as_round())
        start = max(
            n
            for n, event in enumerate(self.log)
            if isinstance(event, PhaseBegan) and event.phase is Phase.DEALING
        )
        rows = [event.row for event in self.log[start:] if isinstance(event, WagerSettled)]
        assert sorted(map(str, rows)) == sorted(map(str, whole.rows))
        drop = sum(move.cents for move in table.moves if move.target == DROP)
        drop -= sum(move.cents for move in table.moves if move.source == DROP)
        assert drop == (whole.charge.house if whole.charge else 0)
        told = {event.seat for event in self.log[start:] if isinstance(event, SupervisorTold)}
        assert told == {notice.seat for notice in whole.notices}

    def teardown(self) -> None:
        if hasattr(self, "table"):
            assert replay(self.table.book, self.log) == self.table


TestTables = Tables.TestCase
TestTables.settings = settings(
    max_examples=40, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)

COMMANDS = int(os.environ.get("UTH_FUZZED_COMMANDS", "120000"))
"""Tried in all; a million take a minute and a half on one core."""
MISHAPS = [
    "card face up in the deck",
    "shuffler failed",
    "hand information",
    "bank card exposed early",
    "a bird",
]
PARTS = 8


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_fuzzed_commands(part: int) -> None:
    """The same machine without Hypothesis: whole sessions of rounds, mishaps and nonsense from a seed."""
    tried, seed = 0, part
    while tried < COMMANDS // PARTS:
        tried += 150
        session(seed, 150)
        seed += PARTS


def session(seed: int, acts: int) -> None:
    machine = Tables.__new__(Tables)
    machine.open(number=seed % len(BOOKS), seed=seed)
    rng = random.Random(f"session {seed}")
    nonsense = (
        lambda: machine.trouble(what=rng.choice(MISHAPS)),
        lambda: machine.ruling(
            ruling=rng.choice(("void", "play_on", "forfeit", "?")), seat=rng.randint(1, 5)
        ),
        lambda: machine.leave_or_come(who=rng.choice(PEOPLE)),
        machine.time_is_over,
        lambda: machine.the_most_that_is_offered_is_accepted(who=rng.choice(PEOPLE)),
        lambda: machine.bet(rng.choice(PEOPLE), 100 * rng.randint(-1, 60), 500, True, rng.random() < 0.3),
        lambda: machine.bet_behind(who=rng.choice(PEOPLE), seat=rng.randint(1, 5), ante=rng.randint(5, 20)),
        lambda: machine.chips(who=rng.choice(PEOPLE), cents=rng.randint(-1, 30_000)),
        lambda: machine.take_bank(who=rng.choice(PEOPLE), wager=rng.randint(0, 100)),
        lambda: machine.decide(choice=rng.choice(("check", "fold", "bet1", "bet4")), who=rng.choice(PEOPLE)),
        lambda: machine.pause(reason="break"),
        lambda: machine.staff(rng),
        lambda: machine.staff(rng),
    )
    for number in range(acts):
        machine.natural_step() if rng.random() < 0.75 else rng.choice(nonsense)()
        machine.money_is_conserved()
        machine.a_player_bank_keeps_to_its_wager()
        machine.settlement_at_the_table_is_settlement()
        if number % 10 == 0:
            machine.nobody_sees_a_hidden_card()
            machine.the_dealer_always_knows_what_to_do()
    machine.teardown()


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(CHOSEN)), ids=list(CHOSEN))
def test_every_line_of_a_script_is_said_at_some_table(number: int) -> None:
    """Lines of the script, collected over played rounds; jackpots come from the golden playthroughs."""
    book = BOOKS[number]
    moments = [getattr(book.script, moment) for moment in book.script.__dataclass_fields__]
    silent = {line.does for lines in moments for line in lines}
    for file in Path(__file__).parent.parent.joinpath("playthroughs").glob("*.txt"):
        scenario = read_scenario(file.read_text("utf-8"))
        if scenario.book.name == book.name:
            silent -= {said.does for one in play(scenario) for said in one.script}
    for seed in range(200):
        if not silent:
            break
        machine = Tables.__new__(Tables)
        machine.open(number=number, seed=seed)
        for _ in range(60):
            machine.natural_step()
            silent -= {said.does for said in script(machine.table)}
    assert silent == set()
