"""Every clause that software can carry is played at a table of its own book: ``tests/clauses``.

``BOOK/CLAUSE.txt`` plays it, ``BOOK/CLAUSE.word.txt`` shows another side of it; ``uth table FILE`` plays one.
"""

from pathlib import Path

import pytest

from uth.game.files.scenario import play, read_scenario
from uth.game.ledger import overdrawn
from uth.game.table.events import replay
from uth.rules.clauses import clauses, matrix

HERE = Path(__file__).parent / "clauses"
FILES = sorted(HERE.rglob("*.txt"))
BOOK_OF = {clause.id: clause.book for clause in clauses()}


def shows(file: Path) -> str:
    """The clause that a file is about."""
    return file.stem.partition(".")[0]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_the_clause_demands_happens(file: Path) -> None:
    scenario = read_scenario(file.read_text("utf-8"))
    assert scenario.book.name == file.parent.name
    assert any(line.expects for line in scenario.lines)
    played = list(play(scenario))
    assert [(one.line.number, said) for one in played for said in one.unmet] == []
    for one in played:
        assert sum(one.table.accounts.values()) == 0
        assert not overdrawn(one.table.accounts)
        assert all(BOOK_OF[clause] == scenario.book.name for said in one.refusals for clause in said.clauses)
    log = [event for one in played for event in one.events]
    assert replay(scenario.book, log) == played[-1].table


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_says_what_its_clause_demands(file: Path) -> None:
    assert file.read_text("utf-8").startswith(f"# {shows(file)}: ")


def test_every_clause_is_played_or_says_why_not() -> None:
    played = {file.stem for file in FILES}
    for clause, entry in matrix().items():
        if entry.status == "not software":
            assert clause not in played
        else:
            assert (clause in played) != bool(entry.instead), clause
            assert entry.tests, clause


def test_no_file_is_left_over() -> None:
    assert [file for file in FILES if BOOK_OF.get(shows(file)) != file.parent.name] == []
    assert [file for file in HERE.rglob("*") if file.is_file() and file not in FILES] == []
