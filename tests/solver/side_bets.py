"""Books with side bets of every kind."""

from tests.drawn import book_named
from uth.rules import Book

BAD_BEAT = [
    "bad_beat.whose=loser",
    "bad_beat.on_tie=lose",
    "bad_beat.on_fold=alive",
    "bad_beat.royal_flush=7500:1",
    "bad_beat.straight_flush=7500:1",
    "bad_beat.four_of_a_kind=500:1",
    "bad_beat.full_house=50:1",
    "bad_beat.flush=30:1",
    "bad_beat.straight=20:1",
    "bad_beat.three_of_a_kind=9:1",
]
HOLE_CARD_LINES = """[
    {holes = "AA", dealer = "AA", pays = "1000:1"},
    {holes = "AA", pays = "30:1"},
    {holes = "AKs", pays = "25:1"},
    {holes = "AQs AJs", pays = "20:1"},
    {holes = "AKo", pays = "15:1"},
    {holes = "KK-JJ", pays = "10:1"},
    {holes = "AQo AJo", pays = "5:1"},
    {holes = "TT-22", pays = "3:1"},
]"""
HOLE_CARD = ["hole_card.cards=hole", "hole_card.on_fold=alive", f"hole_card.holes={HOLE_CARD_LINES}"]
FLOP_BONUS = [
    "flop_bonus.cards=hole_and_flop",
    "flop_bonus.on_fold=lose",
    "flop_bonus.royal_flush=1000:1",
    "flop_bonus.straight_flush=200:1",
    "flop_bonus.four_of_a_kind=60:1",
    "flop_bonus.full_house=20:1",
    "flop_bonus.flush=15:1",
    "flop_bonus.straight=10:1",
    "flop_bonus.three_of_a_kind=5:1",
]
UPWARD = ("two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind")
DEALER_HAND = [
    "dealer_hand.whose=dealer",
    "dealer_hand.on_fold=lose",
    "dealer_hand.on_win=pays",
    "dealer_hand.pays=1:1",
    *(f"dealer_hand.{hand}={2 + n}:1" for n, hand in enumerate((*UPWARD, "straight_flush", "royal_flush"))),
]
WINNER_BONUS = [
    "winner_bonus.whose=winner",
    "winner_bonus.on_fold=push",
    "winner_bonus.on_tie=push",
    *(
        f"winner_bonus.{hand}={1 + 2 * n}:2"
        for n, hand in enumerate((*UPWARD, "straight_flush", "royal_flush"))
    ),
]
POCKETS = [
    "pockets.cards=hole",
    "pockets.on_fold=lose",
    'pockets.holes=[{holes = "AA-22", pays = "2:1"}, {holes = "72o", pays = "1:5"}]',
]
SIDES = ("trips", "bad_beat", "hole_card", "flop_bonus", "dealer_hand", "winner_bonus", "pockets")


def side_bets(*settings: str) -> Book:
    """A cardroom with all of them; a setting given here stands above."""
    rows = [*BAD_BEAT, *HOLE_CARD, *FLOP_BONUS, *DEALER_HAND, *WINNER_BONUS, *POCKETS]
    return book_named("california-bally", "trips.table=UTH-02", *rows, *settings)


METERS = """[
    {name = "mega", seed = "75000.00", meter = "10%", reserve = "1%"},
    {name = "major", seed = "20000.00", meter = "5%", reserve = "1%"},
]"""


def house_progressive(*settings: str) -> Book:
    """Parts of a meter, one suit paid otherwise, and money."""
    royal = 'progressive.suited=[{hand = "royal_flush", suit = "spades", pays = "100% mega"}]'
    prizes = {"royal_flush": "100% major", "straight_flush": "10% major", "four_of_a_kind": "$1,500"}
    rows = [f"progressive.{hand}={prize}" for hand, prize in prizes.items()]
    return book_named("iowa-catfish-bend", f"progressive.meters={METERS}", royal, *rows, *settings)
