"""A refusal names the clause that says so, and not the whole section it stands in."""

import pytest

from tests.seated import ANN, BOB, CY, DAN, SUE, dealt, pair, run, seated
from uth.game import Refused
from uth.game.round import Choice, Toke
from uth.game.table import acts as a
from uth.game.table.act import Act
from uth.game.table.answering import step
from uth.game.table.people import Role, Who
from uth.game.table.state import Table, new_table
from uth.rules import load_book
from uth.rules.clauses import clauses

KNOWN = {clause.id for clause in clauses()}
IOWA, SHFL, BALLY, FLORIDA = "iowa-catfish-bend", "california-shfl", "california-bally", "florida"
CHOSEN = {
    FLORIDA: ["limits.ante=[5, 50]", "limits.trips=[5, 50]"],
    BALLY: [
        "trips.table=UTH-02",
        "limits.ante=[5, 50]",
        "limits.trips=[5, 50]",
        "backline.allowed=true",
        'fees.rates=[{least = "5", bank = "1"}]',
    ],
}


def cited(table: Table, who: Who, act: Act) -> list[str]:
    with pytest.raises(Refused) as error:
        step(table, who, act)
    [refusal] = error.value.refusals
    assert set(refusal.clauses) <= KNOWN
    return list(refusal.clauses)


@pytest.mark.parametrize(
    ("book", "who", "act", "clauses"),
    [
        (SHFL, Who(Role.PLAYER, "Dee"), a.Sit(seat=7), ["SHFL-TAB-1"]),
        (FLORIDA, Who(Role.PLAYER, "Dee"), a.Sit(seat=9), ["FL-TAB-2"]),
        (IOWA, ANN, a.TakeBank(wager=500), ["IA-SUM-1"]),
        (SHFL, ANN, a.TakeBank(wager=0), ["SHFL-TYPE-2"]),
        (SHFL, BOB, a.TakeBank(wager=500), ["SHFL-TYPE-4", "SHFL-WIN-11"]),
        (IOWA, ANN, a.Bet(stakes={"ante": 400}), ["IA-LIM-3", "IA-LIM-3"]),
        (IOWA, ANN, a.Bet(stakes={"ante": 500, "trips": 5100}), ["IA-LIM-2"]),
        (IOWA, ANN, a.Bet(stakes={"ante": 500, "blind": 600}), ["IA-LIM-4", "IA-Q-7"]),
        (IOWA, ANN, a.Bet(stakes={"ante": 500}, toke=Toke("progressive", 100)), ["IA-TOKE-1", "IA-TOKE-4"]),
        (IOWA, ANN, a.Bet(stakes={"ante": 500}, toke=Toke("ante", 25)), ["IA-TOKE-3"]),
        (IOWA, ANN, a.Bet(stakes={"ante": 5000}, toke=Toke("ante", 1000)), ["IA-TOKE-2"]),
        (IOWA, Who(Role.PLAYER, "Dee"), a.Bet(stakes={"ante": 500}), ["IA-LIM-4"]),
        (IOWA, DAN, a.UseDevice(device="shoe", reason="jam"), ["IA-HAND-0a"]),
        (SHFL, DAN, a.UseDevice(device="hand", reason="jam"), ["SHFL-DEAL-6a", "SHFL-DEAL-7a"]),
        (IOWA, DAN, a.DealerIn(cards_counted=51), ["IA-HAND-4"]),
        (IOWA, DAN, a.NoMoreBets(), ["IA-LIM-4", "IA-Q-7"]),
        (IOWA, SUE, a.PayJackpot(seat=1), []),
    ],
)
def test_before_the_deal(book: str, who: Who, act: Act, clauses: list[str]) -> None:
    table = seated(book, *CHOSEN.get(book, []))
    with pytest.raises(Refused) as error:
        step(table, who, act)
    assert [clause for refusal in error.value.refusals for clause in refusal.clauses] == clauses


@pytest.mark.parametrize(
    ("book", "who", "act", "clauses"),
    [
        (SHFL, ANN, a.Bet(stakes={"ante": 500}), ["SHFL-DEAL-4a"]),
        (SHFL, CY, a.TakeBank(wager=500), ["SHFL-TYPE-2"]),
        (SHFL, BOB, a.Decide(choice=Choice.CHECK), ["SHFL-DEAL-9"]),
        (IOWA, ANN, a.Decide(choice=Choice.BET2), ["IA-DEAL-10"]),
        (IOWA, SUE, a.Rule(ruling="forfeit", seat=5, reason="?"), ["IA-IRR-7"]),
        (IOWA, ANN, a.Decide(choice=Choice.CHECK, tuck=True), ["IA-TRIPS-2"]),
    ],
)
def test_in_a_round(book: str, who: Who, act: Act, clauses: list[str]) -> None:
    assert cited(dealt(book, *CHOSEN.get(book, [])), who, act) == clauses


def test_a_book_that_is_not_complete_says_which_clauses_leave_it_open() -> None:
    ready = CHOSEN[BALLY]
    assert cited(new_table(load_book(BALLY, ready[1:])), SUE, a.Open()) == ["BALLY-PAY-SEL"]
    assert cited(new_table(load_book(BALLY, [*ready[:2], *ready[3:4]])), SUE, a.Open()) == [
        "BALLY-TRIPS-4",
        "BALLY-FEE-1",
    ]


def test_cards_are_turned_up_before_a_hand_is_settled() -> None:
    for book, says_so in ((IOWA, ["IA-Q-0", "IA-NQ-2"]), (SHFL, ["SHFL-WIN-1a"])):
        table = seated(book)
        if table.book.bank.is_player:
            table = run(table, (ANN, a.DeclineBank()), (BOB, a.TakeBank(wager=50_000)))
        table = run(table, (CY, a.Bet(stakes={"ante": 500})), (DAN, a.NoMoreBets()), (DAN, a.Deal()))
        table = run(table, (CY, a.Decide(choice=Choice.BET4)), (DAN, a.Flop(cards=(0, 5, 10))))
        table = run(table, (DAN, a.River(cards=(15, 20))))
        assert cited(table, DAN, a.ShowHand(seat=4, cards=pair("Ks Kd"))) == says_so
        table = run(table, (DAN, a.ShowBank(cards=pair("Ks Kd"))))
        assert cited(table, DAN, a.Settle()) == says_so


def test_the_link_being_down_is_a_rule_of_its_own() -> None:
    table = run(seated(IOWA), (SUE, a.Link(up=False, reason="no answer")))
    assert cited(table, ANN, a.Bet(stakes={"ante": 500, "progressive": True})) == ["IA-MULTI-4"]
