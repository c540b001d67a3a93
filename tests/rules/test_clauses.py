"""Every clause of the four documents is accounted for, by code and tests that exist."""

import ast
import json
from functools import cache
from pathlib import Path

from uth.rules import shipped
from uth.rules.book import Book
from uth.rules.clauses import STATUS_WORDS, clauses, matrix, questions
from uth.rules.library import full_key, game_rows
from uth.rules.schema import keys
from uth.rules.wagers import Wager

ROOT = Path(__file__).parent.parent.parent
IDS = [clause.id for clause in clauses()]


def test_there_are_307_clauses_of_four_books() -> None:
    assert len(IDS) == len(set(IDS)) == 307
    assert {clause.book for clause in clauses()} == set(shipped())


def test_every_clause_is_accounted_for_once() -> None:
    assert set(matrix()) == set(IDS)
    assert {entry.status for entry in matrix().values()} <= set(STATUS_WORDS)


def test_every_entry_says_where_or_why() -> None:
    for clause, entry in matrix().items():
        if entry.status == "tested":
            assert entry.where, clause
            assert entry.tests, clause
        else:
            assert entry.because or entry.tests, clause
        for where in entry.where:
            assert (ROOT / where).exists(), f"{clause}: {where}"


def test_every_test_that_is_named_exists() -> None:
    for clause, entry in matrix().items():
        for test in entry.tests:
            assert exists(test), f"{clause}: {test}"


@cache
def exists(test: str) -> bool:
    if test.startswith("EX-"):
        return test in worked_cases()
    file, _, function = test.partition("::")
    if file.endswith(".txt"):
        return (ROOT / file).is_file() and (ROOT / file).with_suffix(".out").is_file()
    return (ROOT / file).is_file() and function in functions(ROOT / file)


@cache
def worked_cases() -> frozenset[str]:
    files = (ROOT / "tests" / "books").glob("*.json")
    return frozenset(case["id"] for file in files for case in json.loads(file.read_text("utf-8")))


@cache
def functions(file: Path) -> frozenset[str]:
    tree = ast.parse(file.read_text("utf-8"))
    return frozenset(
        node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def test_a_test_that_does_not_exist_would_be_noticed() -> None:
    assert not exists("EX-999")
    assert not exists("tests/rules/test_clauses.py::test_of_nothing")
    assert not exists("tests/rules/test_nothing.py::test_of_nothing")


def test_no_clause_waits() -> None:
    assert [clause for clause, entry in matrix().items() if entry.status == "planned"] == []


def test_same_as_names_clauses_of_the_sister_book() -> None:
    for clause in clauses():
        assert set(clause.same_as) <= set(IDS)


def test_questions_name_clauses_and_switches_that_exist() -> None:
    rows = {f"wagers.{name}.{path}" for name in game_rows() for path, _ in keys(Wager)}
    known = {path for path, _ in keys(Book)} | rows | {"wagers.trips.table"}
    assert len(questions()) == 70
    for question in questions():
        assert set(question.clauses) <= set(IDS), question.id
        assert question.answer
        for switch in question.switch:
            assert full_key(switch) in known, f"{question.id}: {switch}"
