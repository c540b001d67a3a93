"""Short scenarios in tests: played from text, and what came of them."""

from textwrap import dedent

from uth.game.files.scenario import Played, play, read_scenario
from uth.game.settlement.coverage import Row
from uth.game.table.events import Event, WagerSettled
from uth.game.table.state import Table


def played(text: str) -> list[Played]:
    """Every line of a scenario, with what came of it."""
    return list(play(read_scenario(dedent(text))))


def table_after(text: str) -> Table:
    """The table at the end; every line must be accepted."""
    lines = played(text)
    for one in lines:
        assert not one.refusals, f"{one.line.text}: {'; '.join(map(str, one.refusals))}"
    return lines[-1].table


def refused_at(text: str) -> list[str]:
    """What the lines that were refused were told."""
    return [str(refusal) for one in played(text) for refusal in one.refusals]


def events_of(text: str) -> list[Event]:
    return [event for one in played(text) for event in one.events]


def rows_of(text: str) -> list[Row]:
    return [event.row for event in events_of(text) if isinstance(event, WagerSettled)]
