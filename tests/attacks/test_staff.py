"""At a sealed table staff can void a round, and nothing else about its cards and decisions."""

import pytest

from tests.attacks.forging import bets, dealt, honest
from tests.proof.played import ANN, BOB, DAN, SITTING, SUE, Playing
from uth.game.round import Choice
from uth.game.settlement.validation import Refused
from uth.game.table import acts as a
from uth.game.table.act import Act
from uth.game.table.offering import legal
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.server.faults import Fault

TWO = [*SITTING, (BOB, a.Sit(seat=3)), (BOB, a.BuyIn(cents=50_000))]


@pytest.mark.parametrize(
    ("who", "act"),
    [
        (DAN, a.Decide(choice=Choice.BET4, seat=1)),
        (DAN, a.Decide(choice=Choice.CHECK)),
        (SUE, a.Amend(of=1, cards=(0, 1), reason="misread")),
        (SUE, a.AmendDecision(seat=1, choice=Choice.BET4, reason="misheard")),
        (SUE, a.Rule(ruling="forfeit", seat=1, reason="no reason")),
        (SUE, a.UseDevice(device="hand", reason="luck")),
        (DAN, a.Flop(cards=(0, 1, 2))),
        (DAN, a.ShowHand(seat=1, cards=(0, 1))),
    ],
)
def test_in_a_round(who: Who, act: Act) -> None:
    playing = dealt(bets(Playing().all(TWO)))
    before = playing.standing
    with pytest.raises(Refused):
        playing.do(who, act)
    assert playing.standing == before
    assert type(act) not in {type(option.act) for option in legal(before.table, who)} or isinstance(
        act, a.Rule
    )


@pytest.mark.parametrize(
    ("who", "act"),
    [
        (DAN, a.NoMoreBets()),
        (SUE, a.UseDevice(device="hand", reason="luck")),
        (DAN, a.UseDevice(device="hand", reason="luck")),
    ],
)
def test_while_bets_are_open(who: Who, act: Act) -> None:
    playing = Playing().all([*TWO, (ANN, a.Bet(stakes={"ante": 500}))])
    with pytest.raises(Refused):
        playing.do(who, act)


def test_between_the_close_and_the_deal() -> None:
    """While numbers are awaited nobody deals cards of their own, and nobody goes on without a number."""
    playing = bets(Playing().all(TWO))
    assert playing.standing.table.phase is Phase.DEALING
    for act in (a.Deal(holes={1: (0, 1), 3: (2, 3)}), a.UseDevice(device="hand", reason="luck")):
        with pytest.raises(Refused):
            playing.do(DAN, act)


def test_a_failed_shuffler_brings_no_second_deck() -> None:
    playing = Playing().all(SITTING)
    before = playing.standing.shuffle
    playing.do(SUE, a.Report(what="shuffler failed"))
    assert playing.standing.shuffle == before


def test_nobody_acts_as_the_automatic_dealer() -> None:
    """Not even a person who was given that name."""
    playing = Playing().all([*TWO, (ANN, a.Bet(stakes={"ante": 500}))])
    with pytest.raises(Fault, match="nobody acts as the automatic dealer"):
        playing.house.play(playing.standing, Who(Role.DEALER, "automatic dealer"), a.NoMoreBets(), None)


def test_who_doubts_a_round_voids_it() -> None:
    playing = dealt(bets(Playing().all(TWO)))
    playing.do(SUE, a.Rule(ruling="void", reason="a camera failed"))
    assert playing.standing.table.chips("Ann") == 100_000
    assert playing.standing.tally.voided == 1


def test_real_cards_are_still_dealt_by_people() -> None:
    playing = Playing(sealed=False).all(
        [*SITTING, (ANN, a.Bet(stakes={"ante": 500})), (DAN, a.NoMoreBets()), (DAN, a.Deal())]
    )
    playing.do(DAN, a.Decide(choice=Choice.CHECK, seat=1))
    assert playing.standing.table.phase is Phase.FLOP_DUE
    assert honest().standing.table.sealed
