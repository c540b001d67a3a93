"""What is offered: enough to build a screen from, and nothing that tells a hidden card.

That all of it is accepted, and nothing else, is shown in fuzzed sessions (``test_table_machine``).
"""

from msgspec import to_builtins

from tests.offered import announced
from tests.seated import ANN, BOB, CY, DAN, HOUSE, PAM, SUE, dealt, pair, run, seated
from uth.game.round import Choice
from uth.game.table import acts as a
from uth.game.table.act import Act, Option, Together
from uth.game.table.offering import legal
from uth.game.table.people import Who
from uth.game.table.state import Table


def offered(table: Table, who: Who, kind: type[Act]) -> list[Option]:
    return [option for option in legal(table, who) if type(option.act) is kind]


def names(table: Table, who: Who) -> set[str]:
    return {option.act.name() for option in legal(table, who)}


def test_what_each_may_do_while_bets_are_placed() -> None:
    table = seated("iowa-catfish-bend")
    assert names(table, ANN) == {"leave", "buy_in", "cash_out", "bet", "dispute"}
    assert names(table, Who(ANN.role, "Dee")) == {"sit", "buy_in", "dispute"}
    assert names(table, DAN) == {"dealer_in", "use_device", "report"}
    assert names(table, SUE) == {
        "close",
        "pause",
        "vacate",
        "use_device",
        "link",
        "report",
        "correct",
    }
    assert names(table, HOUSE) == {"link", "read_meters"}
    assert names(table, PAM) == set()


def test_what_each_may_do_while_decisions_are_made() -> None:
    table = run(dealt(), (DAN, a.Decide(choice=Choice.CHECK, seat=1)))
    assert names(table, BOB) == {"decide", "buy_in", "dispute"}
    assert names(table, CY) == {"leave", "buy_in", "cash_out", "dispute"}
    assert names(table, DAN) == {"decide", "report", "did"}
    expected = {"pause", "link", "report", "rule", "correct", "amend", "amend_decision", "vacate"}
    assert names(table, SUE) == expected
    assert names(table, HOUSE) == {"time_out", "link", "read_meters"}


def test_a_held_table_offers_what_a_held_table_takes() -> None:
    table = run(dealt(), (DAN, a.Report(what="a bird")))
    assert names(table, DAN) == set()
    assert names(table, ANN) == {"buy_in", "dispute"}
    assert names(table, SUE) == {"rule", "pause", "correct", "amend"}


def test_a_bet_comes_with_its_limits_one_by_one_and_together() -> None:
    """Thirty dollars, a dollar of fees: the Ante counts twice, for the Blind."""
    table = run(seated(chips=3000), (ANN, a.TakeBank(wager=1000)))
    [bet] = offered(table, BOB, a.Bet)
    assert bet.act == a.Bet(stakes={"ante": 500})
    assert bet.bounds == {"ante": (500, 1400), "trips": (500, 1900)}
    assert (bet.optional, bet.steps) == (("trips",), {"ante": 100, "trips": 100})
    assert bet.together == (Together({"ante": 2, "trips": 1}, 2900),)


def test_tokes_come_with_the_bet_they_ride_on() -> None:
    table = seated("iowa-catfish-bend")
    [toke] = [
        option
        for option in offered(table, ANN, a.Bet)
        if to_builtins(option.act)
        == {**to_builtins(a.Bet(stakes={"ante": 500})), "toke": {"on": "blind", "amount": 50}}
    ]
    assert (toke.bounds["toke"], toke.steps["toke"]) == ((50, 5000), 1)
    assert toke.together[1] == Together({"ante": 1, "toke": 1}, 5500)


def test_a_multiple_is_a_button() -> None:
    options = offered(dealt("california-shfl"), ANN, a.Decide)
    assert [option.act for option in options] == [
        a.Decide(choice=choice, seat=1) for choice in (Choice.CHECK, Choice.BET3, Choice.BET4)
    ]
    ante = dealt("california-shfl").spots[1].stakes["ante"]
    assert [option.cost for option in options] == [0, 3 * ante, 4 * ante]


def test_cards_to_enter_are_asked_for_and_not_proposed() -> None:
    """The same is offered whatever lies hidden: an option that avoided hidden cards would tell them."""
    bets = ((ANN, a.Decide(choice=Choice.BET4)), (BOB, a.Decide(choice=Choice.BET4)))
    table = run(dealt(), *bets)
    [flop] = offered(table, DAN, a.Flop)
    assert (to_builtins(flop.act)["cards"], flop.fill) == ((), ("cards",))
    before = run(
        seated("iowa-catfish-bend"),
        (ANN, a.Bet(stakes={"ante": 1000})),
        (BOB, a.Bet(stakes={"ante": 500})),
        (DAN, a.NoMoreBets()),
    )
    others = run(before, (DAN, a.Deal(holes={1: pair("2c 2d"), 2: pair("2h 2s")})), *bets)
    for who in (DAN, SUE, HOUSE, PAM, CY):
        assert legal(table, who) == legal(others, who)


def test_what_is_filled_in_by_hand_is_named() -> None:
    [report] = offered(dealt(), DAN, a.Report)
    assert report.fill == ("what",)
    assert "card face up in the deck" in report.choices["what"]
    assert report.choices["seat"] == (None, 1, 2, 4)
    assert {option.fill for option in offered(dealt(), SUE, a.Rule)} == {("reason",)}


def test_an_act_that_is_not_offered_is_noticed() -> None:
    """Of the test's own measure: more than the most, another step, another choice."""
    table = run(seated(chips=3000), (ANN, a.TakeBank(wager=1000)))
    assert announced(table, BOB, a.Bet(stakes={"ante": 1200, "trips": 500}))
    assert announced(table, BOB, a.Bet(stakes={"ante": 1200, "blind": 1200, "trips": 500}))
    for bet in (
        a.Bet(stakes={"ante": 1300, "trips": 500}),
        a.Bet(stakes={"ante": 550}),
        a.Bet(stakes={"ante": 500, "blind": 600}),
        a.Bet(stakes={"ante": 500}, behind=1),
        a.Bet(stakes={"ante": 500, "progressive": True}),
    ):
        assert not announced(table, BOB, bet), bet
