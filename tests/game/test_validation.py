"""Malformed rounds are refused with every reason; nothing is guessed."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.drawn import book_named
from tests.spots import chosen, laid
from uth.cards import parse_cards
from uth.game import Refused, Round, Spot, Toke, settle
from uth.game.round import Choice
from uth.game.settlement.validation import malformed, toke_limits

SHFL = book_named("california-shfl")
GOOD = Spot(seat=1, hole=parse_cards("Ks Kd"), stakes={"ante": 1000, "blind": 1000}, decisions=(Choice.BET4,))
ROUND = Round(
    board=parse_cards("Qh 9c 4d 4s 2h"),
    bank_hand=parse_cards("Jc Jd"),
    spots=(GOOD,),
    bank_seat=6,
    bank_wager=50000,
)
IN_IOWA = replace(ROUND, bank_seat=None, bank_wager=None)


def reasons(played: Round, *settings: str, book: str = "california-shfl") -> str:
    return "\n".join(map(str, malformed(book_named(book, *settings), played)))


def test_the_good_round_is_accepted() -> None:
    assert reasons(ROUND) == ""
    assert reasons(IN_IOWA, book="iowa-catfish-bend") == ""


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"board": parse_cards("Qh 9c 4d 4s")}, "five cards on the board, not 4"),
        ({"board": parse_cards("Qh 9c 4d 4s Ks")}, "Ks appears 2 times"),
        ({"bank_hand": parse_cards("Jc")}, "the bank needs two cards, not 1"),
        ({"bank_hand": None}, "the bank's two cards are missing"),
        ({"spots": ()}, "nobody has placed a wager"),
        ({"spots": (GOOD, replace(GOOD, hole=parse_cards("As Ad")))}, "seat 1 appears 2 times"),
        ({"bank_seat": 1}, "seat 1 banks this round"),
        ({"bank_seat": 7}, "the bank sits in seat 7"),
        ({"bank_seat": None}, "the bank is missing"),
        ({"bank_wager": None}, "the bank is missing"),
        ({"bank_wager": 0}, "the bank's wager is $0"),
    ],
)
def test_a_bad_table(change: dict[str, Any], says: str) -> None:
    assert says in reasons(replace(ROUND, **change))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seat": 7}, "the table has seats 1 to 6"),
        ({"hole": parse_cards("Ks")}, "two hole cards, not 1"),
        ({"hole": None}, "the two hole cards are missing"),
        ({"stakes": {"blind": 500}}, "Ante $10 and Blind $5 must be equal"),
        ({"stakes": {"ante": 0, "blind": 0, "trips": 500}}, "only a spot with Ante and Blind is dealt in"),
        ({"stakes": {"ante": 400, "blind": 400}}, "ante of $4 is outside the limits, $5 to $50"),
        ({"stakes": {"ante": 5500, "blind": 5500}}, "ante of $55 is outside the limits"),
        ({"stakes": {"trips": 400}}, "trips of $4 is outside the limits"),
        ({"stakes": {"trips": -500}}, "trips of -$5 is below zero"),
        ({"stakes": {"trips": 1050}}, "trips of $10.50 is not in whole steps of $1"),
        ({"stakes": {"progressive": 500}}, "this book has none"),
        ({"toke": Toke("blind", 100)}, "no tokes are taken"),
        ({"decisions": ()}, "a decision before the flop is missing"),
        ({"decisions": chosen("check")}, "a decision on the flop is missing"),
        ({"decisions": chosen("check check")}, "a decision on the river is missing"),
        ({"decisions": chosen("bet2")}, "bet2 before the flop; legal are check, bet3, bet4"),
        ({"decisions": chosen("fold")}, "fold before the flop"),
        ({"decisions": chosen("check bet4")}, "bet4 on the flop; legal are check, bet2"),
        ({"decisions": chosen("check check check")}, "check on the river; legal are fold, bet1"),
        ({"decisions": chosen("bet4 bet2")}, "bet2 after bet4; a decision is final"),
        ({"decisions": chosen("check check fold bet1")}, "bet1 after fold; a decision is final"),
    ],
)
def test_a_bad_spot(change: dict[str, Any], says: str) -> None:
    spot = laid(GOOD, **change.pop("stakes", {}))
    assert says in reasons(replace(ROUND, spots=(replace(spot, **change),)))


def test_everything_is_said_at_once_and_with_clauses() -> None:
    bad = replace(laid(GOOD, blind=500, trips=100), decisions=(Choice.BET9,))
    with pytest.raises(Refused) as refused:
        settle(SHFL, replace(ROUND, spots=(bad,), bank_wager=None, board=parse_cards("Ks 9c 4d 4s 2h")))
    said = refused.value.refusals
    assert len(said) == 5
    assert any("SHFL-DEAL-9" in refusal.clauses for refusal in said)


def test_a_house_bank_takes_no_player_bank() -> None:
    assert "the house banks this game" in reasons(ROUND, book="iowa-catfish-bend")


def test_play_is_limited_only_where_the_house_says_so() -> None:
    big = replace(ROUND, spots=(laid(GOOD, ante=5000, blind=5000),))
    assert reasons(big) == ""
    assert "Play of $200 is above $50" in reasons(big, "limits.play_limited=true")


@pytest.mark.parametrize(
    ("toke", "says"),
    [
        (Toke("progressive", 500), "a toke rides on ante, blind, trips, play"),
        (Toke("trips", 500), "a toke on trips needs that wager beside it"),
        (Toke("blind", 25), "outside $0.50 to $50"),
        (Toke("blind", 4550), "toke and bet together of $55.50 above $55"),
    ],
)
def test_a_bad_toke(toke: Toke, says: str) -> None:
    assert says in reasons(replace(IN_IOWA, spots=(replace(GOOD, toke=toke),)), book="iowa-catfish-bend")


@pytest.mark.parametrize(
    ("reading", "bet", "toke", "accepted"),
    [
        ("110_percent_of_table_max", 500, 5000, True),
        ("literal_10_percent", 500, 50, False),
        ("toke_10_percent", 5000, 500, True),
        ("toke_10_percent", 500, 550, False),
    ],
)
def test_toke_limits_by_reading(reading: str, bet: int, toke: int, accepted: bool) -> None:
    book = book_named("iowa-catfish-bend", f"toke.limit={reading}")
    assert (not list(toke_limits(book, "seat 1", bet, toke))) is accepted


def behind(**change: Any) -> Round:
    backline = replace(laid(GOOD, ante=500, blind=500), seat="1b", behind=1)
    return replace(ROUND, spots=(GOOD, replace(backline, **change)))


def test_backline_only_where_it_is_allowed() -> None:
    assert reasons(behind(), book="california-bally") == ""
    assert "backline wagers are not taken" in reasons(behind())


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"behind": 2}, "nobody plays in seat 2"),
        ({"hole": parse_cards("As Ad")}, "rides on the cards of seat 1"),
        ({"decisions": chosen("check bet2")}, "seat 1 decides"),
    ],
)
def test_a_bad_backline(change: dict[str, Any], says: str) -> None:
    assert says in reasons(behind(**change), book="california-bally")


def test_who_decides_for_a_backline_wager() -> None:
    unfunded = behind(decisions=(Choice.CHECK, Choice.CHECK, Choice.FOLD))
    assert reasons(unfunded, book="california-bally") == ""
    own = behind(decisions=(Choice.CHECK, Choice.BET2))
    assert reasons(own, "backline.decides=own", book="california-bally") == ""


def test_a_jackpot_needs_its_meters() -> None:
    royal = replace(laid(GOOD, progressive=500), hole=parse_cards("Ah Kh"))
    played = replace(
        IN_IOWA, board=parse_cards("Qh Jh Th 2c 2d"), spots=(royal,), bank_hand=parse_cards("2s 9d")
    )
    assert "wins the major jackpot, and the meters are missing" in reasons(played, book="iowa-catfish-bend")
    with_meters = replace(played, meters={"major": 1, "bonus": 2, "reserve": -1})
    said = reasons(with_meters, book="iowa-catfish-bend")
    assert "the minor meter is missing" in said
    assert "there is no meter called bonus" in said
    assert "the reserve meter is below zero" in said


def test_unseen_cards_are_no_fault_where_nobody_needs_them() -> None:
    """All fold without Trips: neither their cards nor the bank's are turned (SHFL-DEAL-15)."""
    unseen = replace(GOOD, hole=None, decisions=(Choice.CHECK, Choice.CHECK, Choice.FOLD))
    played = replace(ROUND, spots=(unseen,), bank_hand=None)
    assert settle(SHFL, played).net == {1: -2000, "bank": 2000}
    assert "the two hole cards are missing" in reasons(replace(played, spots=(laid(unseen, trips=500),)))
    assert settle(book_named("florida"), replace(played, spots=(laid(unseen, trips=500),))).net[1] == -2500
