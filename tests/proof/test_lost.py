"""Secrets that are lost, and clocks that are set, while a table is in service: what a log may say of it."""

from tests.proof.played import ANN, BOB, PACE, SECOND, SITTING, TABLE, Entry, Playing, log_of
from uth.game.table import acts as a
from uth.game.table.phases import Phase
from uth.proof.checks import check
from uth.proof.happenings import ClockSet, ShuffleLost, encode
from uth.proof.reading import read
from uth.server.house import House
from uth.server.seals import Seals

WAITED_FOR = [(BOB, a.Sit(seat=3)), (BOB, a.BuyIn(cents=50_000))]
BET = (ANN, a.Bet(stakes={"ante": 500}))


def lose_the_secret(playing: Playing) -> None:
    """The service starts again with another one."""
    playing.house = House(TABLE, Seals([b"another"]), PACE, True, lambda: playing.now, True)
    playing.wake(0)


def faults_of(playing: Playing) -> list[str]:
    return check(read(playing.log)).faults


def test_a_deck_that_nobody_has_bet_on_is_given_up() -> None:
    playing = Playing(mixed=False).all(SITTING)
    lose_the_secret(playing)
    playing.all([BET])
    assert playing.standing.table.phase is Phase.PREFLOP
    assert [type(one.plain) for one in playing.entries].count(ShuffleLost) == 1
    assert faults_of(playing) == []


def test_a_deck_with_bets_on_it_is_given_up_only_when_they_have_gone_back() -> None:
    playing = Playing(mixed=False).all([*SITTING, *WAITED_FOR, BET])
    lose_the_secret(playing)
    assert not [one for one in playing.entries if isinstance(one.plain, ShuffleLost)]
    playing.do(ANN, a.TakeBack())
    assert [type(one.plain) for one in playing.entries].count(ShuffleLost) == 1
    assert faults_of(playing) == []


def test_a_deck_is_not_given_up_under_bets() -> None:
    """Else a house could deal from the deck that suits it."""
    playing, lost = Playing(mixed=False).all([*SITTING, *WAITED_FOR, BET]), ShuffleLost(round=1)
    forged = [*playing.entries, Entry(playing.now + 1, "", encode(lost), lost)]
    [fault] = check(read(log_of(forged, playing.terms))).faults
    assert "the deck of round 1 is given up with wagers on it" in fault


def test_who_is_played_by_a_clock_that_was_set_back_had_less_time_than_the_terms_say() -> None:
    playing = Playing(mixed=False).all([*SITTING, BET])
    clock = playing.standing.clock
    assert clock.until
    playing._write("", playing.house.shift(playing.standing, -20 * SECOND))
    assert playing.entries[-1].plain == ClockSet(waits_for=clock.waits_for, until=clock.until - 20 * SECOND)
    playing.wake(PACE.deciding - 15)
    while playing.standing.table.order:
        playing.wake(PACE.deciding + 1)
    [fault] = faults_of(playing)
    assert "before the time is up" in fault
