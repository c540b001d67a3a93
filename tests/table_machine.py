"""People at a table of any book, doing whatever comes into their heads, legal or not."""

import random
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule
from msgspec.structs import replace

from tests.anything import anything
from tests.offered import drawn, hands_of
from tests.table_invariants import DEALER, EVERYBODY, HOUSE, PEOPLE, SUPERVISOR, Invariants
from uth.cards import parse_cards
from uth.game.ledger import Move
from uth.game.round import Choice, Seat, Toke
from uth.game.table import acts as a
from uth.game.table.acts.jackpots import FORMS, OFFICES
from uth.game.table.acts.linking import meters_of, standing
from uth.game.table.acts.paying import hand_to_show
from uth.game.table.acts.playing import to_act
from uth.game.table.answering import step
from uth.game.table.dealer import Shoe
from uth.game.table.offering import legal
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import new_table
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
APART = """[{payer = "player", least = "5", most = "40", player = "0.50"}, {payer = "player", least = "41"},
            {payer = "bank", least = "5", most = "99", bank = "2"}, {payer = "bank", least = "100"}]"""
VARIANTS: dict[str, list[list[str]]] = {
    "california-bally": [
        ["backline.decides=own"],
        ["settle.loop=wager_first"],
        ["bank.accounting=matched"],
        ["trips.fold_auto_tuck=false"],
        ["fees.basis=wager", "fees.collected=after the deal"],
        ["fees.basis=wager", "fees.bank_basis=table_action", f"fees.rates={APART}"],
        ['backline.on=["trips"]', "fold.trips_collect_at=turn"],
        ['backline.on=["base"]', "irregularities.once_settled=ruling"],
    ],
    "california-shfl": [
        ["bank.all_declined=keep"],
        ["fold.collect_at=turn"],
        ["fees.refund_void=false"],
        ["fees.refund_uncovered=true"],
        ["fees.refund_uncovered=true", "fees.refund_void=false", "fees.collected=after the payouts"],
        ["bank.accounting=running"],
        ["limits.play_limited=true"],
    ],
    "florida": [
        ["bank.funds=posted_only"],
        ["bank.funds=at_table"],
        ["fold.collect_at=turn"],
        ["trips.win_below_table=push"],
        ["trips.on_fold=table", "bank.funds=at_table"],
        ["bank.all_declined=halt"],
    ],
    "iowa-catfish-bend": [
        ["irregularity.void_reverses_coin_in=false"],
        ["irregularities.once_settled=ruling"],
        ["envy.trigger=any_player"],
        ["toke.on_push=player", "toke.original_bet=wager"],
        ["trips.fold_auto_tuck=false"],
        ["toke.limit=toke_10_percent"],
        ["aggregate.odds=3:1", "aggregate.cap=60"],
        ["progressive.stake_returned_on_win=true"],
        ["progressive.reserve_surplus=to_meter"],
        ["envy.folded_eligible=false"],
        ["fold.collect_at=turn"],
    ],
}
BOOKS: list[Book] = [load_book(name, chosen) for name, chosen in CHOSEN.items()]
BOOKS += [load_book(name, [*CHOSEN[name], *variant]) for name, more in VARIANTS.items() for variant in more]
EXAMPLES = Path(__file__).parent.parent / "examples"
BOOKS += [
    load_book(EXAMPLES / f"{name}.toml", settings)
    for name, settings in (
        ("side-bets", []),
        ("side-bets", ["fold.collect_at=turn", "bank.accounting=matched", "bad_beat.most_paid=400"]),
        ("side-bets", ["aggregate.cap=60", "aggregate.odds=3:1", "aggregate.by=player"]),
        ("side-bets", ["flop_bonus.beside=hole_card", "settle.loop=wager_first", "decisions.river=[1, 5]"]),
        ("side-bets", ["backline.allowed=true", 'backline.on=["base", "bad_beat", "hole_card"]']),
        ("house-progressive", []),
        ("house-progressive", ["royal_envy.trigger=any_player", "fold.collect_at=turn"]),
    )
]
"""House books with wagers of their own."""
MISHAPS = [
    "card face up in the deck",
    "incorrect number of cards",
    "shuffler failed",
    "shuffler failed in mid-deal",
    "hand information",
    "bank card exposed early",
    "a bird",
]

LUCKY = [parse_cards("7s 8s 9s Kd 2c Ts Js 5s 6s"), parse_cards("Ts Js Qs 4d 4h 8s 9s As Ks")]
"""Where the board comes first: straight flushes with the flop for two hands, or one of them a royal flush."""

people = st.sampled_from(PEOPLE)
anybody = st.sampled_from(EVERYBODY)
dollars = st.integers(-1, 60).map(lambda n: 100 * n)


class Tables(Invariants):
    """Random people at a random table."""

    @initialize(number=st.integers(0, len(BOOKS) - 1), seed=st.integers(0, 2**32))
    def open(self, number: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.table = new_table(BOOKS[number])
        self.log = []
        self.shoe = Shoe(())
        self.do(SUPERVISOR, a.Open())
        self.do(DEALER, a.DealerIn(cards_counted=52))
        for seat, who in zip((1, 3, 4), PEOPLE, strict=False):
            self.do(who, a.Sit(seat=seat))
            self.do(who, a.BuyIn(cents=100 * self.rng.choice((40, 300, 2000))))

    # ---- what people do

    @rule(who=anybody)
    def whatever_is_offered_is_accepted(self, who: Who) -> None:
        """Any option, with any amounts within its limits; tried only, so that the table keeps its course."""
        for option in legal(self.table, who):
            act = drawn(self.table, option, self.rng)
            events, _ = step(self.table, who, act)
            assert events, act

    @rule(who=anybody)
    def nothing_breaks_a_table(self, who: Who) -> None:
        """Any act with any values: refused, or offered and accepted; tried only."""
        self.try_out(who, anything(self.table, self.rng))

    @rule(who=people, data=st.data())
    def something_legal(self, who: Who, data: st.DataObject) -> None:
        options = [o for o in legal(self.table, who) if not isinstance(o.act, a.Leave | a.CashOut)]
        if options:
            option = data.draw(st.sampled_from(options))
            assert self.do(who, drawn(self.table, option, self.rng)), option

    @rule(who=people, ante=dollars, trips=dollars, progressive=st.booleans(), toke=st.booleans())
    def bet(self, who: Who, ante: int, trips: int, progressive: bool, toke: bool) -> None:
        on = Toke(self.rng.choice(("ante", "blind", "trips", "play")), self.rng.choice((50, 100, 4000)))
        self.do(
            who,
            a.Bet(
                stakes={"ante": ante, "trips": trips, "progressive": progressive}, toke=on if toke else None
            ),
        )

    @rule(who=people, seat=st.integers(1, 5), ante=st.integers(4, 20))
    def bet_behind(self, who: Who, seat: int, ante: int) -> None:
        trips = self.rng.choice((0, 500))
        self.do(who, a.Bet(stakes={"ante": 100 * ante if ante > 4 else 0, "trips": trips}, behind=seat))

    @rule(who=people, cents=st.integers(0, 6000))
    def lay_toke(self, who: Who, cents: int) -> None:
        on, behind = self.rng.choice(("ante", "blind", "trips", "play")), self.rng.choice((None, None, 1, 3))
        self.do(who, a.LayToke(on=on, cents=cents, behind=behind))

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

    @rule(choice=st.sampled_from(Choice), who=anybody)
    def decide(self, choice: Choice, who: Who) -> None:
        rng = self.rng
        toke, tuck = rng.choice((0, 0, 100, 4000)), rng.random() < 0.3
        self.do(who, a.Decide(choice=choice, toke=toke, tuck=tuck))

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
            if rng.random() < 0.3:
                self.somebody_moves_or_declines()
            self.the_offered_seat_banks()
            if self.table.phase is Phase.BANKING:
                self.do(rng.choice(PEOPLE), a.Sit(seat=rng.randint(1, 6)))
                self.do(rng.choice(PEOPLE), a.BuyIn(cents=50_000))
        elif table.phase is Phase.BETTING and rng.random() < 0.7:
            trips = rng.choice((0, 0, 500, 2000))
            stakes = {"ante": 100 * rng.randint(5, 20), "trips": trips, **self.side_stakes()}
            self.do(rng.choice(PEOPLE), a.Bet(stakes=stakes))
            if table.book.backline.allowed and table.spots:
                behind = a.Bet(
                    stakes={"ante": rng.choice((0, 500)), "trips": trips}, behind=rng.choice((1, 3, 4))
                )
                self.do(rng.choice(PEOPLE), behind)
            if table.book.tokes.range and rng.random() < 0.3:
                self.lay_toke(rng.choice(PEOPLE), rng.randint(50, 1000))
        elif table.phase is Phase.REVIEW:
            self.jackpots()
        elif (seat := to_act(table)) is not None:
            self.somebody_decides(seat)
        else:
            self.dealer_goes_on()

    def side_stakes(self) -> dict[str, int | bool]:
        """Something on some of the other side wagers."""
        others = [bet for bet in self.table.book.side_bets if bet.name != "trips"]
        return {bet.name: bet.staked == "fixed" or 500 for bet in others if self.rng.random() < 0.5}

    def somebody_moves_or_declines(self) -> None:
        """The last banker goes to another seat, or the bank is declined."""
        table, rng = self.table, self.rng
        if table.last_bank and rng.random() < 0.5:
            mover = Who(Role.PLAYER, table.last_bank.name)
            self.do(mover, a.Leave())
            self.do(mover, a.Sit(seat=rng.randint(1, 6)))
        elif table.offered is not None:
            self.do(Who(Role.PLAYER, table.seats[table.offered]), a.DeclineBank())

    def somebody_decides(self, seat: Seat) -> None:
        """The player himself, or the dealer, who may get it wrong; now and then a hand is forfeited."""
        table, rng = self.table, self.rng
        if rng.random() < 0.04:
            out = rng.choice(list(table.spots))
            self.do(SUPERVISOR, a.Rule(ruling="forfeit", seat=out, reason="gave information"))
            return
        who = DEALER if rng.random() < 0.2 else Who(Role.PLAYER, table.owners[seat])
        offered = [option for option in legal(table, who) if isinstance(option.act, a.Decide)]
        assert self.do(who, drawn(table, rng.choice(offered), rng))
        if who == DEALER and rng.random() < 0.5:
            choice = rng.choice(tuple(Choice)[:6])
            self.do(SUPERVISOR, a.AmendDecision(seat=seat, choice=choice, reason="wrong key"))

    # ---- what staff do

    @rule()
    def dealer_goes_on(self) -> None:
        table, rng = self.table, self.rng
        if table.phase is Phase.BETTING:
            self.do(DEALER, a.NoMoreBets())
            return
        if (unseen := hand_to_show(table)) is not None:
            self.turn_up(unseen)
            return
        if table.phase is Phase.DEALING:
            lucky = rng.choice(LUCKY) if rng.random() < 0.2 else ()
            self.shoe = Shoe([*lucky, *(card for card in rng.sample(range(52), 52) if card not in lucky)])
        act = self.shoe.next_act(table)
        if isinstance(act, a.Deal) and rng.random() < 0.2:
            act = a.Deal()  # unseen: each hand is entered when it is turned up
        if act is not None and not self.do(DEALER, act):
            assert isinstance(act, a.Settle)
            due = [o.act for o in legal(table, DEALER) if isinstance(o.act, a.ShowHand)]
            self.turn_up(due[0].seat)

    def turn_up(self, seat: int) -> None:
        """The dealer enters the cards of a hand as the deck has them."""
        if self.table.held or self.table.paused:
            return
        first, second = hands_of(self.table, list(self.shoe.deck))[seat]
        assert self.do(DEALER, a.ShowHand(seat=seat, cards=(first, second)))

    @rule(cards=st.lists(st.integers(0, 51), min_size=3, max_size=3))
    def dealer_shows_wrong_cards(self, cards: list[int]) -> None:
        x, y, z = cards
        if len(set(cards)) < 3:
            assert not self.do(DEALER, a.Flop(cards=(x, y, z)))
        self.do(self.rng.choice(PEOPLE), a.River(cards=(x, y)))

    @rule(data=st.data())
    def somebody_notes_what_is_done(self, data: st.DataObject) -> None:
        """Facts in their moment; a second time they are refused, or taken back."""
        who = data.draw(st.sampled_from((DEALER, SUPERVISOR)))
        offered = [option for option in legal(self.table, who) if isinstance(option.act, a.Did)]
        if not offered:
            return
        option = data.draw(st.sampled_from(offered))
        act = drawn(self.table, option, self.rng)
        assert isinstance(act, a.Did)
        assert self.do(who, act), act
        [again] = [fact.again for fact in self.table.book.script.facts if fact.name == act.fact]
        assert self.do(who, act) == again

    @rule()
    def time_is_over(self) -> None:
        self.do(HOUSE, a.TimeOut())

    @rule(what=st.sampled_from(MISHAPS))
    def trouble(self, what: str) -> None:
        if self.rng.random() < 0.15:
            self.do(DEALER, a.Report(what=what, seat=self.rng.choice((None, None, 1, 2))))

    @rule(
        ruling=st.sampled_from(["void", "play_on", "forfeit", "?"]),
        seat=st.sampled_from([1, 2, 3, 4, "1b", "3b", "4b"]),
    )
    def ruling(self, ruling: str, seat: Seat) -> None:
        if self.table.held or self.rng.random() < 0.1:
            self.do(SUPERVISOR, a.Rule(ruling=ruling, seat=seat, reason="seen on camera"))

    @rule(reason=st.sampled_from(["", "break"]))
    def pause(self, reason: str) -> None:
        if self.table.paused or self.rng.random() < 0.1:
            self.do(SUPERVISOR, a.Resume() if self.table.paused else a.Pause(reason=reason))

    @rule()
    def jackpots(self) -> None:
        """In any order: approved, paid before or after the others, or denied."""
        rng = self.rng
        for won in rng.sample(self.table.review, len(self.table.review)):
            of_seat = [one.meter for one in self.table.review if one.seat == won.seat]
            seat, meter = won.seat, won.meter if len(of_seat) > 1 else ""
            if rng.random() < 0.3:
                self.do(SUPERVISOR, a.DenyJackpot(seat=seat, meter=meter, reason="laid after the coin-in"))
                continue
            staff = [Who(Role.SUPERVISOR, f"of {office}") for office in OFFICES]
            for office, who in zip(OFFICES, staff, strict=True):
                self.do(who, a.Approve(seat=seat, meter=meter, office=office, reason="papers in order"))
            assert not self.do(SUPERVISOR, a.PayJackpot(seat=seat, meter=meter))  # she holds no office
            self.do(rng.choice(staff), a.PayJackpot(seat=seat, meter=meter, form=rng.choice(FORMS)))

    def staff(self, rng: random.Random) -> None:
        """Closing and opening, corrections, the link, devices, dealers, absent players."""
        accounts = [*self.table.accounts, "player:Nobody"]
        move = Move(rng.choice(accounts), rng.choice(accounts), rng.randint(-1, 5000), "correction")
        acts: list[tuple[Who, a.Act]] = [
            (SUPERVISOR, a.Close(reason="night")),
            (SUPERVISOR, a.Correct(moves=(move,), reason="count")),
            (SUPERVISOR, a.Correct(moves=(replace(move, target="house"),), reason="a marker")),
            (SUPERVISOR, a.Link(up=not self.table.link_up, reason="test")),
            (SUPERVISOR, a.Vacate(seat=rng.randint(1, 6), reason="gone")),
            (SUPERVISOR, a.Rule(ruling="void", reason="as seen")),
            (SUPERVISOR, self.misread(rng)),
            (HOUSE, self.told(rng)),
            (rng.choice(PEOPLE), a.TakeBack()),
            (rng.choice(PEOPLE), a.DeclineBank()),
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

    def told(self, rng: random.Random) -> a.ReadMeters:
        """What a link tells of meters that other tables have played for."""
        seeds = {name: meter.seed for name, (_, meter) in self.table.book.meters.items()}
        meters = {name: seeds.get(name, 0) + rng.randint(0, 10**7) for name in meters_of(self.table)}
        return replace(standing(self.table), meters=meters)

    def misread(self, rng: random.Random) -> a.Amend:
        """The same cards in another order, so that the deck still fits."""
        table = self.table
        piles: dict[Seat, tuple[int, ...]] = {"board": table.board, "bank": table.bank_hand or ()}
        piles |= {seat: spot.hole or () for seat, spot in table.spots.items() if spot.behind is None}
        of = rng.choice(list(piles))
        return a.Amend(of=of, cards=piles[of][::-1], reason="misread")

    @rule(who=anybody)
    def the_wrong_person(self, who: Who) -> None:
        if who.role is not Role.DEALER:
            assert not self.do(who, a.Settle())
        if who.role not in (Role.SUPERVISOR, Role.HOUSE):  # the house voids by a published rule
            assert not self.do(who, a.Rule(ruling="void", reason="I say so"))
