"""A clause played at a table: the scenarios that prove it, line by line, for anybody to watch.

The scenarios are those of ``tests/clauses``, carried in the package as ``uth/rules/scenarios.json``.
"""

from itertools import takewhile

from msgspec import Struct

from uth.game.files.scenario import Played, play, read_scenario
from uth.game.table.people import Role, Who
from uth.game.views.picture import Layout, Private, Public, layout, private, public
from uth.rules.clauses import Clause, clauses, scenarios
from uth.server.faults import Says, not_found
from uth.server.steps import EventSeen, Told

WATCHER = Who(Role.SPECTATOR, "")


class LineSeen(Struct, frozen=True):
    """One line of a scenario, and what came of it: events, or a refusal with its clauses."""

    text: str
    refused: list[Says]
    events: list[EventSeen]


class ScenarioSeen(Struct, frozen=True):
    """A scenario to watch: the table before it, and each line."""

    name: str
    shows: str
    """What it shows, in a sentence."""
    layout: Layout
    table: Public
    you: Private
    lines: list[LineSeen]


class ClausePlayed(Struct, frozen=True):
    """A clause, and the scenarios of its book that show it."""

    clause: Clause
    scenarios: list[ScenarioSeen]


def clause_played(name: str) -> ClausePlayed:
    """A clause with its scenarios."""
    found = next((clause for clause in clauses() if clause.id == name), None)
    if found is None:
        raise not_found(f"no such clause: {name}; /rules lists them by book")
    texts = scenarios().get(name, {})
    return ClausePlayed(found, [_seen(name, text) for name, text in texts.items()])


def _seen(name: str, text: str) -> ScenarioSeen:
    scenario = read_scenario(text)
    played = list(play(scenario))
    start = played[0].before
    return ScenarioSeen(
        name,
        _shows(text),
        layout(scenario.book),
        public(start),
        private(start, WATCHER),
        [_line(one) for one in played],
    )


def _shows(text: str) -> str:
    """The sentence that a scenario begins with, in lines of comment, after the name of its clause."""
    comment = takewhile(lambda line: line.startswith("#"), text.splitlines())
    sentence = " ".join(line.lstrip("# ") for line in comment).partition(": ")[2]
    return sentence[:1].upper() + sentence[1:]


def _line(one: Played) -> LineSeen:
    refused = [Says(refusal.says, refusal.clauses) for refusal in one.refusals]
    return LineSeen(one.line.text, refused, list(Told(one.before, one.events).steps(WATCHER)))
