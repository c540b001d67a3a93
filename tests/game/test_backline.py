"""Backline wagers: on the base game, on Trips, or both, as the options sheet says (BALLY-DEAL-2)."""

import pytest

from tests.at_table import LiveRound
from tests.entering import Entering
from tests.scenarios import refused_at, rows_of, table_after
from uth.cards import parse_cards
from uth.game import Refused, Round, Spot, settle
from uth.game.round import Choice
from uth.game.table import acts as a
from uth.game.table.answering import step
from uth.game.table.offering import legal
from uth.game.table.people import Role, Who
from uth.rules import Book, BookError, load_book

CY = Who(Role.PLAYER, "Cy")
CHOSEN = [
    "trips.table=UTH-02",
    "limits.ante=[5, 50]",
    "limits.trips=[5, 50]",
    "backline.allowed=true",
    'fees.rates=[{least = "5", bank = "1", player = "0.50", trips = "0.25"}]',
]
SEATED = """
    supervisor Sue: open
    Ann: sit 1
    Ann: buy-in 500
    Bob: sit 2
    Bob: buy-in 500
    Cy: buy-in 500
    Ann: take bank 200
    Bob: bet 5
"""
PLAYED = """
    deck Jh Th Ks Qd 9s 8d 7c 2h Kd
    dealer Dan: no more bets
    dealer Dan: go on
    Bob: {choice}
    dealer Dan: go on
"""
FOLDS = "check\n    dealer Dan: go on\n    Bob: check\n    dealer Dan: go on\n    Bob: fold"


def text(*more: str) -> str:
    settings = "".join(f"    set {setting}\n" for setting in (*CHOSEN, *more))
    return f"    book california-bally\n{settings}{SEATED}"


def bally(*more: str) -> Book:
    return load_book("california-bally", [*CHOSEN, *more])


def offered(*more: str) -> list[tuple[dict[str, int | bool], tuple[str, ...]]]:
    """What lies in the bets behind seat 2 that are offered, and what may be laid besides."""
    options = [(option.act, option.optional) for option in legal(table_after(text(*more)), CY)]
    return [(act.stakes, besides) for act, besides in options if isinstance(act, a.Bet) and act.behind == 2]


def test_both_may_be_chosen_and_then_either_or_both_can_be_bet() -> None:
    assert offered() == [({"ante": 500}, ("trips",)), ({"trips": 500}, ())]
    for bet in ("bet 5 behind=2", "bet 5 trips=5 behind=2", "bet 0 trips=5 behind=2"):
        assert refused_at(text() + f"    Cy: {bet}\n") == []
    [said] = refused_at(text() + "    Cy: bet 0 behind=2\n")
    assert said == "seat 2b: a backline wager lies on Ante and Blind, or on Trips (BALLY-DEAL-2)"


def test_base_only() -> None:
    only = 'backline.on=["base"]'
    assert offered(only) == [({"ante": 500}, ())]
    for bet in ("bet 5 trips=5 behind=2", "bet 0 trips=5 behind=2"):
        said = refused_at(text(only) + f"    Cy: {bet}\n")
        assert "seat 2b: no Trips is taken from behind at this table (BALLY-DEAL-2)" in said


def test_trips_only() -> None:
    only = 'backline.on=["trips"]'
    assert offered(only) == [({"trips": 500}, ())]
    for bet in ("bet 5 behind=2", "bet 5 trips=5 behind=2"):
        [said] = refused_at(text(only) + f"    Cy: {bet}\n")
        assert said == "seat 2b: only Trips is taken from behind at this table (BALLY-DEAL-2)"


def test_nothing_to_bet_on_is_no_choice() -> None:
    with pytest.raises(BookError, match=r"backline.on: .*name some of base, trips"):
        bally("backline.on=[]")
    with pytest.raises(BookError, match=r"backline.on"):
        bally('backline.on=["play"]')


@pytest.mark.parametrize(
    ("choice", "won"),
    [("bet4", 25_00), (FOLDS, 25_00)],
    ids=["bets", "folds"],
)
def test_trips_behind_a_hand_has_the_fate_of_the_hand(choice: str, won: int) -> None:
    """Bob holds a straight, which pays 5 to 1 on Trips, folded or not (BALLY-WIN-9)."""
    line = text() + "    Cy: bet 0 trips=5 behind=2\n" + PLAYED.format(choice=choice)
    assert [(row.wager, row.paid) for row in rows_of(line) if row.seat == "2b"] == [("trips", won)]
    table = table_after(line)
    assert (
        table.chips("Cy") == 500_00 + won - 25
    )  # 25 cents is the fee for a Trips wager, no circle beside it


def test_who_has_only_trips_behind_decides_nothing_where_others_do() -> None:
    own = text("backline.decides=own") + "    Cy: bet 0 trips=5 behind=2\n"
    assert [row.wager for row in rows_of(own + PLAYED.format(choice=Choice.BET4)) if row.seat == "2b"] == [
        "trips"
    ]
    dealt = own + PLAYED.partition("    Bob")[0] + "    Bob: bet4\n"
    assert table_after(dealt).spots["2b"].decisions == ("bet4",)


BEHIND = Round(
    board=parse_cards("9s 8d 7c 2h Kd"),
    bank_hand=parse_cards("Ks Qd"),
    spots=(
        Spot(
            seat=2,
            hole=parse_cards("9h 4c"),
            stakes={"ante": 500, "blind": 500},
            decisions=(Choice.CHECK, Choice.BET2),
        ),
        Spot(
            seat="2b",
            behind=2,
            hole=parse_cards("9h 4c"),
            stakes={"ante": 0, "blind": 0, "trips": 1000},
            decisions=(Choice.CHECK, Choice.BET2),
        ),
    ),
    bank_seat=6,
    bank_wager=12_00,
)


def test_at_once_and_at_a_table_it_is_the_same() -> None:
    whole = settle(bally(), BEHIND)
    assert [(row.seat, row.wager, row.collected) for row in whole.rows][-1] == ("2b", "trips", 0)
    for way in (step, Entering().step):
        live = LiveRound(bally(), BEHIND, way).play()
        assert sorted(map(str, live.table.rows)) == sorted(map(str, whole.rows))
    with pytest.raises(Refused, match="no Trips is taken from behind"):
        settle(bally('backline.on=["base"]'), BEHIND)


def test_trips_alone_is_refused_in_front() -> None:
    """B-CA-13."""
    [said] = refused_at(text() + "    Bob: bet 0 trips=5\n")
    assert "only a spot with Ante and Blind is dealt in" in said
