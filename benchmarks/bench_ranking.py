"""How many seven-card hands a second, here and with what people use today.

Random hands, one core, the best of several runs, because a busy machine only ever makes a run slower.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from uth.cards import card_name
from uth.ranking import strength, strengths

BATCH = 3_500_000
SINGLE = 200_000


def random_hands(count: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Seven hands out of every shuffled deck."""
    decks = np.random.default_rng(2024).random((count // 7, 52), dtype=np.float32).argsort(axis=1)
    return decks[:, :49].reshape(-1, 7).astype(np.uint8)


def hands_per_second(run: Callable[[], object], hands: int, repeats: int) -> float:
    run()  # compiles, builds tables, warms caches
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return hands / min(times)


def each(function: Callable[..., object], hands: Sequence[Any]) -> Callable[[], None]:
    """A run that gives each hand to the function as its one argument."""

    def run() -> None:
        for hand in hands:
            function(hand)

    return run


def each_spread(function: Callable[..., object], hands: Sequence[Any]) -> Callable[[], None]:
    """The same for functions that take the parts of a hand as arguments."""

    def run() -> None:
        for hand in hands:
            function(*hand)

    return run


# Each of the others gets its hands in its own form beforehand, and is called in the fastest way it offers.


def phevaluator(hands: list[tuple[int, ...]]) -> Callable[[], None]:
    from phevaluator import evaluate_cards

    return each_spread(evaluate_cards, hands)


def eval7(hands: list[tuple[int, ...]]) -> Callable[[], None]:
    import eval7

    return each(eval7.evaluate, [[eval7.Card(card_name(card)) for card in hand] for hand in hands])


def treys(hands: list[tuple[int, ...]]) -> Callable[[], None]:
    from treys import Card, Evaluator

    cards = [[Card.new(card_name(card)) for card in hand] for hand in hands]
    return each_spread(Evaluator().evaluate, [(hand[:2], hand[2:]) for hand in cards])


def main() -> None:
    array = random_hands(BATCH)
    hands = [tuple(hand) for hand in array[:SINGLE].tolist()]
    batch = hands_per_second(lambda: strengths(array), len(array), repeats=20)
    single = hands_per_second(each(strength, hands), len(hands), repeats=7)

    print(f"{'seven-card hands, one core':34}{'hands/s':>14}{'batch is':>12}{'one hand is':>14}")
    print(f"{'uth.ranking.strengths, in batch':34}{batch:14,.0f}")
    print(f"{'uth.ranking.strength, one hand':34}{single:14,.0f}{batch / single:11,.0f}x")
    for other in (phevaluator, eval7, treys):
        try:
            run = other(hands)
        except ImportError as missing:
            print(f"{other.__name__:34}not installed here ({missing}); skipped")
            continue
        speed = hands_per_second(run, len(hands), repeats=5)
        print(f"{other.__name__:34}{speed:14,.0f}{batch / speed:11,.0f}x{single / speed:13,.1f}x")


if __name__ == "__main__":
    main()
