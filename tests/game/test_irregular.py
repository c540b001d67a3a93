"""What goes wrong in a round, by the seven rules of Iowa and what they leave open."""

import pytest

from tests.scenarios import events_of, played, refused_at, table_after
from uth.game.table.events import Happened, HolesDealt
from uth.game.table.phases import Phase
from uth.game.table.state import Table

IOWA = """
    book iowa-catfish-bend
    meters major=52000 minor=4319.95 reserve=310
    supervisor Sue: open
    dealer Dan: dealer in 52
    Ann: sit 1
    Ann: buy-in 200
    Bob: sit 2
    Bob: buy-in 200
"""
BETS = """
    Ann: bet 10 trips=5 progressive
    Bob: bet 5
    deck Ks Jd 8c 5h 3s 4d 2c 8h 6d Ah 7c
    dealer Dan: no more bets
"""
PAID_ONE = """
    dealer Dan: deal
    Ann: bet4
    Bob: bet4
    dealer Dan: flop
    dealer Dan: river
    dealer Dan: show bank
    dealer Dan: settle
    dealer Dan: settle
"""


def as_before(table: Table) -> bool:
    chips = [table.chips(name) for name in ("Ann", "Bob")] == [200_00, 200_00]
    meters = [table.accounts[f"meter:{name}"] for name in ("major", "minor")] == [52_000_00, 4319_95]
    return chips and meters and table.accounts["reserve"] == 310_00 and table.accounts["felt"] == 0


# ---- IA-IRR-3


def test_a_wrong_count_voids_all_hands_also_after_one_was_paid() -> None:
    """Seat 2 has been paid $20 on Play: that goes back as entries of its own."""
    text = IOWA + BETS + PAID_ONE
    assert table_after(text).account.paid == 20_00
    void = played(text + "dealer Dan: report incorrect number of cards seat=1")[-1]
    assert [event.effect for event in void.events if isinstance(event, Happened)] == ["void"]
    assert ("player:Bob", "house", 20_00, "void") in [
        (move.source, move.target, move.cents, move.what) for event in void.events for move in event.moves
    ]
    assert as_before(void.table)
    assert void.table.phase is Phase.ENDING


def test_a_supervisor_can_void_after_a_payout() -> None:
    assert as_before(table_after(IOWA + BETS + PAID_ONE + "supervisor Sue: rule void the deck was short"))


def test_a_wrong_count_is_found_when_the_last_hand_is_counted() -> None:
    """The last hand is racked, and counted, after it is paid: the round is not over before it is ended."""
    text = IOWA + BETS + PAID_ONE + "    dealer Dan: settle\n    dealer Dan: settle\n"
    assert table_after(text).phase is Phase.ENDING
    assert as_before(table_after(text + "dealer Dan: report incorrect number of cards"))


def test_a_void_round_is_not_voided_again() -> None:
    text = IOWA + BETS + "    dealer Dan: report incorrect number of cards\n"
    [said] = refused_at(text + "supervisor Sue: rule void twice")
    assert said == "the round is void already"
    again = played(text + "dealer Dan: report incorrect number of cards")[-1]
    assert [event.effect for event in again.events if isinstance(event, Happened)] == ["reshuffle"]


def test_a_house_may_read_it_as_a_matter_for_a_ruling_once_a_hand_is_settled() -> None:
    text = IOWA.replace("meters", "set irregularities.once_settled=ruling\n    meters") + BETS + PAID_ONE
    held = table_after(text + "dealer Dan: report incorrect number of cards")
    assert held.held == "incorrect number of cards"
    [said] = refused_at(text + "supervisor Sue: rule void too late")
    assert "corrected, not undone" in said


def test_what_was_spent_since_cannot_be_taken_back_and_waits_for_a_ruling() -> None:
    """A correction took the $20 from Bob's chips meanwhile, with all the rest."""
    text = IOWA + BETS + PAID_ONE
    chips = table_after(text).chips("Bob")
    text += f"    supervisor Sue: correct player:Bob house {chips // 100} a marker\n"
    held = table_after(text + "dealer Dan: report incorrect number of cards")
    assert held.held == "incorrect number of cards"
    [said] = refused_at(text + "supervisor Sue: rule void the deck was short")
    assert "cannot be taken back from player:Bob" in said


# ---- IA-IRR-1


@pytest.mark.parametrize(
    ("upto", "effect"),
    [
        ("", "void"),
        ("    dealer Dan: deal\n", "void"),
        ("    dealer Dan: deal\n    Ann: check\n", "ruling"),
        (PAID_ONE.partition("dealer Dan: settle")[0].rstrip() + "\n", "ruling"),
    ],
    ids=[
        "while cards are dealt",
        "while the rest is put away",
        "after a decision",
        "after the bank has shown",
    ],
)
def test_a_card_face_up_voids_while_cards_are_dealt_and_no_longer(upto: str, effect: str) -> None:
    last = events_of(IOWA + BETS + upto + "dealer Dan: report card face up in the deck")
    assert [event.effect for event in last if isinstance(event, Happened)] == [effect]


def test_where_the_board_is_dealt_street_by_street_dealing_ends_with_the_river() -> None:
    """Florida deals community cards when they are needed (FL-5, FL-7)."""
    text = """
    book florida
    set limits.ante=[5, 50]
    set limits.trips=[5, 50]
    supervisor Sue: open
    dealer Dan: dealer in 52
    Ann: sit 1
    Ann: buy-in 200
    Bob: sit 2
    Bob: buy-in 200
    Ann: take bank 100
    Bob: bet 5
    dealer Dan: no more bets
    dealer Dan: deal
    Bob: bet4
    dealer Dan: flop
    """
    effects = [
        [event.effect for event in events_of(text + more) if isinstance(event, Happened)]
        for more in (
            "dealer Dan: report card face up in the deck",
            "dealer Dan: river\n    dealer Dan: report card face up in the deck",
        )
    ]
    assert effects == [["void"], ["ruling"]]


# ---- IA-IRR-5, B-IA-18


def holes(text: str) -> object:
    return [event.holes for event in events_of(text) if isinstance(event, HolesDealt)]


def test_a_failed_shuffle_is_shuffled_again_and_the_new_deck_is_dealt() -> None:
    before = holes(IOWA + BETS + "    dealer Dan: deal")
    after = holes(IOWA + BETS + "    dealer Dan: report shuffler failed\n    dealer Dan: deal")
    assert before != after
    twice = "    dealer Dan: report shuffler failed\n" * 2
    assert holes(IOWA + BETS + twice + "    dealer Dan: deal") not in (before, after)


def test_a_failed_shuffle_before_the_bets_changes_the_deck_too() -> None:
    bets = "    Ann: bet 10\n    dealer Dan: no more bets\n    dealer Dan: deal"
    assert holes(IOWA + bets) != holes(IOWA + "    dealer Dan: report shuffler failed\n" + bets)


def test_the_deck_after_a_new_shuffle_can_be_named() -> None:
    named = "    deck 2s 3s 4s 5s 6s Ks Qs Jh Th\n"
    text = IOWA + BETS + "    dealer Dan: report shuffler failed\n" + named + "    dealer Dan: deal"
    assert holes(text) == [{1: (47, 43), 2: (38, 34)}]


def test_the_round_goes_on_after_a_new_shuffle() -> None:
    table = table_after(IOWA + BETS + "    dealer Dan: report shuffler failed\n    dealer Dan: deal")
    assert table.phase is Phase.PREFLOP
    assert not table.void


def test_a_shuffler_that_fails_in_the_middle_of_the_deal_voids_the_round() -> None:
    """B-IA-18: it is treated as a dealing shoe that fails (IA-IRR-6)."""
    text = IOWA + BETS + "    dealer Dan: report shuffler failed in mid-deal"
    [happened] = [event for event in events_of(text) if isinstance(event, Happened)]
    assert happened.effect == "void"
    assert as_before(table_after(text))


def test_a_shuffler_that_fails_while_hands_are_played_concerns_the_other_deck() -> None:
    text = IOWA + BETS + "    dealer Dan: deal\n"
    table = table_after(text + "    dealer Dan: report shuffler failed")
    assert (table.phase, table.held, table.void) == (Phase.PREFLOP, "", False)
    assert table.spots == table_after(text).spots


def test_a_shuffler_that_fails_after_the_bets_leaves_the_deck_to_be_counted_and_dealt_by_hand() -> None:
    """IA-HAND-0a, IA-HAND-4: the dealer who has not counted it yet does so before he deals."""
    text = IOWA.replace("dealer Dan: dealer in 52\n", "") + BETS + "dealer Dan: use device hand jammed\n"
    assert "has not counted the deck" in refused_at(text + "dealer Dan: deal")[-1]
    assert table_after(text + "dealer Dan: dealer in 52\ndealer Dan: deal").phase is Phase.PREFLOP
