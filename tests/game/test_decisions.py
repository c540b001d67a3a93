"""Decisions at the table: tucked cards, tokes on Play, entries of the dealer that are put right."""

import pytest

from tests.seated import ANN, BOB, DAN, HOUSE, SUE, dealt, pair, refused, run, seated
from uth.cards import parse_cards
from uth.game.round import Choice, Toke
from uth.game.table import acts as a
from uth.game.table.answering import step
from uth.game.table.events import CoverWarned, Decided, DecisionAmended
from uth.game.table.offering import legal
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import Table

BY_HAND = "trips.fold_auto_tuck=false"


def flop(text: str) -> a.Flop:
    x, y, z = parse_cards(text)
    return a.Flop(cards=(x, y, z))


def on_the_river(table: Table, board: str = "Jc Js 2d 3c 8d") -> Table:
    """Everybody has checked twice."""
    checks = ((ANN, a.Decide(choice=Choice.CHECK)), (BOB, a.Decide(choice=Choice.CHECK)))
    table = run(table, *checks, (DAN, flop(board[:8])), *checks)
    return run(table, (DAN, a.River(cards=pair(board[9:]))))


# ---- IA-TRIPS-2, B-IA-8


def settled(table: Table, wager: str) -> list[tuple[object, str, int, str]]:
    return [(row.seat, row.outcome, row.paid, row.reason) for row in table.rows if row.wager == wager]


def trips_of_a_folder(*settings: str, **decision: bool) -> list[tuple[object, str, int, str]]:
    """Ann folds three jacks."""
    table = on_the_river(dealt("iowa-catfish-bend", *settings, trips=500))
    table = run(table, (ANN, a.Decide(choice=Choice.FOLD, **decision)), (BOB, a.Decide(choice=Choice.FOLD)))
    while table.phase is Phase.PAYING:
        table = run(table, (DAN, a.Settle()))
    return settled(table, "trips")


def test_a_folder_who_tucks_stays_in_for_trips() -> None:
    assert trips_of_a_folder(BY_HAND, tuck=True) == [(1, "win", 1500, "three of a kind pays 3 to 1")]
    lost = [(1, "lose", 0, "folded, and the cards are not tucked under Trips")]
    assert trips_of_a_folder(BY_HAND) == lost
    assert trips_of_a_folder() == [(1, "win", 1500, "three of a kind pays 3 to 1")]


def test_who_folds_for_an_absent_player_tucks_for_him() -> None:
    table = on_the_river(dealt("iowa-catfish-bend", BY_HAND, trips=500))
    events, table = step(table, HOUSE, a.TimeOut())
    assert isinstance(events[0], Decided)
    assert events[0].tucked
    assert table.spots[1].tucked


def test_tucking_is_offered_where_it_can_be_done() -> None:
    table = on_the_river(dealt("iowa-catfish-bend", BY_HAND, trips=500))
    folds = [o.act for o in legal(table, ANN) if isinstance(o.act, a.Decide) and o.act.choice == "fold"]
    assert [act.tuck for act in folds] == [False, True]
    table = run(table, (ANN, folds[1]))
    nothing = refused(table, BOB, a.Decide(choice=Choice.FOLD, tuck=True))
    assert nothing == "seat 2 has nothing to tuck its cards under (IA-TRIPS-2)"
    automatic = on_the_river(dealt(trips=500))
    assert "nothing to tuck" in refused(automatic, ANN, a.Decide(choice=Choice.FOLD, tuck=True))


# ---- IA-TOKE-1


def test_a_toke_rides_on_play_when_it_is_laid_with_it() -> None:
    """Ante 5, Play 20, toke 10 on it: won, so 10 more, and both are the dealers'."""
    table = run(dealt(), (ANN, a.Decide(choice=Choice.BET4)), (BOB, a.Decide(choice=Choice.BET4, toke=1000)))
    assert table.spots[2].toke == Toke("play", 1000)
    assert table.accounts["felt"] == 2000 + 4000 + 1000 + 2000 + 1000
    table = run(table, (DAN, flop("9c 9d 2d")), (DAN, a.River(cards=pair("3c 8d"))))
    table = run(table, (DAN, a.ShowBank(cards=pair("Ks Kd"))))
    while table.phase is Phase.PAYING:
        table = run(table, (DAN, a.Settle()))
    assert [
        (row.paid, row.returned, row.clauses[-1]) for row in table.rows if row.wager == "toke on play"
    ] == [(1000, 1000, "IA-TOKE-1")]
    assert table.accounts["tokes"] == 2000


@pytest.mark.parametrize(
    ("toke", "says"),
    [
        (25, "outside $0.50 to $50 (IA-TOKE-3)"),
        (5001, "outside $0.50 to $50 (IA-TOKE-3)"),
        (4600, "toke and bet together of $56 above $55 (IA-TOKE-2)"),
    ],
)
def test_tokes_on_play_have_the_limits_of_tokes(toke: int, says: str) -> None:
    assert says in refused(dealt(), ANN, a.Decide(choice=Choice.BET4, toke=toke))


def test_no_toke_without_a_bet() -> None:
    table = seated("iowa-catfish-bend")
    assert "a toke on play needs that wager beside it" in refused(
        table, BOB, a.Bet(stakes={"ante": 500}, toke=Toke("play", 100))
    )
    assert "needs that wager" in refused(dealt(), ANN, a.Decide(choice=Choice.CHECK, toke=100))
    assert "no tokes are taken" in refused(
        dealt("california-shfl"), ANN, a.Decide(choice=Choice.BET4, toke=100)
    )
    poor = run(dealt(chips=3500), (ANN, a.Decide(choice=Choice.CHECK)))
    assert "Bob has too few chips for the toke" in refused(poor, BOB, a.Decide(choice=Choice.BET4, toke=1000))


def test_nothing_is_tucked_under_a_wager_that_a_fold_loses() -> None:
    table = dealt("iowa-catfish-bend", "trips.fold_auto_tuck=false", "trips.on_fold=lose", trips=500)
    for street in (a.Flop(cards=(0, 5, 10)), a.River(cards=(15, 20))):
        table = run(table, (ANN, a.Decide(choice=Choice.CHECK)), (BOB, a.Decide(choice=Choice.CHECK)))
        table = run(table, (DAN, street))
    assert "nothing to tuck its cards under" in refused(table, ANN, a.Decide(choice=Choice.FOLD, tuck=True))


# ---- a decision that the dealer entered wrongly


def entered(choice: Choice) -> Table:
    return run(dealt(), (DAN, a.Decide(choice=choice, seat=1)))


def amended(choice: Choice, seat: int = 1) -> a.AmendDecision:
    return a.AmendDecision(seat=seat, choice=choice, reason="wrong key")


def test_a_wrong_entry_is_put_right_with_what_was_and_what_is() -> None:
    table = entered(Choice.BET4)
    [event], after = step(table, SUE, amended(Choice.CHECK))
    assert isinstance(event, DecisionAmended)
    assert (event.was, event.choice, event.by, event.reason) == (
        "bet4",
        "check",
        "supervisor Sue",
        "wrong key",
    )
    assert after.spots[1].decisions == ("check",)
    assert after.chips("Ann") == table.chips("Ann") + 4000
    again = run(after, (SUE, amended(Choice.BET3)))
    assert (again.chips("Ann"), again.spots[1].stake(again.book.play)) == (table.chips("Ann") + 1000, 3000)


def test_only_until_the_next_card_is_out() -> None:
    table = run(entered(Choice.CHECK), (BOB, a.Decide(choice=Choice.CHECK)))
    assert table.phase is Phase.FLOP_DUE
    assert run(table, (SUE, amended(Choice.BET4))).spots[1].multiple == 4
    flopped = run(table, (DAN, flop("2c 3c 4d")))
    assert "entered no decision of seat 1 since the last card (IA-DEAL-12)" in refused(
        flopped, SUE, amended(Choice.BET4)
    )


def test_a_players_own_word_is_final() -> None:
    table = run(dealt(), (ANN, a.Decide(choice=Choice.CHECK)))
    assert "the dealer has entered no decision of seat 1" in refused(table, SUE, amended(Choice.BET4))
    assert "that is for the supervisor" in refused(entered(Choice.CHECK), DAN, amended(Choice.BET4))
    assert "needs a reason" in refused(
        entered(Choice.CHECK), SUE, a.AmendDecision(seat=1, choice=Choice.BET4, reason="")
    )
    assert "not another decision of this street" in refused(entered(Choice.CHECK), SUE, amended(Choice.BET2))
    assert "not another decision of this street" in refused(entered(Choice.CHECK), SUE, amended(Choice.CHECK))
    assert "too few chips for bet4" in refused(
        run(dealt(chips=5000), (DAN, a.Decide(choice=Choice.CHECK, seat=1))), SUE, amended(Choice.BET4)
    )


def test_a_fold_whose_wagers_are_taken_stays_a_fold() -> None:
    table = on_the_river(dealt())
    folded = run(table, (DAN, a.Decide(choice=Choice.FOLD, seat=1)))
    assert "corrected in money" in refused(folded, SUE, amended(Choice.BET1))
    bet = run(table, (DAN, a.Decide(choice=Choice.BET1, seat=1)), (DAN, a.Decide(choice=Choice.FOLD, seat=2)))
    assert bet.phase is Phase.SHOWDOWN
    nobody = run(bet, (SUE, amended(Choice.FOLD)))
    assert nobody.phase is Phase.ENDING
    assert nobody.racked == (2, 1)


def test_a_fold_that_was_entered_as_something_else_leaves_trips_in() -> None:
    table = on_the_river(dealt("iowa-catfish-bend", BY_HAND, trips=500))
    table = run(table, (DAN, a.Decide(choice=Choice.BET1, seat=1)), (SUE, amended(Choice.FOLD)))
    assert table.spots[1].tucked
    assert table.racked == ()


def test_who_stands_behind_a_hand_follows_the_amendment() -> None:
    settings = ["trips.table=UTH-02", "limits.ante=[5, 50]", "limits.trips=[5, 50]", "backline.allowed=true"]
    table = seated("california-bally", *settings, 'fees.rates=[{least = "5", bank = "1"}]')
    poor = Who(Role.PLAYER, "Eve")
    table = run(
        table, (ANN, a.TakeBank(wager=9000)), (BOB, a.Bet(stakes={"ante": 500})), (poor, a.BuyIn(cents=2500))
    )
    table = run(
        table,
        (Who(Role.PLAYER, "Cy"), a.Bet(stakes={"ante": 500}, behind=2)),
        (poor, a.Bet(stakes={"ante": 500}, behind=2)),
    )
    table = run(table, (DAN, a.NoMoreBets()), (DAN, a.Deal()), (DAN, a.Decide(choice=Choice.CHECK)))
    table = run(table, (SUE, amended(Choice.BET4, seat=2)))
    assert [spot.decisions for spot in table.spots.values()] == [("bet4",), ("bet4",), ("check",)]


# ---- B-FL-4


def test_a_warning_when_more_lies_against_the_bank_than_it_has_put_up() -> None:
    table = seated("florida", "limits.ante=[5, 50]", "limits.trips=[5, 50]")
    table = run(table, (ANN, a.TakeBank(wager=4000)), (BOB, a.Bet(stakes={"ante": 1000})))
    cy = Who(Role.PLAYER, "Cy")

    def warned(act: a.Act, who: Who = cy, table: Table = table) -> list[tuple[object, int, int]]:
        events, _ = step(table, who, act)
        return [(event.seat, event.bank, event.against) for event in events if isinstance(event, CoverWarned)]

    assert warned(a.Bet(stakes={"ante": 1000})) == []
    assert warned(a.Bet(stakes={"ante": 1000, "trips": 500})) == [(4, 4000, 4500)]
    assert warned(a.TakeBank(wager=1500), ANN) == [(1, 1500, 2000)]
    table = run(table, (DAN, a.DealerIn(cards_counted=52)), (DAN, a.NoMoreBets()), (DAN, a.Deal()))
    assert warned(a.Decide(choice=Choice.BET4), BOB, table) == [(2, 4000, 6000)]
    assert warned(a.Decide(choice=Choice.CHECK), BOB, table) == []
    events, _ = step(run(seated(), (ANN, a.TakeBank(wager=500))), BOB, a.Bet(stakes={"ante": 5000}))
    assert not any(isinstance(event, CoverWarned) for event in events)
