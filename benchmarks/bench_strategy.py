"""A strategy through all deals, exactly, against plain Python that deals, asks and settles hand by hand.

The plain visits are timed on a few thousand hands; the ratio is deals per second.
"""

from time import perf_counter

from uth.solver import solve
from uth.strategy.registry import shipped
from uth.strategy.sampling import sample
from uth.strategy.valuing import value_under

HANDS = 3000


def main() -> None:
    """Print seconds, and the ratio."""
    solution = solve("california-shfl")
    strategy = shipped("basic")
    value_under(strategy, solution)  # compiled and loaded
    start = perf_counter()
    found = value_under(strategy, solution)
    exact = perf_counter() - start
    start = perf_counter()
    drawn = sample(strategy.player(), solution, HANDS)
    plain = perf_counter() - start
    rate, plain_rate = found.solution.deals / exact, HANDS / plain
    print(f"basic strategy, all {found.solution.deals:,} deals: {exact:.2f} s, {float(found.house_edge):.6%}")
    print(
        f"plain Python, {HANDS:,} deals at random: {plain:.2f} s, "
        f"{-drawn.mean:.1%}, standard error {drawn.standard_error:.1%}"
    )
    print(f"ratio in deals per second: {rate / plain_rate:,.0f}")


if __name__ == "__main__":
    main()
