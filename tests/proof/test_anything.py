"""Whatever people do at a table, and whatever staff does within its rights, its log verifies."""

import random
import secrets
from contextlib import suppress

import pytest

from tests.offered import drawn
from tests.proof.played import DAN, PEOPLE, SUE, Playing
from tests.table_machine import CHOSEN, VARIANTS
from uth.game.deck.sealed import number_commitment
from uth.game.settlement.validation import Refused
from uth.game.table import acts as a
from uth.game.table.offering import legal
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.proof.checks import check
from uth.proof.reading import read
from uth.rules.library import pack_book
from uth.server.faults import Fault

NAMES = ("Ann", "Bob", "Cy", "Dee")
PLAYERS = [Who(Role.PLAYER, name) for name in NAMES]
BOOKS = [
    *((name, tuple(chosen)) for name, chosen in CHOSEN.items()),
    *((name, (*CHOSEN[name], *variant)) for name, more in VARIANTS.items() for variant in more),
]
RARE = (a.Close, a.Leave, a.Vacate, a.Pause, a.CashOut, a.Rule, a.Report, a.Link, a.Correct, a.Dispute)
STEPS = 220
SEEDS = range(2)


class Anybody:
    """People and staff who do things at random, mostly playing."""

    def __init__(self, playing: Playing, seed: int) -> None:
        self.playing, self.rng = playing, random.Random(seed)
        self.numbers: dict[str, bytes] = {}
        PEOPLE.update({"Cy": "5", "Dee": "6"})

    def begin(self) -> None:
        self.playing.do(SUE, a.Open())
        for seat, who in enumerate(PLAYERS, start=1):
            self.playing.do(who, a.Sit(seat=seat))
            self.playing.do(who, a.BuyIn(cents=500_000))

    def move(self) -> None:
        table, rng = self.playing.standing.table, self.rng
        for promise in self.playing.standing.missing if table.phase is Phase.DEALING else ():
            if rng.random() < 0.95:
                self.playing.reveal(Who(Role.PLAYER, promise.player), self.numbers[promise.player])
                return
        if rng.random() < 0.2:
            self.playing.wake(rng.choice((1, 6, 31)))
            return
        who = rng.choice((*PLAYERS, *PLAYERS, SUE, DAN))
        options = legal(table, who)
        options = [one for one in options if not isinstance(one.act, RARE) or rng.random() < 0.04]
        if not options:
            return
        act = drawn(table, rng.choice(options), rng)
        with suppress(Refused, Fault):  # cards that are in the deck no more; who sits out
            self.playing.do(who, act, self._commitment(who, act))

    def _commitment(self, who: Who, act: a.Act) -> str:
        standing, seat = self.playing.standing, self.playing.standing.table.seat_of(who.name)
        mixed = self.playing.house.mixed and isinstance(act, a.Bet) and act.behind is None
        if not mixed or seat is None or standing.shuffle is None or self.rng.random() < 0.3:
            return ""
        number = self.numbers[who.name] = secrets.token_bytes(32)
        house = standing.shuffle.commitment
        return number_commitment("T1", standing.table.round + 1, seat, house, number).hex()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("sealed", [True, False], ids=["sealed", "entered"])
@pytest.mark.parametrize(("book", "settings"), BOOKS)
def test_an_honest_log_verifies(book: str, settings: tuple[str, ...], sealed: bool, seed: int) -> None:
    playing = Playing(sealed=sealed, book=pack_book(book, list(settings)))
    anybody = Anybody(playing, seed)
    anybody.begin()
    for _ in range(STEPS):
        anybody.move()
    checked = check(read(playing.log))
    assert checked.faults == []
    assert checked.events == len(playing.entries) or playing.standing.hidden
    assert checked.rounds or not sealed
