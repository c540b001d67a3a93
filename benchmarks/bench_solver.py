"""How long the exact solver takes, against dealers visited one by one in the same run.

The baseline is plain: every dealer hand of a river evaluated and compared, in compiled code, on one core. A
flop is 1,081 such rivers; the whole game, with suits interchangeable, 134,459 boards of 1,081 holes. It
counts wins and losses alone, so at a single river, where the solver also settles and answers, it is not
slower. phevaluator, an evaluator that people use from Python, does the same for one river. Best of several
runs, because a busy machine only ever makes a run slower.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numba import njit

from uth import Stakes, solve
from uth.cards import card_name, parse_cards
from uth.ranking import Category
from uth.ranking.batch import strength_of_seven
from uth.rules import load_book
from uth.solver import Advisor
from uth.solver.kernels.outcomes import find_outcomes
from uth.solver.kernels.rules import number_type
from uth.solver.kernels.values import choose_before_the_flop, find_values
from uth.solver.kernels.work import Crew
from uth.solver.wagering import terms_of

RIVERS_OF_FLOP = 1081
RIVERS_OF_GAME = 134_459 * 1081
FLOPS = ["Kh 5d 2c", "Qs Js 4d", "9c 8c 2c", "7h 7d 3s"]  # three suits, two, one, a pair

MEMORY = """
import sys
from uth import Stakes, solve
from uth.rules import load_book
name, threads, stakes, *settings = sys.argv[1:]
stakes = Stakes(10, progressive=5) if stakes == "progressive" else Stakes()
solve(load_book(name, settings), stakes, threads=int(threads) or None, cache=False, break_even=True)
print(next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM")) / 1024)
"""
MOST_PRIZES = [f"progressive.{hand.key}={20 + hand}:1" for hand in Category]
MOST_PLAYS = ["decisions.flop=[1,2]", "decisions.river=[1,2]"]
MEMORIES = {  # what a process solves: book, threads (0: as many as usual), stakes, settings
    "the standard game": ["california-shfl", "0", ""],
    "the same on 8 threads": ["california-shfl", "8", ""],
    "with Iowa's progressive": ["iowa-catfish-bend", "0", "progressive"],
    "the same on 8 threads, as on 8 cores": ["iowa-catfish-bend", "8", "progressive"],
    "ten prizes and two multiples, 8 threads": [
        *("iowa-catfish-bend", "8", "progressive"),
        *(*MOST_PRIZES, *MOST_PLAYS),
    ],
}


def best(run: Callable[[], object], repeats: int, each: int = 1) -> float:
    """Seconds of the shortest of several runs, each of so many calls."""
    run()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        for _ in range(each):
            run()
        times.append((time.perf_counter() - start) / each)
    return min(times)


@njit(cache=True, nogil=True)
def plain_river(cards: np.ndarray[Any, np.dtype[np.int64]], times: int) -> int:
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
                lead += (own > dealer) - (own < dealer)
    return lead


def phevaluator_river(cards: tuple[int, ...]) -> Callable[[], object]:
    from phevaluator import evaluate_cards

    board, left = cards[2:], [card for card in range(52) if card not in cards]

    def run() -> int:
        own = evaluate_cards(*cards)
        dealers = [evaluate_cards(x, y, *board) for i, x in enumerate(left) for y in left[:i]]
        return sum((own < dealer) - (own > dealer) for dealer in dealers)

    return run


def whole_game() -> dict[int, tuple[float, float]]:
    """By number of threads: every decision, and every outcome on top."""
    terms = terms_of(load_book("california-shfl"), Stakes())
    found = {}
    cores = os.cpu_count() or 1
    for threads in sorted({count for count in (1, 2, 4, 8, cores) if count <= max(2, cores)}):
        crew = Crew(threads)
        values = find_values(terms, crew)
        choice = choose_before_the_flop(terms, values.preflop_bets, values.preflop_check)
        found[threads] = (
            best(partial(find_values, terms, crew), 15),
            best(partial(find_outcomes, terms, values, choice, crew), 15),
        )
    return found


def on_gpu() -> dict[str, float] | str:
    """By game: seconds at work on the card, between two events on it; or why there is none."""
    try:
        from uth.solver.gpu import engine
        from uth.solver.gpu.tables import card_rules
    except ImportError as missing:
        return f"no GPU here ({missing}); skipped"
    games = {
        "": terms_of(load_book("california-shfl"), Stakes()),
        ", with Iowa's progressive": terms_of(load_book("iowa-catfish-bend"), Stakes(ante=5, progressive=5)),
    }
    found = {}
    for name, terms in games.items():
        run = engine.Run(terms, card_rules(terms, number_type(terms)))
        run.launch()  # compiles
        found[name] = min(run.milliseconds() for _ in range(50)) / 1000
    return found


def said(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:,.1f} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"


def line(job: str, seconds: float, must: float, goal: float, baseline: float) -> None:
    verdict = "goal met" if seconds <= goal else "must met" if seconds <= must else "MISSED"
    times = f"{said(seconds):>10}{said(must):>10}{said(goal):>10}"
    print(f"{job:52}{times}  {verdict:10}{baseline / seconds:>14,.0f}x")


def main() -> None:
    book = load_book("california-shfl")
    advisor = Advisor(book, few=0)
    hole = parse_cards("9s 8d")
    river = parse_cards("Kh 5d 2c 9c 4h")
    dead = parse_cards("2d 3d 4c 5c 6c 7c 8c Tc Jc Qc")
    array = np.array([*hole, *river], np.int64)
    plain = best(lambda: plain_river(array, 1000), 7) / 1000
    print(f"baseline: one river, dealer by dealer: {said(plain)} compiled, one core")
    try:
        people = best(phevaluator_river((*hole, *river)), 5)
        print(f"          the same with phevaluator: {said(people)}")
    except ImportError as missing:
        print(f"          phevaluator is not installed here ({missing}); skipped")

    print(f"\n{'job':52}{'takes':>10}{'must':>10}{'goal':>10}  {'':10}{'faster by':>15}")
    threads = whole_game()
    whole = RIVERS_OF_GAME * plain
    for count, (values, outcomes) in threads.items():
        name = f"{count} thread{'s' if count > 1 else ''}"
        line(f"whole game: edge and every decision, {name}", values, 1.5, 0.5, whole)
        line(f"full outcome table on top, {name}", outcomes, 2, 0.5, whole)
    card = on_gpu()
    if isinstance(card, str):
        print(f"whole game, one GPU: {card}")
    else:
        for name, seconds in card.items():
            line(f"whole game, one GPU{name}", seconds, 16e-3, 5e-3, whole)
    for text in FLOPS:
        line(
            f"flop decision, {text}",
            best(partial(advisor.advise, hole, parse_cards(text)), 7, 100),
            2e-3,
            0.3e-3,
            RIVERS_OF_FLOP * plain,
        )
    line("river decision", best(lambda: advisor.advise(hole, river), 7, 5000), 50e-6, 10e-6, plain)
    flops_left, runouts_left = 9880, 666
    before = best(lambda: advisor.advise(hole, (), dead), 7)
    smaller = plain * 595 / 990  # fewer dealers are left
    line("pre-flop, ten dead cards", before, 2, 0.5, flops_left * runouts_left * smaller)
    once = best(lambda: solve(book, cache=False, ready_made=False), 7)
    line("uth.solve: all of it, with every figure ready", once, 3.5, 1.0, whole)

    if sys.platform == "linux":
        print("\nmemory of a process that solves (must 1,000 MB, goal 300 MB for the standard game)")
        for name, game in MEMORIES.items():
            call = [sys.executable, "-c", MEMORY, *game]
            told = subprocess.run(call, check=True, capture_output=True, text=True)
            print(f"{name:52}{float(told.stdout):>7,.0f} MB")
    for count, times in threads.items():
        scaling = " and ".join(f"{a / b:.2f}" for a, b in zip(threads[1], times, strict=True))
        print(f"on {count} threads {scaling} times as fast as on one (values, outcomes)")
    print(f"hole {' '.join(map(card_name, hole))}; load of the machine {os.getloadavg()[0]:.2f}")


if __name__ == "__main__":
    main()
