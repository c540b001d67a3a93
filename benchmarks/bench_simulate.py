"""Rounds a second: kernels against a plain Python loop over the game's own settlement, in the same run."""

from dataclasses import replace
from time import perf_counter

import numpy as np

from uth.rules import load_book
from uth.simulate.simulating import Prepared, prepare
from uth.simulate.solo import Solo
from uth.simulate.tables import Player, TableSetup
from uth.strategy import find_strategy

ROUNDS = 8_000_000
PLAIN = 300


def rate(table: Prepared, rounds: int = ROUNDS) -> float:
    """Best of three."""
    table.play(100_000)
    return max(table.play(rounds).rounds_per_second for _ in range(3))


def plain_rate() -> float:
    """One player at the real table, basic strategy."""
    solo, rng = Solo(load_book("california-shfl")), np.random.default_rng(1)
    play = find_strategy("basic").player("california-shfl")
    start = perf_counter()
    for _ in range(PLAIN):
        solo.deal([int(card) for card in rng.permutation(52)])
        while solo.choices:
            solo.decide(type(solo.choices[0])(play(solo.hole, solo.table.board, solo.choices)))
    return PLAIN / (perf_counter() - start)


def vector_rate(envs: int = 4096, steps: int = 500) -> float:
    from uth.simulate.vector import UltimateVectorEnv

    env = UltimateVectorEnv(envs)
    env.reset(seed=1)
    actions = np.random.default_rng(1).integers(0, 6, (50, envs))
    env.step(actions[0])
    start, rounds = perf_counter(), 0
    for number in range(steps):
        rounds += int(env.step(actions[number % 50])[2].sum())
    return rounds / (perf_counter() - start)


def main() -> None:
    """Print rounds a second, and ratios."""
    book = load_book("california-shfl")
    one = prepare(TableSetup(book, (Player({"ante": 1000}),)), threads=1)
    six = prepare(TableSetup(book, (Player({"ante": 1000, "trips": 500}),) * 6, bank_wager=60_000), threads=1)
    plain = plain_rate()
    print(f"plain Python, the real table: {plain:,.0f} rounds/s")
    for name, table in (("one seat, optimal play", one), ("six seats, player bank, coverage, fees", six)):
        alone = rate(table)
        both = rate(replace(table, threads=2))
        print(
            f"{name}: {alone:,.0f} rounds/s on one core, {alone / plain:,.0f}x; two cores {both / alone:.2f}x"
        )
    learner = vector_rate()
    print(f"vector environment, 4,096 tables: {learner:,.0f} rounds/s, {learner / plain:,.0f}x")


if __name__ == "__main__":
    main()
