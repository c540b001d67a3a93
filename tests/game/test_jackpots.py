"""Jackpots, prizes and envy at a table of the Iowa book, clause by clause."""

from collections.abc import Iterator

import pytest

from tests.iowa import STAFF, Played, player
from tests.seated import ANN, DAN, HOUSE, SUE, refused
from uth.game import Refused
from uth.game.ledger import Move
from uth.game.table import acts as a
from uth.game.table.acts.voiding import void
from uth.game.table.answering import step
from uth.game.table.course import Course
from uth.game.table.events import (
    Event,
    HandRacked,
    JackpotDenied,
    JackpotPaid,
    SupervisorTold,
    WagerSettled,
    replay,
)
from uth.game.table.phases import Phase

TWO_MINORS = {2: "5s 6s", 3: "Ts Js", 5: "Ah 2h"}
METERS = a.Open(meters={"major": 3_000_000, "minor": 200_001, "reserve": 10_000})
BET = 500
"""The progressive wager."""


def two_minors() -> Played:
    """Seats 2 and 3 win the Minor, seat 5 has bet on the progressive and folds."""
    played = Played(METERS)
    played.round(TWO_MINORS, folds=(5,))
    return played


def main_game(played: Played, seat: int) -> int:
    """What a seat won with its own wagers, the progressive and envy apart."""
    rows = [row for row in played.table.rows if row.seat == seat and row.wager not in ("progressive", "envy")]
    return sum(row.paid - row.collected for row in rows)


def story(log: list[Event]) -> Iterator[str]:
    for event in log:
        if isinstance(event, HandRacked):
            yield f"rack {event.seat}"
        elif isinstance(event, WagerSettled) and event.row.wager in ("play", "progressive", "envy"):
            yield f"{event.row.wager} {event.row.seat}"


# ---- the pay table


@pytest.mark.parametrize(
    ("hole", "board", "odds"),
    [
        ("7h 7d", "7s 7c 9d Kd 2c", 300),
        ("7h 7d", "7s 9c 9d Kd 2c", 50),
        ("Ah 9h", "2h 7h 8h Kd 3c", 40),
        ("Th Jh", "7s 8s 9s Kd 2c", 30),
        ("7h 7d", "7s 8s Qd Kd 2c", 9),
        ("7h 8d", "7s 8s Qd Kd 2c", 0),
    ],
)
def test_what_each_hand_is_paid(hole: str, board: str, odds: int) -> None:
    """IA-PAY-PRG, IA-PRG-5, IA-PRG-9: two cards and the flop, so many to one from the tray; meters stay."""
    played = Played()
    played.deal({1: hole})
    played.to_showdown(board=board)
    played.settle()
    [prize] = [row for row in played.table.rows if row.wager == "progressive"]
    assert (prize.paid, prize.collected) == (odds * BET, BET)
    assert played.won(1) == main_game(played, 1) - BET + odds * BET
    assert played.table.accounts["meter:major"] == 2_000_070
    assert played.table.accounts["meter:minor"] == 150_040


@pytest.mark.parametrize(
    ("hole", "board", "meter", "seed"),
    [("Ah Kh", "Qh Jh Th 2c 2d", "major", 2_000_000), ("5s 6s", "7s 8s 9s Kd 2c", "minor", 150_000)],
)
def test_a_whole_meter_is_paid_and_starts_again(hole: str, board: str, meter: str, seed: int) -> None:
    """IA-PAY-PRG, IA-PRG-4, IA-METER-3: all that the meter shows, with this round's own part."""
    played = Played(METERS)
    played.deal({1: hole})
    played.to_showdown(board=board)
    played.settle()
    shown = played.table.accounts[f"meter:{meter}"]
    played.approve(1)
    played.pay(1)
    assert played.won(1) == main_game(played, 1) - BET + shown
    assert shown == {"major": 3_000_070, "minor": 200_041}[meter]
    assert played.table.accounts[f"meter:{meter}"] == seed
    assert sum(played.table.accounts.values()) == 0


def test_where_the_stake_comes_back_it_comes_with_the_prize() -> None:
    """B-IA-10: with three sevens from the tray, and with a jackpot when that is paid."""
    played = Played(METERS, "progressive.stake_returned_on_win=true")
    played.round({1: "7h 7d", 2: "5s 6s"})
    assert played.won(1) == main_game(played, 1) + 9 * BET + 150_000
    played.approve(2)
    played.pay(2)
    assert played.won(2) == main_game(played, 2) + 200_081


# ---- prizes from the tray


def test_a_prize_from_the_tray_is_paid_with_its_hand_and_the_cards_are_locked_up() -> None:
    """IA-PRG-3, IA-PRG-5, IA-NQ-3: seat 3 has a straight with the flop, $150; nobody has to wait for it."""
    played = Played()
    played.round({1: "Ah Kh", 3: "Th Jh", 4: "4h 4d"})
    assert list(story(played.log)) == [
        *("play 4", "progressive 4", "rack 4"),
        *("play 3", "progressive 3", "rack 3"),
        *("play 1", "progressive 1", "rack 1"),
    ]
    [prize] = [row.paid for row in played.table.rows if (row.seat, row.wager) == (3, "progressive")]
    assert prize == 30 * BET
    told = [event.about for event in played.log if isinstance(event, SupervisorTold) and event.seat == 3]
    assert told == ["payout", "progressive"]
    assert played.table.phase is Phase.ENDING


def test_a_prize_is_paid_before_the_next_hand_is_looked_at() -> None:
    """IA-PRG-3: the chips of seat 3 are before him while seat 1 has not been turned up."""
    played = Played()
    played.deal({1: "Ah Kh", 3: "Th Jh"})
    played.to_showdown()
    played.do(DAN, a.ShowBank(cards=(44, 5)))
    played.do(DAN, a.Settle())
    played.do(DAN, a.Settle())
    assert played.table.shown == (3,)
    assert played.won(3) == main_game(played, 3) - BET + 30 * BET
    assert played.table.racked == (3,)


def test_a_folded_progressive_is_lost_with_the_fold() -> None:
    """IA-PRG-9: nothing is left to look at, and the cards go."""
    played = Played()
    played.deal({1: "Th Jh", 2: "Ah Kh"})
    played.to_showdown(folds=(1,))
    assert list(story(played.log)) == ["progressive 1", "rack 1"]


# ---- envy


def test_only_the_hand_that_brings_envy_stays_face_up() -> None:
    """IA-ENV-2, IA-ENV-3: seat 2's straight flush stays until envy is paid at the end, others go at once."""
    played = Played()
    played.round({1: "Ah Kh", 2: "5s 6s", 4: "Th Jh"})
    assert list(story(played.log)) == [
        *("play 4", "progressive 4", "rack 4"),
        "play 2",
        *("play 1", "progressive 1", "rack 1"),
        *("envy 1", "envy 4", "rack 2"),
    ]


def test_a_jackpot_hand_that_brings_nobody_envy_is_locked_up_too() -> None:
    """IA-ENV-2: no other bettor is there to be paid."""
    played = Played()
    played.round({1: "Ah Kh", 2: "5s 6s"}, without=(1,))
    assert list(story(played.log)) == ["play 2", "rack 2", "play 1", "rack 1"]
    assert played.table.phase is Phase.REVIEW


def test_every_other_bettor_wins_envy_for_each_hand() -> None:
    """IA-ENV-1, IA-ENV-3: not for his own hand, not without the wager; a folder too (B-IA-15)."""
    played = Played(METERS)
    played.round({1: "Kh Qh", **TWO_MINORS}, folds=(5,), without=(1,))
    envy = {row.seat: row.paid for row in played.table.rows if row.wager == "envy"}
    assert envy == {2: 150_000, 3: 150_000, 5: 300_000}


def test_the_banks_hand_brings_no_envy() -> None:
    """IA-ENV-1: nobody wins envy from the dealer, who holds the straight flush here."""
    played = Played()
    played.deal({1: "Ah Kh", 2: "4h 4d"})
    played.to_showdown()
    played.settle(bank="5s 6s")
    assert not [row for row in played.table.rows if row.wager == "envy"]


def test_a_forfeited_hand_wins_no_envy_and_brings_none() -> None:
    """IA-IRR-7: all its wagers are lost, so there is nothing left to win with."""
    played = Played()
    played.deal({1: "Ah Kh", 2: "5s 6s", 3: "Ts Js"})
    played.do(SUE, a.Rule(ruling="forfeit", seat=1, reason="showed his cards to seat 2"))
    played.do(SUE, a.Rule(ruling="forfeit", seat=3, reason="looked at them"))
    played.to_showdown()
    played.settle()
    assert not [row for row in played.table.rows if row.wager == "envy"]
    assert (played.won(1), played.won(3)) == (-1500, -1500)
    [lost] = [row for row in played.table.rows if (row.seat, row.wager) == (3, "progressive")]
    assert (lost.outcome, lost.clauses) == ("lose", ("IA-IRR-7",))
    assert [won.seat for won in played.table.review] == [2]


def test_a_hand_that_is_forfeited_after_it_was_settled_wins_no_jackpot() -> None:
    """IA-IRR-7: seat 3 has been paid; his jackpot has not, and falls to seat 2."""
    played = Played(METERS)
    played.deal(TWO_MINORS)
    played.to_showdown(folds=(5,))
    played.do(DAN, a.ShowBank(cards=(44, 5)))
    played.do(DAN, a.Settle())
    played.do(DAN, a.Settle())
    assert [won.seat for won in played.table.review] == [3]
    played.do(SUE, a.Rule(ruling="forfeit", seat=3, reason="passed a card"))
    played.settle()
    assert [won.seat for won in played.table.review] == [2]
    assert {row.seat: row.paid for row in played.table.rows if row.wager == "envy"} == {5: 150_000}
    played.approve(2)
    played.pay(2)
    assert [event.cents for event in played.log if isinstance(event, JackpotPaid)] == [200_121]


# ---- several winners


def test_two_winners_at_a_table_share_evenly_in_the_order_of_the_deal() -> None:
    """IA-MULTI-1: clockwise from the first dealt, who also gets the odd cent (B-IA-11)."""
    played = two_minors()
    assert [won.seat for won in played.table.review] == [2, 3]
    for office in ("supervisor", "shift manager"):
        played.do(STAFF[office], a.Approve(seat=3, office=office, reason="seen"))
    assert played.table.accounts["meter:minor"] == 200_121  # not before the third has approved
    played.do(STAFF["security"], a.Approve(seat=3, office="security", reason="seen"))
    assert played.table.accounts["meter:minor"] == 150_000
    payer = STAFF["shift manager"]
    assert "seat 2 was dealt first" in refused(played.table, payer, a.PayJackpot(seat=3))
    played.approve(2)
    assert "seat 2 was dealt first" in refused(played.table, payer, a.PayJackpot(seat=3))
    played.pay(2)
    played.pay(3)
    paid = [(event.seat, event.cents) for event in played.log if isinstance(event, JackpotPaid)]
    assert paid == [(2, 100_061), (3, 100_060)]
    assert played.table.accounts["meter:minor"] == 150_000
    assert played.table.phase is Phase.ENDING


def test_major_and_minor_of_one_round_are_paid_in_the_order_of_the_deal() -> None:
    """IA-MULTI-1, IA-PRG-4: seat 1 wins the Major, seat 2 the Minor, each a whole meter."""
    played = Played(a.Open(meters={"major": 3_000_000, "minor": 200_000}))
    played.deal({1: "As Ks", 2: "8s 9s", 3: "Ad Kd"})
    played.to_showdown(board="Ts Js Qs 4d 4h")
    played.settle(bank="4c 7d")
    played.approve(2)
    assert "seat 1 was dealt first" in refused(played.table, STAFF["security"], a.PayJackpot(seat=2))
    played.approve(1)
    played.pay(1)
    played.pay(2)
    assert (played.won(1), played.won(2), played.won(3)) == (3_402_210, 727_120, 667_500)
    assert (played.table.accounts["meter:major"], played.table.accounts["meter:minor"]) == (
        2_000_000,
        150_000,
    )


@pytest.mark.parametrize(("denied", "other"), [(2, 3), (3, 2)])
def test_what_is_denied_to_one_winner_belongs_to_the_other(denied: int, other: int) -> None:
    """IA-PAY-PRG, IA-METER-3: the whole meter is won, and it starts again at its seed."""
    played = two_minors()
    played.deny(denied)
    [left] = played.table.review
    assert left.seat == other
    played.approve(other)
    played.pay(other)
    assert played.won(other) == main_game(played, other) - BET + 200_121
    assert played.table.accounts["meter:minor"] == 150_000
    assert sum(played.table.accounts.values()) == 0


def test_a_denied_hand_brings_no_envy() -> None:
    """IA-ENV-1: seat 2's hand does not stand; seats 3 and 5 give back what they won with it."""
    played = two_minors()
    assert played.won(5) == 300_000 - 1500
    played.deny(2)
    assert played.won(3) == main_game(played, 3) - BET
    assert played.won(5) == 150_000 - 1500
    assert played.won(2) == main_game(played, 2) - BET + 150_000  # he has bet, and seat 3's hand stands
    assert replay(played.table.book, played.log) == played.table


def test_a_winner_who_was_paid_his_half_is_owed_the_rest() -> None:
    """IA-PAY-PRG: the other is denied only afterwards."""
    played = two_minors()
    played.approve(2)
    played.pay(2)
    played.deny(3)
    [rest] = played.table.review
    assert (rest.seat, rest.player) == (2, "Bob")
    assert "it stands" in refused(played.table, SUE, a.DenyJackpot(seat=2, reason="no"))
    played.approve(2)
    played.pay(2, form="check")
    paid = [event.cents for event in played.log if isinstance(event, JackpotPaid)]
    assert paid == [100_061, 100_060]
    assert played.table.phase is Phase.ENDING
    assert played.table.accounts["meter:minor"] == 150_000


def test_a_denied_jackpot_leaves_its_meter_alone() -> None:
    """IA-METER-3: nothing was awarded, so nothing starts again; and only an approved win stands."""
    played = Played(METERS)
    played.round({2: "5s 6s"})
    before = played.table.accounts["meter:minor"]
    played.deny(2)
    assert played.table.accounts["meter:minor"] == before == 200_041
    [lost] = [row for row in played.table.rows if row.wager == "progressive"]
    assert (lost.outcome, lost.paid) == ("lose", 0)
    approved = two_minors()
    approved.approve(2)
    assert "it stands" in refused(approved.table, SUE, a.DenyJackpot(seat=2, reason="late"))


def test_a_void_round_has_no_jackpot() -> None:
    """IA-IRR-3: all wagers back, whatever had been won."""
    played = Played(METERS)
    played.deal(TWO_MINORS)
    played.to_showdown()
    played.do(DAN, a.ShowBank(cards=(44, 5)))
    for _ in range(4):
        played.do(DAN, a.Settle())
    course = Course(played.table, SUE)
    assert [won.seat for won in course.table.review] == [3]
    void(course, "seat 2 had three cards")
    denied = [event.seat for event in course.events if isinstance(event, JackpotDenied)]
    assert denied == [3], "other tables of a link hear that nobody shares with seat 3"
    assert course.table.review == ()
    assert course.table.accounts["meter:minor"] == 200_001
    assert all(course.table.chips(name) == 100_000 for name in ("Bob", "Cy", "Eli"))


def test_a_round_whose_jackpot_is_confirmed_is_not_void() -> None:
    """The meter has started again, and other tables may share what was won: that is corrected, not undone."""
    played = two_minors()
    why = a.Rule(ruling="void", reason="seat 2 had three cards")
    for office, who in STAFF.items():
        step(played.table, SUE, why)  # until the last of the three it could be void
        played.do(who, a.Approve(seat=2, office=office, reason="seen"))
    before = played.table
    assert "a jackpot of this round is confirmed" in refused(played.table, SUE, why)
    assert played.table == before


# ---- who pays


def test_the_shift_manager_or_security_pays_a_jackpot() -> None:
    """IA-PRG-7: shift manager and security pay it, the supervisor records it; nobody else does."""
    played = Played(METERS)
    played.round({2: "5s 6s"})
    played.approve(2)
    for who in (SUE, STAFF["supervisor"]):
        says = refused(played.table, who, a.PayJackpot(seat=2))
        assert f"{who.name} is not the shift manager or security who has approved it" in says
    assert refused(played.table, DAN, a.PayJackpot(seat=2))
    assert refused(played.table, player(2), a.PayJackpot(seat=2))
    played.pay(2)
    [paid] = [event for event in played.log if isinstance(event, JackpotPaid)]
    assert paid.by == "supervisor Max of shift manager"


# ---- the meters


@pytest.mark.parametrize("meters", [{"major": 0}, {"major": 1_999_999}, {"minor": 100}, {"reserve": -1}])
def test_no_meter_opens_below_its_seed(meters: dict[str, int]) -> None:
    """IA-METER-1: $20,000 and $1,500."""
    with pytest.raises(Refused, match="below") as refusal:
        Played(a.Open(meters=meters))
    assert refusal.value.refusals[0].clauses == (() if "reserve" in meters else ("IA-METER-1",))


def test_no_wager_on_meters_that_the_link_has_not_told() -> None:
    """IA-METER-1: a shared meter that nobody has read stands at nothing here."""
    played = Played(a.Open(linked=True))
    played.seat(1)
    assert "has not told" in refused(played.table, ANN, a.Bet(stakes={"ante": 500, "progressive": True}))
    played.do(HOUSE, a.ReadMeters(meters={"major": 2_000_000, "minor": 150_000, "reserve": 0}))
    played.do(ANN, a.Bet(stakes={"ante": 500, "progressive": True}))


def test_no_correction_takes_a_meter_below_its_seed() -> None:
    """IA-METER-1, IA-METER-3."""
    played = Played(METERS)
    move = Move("meter:minor", "house", 50_002, "correction")
    said = refused(played.table, SUE, a.Correct(moves=(move,), reason="miscounted"))
    assert "below its seed, $1,500" in said
    played.do(
        SUE, a.Correct(moves=(Move("meter:minor", "house", 50_001, "correction"),), reason="miscounted")
    )
    assert played.table.accounts["meter:minor"] == 150_000


def test_a_meter_is_the_seed_and_what_each_wager_brings() -> None:
    """IA-METER-1, IA-METER-2: 70 cents and 40 cents to the meters, 10 to the reserve, of every $5."""
    played = Played()
    played.round({1: "Ah Kh", 2: "4h 4d", 3: "Jh Qh"}, without=(3,))
    told = {name: played.table.accounts[name] for name in ("meter:major", "meter:minor", "reserve")}
    assert told == {"meter:major": 2_000_140, "meter:minor": 150_080, "reserve": 20}
