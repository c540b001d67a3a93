"""Dealing, rotation and irregularities."""

from typing import Any

import pytest

from tests.drawn import CHOSEN, book_named
from uth.game.deck.dealing import deal
from uth.game.files.casefile import answer
from uth.game.settlement.order import deal_order, settle_order
from uth.game.table.irregularities import effect, mishap
from uth.game.table.rotation import Banked, banked, next_bank, offers
from uth.rules import Book


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

    def after(
        what: str, open_decisions: int = 1, board: int = 3, *, dealt: bool = True, book: Book = iowa
    ) -> str:
        return effect(mishap(book, what), open_decisions, board, dealt=dealt)

    assert [after("card face up in the deck", dealt=dealt) for dealt in (False, True)] == ["void", "ruling"]
    assert after("card drawn in error unseen") == "play_on"
    assert after("shuffler failed") == "reshuffle"
    assert after("shuffler failed in mid-deal") == "void"
    assert after("hand information") == "ruling"
    assert after("a bird on the table") == "ruling"
    assert [after("bank card exposed early", still) for still in (2, 0)] == ["void", "play_on"]
    assert [after("community card exposed early", 0, cards) for cards in (3, 5)] == ["void", "ruling"]
    assert (
        after("card face up in the deck", book=book_named("florida", "irregularities.profile=none"))
        == "ruling"
    )


def test_every_rule_of_the_document_names_its_clause_and_house_rules_none() -> None:
    cited = [rule.clauses for rule in book_named("iowa-catfish-bend").irregularities.mishaps]
    assert cited[:7] == [(f"IA-IRR-{n}",) for n in range(1, 8)]
    for name in ("california-shfl", "california-bally", "florida"):
        assert not any(rule.clauses for rule in book_named(name).irregularities.mishaps)


def void_case(**switches: bool) -> dict[str, Any]:
    seat = {"seat": 1, "ante": 1000, "blind": 1000, "trips": 500, "progressive": 500}
    meters = {"major": 2_000_000, "minor": 150_000, "reserve": 100}
    given = {"seats": [seat], "event": "incorrect number of cards", "meters_before_coin_in": meters}
    switched = {f"irregularity.{name}": value for name, value in switches.items()}
    return answer({"type": "void", "document": "iowa-catfish-bend", "given": given, "switches": switched})


def test_a_void_round_returns_everything_unless_the_coin_in_stays() -> None:
    back = void_case()
    assert (back["returned"], back["net"]) == ({"1": 3000}, {"1": 0, "house": 0})
    assert back["meters"] == {"major": 2_000_000, "minor": 150_000, "reserve": 100}
    kept = void_case(void_reverses_coin_in=False)
    assert (kept["returned"], kept["net"]) == ({"1": 2500}, {"1": -500, "house": 500})
    assert kept["meters"] == {"major": 2_000_070, "minor": 150_040, "reserve": 110}


@pytest.mark.parametrize(("play", "lost"), [(0, 3000), (4000, 7000), (2000, 5000), (1000, 4000)])
def test_a_forfeit_takes_all_wagers_of_the_hand(play: int, lost: int) -> None:
    """IA-IRR-7, B-IA-17: Ante, Blind, Trips, Play, and the progressive that is dropped already."""
    wagers = {"ante": 1000, "blind": 1000, "trips": 500, "progressive": 500, "play": play}
    given = {"offender": 2, "wagers": {"2": wagers}, "ruling": "showed his cards"}
    case = {"type": "irregularity", "document": "iowa-catfish-bend", "given": given}
    assert answer(case)["net"] == {"2": -lost, "house": lost}


def test_a_forfeit_goes_to_whoever_banks_and_the_fee_is_no_part_of_it() -> None:
    given = {"offender": 2, "wagers": {"2": {"ante": 1000, "blind": 1000}}}
    case = {"type": "irregularity", "document": "california-shfl", "given": given}
    assert answer(case)["net"] == {"2": -2000, "bank": 2000}


def test_a_void_in_california_gives_the_fee_back_too() -> None:
    given = {"seats": [{"seat": 1, "ante": 1000, "blind": 1000}], "event": "card face up in the deck"}
    case = {"type": "void", "document": "california-shfl", "given": given}
    assert answer(case)["net"] == {"1": 0, "house": 0}
    assert answer({**case, "switches": {"fees.refund_void": False}})["net"] == {"1": -100, "house": 100}
