"""The game's own settlement of every dealer hand gives the solver's integers."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from tests.drawn import book_named
from uth.cards import parse_cards
from uth.game import Round, Spot, settle
from uth.game.progressive import coin_in
from uth.rules import Book
from uth.solver import Advisor, Stakes

ANY_BET = "decisions.river=[1,2,3,4]"  # so that a bet of any size can be settled on a finished board
PLAIN = Stakes(ante=10, trips=5)
ODD = Stakes(ante=5, trips=15)
PROGRESSIVE = Stakes(ante=10, trips=5, progressive=5, meters={"major": 52000, "minor": "4319.95"})

CASES: list[tuple[Book, Stakes]] = [
    (book_named("california-shfl", ANY_BET), PLAIN),
    (book_named("california-shfl", ANY_BET, "payout.rounding=down_to_unit"), ODD),
    (
        book_named("california-shfl", ANY_BET, "qualifier.hand=two_pair", "ante.pays=2:1", "play.pays=6:5"),
        PLAIN,
    ),
    (book_named("california-bally", ANY_BET, "qualifier.hand=none", "blind.flush=9:5"), PLAIN),
    (book_named("florida", ANY_BET), PLAIN),
    (book_named("florida", ANY_BET, "trips.win_below_table=push", "trips.on_tie=table"), ODD),
    (book_named("florida", ANY_BET, "trips.on_loss=push", "trips.on_fold=push", "trips.on_tie=lose"), PLAIN),
    (book_named("iowa-catfish-bend", ANY_BET), PROGRESSIVE),
    (book_named("iowa-catfish-bend", ANY_BET, "progressive.stake_returned_on_win=true"), PROGRESSIVE),
]

SPOTS = [  # hole, then the board with its flop first
    ("9s 8d", "Kh 5d 2c 9c 4h"),  # any hand
    ("Ah 3h", "Kh 7h 2h Qh 9c"),  # a flush, paid 3 to 2
    ("7c 7d", "7h 2s 9d Kc Kd"),  # a full house; three of a kind with the flop
    ("8h 9h", "Th Jh Qh 2c 2d"),  # a straight flush with the flop
    ("4c 2d", "As Ad Ah Ks 9c"),  # three of a kind on the board alone
    ("3c 2d", "Ts 9s 8s 7s 6s"),  # everybody has it
]


def decisions(action: str) -> tuple[str, ...]:
    return ("check", "check", action)


def settled(
    book: Book, stakes: Stakes, hole: str, board: str, action: str, counted: set[str]
) -> Iterator[int]:
    """What the player nets against each dealer hand, in cents, on the wagers that count."""
    own, table = parse_cards(hole), parse_cards(board)
    assert stakes.ante
    cents = {name: int(100 * amount) for name, amount in (("ante", stakes.ante), ("trips", stakes.trips))}
    meters = None
    if stakes.progressive:
        after = {**{name: int(100 * amount) for name, amount in stakes.meters}, "reserve": 0}
        grown = coin_in(book, dict.fromkeys(after, 0), 1)
        meters = {name: amount - grown[name] for name, amount in after.items() if name != "reserve"}
        meters["reserve"] = 0
    spot = Spot(
        seat=1,
        hole=own,
        stakes={
            "ante": cents["ante"],
            "blind": cents["ante"],
            "trips": cents["trips"],
            "progressive": int(100 * stakes.progressive),
        },
        decisions=decisions(action),
    )
    for bank_hand in combinations(sorted(set(range(52)) - {*own, *table}), 2):
        played = Round(
            board=table,
            bank_hand=bank_hand,
            spots=(spot,),
            bank_seat=6 if book.bank.is_player else None,
            bank_wager=10**9 if book.bank.is_player else None,
            meters=meters,
        )
        rows = settle(book, played).rows
        yield sum(row.paid - row.collected for row in rows if row.wager in counted)


@pytest.mark.parametrize(
    ("book", "stakes"), CASES, ids=[f"{n}-{book.name}" for n, (book, _) in enumerate(CASES)]
)
def test_every_dealer_hand(book: Book, stakes: Stakes) -> None:
    advisor, early = Advisor(book, stakes, few=0), Advisor(book, stakes, few=len(SPOTS))
    counted = {"ante", "blind", "play"} | {side.name for side in advisor.terms.sides}
    assert stakes.ante
    for hole, board in SPOTS:
        advice = advisor.advise(parse_cards(hole), parse_cards(board))
        assert early.advise(parse_cards(hole), parse_cards(board)).sums == advice.sums
        assert advice.deals == 990
        for action in ("bet4", "bet1", "fold"):
            won = sum(settled(book, stakes, hole, board, action, counted))
            assert advice.sums[action] * stakes.ante * 100 == won * advice.unit, (hole, board, action)
