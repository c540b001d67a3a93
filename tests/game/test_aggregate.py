"""The aggregate limit at a table: what pays the book's odds in a round shares one sum, whatever the wager."""

import pytest

from tests.at_table import DEALER, SUPERVISOR, LiveRound
from tests.drawn import book_named
from tests.entering import Entering
from tests.scenarios import refused_at, rows_of
from uth.cards import parse_cards
from uth.game import Round, Spot, settle
from uth.game.round import Choice
from uth.game.table import acts as a
from uth.game.table.answering import step
from uth.game.table.phases import Phase
from uth.rules import load_book

LONG_TRIPS = """
    book iowa-catfish-bend
    set trips.royal_flush=500:1
    supervisor Sue: open
    Ann: sit 1
    Ann: buy-in 500
    Bob: sit 2
    Bob: buy-in 500
    Cy: sit 4
    Cy: buy-in 500
    Ann: bet 5 trips=50
    Bob: bet 5 trips=50
    Cy: bet 5 trips=50
    deck Ah Kh Qh Jh Th 4d 2c 8h 6d 9c 3s Ac 7c
    dealer Dan: no more bets
    dealer Dan: go on
    Ann: bet4
    Bob: bet4
    Cy: check
    dealer Dan: go on
    Cy: check
    dealer Dan: go on
    Cy: fold
    dealer Dan: go on
"""


def test_a_royal_on_the_board_is_everybodys_and_shares_one_limit() -> None:
    paid = [(row.seat, row.paid) for row in rows_of(LONG_TRIPS) if row.wager == "trips"]
    assert sorted(paid) == [(1, 8_333_33), (2, 8_333_33), (4, 8_333_34)]
    assert sum(cents for _, cents in paid) == 25_000_00


BOARD_ROYAL = Round(
    board=parse_cards("Ah Kh Qh Jh Th"),
    bank_hand=parse_cards("Ac 7c"),
    spots=tuple(
        Spot(
            seat=seat,
            hole=parse_cards(hole),
            stakes={"ante": 500, "blind": 500, "trips": 5000},
            decisions=(Choice.BET4,),
        )
        for seat, hole in ((1, "4d 2c"), (2, "8h 6d"), (4, "9c 3s"))
    ),
)


def test_at_once_and_at_a_table_the_shares_are_the_same() -> None:
    book = book_named("iowa-catfish-bend", "trips.royal_flush=500:1")
    whole = settle(book, BOARD_ROYAL).rows
    for way in (step, Entering().step):
        live = LiveRound(book, BOARD_ROYAL, way).play()
        assert sorted(map(str, live.table.rows)) == sorted(map(str, whole))


def test_hands_that_may_share_the_limit_are_turned_up_before_it_is_paid() -> None:
    """With entered cards the dealer sees them all first: the royal on the board may be anybody's."""
    text = LONG_TRIPS.replace("dealer Dan: go on\n    Ann: bet4", "dealer Dan: deal unseen\n    Ann: bet4")
    text = text.rpartition("dealer Dan: go on")[0] + "dealer Dan: show bank\n"
    told = refused_at(text + "    dealer Dan: show hand 4 9c 3s\n    dealer Dan: settle\n")
    assert told == ["turn up the cards of seat 2 first: they may share the limit (IA-AGG-1, IA-AGG-4)"]
    text += "".join(
        f"    dealer Dan: show hand {seat} {cards}\n"
        for seat, cards in ((4, "9c 3s"), (2, "8h 6d"), (1, "4d 2c"))
    )
    text += "    dealer Dan: settle\n" * 3
    paid = {row.seat: row.paid for row in rows_of(text) if row.wager == "trips"}
    assert paid == {1: 8_333_33, 2: 8_333_33, 4: 8_333_34}


def test_a_hand_that_cannot_share_it_stays_face_down() -> None:
    """A royal with two own cards is one hand's alone."""
    text = """
    book iowa-catfish-bend
    supervisor Sue: open
    Ann: sit 1
    Ann: buy-in 500
    Bob: sit 2
    Bob: buy-in 500
    Ann: bet 5
    Bob: bet 50 toke=blind:5
    dealer Dan: no more bets
    dealer Dan: deal unseen
    Ann: bet4
    Bob: bet4
    dealer Dan: flop Qh Jh Th
    dealer Dan: river 2c 2d
    dealer Dan: show bank 2s 9d
    dealer Dan: show hand 2 Ah Kh
    dealer Dan: settle
    """
    assert refused_at(text) == []
    paid = [row.paid for row in rows_of(text) if row.wager in ("blind", "toke on blind")]
    assert paid == [22_727_27, 2_272_73]


def test_other_odds_and_other_wagers_can_share_it() -> None:
    """With a limit at 30 to 1, quads on Trips (30 to 1) and a straight flush on the Blind (50 to 1) share."""
    book = load_book("iowa-catfish-bend", ["aggregate.odds=30:1", "aggregate.cap=2000"])
    spots = (
        Spot(
            seat=1,
            hole=parse_cards("9h 9c"),
            stakes={"ante": 500, "blind": 500, "trips": 5000},
            decisions=(Choice.BET4,),
        ),
        Spot(
            seat=2, hole=parse_cards("7s 6s"), stakes={"ante": 5000, "blind": 5000}, decisions=(Choice.BET4,)
        ),
    )
    played = Round(board=parse_cards("9s 8s Ts 9d 2c"), bank_hand=parse_cards("Ac 7c"), spots=spots)
    whole = settle(book, played)
    shares = {(row.seat, row.wager): row.paid for row in whole.rows if "limit" in row.note}
    assert shares == {(1, "trips"): 750_00, (2, "blind"): 1250_00}
    live = LiveRound(book, played).play()
    assert sorted(map(str, live.table.rows)) == sorted(map(str, whole.rows))


@pytest.mark.parametrize("seat", [1, 2, 4])
def test_a_forfeit_between_payouts_never_takes_the_round_above_the_limit(seat: int) -> None:
    book = book_named("iowa-catfish-bend", "trips.royal_flush=500:1")
    live = LiveRound(book, BOARD_ROYAL).play(Phase.PAYING)
    while not any(row.wager == "trips" for row in live.table.rows):
        live.do(DEALER, a.Settle())
    live.do(SUPERVISOR, a.Rule(ruling="forfeit", seat=seat, reason="seen on camera"))
    while live.table.phase is Phase.PAYING:
        live.do(DEALER, a.Settle())
    assert 8_333_33 <= sum(row.paid for row in live.table.rows if row.wager == "trips") <= 25_000_00
