"""What was entered wrongly and is put right: not behind a wager that was settled with it."""

import pytest

from tests.scenarios import refused_at, rows_of, table_after
from uth.game.table.phases import Phase

UNSEEN = """
    book iowa-catfish-bend
    supervisor Sue: open
    Ann: sit 1
    Ann: buy-in 1000
    Ann: bet 10
    dealer Dan: no more bets
    dealer Dan: deal unseen
    Ann: bet4
    dealer Dan: flop 8s 6d 2h
    dealer Dan: river Kc 3d
"""
FINISH = """
    dealer Dan: show hand 1 4h 5h
    dealer Dan: settle
    dealer Dan: end round
"""


@pytest.mark.parametrize("amendment", ["bank Qs Qd misread", "board 8s 6d 2h Qc 3d misread"])
def test_antes_that_went_back_play_again_when_the_bank_qualifies_after_all(amendment: str) -> None:
    """IA-NQ-1, IA-Q-1: the straight beats a pair of queens, and the Ante wins with it."""
    text = UNSEEN + f"dealer Dan: show bank Qs Js\nsupervisor Sue: amend {amendment}\n"
    amended = table_after(text)
    assert amended.rows == ()
    assert amended.accounts["felt"] == 60_00
    straight = FINISH if "bank" in amendment else FINISH.replace("4h 5h", "Qd Qh")
    won = 60_00 if "bank" in amendment else 50_00  # three queens do not pay the Blind
    assert table_after(text + straight).chips("Ann") == 1000_00 + won
    assert table_after(text + "supervisor Sue: rule void misread").chips("Ann") == 1000_00


def test_an_ante_that_went_back_and_is_spent_does_not_play_again() -> None:
    text = UNSEEN.replace("buy-in 1000", "buy-in 60") + "dealer Dan: show bank Qs Js\n"
    text += "supervisor Sue: correct player:Ann house 5 a debt\nsupervisor Sue: amend bank Qs Qd misread\n"
    assert "an Ante that went back is spent" in refused_at(text)[-1]


def test_a_bank_that_qualifies_neither_way_is_put_right() -> None:
    text = UNSEEN + "dealer Dan: show bank Qs Js\nsupervisor Sue: amend bank Qs Jd misread\n" + FINISH
    assert table_after(text).chips("Ann") == 1050_00


def test_antes_go_back_at_once_when_the_bank_does_not_qualify_after_all() -> None:
    """IA-NQ-1: before any hand is looked at."""
    text = UNSEEN + "dealer Dan: show bank Qs Qd\nsupervisor Sue: amend bank Qs Jd misread\n"
    assert [(row.wager, row.outcome) for row in rows_of(text)] == [("ante", "push")]
    assert table_after(text + FINISH).chips("Ann") == 1050_00


CALIFORNIA = """
    book california-shfl
    set readings.settle.loop=wager_first
    supervisor Sue: open
    Ann: sit 1
    Bob: sit 2
    Ann: buy-in 500
    Bob: buy-in 500
    Bob: decline bank
    Ann: take bank 300
    Bob: bet 10
    dealer Dan: no more bets
    dealer Dan: deal unseen
    Bob: bet4
    dealer Dan: flop 9s 8d 7c
    dealer Dan: river 2h Kd
    dealer Dan: show bank Ks Qd
    dealer Dan: show hand 2 9h 4c
    dealer Dan: settle
    supervisor Sue: amend bank Js Td misread
"""


def test_an_ante_that_was_taken_by_the_cards_is_settled_with_them() -> None:
    """Wager by wager (B-CA-6) the first that is taken is an Ante."""
    assert "wagers have been settled with these cards" in refused_at(CALIFORNIA)[-1]


BY_TURN = """
    book california-shfl
    set readings.fold.collect_at=turn
    supervisor Sue: open
    Ann: sit 1
    Bob: sit 2
    Ann: buy-in 500
    Bob: buy-in 500
    Ann: take bank 300
    Bob: bet 10
    dealer Dan: no more bets
    dealer Dan: deal unseen
    Bob: check
    dealer Dan: flop 9s 8d 7c
    Bob: check
    dealer Dan: river 2h Kd
    dealer Dan: fold
"""


def test_a_hand_that_was_not_folded_after_all_is_taken_off_the_rack() -> None:
    """Otherwise nobody could turn it up, and the table would wait for it for ever."""
    text = BY_TURN.replace("Bob: bet 10", "Bob: bet 10\n    Cy: sit 3\n    Cy: buy-in 500\n    Cy: bet 5")
    text = text.replace("Bob: check", "Bob: check\n    Cy: check")
    text += """
    supervisor Sue: amend decision 2 bet1 he had bet
    Cy: fold
    dealer Dan: show bank Ks Qd
    dealer Dan: show hand 2 9h 4c
    dealer Dan: settle
    dealer Dan: settle
    """
    table = table_after(text)
    assert table.phase is Phase.ENDING
    assert set(table.racked) == {2, 3}
    assert {(row.seat, row.wager) for row in table.rows} >= {(2, "play"), (3, "blind")}
