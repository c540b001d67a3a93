"""A sealed deck that must be shuffled again is sealed anew, and the new one is dealt (IA-IRR-5)."""

from uth.game import acts as a
from uth.game.acts import Act, Role, Who
from uth.game.events import Happened, HolesDealt
from uth.game.phases import Phase
from uth.game.sealed import shuffled
from uth.game.table import new_table
from uth.proof.formats import Pace
from uth.proof.happenings import Recorded, ShuffleRevealed, ShuffleSealed
from uth.rules import load_book
from uth.server.house import House
from uth.server.seals import Seals
from uth.server.standing import Standing

SUE, ANN = Who(Role.SUPERVISOR, "Sue"), Who(Role.PLAYER, "Ann")


def test_a_failed_shuffle_gives_the_coming_round_a_new_commitment() -> None:
    seals = Seals([bytes(32)])
    house = House("T1", seals, Pace(), sealed=True, now=lambda: 0)
    standing, log = Standing(new_table(load_book("iowa-catfish-bend"))), list[Recorded]()

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
    assert [type(one) for one in told] == [Happened, ShuffleSealed]
    second = standing.shuffle
    assert second
    assert (second.round, standing.table.phase) == (first.round, Phase.BETTING)
    assert second.commitment != first.commitment
    do(ANN, a.Bet(ante=500))
    digest = standing.table.book.digest
    [dealt] = [one for one in log if isinstance(one, HolesDealt)]
    deck = shuffled(seals.open("T1", digest, second))
    assert dealt.holes == {1: deck[5:7]}
    do(SUE, a.Rule(ruling="void", reason="a test"))
    [revealed] = [one for one in log if isinstance(one, ShuffleRevealed)]
    assert bytes.fromhex(revealed.seed) == seals.open("T1", digest, second)


def test_a_failed_shuffle_while_hands_are_played_leaves_their_deck_alone() -> None:
    house = House("T1", Seals([bytes(32)]), Pace(), sealed=True, now=lambda: 0)
    standing = Standing(new_table(load_book("iowa-catfish-bend")))
    for who, act in (
        (SUE, a.Open()),
        (ANN, a.Sit(seat=1)),
        (ANN, a.BuyIn(cents=50_000)),
        (ANN, a.Bet(ante=500)),
    ):
        standing = house.play(standing, who, act, None).standing
    assert standing.table.phase is Phase.PREFLOP
    after = house.play(standing, SUE, a.Report(what="shuffler failed"), None).standing
    assert after.shuffle == standing.shuffle
