"""How many acts a second one core decides and carries out, whole rounds of three players over and over."""

import random
import time

from uth.game import acts as a
from uth.game.acts import Act, Role, Who
from uth.game.dealer import Shoe
from uth.game.decide import step
from uth.game.phases import Phase
from uth.game.playing import choices, to_act
from uth.game.table import Table, new_table
from uth.rules import Book, load_book

SECONDS = 2.0
MUST = 20_000
DEALER, SUPERVISOR = Who(Role.DEALER, "Dan"), Who(Role.SUPERVISOR, "Sue")
PEOPLE = [Who(Role.PLAYER, name) for name in ("Ann", "Bob", "Cy", "Dee")]
CHOSEN = {
    "california-shfl": [],
    "florida": ["limits.ante=[5, 50]", "limits.trips=[5, 50]"],
    "iowa-catfish-bend": [],
}


def next_act(table: Table, shoe: Shoe, rng: random.Random) -> tuple[Who, Act]:
    if table.phase is Phase.BANKING:
        return Who(Role.PLAYER, table.seats[table.offered or 0]), a.TakeBank(wager=100_000)
    if table.phase is Phase.BETTING:
        for who in PEOPLE:
            if who.name not in table.owners.values() and who.name != table.banker:
                return who, a.Bet(ante=1000, trips=500)
        return DEALER, a.NoMoreBets()
    seat = to_act(table)
    if seat is not None:
        return Who(Role.PLAYER, table.owners[seat]), a.Decide(choice=rng.choice(choices(table, seat)))
    act = shoe.next_act(table)
    assert act is not None
    return DEALER, act


def acts_per_second(book: Book) -> tuple[float, float]:
    rng = random.Random(1)
    table = new_table(book)
    _, table = step(table, SUPERVISOR, a.Open())
    for seat, who in enumerate(PEOPLE, 1):
        _, table = step(table, who, a.Sit(seat=seat))
        _, table = step(table, who, a.BuyIn(cents=10**10))
    shoe = Shoe(())
    best, acts, rounds = 0.0, 0, 0
    for _ in range(5):
        acts = rounds = 0
        start = time.perf_counter()
        while time.perf_counter() - start < SECONDS / 5:
            if table.phase is Phase.DEALING:
                shoe = Shoe(rng.sample(range(52), 52))
                rounds += 1
            who, act = next_act(table, shoe, rng)
            _, table = step(table, who, act)
            acts += 1
        best = max(best, acts / (time.perf_counter() - start))
    return best, best * rounds / acts


def main() -> None:
    print(f"{'decide and evolve, one core':34}{'acts/s':>12}{'rounds/s':>12}{'of the must':>14}")
    for name, chosen in CHOSEN.items():
        acts, rounds = acts_per_second(load_book(name, chosen))
        print(f"{name:34}{acts:12,.0f}{rounds:12,.0f}{acts / MUST:13.2f}x")


if __name__ == "__main__":
    main()
