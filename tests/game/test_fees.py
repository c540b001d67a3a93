"""What a cardroom may file: its collection schedule, when it collects, its pay table (BALLY-FEE, PAY-SEL)."""

import pytest

from tests.scenarios import events_of, played, refused_at, table_after
from uth.game.round import Spot
from uth.game.settlement.fees import Charge, collection
from uth.game.table.events import FeesCollected
from uth.game.table.phases import Phase
from uth.game.views.script import script
from uth.rules import Book, BookError, load_book

CHOSEN = ["trips.table=UTH-02", "limits.ante=[5, 100]", "limits.trips=[5, 50]", "backline.allowed=false"]


def bally(rates: str, *more: str) -> Book:
    return load_book("california-bally", [*CHOSEN, f"fees.rates={rates}", *more])


def bet(seat: int, dollars: int, trips: int = 0) -> Spot:
    return Spot(
        seat=seat, hole=None, stakes={"ante": 100 * dollars, "blind": 100 * dollars, "trips": 100 * trips}
    )


# ---- BALLY-FEE-8: the player's fee by his wager, the bank's by the action of the whole table

APART = """[{payer = "player", least = "5", most = "40", player = "0.50"},
            {payer = "player", least = "41", player = "1"},
            {payer = "bank", least = "5", most = "100", bank = "2"},
            {payer = "bank", least = "101", bank = "4"}]"""


def test_players_by_their_wager_and_the_bank_by_the_table() -> None:
    book = bally(APART, "fees.basis=wager", "fees.bank_basis=table_action", "fees.player_unit=position")
    assert collection(book, [bet(1, 10), bet(2, 30)]) == Charge(200, {1: 50, 2: 100}, 8000)
    assert collection(book, [bet(1, 10), bet(2, 50)]) == Charge(400, {1: 50, 2: 100}, 12000)


def test_players_by_the_table_and_the_bank_for_each_betting_square() -> None:
    book = bally(APART, "fees.basis=table_action", "fees.bank_basis=wager", "fees.player_unit=position")
    assert collection(book, [bet(1, 10), bet(2, 60)]) == Charge(200 + 400, {1: 100, 2: 100}, 14000)


def test_one_schedule_can_be_read_in_two_ways() -> None:
    rates = (
        '[{least = "5", most = "50", bank = "1", player = "0.50"}, {least = "51", bank = "2", player = "1"}]'
    )
    book = bally(rates, "fees.basis=wager", "fees.bank_basis=table_action", "fees.player_unit=position")
    assert collection(book, [bet(1, 10), bet(2, 20)]) == Charge(200, {1: 50, 2: 50}, 6000)


def test_a_rate_for_one_has_no_fee_of_the_other() -> None:
    with pytest.raises(BookError, match="a rate for the bank gives no player's fee"):
        bally('[{payer = "bank", least = "5", bank = "1", player = "0.50"}]')
    with pytest.raises(BookError, match="a rate for players gives no bank's fee"):
        bally('[{payer = "player", least = "5", bank = "1"}]')


def test_brackets_rise_for_each_who_pays() -> None:
    bally('[{payer = "player", least = "5", player = "1"}, {payer = "bank", least = "5", bank = "1"}]')
    with pytest.raises(BookError, match="brackets must rise"):
        bally("""[{payer = "bank", least = "5", most = "50", bank = "1"},
                  {payer = "bank", least = "40", bank = "1"}]""")


# ---- BALLY-FEE-3: at most five collection rates at a table


def rate(n: int, **more: object) -> str:
    fields = {"least": f'"{10 * n}"', "most": f'"{10 * n + 9}"', **more}
    return "{" + ", ".join(f"{key} = {value}" for key, value in fields.items()) + "}"


def test_five_rates_are_taken() -> None:
    rates = ", ".join(rate(n, bank=f'"{n}"') for n in range(1, 6))
    assert len(bally(f"[{rates}]").fees.rates) == 5


def test_fifteen_flat_fees_in_five_lines_are_not() -> None:
    lines = (rate(n, bank=f'"{n}"', player=f'"{n}.25"', trips=f'"{n}.50"') for n in range(1, 6))
    with pytest.raises(BookError, match="15 different flat fees in schedule 1; at most 5 collection rates"):
        bally(f"[{', '.join(lines)}]")


def test_fifteen_rates_in_three_schedules_are_not() -> None:
    lines = (rate(n, option=option, bank='"1"') for option in (1, 2, 3) for n in range(1, 6))
    with pytest.raises(BookError, match="15 rates in 3 schedules; at most 5 are allowed at a table"):
        bally(f"[{', '.join(lines)}]")


# ---- BALLY-FEE-7: when the fees are collected

SCENARIO = """
    book california-bally
    set trips.table=UTH-02
    set limits.ante=[5, 100]
    set limits.trips=[5, 50]
    set backline.allowed=false
    set fees.rates=[{{least = "5", bank = "2", player = "1"}}]
    set fees.collected={when}
    supervisor Sue: open
    Ann: sit 1
    Ann: buy-in {chips}
    Bob: sit 2
    Bob: buy-in {chips}
    Ann: take bank 50
    Bob: bet 5
    deck Jh Th Ks Qd 9s 8d 7c 2h Kd
    dealer Dan: no more bets
    dealer Dan: deal
    Bob: bet4
    dealer Dan: flop
    dealer Dan: river
    dealer Dan: show bank
    dealer Dan: settle
    dealer Dan: settle
"""


def collected_at(when: str) -> str:
    """The line of the scenario with which the fees are taken."""
    lines = played(SCENARIO.format(when=when, chips=500))
    [line] = [one for one in lines for event in one.events if isinstance(event, FeesCollected)]
    assert sum(isinstance(event, FeesCollected) for one in lines for event in one.events) == 1
    return line.line.text.partition(": ")[2]


def test_fees_are_collected_when_the_cardroom_says() -> None:
    moments = ["before the deal", "after the deal", "after the payouts"]
    assert [collected_at(when) for when in moments] == ["no more bets", "deal", "settle"]
    ends = [table_after(SCENARIO.format(when=when, chips=500)) for when in moments]
    assert {end.accounts["drop"] for end in ends} == {400}
    assert len({tuple(sorted(end.accounts.items())) for end in ends}) == 1


def test_another_moment_is_refused() -> None:
    with pytest.raises(
        BookError, match=r"fees\.collected: .*before the deal, after the deal or after the payouts"
    ):
        bally('[{least = "5"}]', "fees.collected=at noon")


def test_the_dealer_is_told_to_collect_when_it_is_time() -> None:
    def asked(when: str) -> list[Phase]:
        lines = played(SCENARIO.format(when=when, chips=500))
        told = [(one.before.phase, step.does) for one in lines for step in one.script]
        told += [(lines[-1].table.phase, step.does) for step in script(lines[-1].table)]
        return [phase for phase, does in told if does == "Collect $2 from the player-dealer"]

    assert asked("before the deal") == [Phase.BETTING]
    assert asked("after the deal") == [Phase.DEALING]
    assert asked("after the payouts") == [Phase.ENDING]


def test_chips_for_a_later_fee_stay_at_the_table() -> None:
    """Of $32, 10 of wagers and 20 of Play leave 2 for the fee; a bank of $31 leaves too little for it."""
    text = SCENARIO.format(when="after the payouts", chips=32).replace("take bank 50", "take bank 30")
    assert table_after(text).accounts["drop"] == 400
    [said] = refused_at(text.partition("dealer Dan: deal")[0].replace("take bank 30", "take bank 31"))[:1]
    assert "wager and fee need $33" in said
    poor = text.replace("Bob: buy-in 32", "Bob: buy-in 31")
    assert "too few chips" in " ".join(refused_at(poor))


def test_a_round_that_is_void_before_the_collection_costs_nothing() -> None:
    text = SCENARIO.format(when="after the payouts", chips=500).partition("    dealer Dan: flop")[0]
    text = text.replace("set fees.collected", "set fees.refund_void=false\n    set fees.collected")
    table = table_after(text + "    supervisor Sue: rule void a test\n    dealer Dan: end round\n")
    assert [table.chips(name) for name in ("Ann", "Bob")] == [500_00, 500_00]


def test_fees_for_what_was_not_covered_are_not_taken_where_they_would_go_back() -> None:
    """A bank of $5 pays the Ante: Play and Blind are not covered, and one of Bob's two circles is free."""
    text = SCENARIO.format(when="after the payouts", chips=500).replace("take bank 50", "take bank 5")
    text = text.replace("set fees.collected", "set fees.refund_uncovered=true\n    set fees.collected")
    [event] = [event for event in events_of(text) if isinstance(event, FeesCollected)]
    assert event.players == {"2": 100}


# ---- BALLY-PAY-SEL: one of four pay tables

OPENING = """
    book california-bally
    set limits.ante=[5, 100]
    set limits.trips=[5, 50]
    set backline.allowed=false
    set fees.rates=[{{least = "5"}}]
    {set}
    supervisor Sue: open
"""
TABLE_1 = """set trips.royal_flush=50:1
    set trips.straight_flush=40:1
    set trips.four_of_a_kind=30:1
    set trips.full_house=9:1
    set trips.flush=7:1
    set trips.straight=4:1
    set trips.three_of_a_kind=3:1"""


@pytest.mark.parametrize("choice", [*(f"set trips.table=UTH-0{n}" for n in range(1, 5)), TABLE_1])
def test_each_of_the_four_tables_opens(choice: str) -> None:
    assert refused_at(OPENING.format(set=choice)) == []


@pytest.mark.parametrize(
    "choice",
    [
        TABLE_1.replace("9:1", "10:1"),
        "set trips.table=UTH-02\n    set trips.flush=7:1",
        TABLE_1.replace("set trips.three_of_a_kind=3:1", ""),
    ],
    ids=["another full house", "another flush", "no three of a kind"],
)
def test_odds_outside_the_four_tables_do_not_open(choice: str) -> None:
    [said] = refused_at(OPENING.format(set=choice))
    assert "trips: choose one of UTH-01, UTH-02, UTH-03, UTH-04" in said
    assert "BALLY-PAY-SEL" in said


def test_the_blind_is_that_of_the_tables() -> None:
    [said] = refused_at(OPENING.format(set="set trips.table=UTH-02\n    set blind.flush=2:1"))
    assert "blind: choose UTH-BLIND" in said
