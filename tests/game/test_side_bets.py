"""The side bets of ``examples/side-bets.toml``, by hand: settled at once, and played at a table."""

import pytest
from msgspec.structs import replace

from tests.at_table import LiveRound
from tests.entering import Entering
from tests.examples import paid, played, result, side_bets, spot
from tests.spots import chosen, laid
from uth.game import Choice, Refused, settle
from uth.game.settlement.validation import legal_decisions
from uth.game.table.acts.playing import to_act
from uth.game.table.answering import step
from uth.game.table.phases import Phase

BOOK = side_bets()
SEVENS = "7s 7d 2c 9h Kd"
"""Three sevens for who holds one; kings full for two kings."""
FOLD = "check check fold"


@pytest.mark.parametrize("decisions", ["bet4", FOLD], ids=["played", "folded"])
@pytest.mark.parametrize(
    ("board", "hole", "bank", "gains"),
    [
        (SEVENS, "Kc Kh", "7h 3c", 9 * 500),  # the dealer's three of a kind is beaten
        (SEVENS, "7h 3c", "Kc Kh", 9 * 500),  # the player's is
        (SEVENS, "Kc Kh", "Ac Qd", -500),  # only a pair
        (SEVENS, "Ac Qd", "Ah Qs", -500),  # a tie
        ("As Kd Qh Jc Ts", "2c 3d", "4h 5s", -500),  # a tie of straights: nobody has lost one
        ("8h 9h Th 2c 2d", "Jh Qh", "6h 7h", 7500 * 500),  # a straight flush loses to a higher one
        ("2c 2d 9h 9s Kd", "2h 2s", "9c 9d", 500 * 500),
        ("Ks Kd 7s 7d 2c", "Kh 3d", "7h 7c", 50 * 500),
        ("2h 5h 9h Kc Ks", "Ah 3h", "Kd 9c", 30 * 500),  # a flush loses to a full house
        ("5c 6d 7h Kc 2s", "8h 9s", "8c 4d", 20 * 500),  # the dealer's straight loses to a higher one
    ],
)
def test_bad_beat_pays_by_the_losing_hand_whoever_holds_it(
    board: str, hole: str, bank: str, gains: int, decisions: str
) -> None:
    assert result(BOOK, board, bank, hole, "bad_beat", decisions) == gains


@pytest.mark.parametrize("decisions", ["bet4", FOLD], ids=["played", "folded"])
@pytest.mark.parametrize(
    ("hole", "bank", "odds"),
    [
        ("As Ad", "Ah Ac", 1000),
        ("As Ad", "Ah Kc", 30),
        ("As Ks", "Ad Ac", 25),
        ("As Qs", "3d 4c", 20),
        ("Ah Jh", "3d 4c", 20),
        ("As Kd", "3d 4c", 15),
        ("Ks Kd", "Ah Ac", 10),
        ("Jh Jd", "3d 4c", 10),
        ("As Qd", "3d 4c", 5),
        ("Ts Td", "3d 4c", 3),
        ("3s 3d", "Ad 4c", 3),
        ("As Td", "3d 4c", -1),
        ("Ks Qs", "Ad Ac", -1),
    ],
)
def test_hole_card_pays_by_two_cards_and_once_by_the_dealers_too(
    hole: str, bank: str, odds: int, decisions: str
) -> None:
    assert result(BOOK, "2h 5h 9c Jc 8s", bank, hole, "hole_card", decisions) == odds * 500


@pytest.mark.parametrize(
    ("board", "hole", "odds"),
    [
        ("Qh Jh Th 2c 2d", "Ah Kh", 1000),
        ("Qh Jh Th 2c 2d", "9h 8h", 200),
        ("9h 9d 2c 3d 4s", "9c 9s", 60),
        ("9h 9d 2c 3d 4s", "9c 2s", 20),
        ("9h 4h 2h 3d 4s", "Kh Qh", 15),
        ("9h 8d 7c 3d 4s", "Th Js", 10),
        ("9h 8d 7c 3d 4s", "9c 9s", 5),
        ("9h 8d 7c 9d 9s", "Kh Kd", -1),  # a pair with the flop; turn and river do not count
    ],
)
def test_flop_bonus_pays_by_hole_cards_and_flop(board: str, hole: str, odds: int) -> None:
    assert result(BOOK, board, "6s 6c", hole, "flop_bonus") == odds * 500
    assert result(BOOK, board, "6s 6c", hole, "flop_bonus", FOLD) == -500, "lost with a fold"


def test_reasons_name_the_hand_that_decides() -> None:
    hand = spot(1, "Kc Kh", bad_beat=500, hole_card=500, flop_bonus=500)
    settled = settle(BOOK, played(BOOK, SEVENS, "7h 3c", hand))
    assert [row.reason for row in settled.rows[3:]] == [
        "full house, kings over sevens beats the bank's three of a kind, sevens: "
        "the losing hand, three of a kind, pays 9 to 1",
        "KK pays 10 to 1",
        "two pair with the flop is not on the Flop Bonus table",
    ]


# ---- a wager that is alive after a fold


def test_when_everybody_folds_the_bank_is_still_shown_for_a_wager_that_is_alive() -> None:
    whole = played(BOOK, SEVENS, "Kc Kh", spot(1, "7h 3c", FOLD, bad_beat=500), spot(2, "Qc Jd", FOLD))
    with pytest.raises(Refused, match="the bank's two cards are missing"):
        settle(BOOK, replace(whole, bank_hand=None))
    for way in (step, Entering().step):
        live = LiveRound(BOOK, whole, way).play(Phase.SHOWDOWN)
        assert live.table.bank_hand is None
        live = LiveRound(BOOK, whole, way).play()
        assert sorted(map(str, live.table.rows)) == sorted(map(str, settle(BOOK, whole).rows))


def test_when_everybody_folds_and_nothing_is_alive_the_bank_stays_face_down() -> None:
    folded = spot(1, "7h 3c", FOLD, flop_bonus=500, trips=500)
    whole = replace(played(BOOK, SEVENS, "Kc Kh", folded), bank_hand=None)
    assert paid(settle(BOOK, whole), "trips") == 3 * 500
    live = LiveRound(BOOK, whole).play()
    assert (live.table.phase, live.table.bank_hand) == (Phase.ENDING, None)


def test_a_dealer_must_not_hold_aces_unseen() -> None:
    """Two folded aces are paid by what the dealer holds: his cards are turned up for that alone."""
    folded = spot(1, "As Ad", FOLD, hole_card=500)
    with pytest.raises(Refused, match="the bank's two cards are missing"):
        settle(BOOK, replace(played(BOOK, SEVENS, "Ah Ac", folded), bank_hand=None))


def test_a_result_that_only_saves_a_stake_needs_the_bank_too() -> None:
    """A winning hand below the table pushes, a losing one is lost: also after a fold."""
    book = side_bets(flop_bonus__on_fold="alive", flop_bonus__win_below_table="push")
    whole = played(book, SEVENS, "Ac Qd", spot(1, "Kc Kh", FOLD, flop_bonus=500))
    assert paid(settle(book, whole), "flop_bonus") == 0
    with pytest.raises(Refused, match="the bank's two cards are missing"):
        settle(book, replace(whole, bank_hand=None))


# ---- what a row may say besides


def test_a_wager_never_pays_more_than_its_limit() -> None:
    book = side_bets(bad_beat__most_paid="400.00")
    settled = settle(book, played(book, "8h 9h Th 2c 2d", "6h 7h", spot(1, "Jh Qh", bad_beat=500)))
    [row] = [row for row in settled.rows if row.wager == "bad_beat"]
    assert (row.due, row.paid, row.note) == (7500 * 500, 400_00, "limit of the wager")
    assert "pays at most $400" in row.reason


@pytest.mark.parametrize(("by", "shares"), [("table", (25_00, 75_00)), ("player", (100_00, 100_00))])
def test_the_aggregate_limit_is_shared_by_the_table_or_by_each_player(
    by: str, shares: tuple[int, int]
) -> None:
    """$150 and $450 at 30 to 1, under a limit of $100."""
    limit = {"aggregate__cap": "100.00", "aggregate__odds": "30:1", "aggregate__by": by}
    book = side_bets(**limit, hole_card__limits=[5, 25])
    spots = (spot(1, "As Ad", hole_card=500), spot(2, "Ah Ac", hole_card=1500))
    whole = played(book, SEVENS, "3d 4c", *spots)
    settled = settle(book, whole)
    assert tuple(paid(settled, "hole_card", seat) for seat in (1, 2)) == shares
    for way in (step, Entering().step):
        live = LiveRound(book, whole, way).play()
        assert sorted(map(str, live.table.rows)) == sorted(map(str, settled.rows))


def test_an_unseen_hand_of_another_player_holds_nobody_up_where_each_has_his_own_limit() -> None:
    limit = {"aggregate__cap": "100.00", "aggregate__odds": "30:1"}
    spots = (spot(1, "As Ad", hole_card=500), spot(2, "Ah Ac", hole_card=1500))
    shown = {}
    for by in ("table", "player"):
        book = side_bets(**limit, aggregate__by=by)
        live = LiveRound(book, played(book, SEVENS, "3d 4c", *spots), Entering().step).play(Phase.PAYING)
        while not live.table.rows:
            live.go_on()
        shown[by] = len(live.table.shown)
    assert shown == {"table": 2, "player": 1}


def test_a_wager_that_needs_another_is_laid_only_beside_it() -> None:
    book = side_bets(flop_bonus__beside="hole_card")
    alone = played(book, SEVENS, "3d 4c", spot(1, "As Ad", flop_bonus=500))
    with pytest.raises(Refused, match="Flop Bonus is laid only beside Hole Card"):
        settle(book, alone)
    beside = replace(alone, spots=(laid(alone.spots[0], hole_card=500),))
    assert paid(settle(book, beside), "hole_card") == 30 * 500


def test_a_wager_can_pay_where_the_bank_does_not_qualify() -> None:
    book = side_bets(bad_beat__on_unqualified="pays", bad_beat__pays="2:1")
    assert result(book, "2s 5d 7c 9h Kd", "3h 4h", "Ah Qd", "bad_beat") == 2 * 500
    assert result(book, "2s 5d 7c 9h Kd", "Kh 4h", "Ah Qd", "bad_beat") == -500
    by_table = side_bets(bad_beat__on_unqualified="table", bad_beat__one_pair="3:1", bad_beat__two_pair="3:1")
    assert result(by_table, "2s 5d 7c 9h Kd", "3h 4h", "Kh Qd", "bad_beat") == -500  # the loser has king high


# ---- multiples


@pytest.mark.parametrize("multiple", [1, 5, 10, 20])
def test_any_multiple_up_to_twenty(multiple: int) -> None:
    book = side_bets(decisions__river=[multiple])
    choice = Choice.bet(multiple)
    assert (choice.multiple, str(choice)) == (multiple, f"bet{multiple}")
    assert legal_decisions(book, "river") == (Choice.FOLD, choice)
    whole = played(book, SEVENS, "Ac Qd", spot(1, "Kc Kh", f"check check {choice}"))
    assert paid(settle(book, whole), "play") == multiple * 1000
    live = LiveRound(book, whole).play(Phase.RIVER)
    assert to_act(live.table) == 1
    live.play_on()
    assert sorted(map(str, live.table.rows)) == sorted(map(str, settle(book, whole).rows))


def test_words_that_are_no_decision() -> None:
    with pytest.raises(ValueError, match="bet21"):
        chosen("check bet21")
