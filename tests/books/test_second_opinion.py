"""Random rounds of all books and readings, settled twice: by ``uth.game`` and by the second opinion."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.books.random_rounds import random_round
from tests.books.second_opinion import settle as second_opinion
from uth.game.casefile import answer

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
