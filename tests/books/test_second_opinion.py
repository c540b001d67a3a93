"""Random rounds of all books and readings, settled twice: by ``uth.game`` and by the second opinion."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.books.random_rounds import random_round
from tests.books.second_opinion import settle as second_opinion
from tests.books.second_opinion import share_jackpot
from uth.game.files.casefile import answer
from uth.game.settlement.pots import Win, shared

COLUMNS = ("seat", "wager", "stake", "outcome", "due", "paid", "collected", "returned")
ROUNDS = 400


def rows(answered: dict[str, Any]) -> list[tuple[str, ...]]:
    """Rows without their order: the documents leave it open when a folded toke or Trips is taken."""
    return sorted(tuple(str(row[column]) for column in COLUMNS) for row in answered["settlement"])


@pytest.mark.parametrize("seed", range(8))
def test_two_settlements_agree(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(ROUNDS):
        played = random_round(rng)
        second, first = second_opinion(copy.deepcopy(played)), answer(played)
        assert rows(first) == rows(second), json.dumps(played)
        for key, value in second.items():
            if key != "settlement":
                told = first[key]
                shown = {name: told[name] for name in value} if key == "meters_after_round" else told
                assert shown == value, f"{key} of {json.dumps(played)}"


def test_two_ways_to_share_a_jackpot_agree() -> None:
    """IA-MULTI-1, IA-MULTI-2: the function that tables use, and the one that never saw it; as in EX-52."""
    assert share_jackpot(6_123_457, [("21:04:10", "A"), ("21:03:55", "B")]) == {
        ("21:03:55", "B"): 3_061_729,
        ("21:04:10", "A"): 3_061_728,
    }
    rng = random.Random(52)
    for _ in range(2000):
        cents, count = rng.randrange(1, 9_000_000), rng.randint(1, 6)
        deals = [(dealt, place) for dealt in range(5) for place in range(8)]
        wins = [Win(1, "", dealt, place) for dealt, place in rng.sample(deals, count)]
        second = share_jackpot(cents, [(win.dealt, win.place) for win in wins])
        first = [((win.dealt, win.place), due) for win, due in shared(cents, wins)]
        assert first == list(second.items())


def test_the_second_opinion_knows_the_worked_rounds() -> None:
    """An oracle that is wrong where the answer is known would prove nothing."""
    files = sorted(Path(__file__).parent.glob("*.json"))
    cases = [case for file in files for case in json.loads(file.read_text("utf-8")) if "type" not in case]
    assert len(cases) == 39
    for case in cases:
        expected = case.pop("expected")
        second = second_opinion({"switches": {}, **case})
        assert second["net"] == expected["net"], case["id"]
        assert rows(second) == rows(expected), case["id"]
