"""A sealed deck is sealed once: reported trouble with a shuffler brings no second one (IA-IRR-5).

Before a card is dealt nothing has left the deck, so the sealed one stands; while a round is played the report
waits for a ruling or voids it, as the book says. Real cards are shuffled again: tests/game/test_irregular.py.
"""

import pytest
from msgspec.structs import replace

from uth.game import Refused
from uth.game.deck.sealed import shuffled
from uth.game.table import acts as a
from uth.game.table.act import Act
from uth.game.table.events import DealerCameIn, Happened, HolesDealt
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import new_table
from uth.proof.formats import Pace
from uth.proof.happenings import Recorded, ShuffleRevealed
from uth.rules import load_book
from uth.server.house import House
from uth.server.seals import Seals
from uth.server.standing import Standing

SUE, ANN = Who(Role.SUPERVISOR, "Sue"), Who(Role.PLAYER, "Ann")


def test_a_failed_shuffle_gives_the_coming_round_no_other_deck() -> None:
    seals = Seals([bytes(32)])
    house = House("T1", seals, Pace(), sealed=True, now=lambda: 0)
    standing, log = Standing(new_table(load_book("iowa-catfish-bend"), sealed=True)), list[Recorded]()

    def do(who: Who, act: Act) -> list[Recorded]:
        nonlocal standing
        played = house.play(standing, who, act, None)
        standing = played.standing
        log.extend(played.recorded)
        return played.recorded

    do(SUE, a.Open())
    first = standing.shuffle
    assert first
    do(ANN, a.Sit(seat=1))
    do(ANN, a.BuyIn(cents=50_000))
    told = do(SUE, a.Report(what="shuffler failed"))
    assert [type(one) for one in told] == [Happened]
    assert standing.shuffle == first
    do(ANN, a.Bet(stakes={"ante": 500}))
    digest = standing.table.book.digest
    [dealt] = [one for one in log if isinstance(one, HolesDealt)]
    deck = shuffled(seals.open("T1", digest, first))
    assert dealt.holes == {1: deck[5:7]}
    do(SUE, a.Rule(ruling="void", reason="a test"))
    [revealed] = [one for one in log if isinstance(one, ShuffleRevealed)]
    assert bytes.fromhex(revealed.seed) == seals.open("T1", digest, first)


def test_a_failed_shuffle_while_hands_are_played_leaves_their_deck_alone() -> None:
    house = House("T1", Seals([bytes(32)]), Pace(), sealed=True, now=lambda: 0)
    standing = Standing(new_table(load_book("iowa-catfish-bend"), sealed=True))
    for who, act in (
        (SUE, a.Open()),
        (ANN, a.Sit(seat=1)),
        (ANN, a.BuyIn(cents=50_000)),
        (ANN, a.Bet(stakes={"ante": 500})),
    ):
        standing = house.play(standing, who, act, None).standing
    assert standing.table.phase is Phase.PREFLOP
    after = house.play(standing, SUE, a.Report(what="shuffler failed"), None).standing
    assert after.shuffle == standing.shuffle


def test_a_sealed_deck_is_not_dealt_from_another_device() -> None:
    """Who gets which card would be another's choice (IA-HAND-0a is about real cards)."""
    house = House("T1", Seals([bytes(32)]), Pace(), sealed=True, now=lambda: 0)
    standing = Standing(new_table(load_book("iowa-catfish-bend"), sealed=True))
    standing = house.play(standing, SUE, a.Open(), None).standing
    with pytest.raises(Refused, match="committed to"):
        house.play(standing, SUE, a.UseDevice(device="hand", reason="it jams"), None)


def test_where_a_sealed_table_is_dealt_by_hand_the_automatic_dealer_counts_the_deck() -> None:
    """As tables of earlier versions may be. IA-HAND-4: otherwise nobody could bet there any more."""
    house = House("T1", Seals([bytes(32)]), Pace(), sealed=True, now=lambda: 0)
    by_hand = replace(new_table(load_book("iowa-catfish-bend"), sealed=True), device="hand")
    standing = Standing(by_hand)
    for who, act in ((SUE, a.Open()), (ANN, a.Sit(seat=1)), (ANN, a.BuyIn(cents=50_000))):
        standing = house.play(standing, who, act, None).standing
    played = house.play(standing, ANN, a.Bet(stakes={"ante": 500}), None)
    assert played.standing.table.phase is Phase.PREFLOP
    [counted] = [one.cards_counted for one in played.recorded if isinstance(one, DealerCameIn)]
    assert counted == 52


def test_a_card_of_a_sealed_deck_is_not_amended() -> None:
    """It may be another card of the same deck, which could then not be dealt any more."""
    house = House("T1", Seals([bytes(32)]), Pace(), sealed=True, now=lambda: 0)
    standing = Standing(new_table(load_book("iowa-catfish-bend"), sealed=True))
    for who, act in (
        (SUE, a.Open()),
        (ANN, a.Sit(seat=1)),
        (ANN, a.BuyIn(cents=50_000)),
        (ANN, a.Bet(stakes={"ante": 500})),
    ):
        standing = house.play(standing, who, act, None).standing
    with pytest.raises(Refused, match="sealed deck"):
        house.play(standing, SUE, a.Amend(of=1, cards=(0, 1), reason="misread"), None)
