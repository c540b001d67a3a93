"""How many completed rounds a second one core settles: one seat, five seats, the worked rounds, side bets.

Rounds are read beforehand; what is measured is ``settle``: checking the round, judging every wager with its
reason and clauses, paying, meters, and who won what. Beside it, how many are read from JSON, as every caller
does too. Time is that of the processor.
"""

import json
import random
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

from uth.cards import card_name
from uth.game.files.roundfile import load_once, read_round
from uth.game.round import Round
from uth.game.settlement.rounds import settle
from uth.rules import Book

ROOT = Path(__file__).parent.parent
MUST = 20_000
SECONDS = 4.0
TRIES = 100
ROUNDS = 500
DECISIONS = (["bet4"], ["check", "bet2"], ["check", "check", "bet1"], ["check", "check", "fold"])

Case = dict[str, Any]


def random_case(rng: random.Random, book: str, seats: int, side: dict[str, int]) -> Case:
    cards = [card_name(card) for card in rng.sample(range(52), 7 + 2 * seats)]
    stakes = {"ante": 1000, "blind": 1000, **side}
    case: Case = {
        "document": book,
        "board": cards[:5],
        "bank_hand": cards[5:7],
        "seats": [
            {"seat": n, "hole": cards[5 + 2 * n : 7 + 2 * n], "decisions": rng.choice(DECISIONS), **stakes}
            for n in range(1, seats + 1)
        ],
    }
    if "iowa" not in book:
        case["bank"] = {"seat": 6, "wager": 1_000_000}
    return case


def worked() -> list[Case]:
    files = sorted((ROOT / "tests" / "books").glob("*.json"))
    return [case for file in files for case in json.loads(file.read_text("utf-8")) if "type" not in case]


def a_second(work: Callable[[], object]) -> float:
    """How often a second, in the best of many short tries: others may be at work on this machine."""
    best = 0.0
    for _ in range(TRIES):
        done, start = 0, time.process_time()
        while time.process_time() - start < SECONDS / TRIES:
            work()
            done += 1
        best = max(best, done / (time.process_time() - start))
    return best


def measure(cases: list[Case]) -> tuple[float, float]:
    """Rounds settled a second, and rounds read a second."""
    load = load_once()
    played: list[tuple[Book, Round]] = [read_round(case, load) for case in cases]
    rounds, texts = cycle(played), cycle(cases)
    return a_second(lambda: settle(*next(rounds)).net), a_second(lambda: read_round(next(texts), load))


def main() -> None:
    rng = random.Random(15)
    house = str(ROOT / "examples" / "side-bets.toml")
    sides = {"trips": 500, "bad_beat": 500, "hole_card": 500, "flop_bonus": 500}
    kinds = {
        "one seat, California": [random_case(rng, "california-shfl", 1, {}) for _ in range(ROUNDS)],
        "one seat with Trips, Iowa": [
            random_case(rng, "iowa-catfish-bend", 1, {"trips": 500}) for _ in range(ROUNDS)
        ],
        "one seat, four side bets": [random_case(rng, house, 1, sides) for _ in range(ROUNDS)],
        "five seats with Trips": [
            random_case(rng, "california-shfl", 5, {"trips": 500}) for _ in range(ROUNDS)
        ],
        "the worked rounds": worked(),
    }
    print("settle, one core               rounds/s   read/s  verdict")
    for name, cases in kinds.items():
        settled, read = measure(cases)
        verdict = f"{settled / MUST:.2f}x of {MUST:,}, the must: {'met' if settled >= MUST else 'NOT MET'}"
        print(f"{name:30}{settled:9,.0f}{read:9,.0f}  {verdict}")


if __name__ == "__main__":
    main()
