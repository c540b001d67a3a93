"""Every act is recognized by what it brings: in every playthrough, and in rounds full of shared jackpots."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tests import link_machine
from tests.playthroughs.test_playthroughs import SCENARIOS
from tests.seated import ANN, DAN, run, seated
from uth.game.files import scenario
from uth.game.table import acts as a
from uth.game.table import events as e
from uth.game.table.act import Act
from uth.game.table.answering import step
from uth.game.table.events import AnyEvent, Event
from uth.game.table.people import Who
from uth.game.table.state import Table
from uth.proof.following import Misfit, follow


def recognized(table: Table, who: Who, act: Act) -> tuple[list[Event], Table]:
    """A step whose events, as a log has them, lead back to it."""
    events, after = step(table, who, act)
    written = [msgspec.json.decode(msgspec.json.encode(event), type=AnyEvent) for event in events]
    if written:
        found = follow(table, 1, written)
        assert (type(found.act), found.events, found.table) == (type(act), len(events), after)
    return events, after


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_in_every_playthrough(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenario, "step", recognized)
    assert list(scenario.play(scenario.read_scenario(file.read_text("utf-8"))))


@pytest.mark.parametrize("seed", range(4))
def test_with_shared_jackpots(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_machine, "step", recognized)
    floor = link_machine.Links(seed, 3)
    for _ in range(150):
        floor.anything()
    floor.finish()


def misfit(table: Table, events: Sequence[Event]) -> tuple[int, str]:
    with pytest.raises(Misfit) as caught:
        follow(table, 7, events)
    return caught.value.number, str(caught.value)


def test_what_is_missing_and_what_is_other_is_named() -> None:
    table = run(seated("iowa-catfish-bend"), (ANN, a.Bet(stakes={"ante": 500})))
    events, _ = step(table, DAN, a.NoMoreBets())
    assert [type(event) for event in events] == [e.BetsClosed, e.PhaseBegan]
    assert misfit(table, events[:1]) == (7, "is not all: phase_began is due after it")
    number, says = misfit(table, [events[0], replace(events[1], phase="flop")])
    assert (number, says) == (8, 'by the rules it is {"event":"phase_began","phase":"dealing"}')
    number, says = misfit(table, [e.HandRacked(seat=1)])
    assert says == "nothing that anybody may do at a table begins with this"
    number, says = misfit(table, [e.Paused(by="nobody Bob", reason="x")])
    assert says.startswith("nobody can have done this")
