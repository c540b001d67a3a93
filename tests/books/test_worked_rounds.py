"""The worked rounds: every row, hand, net and meter comes out as it was computed by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from uth.game.files.casefile import answer

HERE = Path(__file__).parent
CASES = [case for file in sorted(HERE.glob("*.json")) for case in json.loads(file.read_text("utf-8"))]


def differences(expected: Any, got: Any, path: str = "") -> list[str]:
    """What is expected and not there; the answer may say more (reasons, clauses)."""
    if isinstance(expected, dict) and isinstance(got, dict):
        return [
            d for key, value in expected.items() for d in differences(value, got.get(key), f"{path}.{key}")
        ]
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        pairs = enumerate(zip(expected, got, strict=True))
        return [d for n, (one, other) in pairs for d in differences(one, other, f"{path}[{n}]")]
    return [] if expected == got else [f"{path}: expected {expected!r}, got {got!r}"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['title']}")
def test_worked_case(case: dict[str, Any]) -> None:
    asked = {key: value for key, value in case.items() if key != "expected"}
    assert differences(case["expected"], answer(asked)) == []


def test_all_kinds_of_case_are_there() -> None:
    kinds = {case.get("type", "round") for case in CASES}
    assert kinds == {"round", "fees", "formula", "deal", "rotation", "void", "validation", "irregularity"}
    assert len(CASES) == 59


@pytest.mark.parametrize("case", [case for case in CASES if "type" not in case], ids=lambda case: case["id"])
def test_every_row_gives_its_reason_and_clause(case: dict[str, Any]) -> None:
    for row in answer({key: value for key, value in case.items() if key != "expected"})["settlement"]:
        assert row["reason"]
        assert row["clauses"]
