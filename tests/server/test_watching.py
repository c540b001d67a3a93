"""Who is told first, what is told together, and that those whom an event is not about share one telling."""

import asyncio
from typing import Any

import msgspec
import pytest

from tests.link_machine import Links
from tests.playthroughs.test_playthroughs import SCENARIOS
from tests.seated import ANN, dealt, seated
from uth.game.files.scenario import play, read_scenario
from uth.game.table import acts as a
from uth.game.table import events as e
from uth.game.table.answering import step
from uth.game.table.people import Role, Who
from uth.game.views.seen import STRANGER, _guarded, named, seen_by
from uth.proof.chain import Written
from uth.server.receipts import Receipts
from uth.server.standing import Standing
from uth.server.steps import Told
from uth.server.watching import AT_A_BREATH, Onlookers, Picture, Watcher

pytestmark = pytest.mark.anyio


def happening() -> tuple[Told, Picture]:
    """Ann buys chips at a table where nobody has to act."""
    before = seated("iowa-catfish-bend")
    events, after = step(before, ANN, a.BuyIn(cents=500))
    return Told(before, events), Picture(Standing(after), None)


def onlookers(number: int) -> tuple[Onlookers, list[Watcher]]:
    line = Onlookers()
    return line, [Watcher(Who(Role.PLAYER, f"p{n}"), line) for n in range(number)]


async def in_order(watchers: list[Watcher], frames: list[tuple[str, Any]]) -> list[asyncio.Task[None]]:
    """Everybody waits; what each is sent goes into the list as it comes."""

    async def waits(watcher: Watcher) -> None:
        while frame := await watcher.next():
            frames.append((watcher.who.name, msgspec.json.decode(frame)))

    tasks = [asyncio.create_task(waits(watcher)) for watcher in watchers]
    await asyncio.sleep(0)
    return tasks


async def breaths(number: int) -> None:
    for _ in range(number):
        await asyncio.sleep(0)


async def end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_who_waits_for_an_answer_is_told_before_those_who_look_on() -> None:
    _, watchers = onlookers(10 * AT_A_BREATH)
    frames: list[tuple[str, Any]] = []
    tasks = await in_order(watchers, frames)
    told, picture = happening()
    last, receipt = watchers[-1], Receipts(b"").command(Written("T1", 1, 0, "", b"", b""), "c1", bytes(32))
    for watcher in watchers:
        watcher.tell(told, picture, receipt if watcher is last else None)
    await breaths(30)
    assert frames[0][0] == last.who.name
    assert frames[0][1]["commands"] == ["c1"]
    assert sorted(name for name, _ in frames) == sorted(watcher.who.name for watcher in watchers)
    await end(tasks)


async def test_who_has_to_act_is_told_before_those_who_look_on() -> None:
    table = dealt("iowa-catfish-bend")
    picture = Picture(Standing(table), None)
    assert picture.to_act
    line = Onlookers()
    watchers = [Watcher(Who(Role.PLAYER, f"p{n}"), line) for n in range(20)]
    watchers.append(Watcher(Who(Role.PLAYER, *picture.to_act), line))
    frames: list[tuple[str, Any]] = []
    tasks = await in_order(watchers, frames)
    for watcher in watchers:
        watcher.tell(Told(table, []), picture)
    await breaths(30)
    assert {frames[0][0]} == picture.to_act
    assert len(frames) == 21
    await end(tasks)


async def test_what_happens_while_an_onlooker_waits_reaches_him_in_one_frame() -> None:
    _, watchers = onlookers(3 * AT_A_BREATH)
    frames: list[tuple[str, Any]] = []
    tasks = await in_order(watchers, frames)
    told, picture = happening()
    for _ in range(5):
        for watcher in watchers:
            watcher.tell(told, picture)
    await breaths(20)
    assert len(frames) == len(watchers)
    assert {len(frame["events"]) for _, frame in frames} == {5 * len(told.recorded)}
    await end(tasks)


def test_whom_an_event_is_not_about_sees_what_strangers_see() -> None:
    """In logs of playthroughs and of a link, which have all events that show some more than others."""
    kinds = set()
    linked = Links(1, 2)
    for _ in range(300):
        linked.anything()
    logs = dict(linked.logs)
    noted = SCENARIOS[0].parents[1].glob("clauses/*/IA-PRG-6*.txt")
    for file in (*SCENARIOS, *noted):
        played = list(play(read_scenario(file.read_text("utf-8"))))
        logs[file.stem] = [event for one in played for event in one.events]
    for name_of_log, log in logs.items():
        people = {name for event in log for name in named(event)}
        for event in log:
            kinds.add(type(event))
            for name in people - named(event):
                who = Who(Role.PLAYER, name)
                assert seen_by(who, event) == seen_by(STRANGER, event), (name_of_log, event)
    partly_hidden = {kind for kind in e.EVENTS if any(field != "moves" for field, *_ in _guarded(kind))}
    assert partly_hidden <= kinds
