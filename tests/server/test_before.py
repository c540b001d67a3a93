"""A database of the release before opens, plays on in mid-round, and its log verifies from its start."""

import gzip
from pathlib import Path

import msgspec
import pytest

from tests.server.floor import Floor, floor
from uth.game.round import Choice
from uth.game.table import acts as a
from uth.game.table.acts.playing import to_act
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.proof.checks import Checked, check
from uth.proof.formats import LogLine
from uth.proof.reading import read
from uth.server.faults import Fault
from uth.server.room import Room
from uth.store import restore

pytestmark = pytest.mark.anyio
KEPT = Path(__file__).parent / "before" / "0.2.0.sqlite.gz"
"""Two rounds and a third in play, by two people at a table of Iowa's; a reshuffle was reported in between."""
PEOPLE = {1: Who(Role.PLAYER, "Ann"), 3: Who(Role.PLAYER, "Bob")}


async def checked(on: Floor, room: Room) -> Checked:
    """The log as it is exported, checked."""
    rows = await on.service.store.read(room.stream)
    lines = [LogLine(r.stream, r.number, r.at, r.command, r.body.decode(), r.hash.hex()) for r in rows]
    opening = await on.service.store.stream(room.stream)
    return check(read(b"\n".join(msgspec.json.encode(one) for one in [opening, *lines])))


async def play_out(on: Floor, room: Room) -> None:
    while room.standing.table.order:
        table = room.standing.table
        seat = to_act(table)
        choice = Choice.BET1 if len(table.board) == 5 else Choice.CHECK
        await on.do(room, PEOPLE[int(seat or 0)], a.Decide(choice=choice))


async def test_a_database_of_before_plays_on_and_verifies(database: str, tmp_path: Path) -> None:
    backup = tmp_path / "backup"
    backup.write_bytes(gzip.decompress(KEPT.read_bytes()))
    assert await restore(backup, database) == []
    async with floor(database) as on:
        [room] = list(on.service.rooms)
        for name in ("Ann", "Bob"):
            await on.person(name)
        assert room.standing.table.phase is Phase.FLOP
        assert room.standing.table.sealed
        before = room.standing.version
        assert (await checked(on, room)).faults == []
        await play_out(on, room)
        found = await checked(on, room)
        assert (found.faults, found.rounds, found.sealed) == ([], 3, 3)
        # a round of its own: hidden now, and without numbers, which its terms do not know
        await on.do(room, PEOPLE[1], a.Bet(stakes={"ante": 500}))
        await on.do(room, PEOPLE[3], a.Bet(stakes={"ante": 500}))
        rows = await on.service.store.read(room.stream, before)
        assert [b'"holes":null' in row.body for row in rows if b"holes_dealt" in row.body] == [True]
        await play_out(on, room)
        found = await checked(on, room)
        assert (found.faults, found.rounds, found.sealed) == ([], 4, 4)
        with pytest.raises(Fault, match="takes no numbers"):
            room.house.play(room.standing, PEOPLE[1], a.Bet(stakes={"ante": 500}), None, "0" * 64)
