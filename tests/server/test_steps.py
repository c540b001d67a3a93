"""What a frame says of each event, and what it changes: nobody who draws a table needs to know a rule."""

import asyncio
import copy
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.link_machine import Links
from tests.playthroughs.test_playthroughs import SCENARIOS
from tests.server.serving import Served
from tests.server.test_rounds import play_a_round, sit_down
from uth.game.files.scenario import play, read_scenario
from uth.game.settlement.coverage import Row
from uth.game.table import events as e
from uth.game.table.events import evolve
from uth.game.table.people import Role, Who
from uth.game.table.state import Table, new_table
from uth.game.views.picture import own, public
from uth.game.views.saying import say
from uth.game.views.seen import STRANGER
from uth.rules import load_book
from uth.server.steps import Change, EventSeen, Told, changes

SPECTATOR = Who(Role.SPECTATOR, "")


def put(picture: Any, change: Change) -> None:
    """A change where it belongs, as a page does it."""
    *path, last = change.at
    for part in path:
        picture = picture[part]
    if change.now is msgspec.UNSET:
        del picture[last]
    elif isinstance(picture, list) and last == len(picture):
        picture.append(change.now)
    else:
        picture[last] = change.now


def drawn(before: Table, steps: Iterator[EventSeen]) -> Any:
    picture = msgspec.to_builtins(public(before))
    for step in steps:
        for change in step.changes:
            put(picture, copy.deepcopy(change))
    return picture


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_the_changes_lead_from_one_picture_to_the_next(file: Any) -> None:
    """For everybody around the table; a round that has ended stays in sight until the next event."""
    before: Table | None = None
    for one in play(read_scenario(file.read_text("utf-8"))):
        if before is None:
            before = new_table(one.table.book)
        told = Told(before, one.events)
        after = before
        for event in one.events:
            after = evolve(after, event)
        if one.events and not isinstance(one.events[-1], e.RoundEnded):
            for who in (SPECTATOR, STRANGER, *(Who(Role.PLAYER, name) for name in after.seats.values())):
                assert drawn(before, told.steps(who)) == msgspec.to_builtins(public(after))
                mine = [step.you for step in told.steps(who) if step.you]
                last, held = mine[-1] if mine else own(before, who), own(after, who)
                assert (last.chips, last.holes, last.hands) == (held.chips, held.holes, held.hands)
        before = after


def test_whoever_is_not_concerned_gets_what_strangers_get() -> None:
    linked = Links(1, 2)
    for _ in range(150):
        linked.anything()
    for name_of_table, log in linked.logs.items():
        table = new_table(linked.tables[name_of_table].book)
        for event in log:
            told = Told(table, [event])
            for name in {*table.seats.values()} - told._concerned:
                assert list(told.steps(Who(Role.PLAYER, name))) == list(told.steps(STRANGER))
            table = evolve(table, event)


def test_every_event_has_its_words() -> None:
    assert all(kind.tell is not e.Event.tell for kind in e.EVENTS)


def test_a_hand_is_told_once_with_all_its_wagers() -> None:
    book = load_book("california-shfl")
    reason = "two pair, jacks and nines loses to the bank's two pair, aces and nines"
    rows = [
        e.WagerSettled(
            row=Row(
                4, wager, stake, "lose", 0, paid=0, collected=stake, returned=0, reason=reason, clauses=()
            )
        )
        for wager, stake in (("ante", 500), ("play", 2000), ("blind", 500))
    ]
    assert say(book, rows) == [
        "",
        "",
        "Seat 4: two pair, jacks and nines loses to the player-dealer's two pair, aces and nines."
        " Ante −$5, Play −$20, Blind −$5",
    ]


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 2, "b": None}, [Change(("a",), 2), Change(("b",), None)]),
        ({"a": {"b": 1, "c": 2}}, {"a": {"c": 3}}, [Change(("a", "b")), Change(("a", "c"), 3)]),
        ({"a": [1, 2]}, {"a": [1, 3, 4]}, [Change(("a", 1), 3), Change(("a", 2), 4)]),
        ({"a": [1, 2]}, {"a": [2]}, [Change(("a",), [2])]),
    ],
)
def test_only_what_is_different_is_a_change(before: Any, after: Any, found: list[Change]) -> None:
    assert list(changes(before, after)) == found


def test_a_round_is_replayed_as_it_was_seen(served: Served) -> None:
    table = served.open(served.sign_in())
    ann, bob = served.guest(), served.guest()

    async def game() -> dict[str, Any]:
        async with served.watch(ann, table) as one, served.watch(bob, table) as two:
            await sit_down(one, 1)
            await sit_down(two, 2)
            await play_a_round([one, two])
            [ended] = [event for event in one.events if event["event"] == "round_ended"]
            return ended

    ended = asyncio.run(game())
    assert ended["result"]["net"] == ended["net"][served.call("GET", "/api/me", token=ann).json()["name"]]
    assert sum(row["gain"] for row in ended["result"]["rows"]) == ended["result"]["net"]
    again = served.call("GET", f"/api/tables/{table}/rounds/1/replay", token=ann).json()
    assert again["events"][-1]["net"] == ended["net"]
    picture = again["table"]
    for event in again["events"]:
        for change in event.get("changes", []):
            put(picture, Change(tuple(change["at"]), change.get("now", msgspec.UNSET)))
    assert len(picture["board"]) == 5
    assert {row["seat"] for row in picture["rows"]} == {1, 2}
    assert picture["hands"]["bank"]["five"]
    holes = [event["you"]["holes"] for event in again["events"] if event.get("you", {}).get("holes")]
    assert {seat for hole in holes for seat in hole} == {"1"}, "nobody sees the cards of another"
