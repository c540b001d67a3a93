"""Logs that earlier versions of the program wrote still decode and replay, under the book kept with them.

Each file in ``logs`` begins with the packed book, its digest and the accounts at the end; then its events.
"""

import json
from pathlib import Path

import msgspec
import pytest

from uth.game.events import AnyEvent
from uth.game.table import replay
from uth.rules import shipped
from uth.rules.library import unpack_book

LOGS = sorted((Path(__file__).parent / "logs").glob("*.jsonl"))


@pytest.mark.parametrize("file", LOGS, ids=lambda file: file.stem)
def test_an_old_log_replays(file: Path) -> None:
    first, *lines = file.read_text("utf-8").splitlines()
    kept = json.loads(first)
    book = unpack_book(kept["book"])
    assert book.digest == kept["digest"]
    table = replay(book, [msgspec.json.decode(line, type=AnyEvent) for line in lines])
    assert dict(table.accounts) == kept["accounts"]
    assert table.phase == kept["phase"]


def test_there_is_one_for_every_book() -> None:
    assert [file.stem for file in LOGS] == shipped()
