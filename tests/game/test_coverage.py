"""Banks in every reading, on one deal whose money is small enough to follow by hand.

The deal: seat 1 (a pair of nines) loses 5+10+5; seat 2 (a straight) is owed 10+40+10 and 25 on Trips;
seat 3 (a pair of eights) loses 5+5+5. The bank holds a pair of kings.
"""

import pytest
from msgspec.structs import replace

from tests.drawn import book_named
from tests.spots import chosen
from uth.cards import parse_cards
from uth.game import Round, Settlement, Spot, settle
from uth.game.round import Choice


def spot(seat: int, hole: str, dollars: int, decisions: str, trips: int = 0) -> Spot:
    cents = 100 * dollars
    return Spot(
        seat=seat,
        hole=parse_cards(hole),
        stakes={"ante": cents, "blind": cents, "trips": 100 * trips},
        decisions=chosen(decisions),
    )


DEAL = Round(
    board=parse_cards("9s 8d 7c 2h Kd"),
    bank_hand=parse_cards("Ks Qd"),
    spots=(
        spot(1, "9h 4c", 5, "check bet2"),
        spot(2, "Jh Th", 10, "bet4", trips=5),
        spot(3, "8h 3s", 5, "check check bet1"),
    ),
    bank_seat=6,
    bank_wager=6000,
)


def settled(bank: int, *settings: str, deal: Round = DEAL) -> Settlement:
    return settle(book_named("california-shfl", *settings), replace(deal, bank_wager=100 * bank))


def outcomes(result: Settlement) -> dict[tuple[object, str], tuple[str, int, int]]:
    return {
        (row.seat, row.wager): (row.outcome, row.paid // 100, row.collected // 100) for row in result.rows
    }


def test_a_wager_is_covered_whole_or_not_at_all() -> None:
    """With $30 the Ante of $10 fits, the Play of $40 does not, the Blind of $10 does again."""
    result = outcomes(settled(30, "bank.partial_cover=whole_wager"))
    assert result[2, "ante"] == ("win", 10, 0)
    assert result[2, "play"] == ("not covered", 0, 0)
    assert result[2, "blind"] == ("win", 10, 0)
    assert result[2, "trips"] == ("not covered", 0, 0)
    assert result[3, "ante"] == ("lose", 0, 5)  # $10 are left: the bank is not used up


def test_losers_after_exhaustion_can_be_collected() -> None:
    result = settled(60, "bank.after_exhaustion=collect_losers")
    assert outcomes(result)[3, "ante"] == ("lose", 0, 5)
    assert result.net == {1: -2000, 2: 6000, 3: -1500, "bank": -2500}
    assert result.bank.exhausted_at == (2, "blind")


def test_a_running_bank_that_collects_again_can_pay_again() -> None:
    """Seats turned round so that a loser sits between two winners and refills the empty bank."""
    first, second, third = DEAL.spots
    deal = replace(
        DEAL,
        spots=(
            replace(second, seat=1),
            replace(first, seat=2),
            replace(third, seat=3, hole=parse_cards("Kh 3s")),
        ),
    )
    result = outcomes(
        settled(60, "bank.accounting=running", "bank.after_exhaustion=collect_losers", deal=deal)
    )
    assert result[1, "blind"] == ("win", 10, 0)
    assert result[1, "trips"] == ("not covered", 0, 0)
    assert result[2, "ante"] == ("lose", 0, 5)


@pytest.mark.parametrize(
    ("cap", "collected"),
    [("net", 30), ("gross", 30), ("none", 60)],
)
def test_win_caps(cap: str, collected: int) -> None:
    """One losing hand of 10+40+10 against a bank of $30."""
    deal = replace(DEAL, spots=(spot(1, "Ah 3d", 10, "bet4"),))
    assert settled(30, f"bank.win_cap={cap}", deal=deal).bank.collected == 100 * collected


def test_a_gross_cap_is_not_loosened_by_paying() -> None:
    """The bank takes $20 at seat 1, pays seat 2, and may take no more than $10 of seat 3's $15."""
    net = settled(30, "bank.win_cap=net")
    gross = settled(30, "bank.win_cap=gross", "bank.after_exhaustion=collect_losers")
    assert net.bank.collected == 2000
    assert gross.bank.collected == 3000
    assert outcomes(gross)[3, "blind"] == ("lose, capped", 0, 0)


def test_matched_action_caps_a_loss_by_what_is_left() -> None:
    result = settled(12, "bank.accounting=matched")
    assert outcomes(result)[1, "play"] == ("lose, partly covered", 0, 7)
    assert outcomes(result)[1, "blind"] == ("not covered", 0, 0)
    assert result.bank.exhausted_at == (1, "play")


def test_wager_first_pays_all_antes_before_any_play() -> None:
    result = settled(60, "settle.loop=wager_first")
    assert [(row.seat, row.wager) for row in result.rows[:4]] == [
        (1, "ante"),
        (2, "ante"),
        (3, "ante"),
        (1, "play"),
    ]
    assert result.net == {1: -2000, 2: 6000, 3: -1000, "bank": -3000}
    assert result.bank.exhausted_at == (2, "blind")
    assert outcomes(result)[3, "blind"] == ("not covered", 0, 0)


def test_folds_can_wait_for_their_turn() -> None:
    """Taken in turn, a fold behind an exhausted bank goes back; taken at the fold, it is gone."""
    deal = replace(
        DEAL,
        spots=(*DEAL.spots[:2], replace(DEAL.spots[2], decisions=(Choice.CHECK, Choice.CHECK, Choice.FOLD))),
    )
    at_fold = settled(60, deal=deal)
    in_turn = settled(60, "fold.collect_at=turn", deal=deal)
    assert at_fold.net[3] == -1000
    assert in_turn.net[3] == 0
    assert at_fold.rows[0].note == "collected at the fold"


def test_a_short_bank_takes_folds_in_the_order_of_the_deal() -> None:
    """Bank in seat 4: payouts would begin at seat 5, but folds are taken as they happen, seat 1 first."""
    fold = chosen("check check fold")
    spots = tuple(
        replace(s, seat=seat, decisions=fold) for s, seat in zip(DEAL.spots[:2], (1, 5), strict=True)
    )
    result = settled(15, deal=replace(DEAL, spots=spots, bank_seat=4))
    assert [(row.seat, row.collected) for row in result.rows] == [
        (1, 500),
        (1, 500),
        (5, 500),
        (5, 0),
        (5, 0),
    ]
    assert result.order == (5, 1)


def florida(bank: int, *settings: str, deal: Round = DEAL) -> Settlement:
    return settle(book_named("florida", *settings), replace(deal, bank_seat=8, bank_wager=100 * bank))


def test_a_dead_hand_returns_all_four_wagers() -> None:
    result = florida(60)
    assert result.dead_hands == [2]
    assert {row.outcome for row in result.rows if row.seat == 2} == {"dead hand"}
    assert result.net == {1: -2000, 2: 0, 3: -1500, "bank": 3500}


def test_collected_wagers_are_funds_unless_only_posted_ones_count() -> None:
    """The straight is owed 10+40+10+30: $75 posted and $20 of seat 1 cover it, $75 alone do not."""
    assert florida(75).dead_hands == []
    assert florida(75, "bank.funds=posted_only").dead_hands == [2]


def test_a_winner_who_loses_trips_needs_only_the_difference() -> None:
    """Kings up win 50 and lose 5 on Trips: $45 of funds cover the hand."""
    deal = replace(DEAL, spots=(spot(1, "Kh 9d", 10, "bet4", trips=5),))
    assert florida(45, deal=deal).dead_hands == []
    assert florida(44, deal=deal).dead_hands == [1]


def test_with_nothing_left_a_losing_hand_is_dead_too() -> None:
    deal = replace(DEAL, spots=(spot(1, "Kh 9d", 10, "bet4"), spot(2, "9h 4c", 5, "check bet2")))
    result = florida(50, deal=deal)
    assert result.dead_hands == [2]
    assert result.bank.net == -5000
