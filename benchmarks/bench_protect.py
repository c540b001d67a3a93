"""How long it takes to say what known cards are worth, against dealers visited one by one in the same run.

The baseline evaluates and compares one dealer hand after the other, in compiled code, on one core, for as
many as there are when suits are interchangeable. It counts wins and losses alone. Ours decides every hand on
every street. Best of several runs, because a busy machine only ever makes a run slower; also the processor
time, which a busy machine hardly changes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np
from numba import njit

from uth.cards import parse_cards
from uth.protect import protect, read_knowledge
from uth.protect.kernels.engine import Sizes
from uth.ranking.batch import strength_of_seven
from uth.rules import load_book

CASES = {  # what is known: how often it is counted, what it must take at most, and the goal
    "dealer=1": (5, 60, 10),
    "dealer=2": (3, 60, 5),
    "dealer=1,flop=1": (5, 600, 60),
    "dealer=1,turn=1": (3, 600, 60),
    "flop=1": (5, None, None),
    "flop=3": (5, None, None),
    "turn=1": (3, None, None),
    "turn=1,river=1": (1, None, None),
    "dead=1": (2, None, None),
}


@njit(cache=True, nogil=True)
def plain_visits(cards: np.ndarray[Any, np.dtype[np.int64]], times: int) -> int:
    """Wins less losses of the first two cards on the other five, dealer by dealer."""
    a, b, c, d, e, f, g = cards[0], cards[1], cards[2], cards[3], cards[4], cards[5], cards[6]
    known = np.zeros(52, np.bool_)
    for card in cards:
        known[card] = True
    lead = 0
    for _ in range(times):
        own = strength_of_seven(a, b, c, d, e, f, g)
        for x in range(52):
            if known[x]:
                continue
            for y in range(x):
                if known[y]:
                    continue
                dealer = strength_of_seven(x, y, c, d, e, f, g)
                lead += int(own > dealer) - int(own < dealer)
    return lead


def best(run: Callable[[], object], repeats: int) -> tuple[float, float]:
    """Seconds of the shortest of several runs, by the clock and of the processor."""
    clock, processor = [], []
    for _ in range(repeats):
        start, busy = time.perf_counter(), time.process_time()
        run()
        clock.append(time.perf_counter() - start)
        processor.append(time.process_time() - busy)
    return min(clock), min(processor)


def visits(knows: str) -> float:
    """Dealer hands on all boards with all holes, with suits interchangeable."""
    known = read_knowledge(knows)
    sizes = Sizes(known.dealer, known.dead)
    off = comb(52, known.dealer) * comb(52 - known.dealer, known.dead)
    return off * comb(52 - sizes.off, 5) * comb(47 - sizes.off, 2) * sizes.dealers / 24


def main() -> None:
    cards = np.array(parse_cards("9s 8d Kh 5d 2c 7h 3s"), np.int64)
    plain_visits(cards, 1)
    each = best(lambda: plain_visits(cards, 2000), 5)[0] / 2000 / 990
    print(f"baseline: a dealer hand is visited in {each * 1e9:.2f} ns on one core")
    print(
        f"{'known':18} {'edge':>11} {'must':>6} {'goal':>6} {'takes':>9} {'processor':>10} {'faster by':>11}"
    )
    book = load_book("california-shfl")
    for knows, (repeats, must, goal) in CASES.items():
        worth = protect(book, knows, cache=False)  # loads or compiles the kernels
        took, busy = best(lambda knows=knows: protect(book, knows, cache=False), repeats)
        limits = " ".join(f"{f'{limit} s' if limit else '':>6}" for limit in (must, goal))
        edge = f"{float(worth.edge) * 100:.4f} %"
        ratio = each * visits(knows) / took
        print(f"{knows:18} {edge:>11} {limits} {took:7.2f} s {busy:8.2f} s {ratio:10,.0f}x", flush=True)


if __name__ == "__main__":
    main()
