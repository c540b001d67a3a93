"""Covariance between seats over all deals, against the simulator reaching the same digits in the same run."""

from time import perf_counter, process_time

from uth.bank.seats import PAIRS, find_seats
from uth.rules import load_book
from uth.simulate.simulating import prepare
from uth.simulate.tables import Player, TableSetup

ROUNDS = 20_000_000


def main() -> None:
    """Print seconds, and the ratio in deals per second."""
    start, cpu = perf_counter(), process_time()
    found = find_seats("california-shfl", ["optimal"] * 2, cache=False)
    seconds, cpu = perf_counter() - start, process_time() - cpu
    exact = float(found.covariance_between_seats)
    print(f"exact: {exact:.12f}, {PAIRS:,} deals of two seats in {seconds:.1f} s ({cpu:.1f} s of processors)")
    table = prepare(TableSetup(load_book("california-shfl"), (Player({"ante": 200}),) * 2, free=True))
    seen = table.play(ROUNDS)
    assert seen.between_seats is not None
    print(f"simulated: {seen.between_seats / 200**2:.4f} from {ROUNDS:,} rounds in {seen.seconds:.1f} s")
    print(f"ratio in deals per second: {PAIRS / seconds / seen.rounds_per_second:,.0f}")


if __name__ == "__main__":
    main()
