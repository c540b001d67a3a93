"""A progressive that several tables share: what happens here to money that another table may have won."""

from typing import Any

from msgspec.structs import replace

from tests.iowa import STAFF
from tests.seated import ANN, BOB, DAN, HOUSE, SUE, pair, refused, run, seated
from uth.cards import parse_cards
from uth.game.round import Choice
from uth.game.settlement.pots import Pot, Win
from uth.game.table import acts as a
from uth.game.table.acts.jackpots import due
from uth.game.table.phases import Phase
from uth.game.table.state import Table


def coined_in() -> Table:
    table = run(
        seated("iowa-catfish-bend"),
        (ANN, a.Bet(stakes={"ante": 500, "progressive": True})),
        (BOB, a.Bet(stakes={"ante": 500})),
    )
    return run(table, (DAN, a.NoMoreBets()))


def read(**told: Any) -> a.ReadMeters:
    """What the link tells: where the meters stand, and what else."""
    more = {name: told.pop(name) for name in ("jackpots", "dealt", "reset", "pots") if name in told}
    return a.ReadMeters(meters=told, **more)


def test_the_link_tells_where_the_meters_stand() -> None:
    table = run(coined_in(), (HOUSE, read(major=2_000_170, minor=150_040, reserve=10)))
    assert (table.accounts["meter:major"], table.accounts["link"]) == (2_000_170, -100)
    assert table.meters_before["major"] == 2_000_100
    assert "the link tells major $1" in refused(table, HOUSE, read(major=100))
    assert "the link tells" in refused(table, HOUSE, read(major=-1, minor=0, reserve=0))
    assert "no progressive" in refused(seated(), HOUSE, read(reserve=0))


def test_a_void_round_gives_back_what_another_table_has_won_since() -> None:
    """The meter is at its seed again, which the reserve paid: the house gives what the round brought."""
    table = run(coined_in(), (HOUSE, read(major=2_000_000, minor=150_040, reserve=0)))
    house = table.accounts["house"]
    void = run(table, (DAN, a.Report(what="card face up in the deck")))
    assert void.chips("Ann") == 100_000
    assert (void.accounts["meter:major"], void.accounts["reserve"]) == (2_000_000, 0)
    assert void.accounts["house"] == house - 380 - 70 - 10
    assert sum(void.accounts.values()) == 0


def test_a_void_round_leaves_what_came_in_after_a_reset() -> None:
    """IA-METER-3: the link says that the Minor was won since; its 40 cents went with it."""
    table = run(coined_in(), (HOUSE, read(major=2_000_070, minor=150_400, reserve=10, reset=("minor",))))
    void = run(table, (DAN, a.Report(what="card face up in the deck")))
    assert (void.accounts["meter:major"], void.accounts["meter:minor"]) == (2_000_000, 150_400)
    assert void.chips("Ann") == 100_000


def won(**told: Any) -> Table:
    """Ann has won the Minor; before that the link has told this of other tables."""
    table = run(coined_in(), (DAN, a.Deal(holes={1: pair("Ts Js"), 2: pair("3h 2d")})))
    table = run(table, (ANN, a.Decide(choice=Choice.BET4)), (BOB, a.Decide(choice=Choice.BET4)))
    x, y, z = parse_cards("7s 8s 9s")
    table = run(table, (DAN, a.Flop(cards=(x, y, z))), (DAN, a.River(cards=pair("Kd 2c"))))
    table = run(table, (DAN, a.ShowBank(cards=pair("Qc Qd"))))
    if told:
        table = run(table, (HOUSE, read(major=2_000_070, minor=150_040, reserve=10, **told)))
    while table.phase is Phase.PAYING:
        table = run(table, (DAN, a.Settle()))
    return table


ELSEWHERE = Win(3, "Zoe", dealt=7, place=0, table="T2")


def test_a_jackpot_is_shared_with_who_won_it_elsewhere() -> None:
    """IA-MULTI-2: in the order of the deals, which the link knows."""
    for dealt, order in ((9, ["T2/3", 1]), (5, [1, "T2/3"])):
        table = won(dealt=dealt, pots={"minor": Pot(wins=(ELSEWHERE,))})
        assert [win.where for win in table.pots["minor"].wins] == order
        assert [due(table, one) for one in table.review] == [75_020]


def test_a_jackpot_that_was_confirmed_elsewhere_is_what_was_confirmed() -> None:
    """The meter has started again; what is shared lies with the link."""
    pot = Pot(wins=(ELSEWHERE,), cents=160_000)
    table = won(dealt=9, pots={"minor": pot}, jackpots={"minor": 160_000})
    assert [due(table, one) for one in table.review] == [80_000]
    for office, who in STAFF.items():
        table = run(table, (who, a.Approve(seat=1, office=office, reason="seen")))
    payer = STAFF["security"]
    assert table.accounts["meter:minor"] == 150_040  # nobody confirms it twice
    assert "seat T2/3 was dealt first" in refused(table, payer, a.PayJackpot(seat=1))
    mine = Win(1, "Ann", dealt=9)
    paid = {"minor": Pot(wins=(replace(ELSEWHERE, paid=80_000), mine), cents=160_000)}
    now = read(major=2_000_070, minor=150_040, reserve=10, dealt=9, pots=paid, jackpots={"minor": 80_000})
    after = run(table, (HOUSE, now), (payer, a.PayJackpot(seat=1)))
    assert after.accounts["jackpot:minor"] == 0
    assert after.phase is Phase.ENDING


def test_a_link_that_has_lost_a_jackpot_is_not_believed() -> None:
    table = won()
    assert "tells nothing of it" in refused(table, HOUSE, read(major=2_000_070, minor=150_040, reserve=10))
    lost = read(major=2_000_070, minor=150_000, reserve=10, pots={"minor": Pot(wins=(ELSEWHERE,), cents=5)})
    assert "tells nothing of it" in refused(table, HOUSE, lost)


def test_a_round_is_not_void_once_somebody_who_shares_its_jackpot_is_paid() -> None:
    """IA-PAY-PRG: he would be owed the rest, and a void round pays nobody; a denial leaves it to be paid."""
    paid = Pot(wins=(replace(ELSEWHERE, paid=80_000),), cents=160_000)
    table = won(dealt=9, pots={"minor": paid}, jackpots={"minor": 80_000})
    void = a.Rule(ruling="void", reason="three cards")
    assert "it is denied, not undone" in refused(table, SUE, void)
    held = run(table, (DAN, a.Report(what="incorrect number of cards")))
    assert held.held
    table = run(held, (SUE, a.Rule(ruling="play_on", reason="seen")))
    table = run(table, (SUE, a.DenyJackpot(seat=1, reason="three cards")))
    assert [(one.seat, one.cents, one.rest) for one in table.review] == [("T2/3", 80_000, True)]
    assert "it is denied, not undone" in refused(table, SUE, void)
    for office, who in STAFF.items():
        table = run(table, (who, a.Approve(seat="T2/3", office=office, reason="seen")))
    table = run(table, (STAFF["security"], a.PayJackpot(seat="T2/3", form="check")))
    assert table.accounts["jackpot:minor"] == 0
    assert table.phase is Phase.ENDING
