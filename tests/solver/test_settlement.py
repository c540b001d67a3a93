"""The game's own settlement of every dealer hand gives the solver's integers."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import pytest

from tests.drawn import book_named
from tests.solver.side_bets import SIDES, house_progressive, side_bets
from uth.cards import parse_cards
from uth.game import Round, Spot, settle
from uth.game.round import Choice
from uth.game.settlement.progressive import coin_in
from uth.ranking import category, strength
from uth.rules import Book
from uth.rules.payoffs import Result
from uth.solver import Advisor, Stakes
from uth.solver.figures import gain_of
from uth.solver.starting_hands import hand_number
from uth.solver.terms import Terms
from uth.solver.totals import Row
from uth.solver.wagering import terms_of

ANY_BET = "decisions.river=[1,2,3,4]"  # so that a bet of any size can be settled on a finished board
PLAIN = Stakes(ante=10, trips=5)
ODD = Stakes(ante=5, trips=15)
ALL_SIDES = Stakes(ante=10, stakes=dict.fromkeys(SIDES, 5))
SHARES = Stakes(ante=10, progressive=5, meters={"mega": 80_000, "major": "52000.37"})
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
    (side_bets(ANY_BET), ALL_SIDES),
    (
        side_bets(
            ANY_BET,
            "bad_beat.on_fold=lose",
            "hole_card.on_fold=alive",
            "flop_bonus.on_fold=alive",
            "dealer_hand.on_fold=alive",
            "winner_bonus.on_fold=alive",
        ),
        ALL_SIDES,
    ),
    (house_progressive(ANY_BET), SHARES),
]

SPOTS = [  # hole, then the board with its flop first
    ("9s 8d", "Kh 5d 2c 9c 4h"),  # any hand
    ("Ah 3h", "Kh 7h 2h Qh 9c"),  # a flush, paid 3 to 2
    ("7c 7d", "7h 2s 9d Kc Kd"),  # a full house; three of a kind with the flop
    ("8h 9h", "Th Jh Qh 2c 2d"),  # a straight flush with the flop
    ("4c 2d", "As Ad Ah Ks 9c"),  # three of a kind on the board alone
    ("3c 2d", "Ts 9s 8s 7s 6s"),  # everybody has it
    ("As Ks", "Qs Js Ts 2c 2d"),  # a royal flush with the flop, in spades
    ("Ad Kd", "Qd Jd Td 2c 2s"),  # and in diamonds
    ("Ac Ad", "Kh 5d 2c 9c 4h"),  # two aces, as the dealer may have
]


def decisions(action: str) -> tuple[Choice, ...]:
    return Choice.CHECK, Choice.CHECK, Choice(action)


def settled(book: Book, stakes: Stakes, hole: str, board: str, action: str) -> Iterator[dict[str, int]]:
    """What the player nets against each dealer hand, in cents, by wager."""
    own, table = parse_cards(hole), parse_cards(board)
    assert stakes.ante
    meters = None
    if stakes.meters:
        after = {**{name: int(100 * amount) for name, amount in stakes.meters}, "reserve": 0}
        laid = {bet.name: 1 for bet in book.side_bets if bet.dropped and stakes.of(bet.name)}
        grown = coin_in(book, dict.fromkeys(after, 0), laid)
        meters = {name: amount - grown[name] for name, amount in after.items() if name != "reserve"}
        meters["reserve"] = 0
    opening = {bet.name: int(100 * stakes.ante) for bet in book.opening_bets}
    sides = {name: int(100 * amount) for name, amount in stakes.stakes}
    spot = Spot(seat=1, hole=own, stakes=opening | sides, decisions=decisions(action))
    for bank_hand in combinations(sorted(set(range(52)) - {*own, *table}), 2):
        played = Round(
            board=table,
            bank_hand=bank_hand,
            spots=(spot,),
            bank_seat=6 if book.bank.is_player else None,
            bank_wager=10**12 if book.bank.is_player else None,
            meters=meters,
        )
        won: dict[str, int] = {}
        for row in settle(book, played).rows:
            won[row.wager] = won.get(row.wager, 0) + row.paid - row.collected
        yield won


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
            nets = settled(book, stakes, hole, board, action)
            won = sum(cents for net in nets for wager, cents in net.items() if wager in counted)
            assert advice.sums[action] * stakes.ante * 100 == won * advice.unit, (hole, board, action)


@pytest.mark.parametrize(
    ("book", "stakes"), CASES, ids=[f"{n}-{book.name}" for n, (book, _) in enumerate(CASES)]
)
@pytest.mark.parametrize("action", ["bet1", "fold"])
def test_every_side_wager_by_itself(book: Book, stakes: Stakes, action: str) -> None:
    """Against each dealer by itself, what the game pays is what a row of the outcomes says."""
    terms = terms_of(book, stakes)
    assert stakes.ante
    for hole, board in SPOTS:
        own, table = parse_cards(hole), parse_cards(board)
        left = sorted(set(range(52)) - {*own, *table})
        for dealt, net in zip(combinations(left, 2), settled(book, stakes, hole, board, action), strict=True):
            row, suit = row_of(terms, own, table, dealt, action)
            for side in terms.sides:
                gain = Fraction(gain_of(side, terms, row, suit), terms.unit) * stakes.ante * 100
                assert gain == net[side.name], (side.name, hole, board, dealt)


def row_of(
    terms: Terms, own: tuple[int, ...], board: tuple[int, ...], dealt: tuple[int, ...], action: str
) -> tuple[Row, int]:
    """The row of the outcomes that a deal belongs to, and the suit of which there are most cards."""
    mine, theirs = strength((*own, *board)), strength((*dealt, *board))
    shown = Result.WIN if mine > theirs else Result.LOSE if mine < theirs else Result.TIE
    flop, dealer = category(strength((*own, *board[:3]))), category(theirs)
    suits = [card & 3 for card in (*own, *board, *dealt)]
    row = Row(
        terms.tag_of[hand_number(*own)][terms.flop_class[flop]],
        0 if action == "fold" else 1,
        category(mine),
        Result.FOLD if action == "fold" else shown,
        int(theirs >= terms.qualifies),
        1,
        dealer,
        shown,
        hand_number(*dealt),
    )
    return row, max(range(4), key=suits.count)


def test_hands_in_one_suit_are_advised_on_in_their_suit() -> None:
    """Before the flop four suits are worth their average; on a flop a draw to spades is worth more."""
    advisor = Advisor(house_progressive(ANY_BET), SHARES, few=0)
    suited = [advisor.advise(parse_cards(f"A{suit} K{suit}")) for suit in "cdhs"]
    average = advisor._from_solution(parse_cards("As Ks"), 0, 50).sums
    assert {name: sum(one.sums[name] for one in suited) for name in average} == {
        name: 4 * value for name, value in average.items()
    }
    assert suited[3].sums["bet4"] > suited[2].sums["bet4"] == suited[0].sums["bet4"]
    spades, hearts = (advisor.advise(parse_cards(f"A{s} K{s}"), parse_cards(f"Q{s} J{s} T{s}")) for s in "sh")
    more = 80_000 - Fraction("52000.37")
    assert spades.actions["bet2"] - hearts.actions["bet2"] == more / 10
