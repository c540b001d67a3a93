"""Dealing, rotation and irregularities."""

import pytest

from tests.drawn import CHOSEN, book_named
from uth.game import Spot
from uth.game.deal import deal
from uth.game.irregularities import bank_card_voids, effect, forfeit, void_round
from uth.game.order import deal_order, settle_order
from uth.game.rotation import Banked, banked, next_bank, offers


@pytest.mark.parametrize(
    ("book", "dealt", "settled"),
    [
        ("california-shfl", [1, 2, 5, 6], [5, 6, 1, 2]),
        ("california-bally", [1, 2, 5, 6], [5, 6, 1, 2]),
        ("florida", [5, 6, 1, 2], [5, 6, 1, 2]),
        ("iowa-catfish-bend", [1, 2, 5, 6], [6, 5, 2, 1]),
    ],
)
def test_ways_round_the_table(book: str, dealt: list[int], settled: list[int]) -> None:
    """A bank in seat 4 where a player banks: the four books go round in their own ways (B-GEN-4)."""
    bank = 4 if book_named(book).bank.is_player else None
    assert deal_order(book_named(book), [6, 5, 2, 1], bank) == dealt
    assert settle_order(book_named(book), [6, 5, 2, 1], bank) == settled


def test_iowa_deals_the_board_first() -> None:
    dealt = deal(book_named("iowa-catfish-bend"), range(52), [1, 3])
    assert dealt.board == (0, 1, 2, 3, 4)
    assert dealt.hands == {1: (5, 6), 3: (7, 8)}
    assert dealt.bank == (9, 10)
    assert len(dealt.stub) == 41


DEVICES = [
    (name, device)
    for name in CHOSEN
    for device in ("shuffler", "shoe", "hand")
    if getattr(book_named(name).deal.orders, device)
]


@pytest.mark.parametrize(("name", "device"), DEVICES)
def test_every_device_deals_every_card_once(name: str, device: str) -> None:
    dealt = deal(book_named(name, f"deal.device={device}"), range(52), [1, 2, 3])
    cards = [
        *dealt.board,
        *dealt.bank,
        *dealt.stub,
        *(card for hand in dealt.hands.values() for card in hand),
    ]
    assert sorted(cards) == list(range(52))


SEATED = {1: "Ann", 2: "Bob", 4: "Cy", 6: "Dee"}


def test_offers_go_clockwise_from_the_last_banker() -> None:
    california, florida = book_named("california-shfl"), book_named("florida")
    assert offers(california, SEATED, None) == [1, 2, 4, 6]
    assert offers(california, SEATED, Banked("Cy", 4, 1)) == [4, 6, 1, 2]
    assert offers(california, SEATED, Banked("Cy", 4, 2)) == [6, 1, 2]
    assert offers(florida, SEATED, Banked("Cy", 4, 1)) == [6, 1, 2, 4]


def test_the_count_is_a_persons_and_the_button_a_seats() -> None:
    """Cy has banked twice from seat 4 and moved to seat 1; Eve sits in 4 now."""
    seated = {1: "Cy", 2: "Bob", 4: "Eve"}
    assert offers(book_named("california-shfl"), seated, Banked("Cy", 4, 2)) == [2, 4]


def test_all_declined_halts_california_and_keeps_florida() -> None:
    only_one = {1: True, 2: False, 4: False, 6: False}.__getitem__
    assert next_bank(book_named("california-shfl"), SEATED, Banked("Ann", 1, 2), only_one) is None
    assert next_bank(book_named("florida"), SEATED, Banked("Ann", 1, 5), only_one) == 1
    keep = book_named("california-shfl", "bank.all_declined=keep")
    assert next_bank(keep, SEATED, Banked("Ann", 1, 2), only_one) == 1


def test_only_a_round_that_was_played_counts() -> None:
    assert banked(None, "Ann", 1) == Banked("Ann", 1, 1)
    assert banked(Banked("Ann", 1, 1), "Ann", 3) == Banked("Ann", 3, 2)
    assert banked(Banked("Ann", 1, 2), "Bob", 2) == Banked("Bob", 2, 1)


def test_happenings_and_their_effects() -> None:
    iowa = book_named("iowa-catfish-bend")
    assert effect(iowa, "card face up in the deck") == "void"
    assert effect(iowa, "card drawn in error unseen") == "play_on"
    assert effect(iowa, "shuffler failed") == "reshuffle"
    assert effect(iowa, "hand information") == "ruling"
    assert effect(iowa, "a bird on the table") == "ruling"
    assert [bank_card_voids(iowa, still) for still in (2, 0)] == [True, False]
    no_rules = book_named("florida", "irregularities.profile=none")
    assert effect(no_rules, "card face up in the deck") == "ruling"


def test_a_void_round_returns_everything_unless_the_coin_in_stays() -> None:
    spots = [Spot(seat=1, hole=None, ante=1000, blind=1000, trips=500, progressive=500, decisions=("bet4",))]
    meters = {"major": 100, "minor": 100, "reserve": 0}
    back = void_round(book_named("iowa-catfish-bend"), spots, meters)
    assert (back.returned, back.net, back.meters) == ({1: 7000}, {1: 0, "house": 0}, meters)
    kept = void_round(
        book_named("iowa-catfish-bend", "irregularity.void_reverses_coin_in=false"), spots, meters
    )
    assert (kept.returned, kept.net) == ({1: 6500}, {1: -500, "house": 500})
    assert kept.meters == {"major": 170, "minor": 140, "reserve": 10}
    assert forfeit(spots[0]) == 7000
