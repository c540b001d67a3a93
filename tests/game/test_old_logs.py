"""Logs that earlier versions of the program wrote still decode and replay, under the book kept with them.

Each file in ``logs`` begins with the packed book, its digest and the accounts at the end; then its events.
"""

import json
from pathlib import Path

import pytest

from uth.game.table.events import Event, WagersPlaced, replay
from uth.proof.happenings import decode
from uth.rules import shipped
from uth.rules.library import unpack_book

LOGS = sorted((Path(__file__).parent / "logs").glob("*.jsonl"))


@pytest.mark.parametrize("file", LOGS, ids=lambda file: file.stem)
def test_an_old_log_replays(file: Path) -> None:
    first, *lines = file.read_text("utf-8").splitlines()
    kept = json.loads(first)
    book = unpack_book(kept["book"])
    assert book.digest == kept["digest"]
    events = [event for line in lines if isinstance(event := decode(line.encode()), Event)]
    assert len(events) == len(lines)
    table = replay(book, events)
    assert dict(table.accounts) == kept["accounts"]
    assert table.phase == kept["phase"]
    placed = [event for event in events if isinstance(event, WagersPlaced) and event.moves]
    assert placed
    for event in placed:
        if all(move.what == "bet" for move in event.moves) and not event.spot.tokes:
            assert event.spot.staked(book) == sum(move.cents for move in event.moves)


def test_there_is_one_for_every_book() -> None:
    assert [file.stem for file in LOGS] == shipped()
