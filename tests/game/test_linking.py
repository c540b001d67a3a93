"""A progressive that several tables share: what happens here to money that another table may have won."""

from tests.seated import ANN, BOB, DAN, HOUSE, SUE, pair, refused, run, seated
from uth.cards import parse_cards
from uth.game import acts as a
from uth.game.phases import Phase
from uth.game.table import Table


def coined_in() -> Table:
    table = run(seated("iowa-catfish-bend"), (ANN, a.Bet(ante=500, progressive=True)), (BOB, a.Bet(ante=500)))
    return run(table, (DAN, a.NoMoreBets()))


def read(**meters: int) -> a.ReadMeters:
    return a.ReadMeters(meters=meters)


def test_the_link_tells_where_the_meters_stand() -> None:
    table = run(coined_in(), (HOUSE, read(major=2_000_170, minor=150_040, reserve=10)))
    assert (table.accounts["meter:major"], table.accounts["link"]) == (2_000_170, -100)
    assert table.meters_before["major"] == 2_000_100
    assert "the link tells major $1" in refused(table, HOUSE, read(major=100))
    assert "the link tells" in refused(table, HOUSE, read(major=-1, minor=0, reserve=0))
    assert "no progressive" in refused(seated(), HOUSE, read(reserve=0))


def test_a_void_round_gives_back_what_another_table_has_won_since() -> None:
    """The reserve paid for another table's seed: the ten cents of this round are the house's to give."""
    table = run(coined_in(), (HOUSE, read(major=2_000_000, minor=150_040, reserve=0)))
    house = table.accounts["house"]
    void = run(table, (DAN, a.Report(what="card face up in the deck")))
    assert void.chips("Ann") == 100_000
    assert void.accounts["reserve"] == 0
    assert void.accounts["house"] == house - 380 - 10
    assert sum(void.accounts.values()) == 0


def test_a_denied_jackpot_leaves_a_seed_that_has_been_won_elsewhere() -> None:
    table = run(coined_in(), (DAN, a.Deal(holes={1: pair("Ts Js"), 2: pair("3h 2d")})))
    table = run(table, (ANN, a.Decide(choice="bet4")), (BOB, a.Decide(choice="bet4")))
    x, y, z = parse_cards("7s 8s 9s")
    table = run(table, (DAN, a.Flop(cards=(x, y, z))), (DAN, a.River(cards=pair("Kd 2c"))))
    table = run(table, (DAN, a.ShowBank(cards=pair("Qc Qd"))))
    while table.phase is Phase.PAYING:
        table = run(table, (DAN, a.Settle()))
    assert table.review[0].cents == 150_040
    table = run(table, (HOUSE, read(major=2_000_070, minor=100, reserve=10)))
    denied = run(table, (SUE, a.DenyJackpot(seat=1, reason="laid after the coin-in")))
    assert denied.accounts["meter:minor"] == 100 + 150_040 - 150_000
    assert denied.accounts["jackpots"] == 0
    gone = run(table, (HOUSE, read(major=2_000_070, minor=0, reserve=10)))
    gone = run(gone, (SUE, a.DenyJackpot(seat=1, reason="laid after the coin-in")))
    assert gone.accounts["meter:minor"] == 40
