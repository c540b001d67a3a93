"""How many acts a second one core decides and carries out, whole rounds of three players over and over.

The baseline, measured in the same run, is what a table that is changed in place needs to be as safe: a deep
copy of its state before every act, so that a refused one leaves no trace. Time is that of the processor.
"""

import copy
import random
import time
from collections.abc import Callable

import msgspec

from uth.game.table import acts as a
from uth.game.table.act import Act
from uth.game.table.acts.playing import choices, to_act
from uth.game.table.answering import step
from uth.game.table.dealer import Shoe
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.snapshots import snapshot
from uth.game.table.state import Table, new_table
from uth.rules import Book, load_book

SECONDS = 2.0
MUST = 30_000
DEALER, SUPERVISOR = Who(Role.DEALER, "Dan"), Who(Role.SUPERVISOR, "Sue")
PEOPLE = [Who(Role.PLAYER, name) for name in ("Ann", "Bob", "Cy", "Dee")]
POSTED = ["limits.ante=[5, 50]", "limits.trips=[5, 50]"]
CHOSEN = {
    "california-bally": [
        *POSTED,
        "trips.table=UTH-02",
        "backline.allowed=false",
        'fees.rates=[{least = "5", bank = "1", player = "0.50"}]',
    ],
    "california-shfl": [],
    "florida": POSTED,
    "iowa-catfish-bend": [],
}


def next_act(table: Table, shoe: Shoe, rng: random.Random) -> tuple[Who, Act]:
    if table.phase is Phase.BANKING:
        return Who(Role.PLAYER, table.seats[table.offered or 0]), a.TakeBank(wager=100_000)
    if table.phase is Phase.BETTING:
        for who in PEOPLE:
            if who.name not in table.owners.values() and who.name != table.banker:
                return who, a.Bet(stakes={"ante": 1000, "trips": 500})
        return DEALER, a.NoMoreBets()
    seat = to_act(table)
    if seat is not None:
        return Who(Role.PLAYER, table.owners[seat]), a.Decide(choice=rng.choice(choices(table, seat)))
    act = shoe.next_act(table)
    assert act is not None
    return DEALER, act


class Playing:
    """A table that is played at for ever."""

    def __init__(self, book: Book) -> None:
        self.rng, self.shoe = random.Random(1), Shoe(())
        self.acts = self.rounds = 0
        self.table = new_table(book)
        self.do(SUPERVISOR, a.Open())
        for seat, who in enumerate(PEOPLE, 1):
            self.do(who, a.Sit(seat=seat))
            self.do(who, a.BuyIn(cents=10**10))

    def do(self, who: Who, act: Act) -> None:
        _, self.table = step(self.table, who, act)
        self.acts += 1

    def go_on(self) -> None:
        if self.table.phase is Phase.DEALING:
            self.shoe = Shoe(self.rng.sample(range(52), 52))
            self.rounds += 1
        self.do(*next_act(self.table, self.shoe, self.rng))


def a_second(work: Callable[[], object]) -> float:
    """How often a second, in the best of five tries."""
    best = 0.0
    for _ in range(5):
        done, start = 0, time.process_time()
        while time.process_time() - start < SECONDS / 5:
            work()
            done += 1
        best = max(best, done / (time.process_time() - start))
    return best


def copies_a_second(playing: Playing) -> float:
    """Deep copies of the state in the middle of a round, as plain dicts and lists."""
    while playing.table.phase is not Phase.PAYING:
        playing.go_on()
    state = msgspec.json.decode(snapshot(playing.table))
    return a_second(lambda: copy.deepcopy(state))


def main() -> None:
    print("decide and evolve, one core       acts/s  rounds/s  baseline   ratio  verdict")
    for name, chosen in CHOSEN.items():
        playing = Playing(load_book(name, chosen))
        baseline, acts = copies_a_second(playing), a_second(playing.go_on)
        rounds = acts * playing.rounds / playing.acts
        verdict = f"{acts / MUST:.2f}x of {MUST:,}, the must: {'met' if acts >= MUST else 'NOT MET'}"
        print(f"{name:30}{acts:10,.0f}{rounds:10,.0f}{baseline:10,.0f}{acts / baseline:7.1f}x  {verdict}")


if __name__ == "__main__":
    main()
