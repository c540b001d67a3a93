"""Amounts: typed, stepped, toggled; and kept when the table changes around them."""

import asyncio

import pytest
from msgspec.structs import replace

from tests.terminal.driving import practice
from uth.terminal.forms import BetPanel, Field
from uth.terminal.frames import Frame
from uth.terminal.sources import Local


def first_frame(book: str = "iowa-catfish-bend") -> Frame:
    async def look() -> Frame:
        source = Local(practice(book), 2)
        await source.open()
        return await source.next()

    return asyncio.run(look())


def test_what_is_typed_stays_when_somebody_else_bets() -> None:
    frame = first_frame()
    assert frame.layout is not None
    panel = BetPanel(frame, frame.layout, {})
    for key, sign in (("1", "1"), ("5", "5"), ("tab", None), ("space", " ")):
        panel.press(key, sign)
    changed = BetPanel(replace(frame, you=replace(frame.you, chips=1)), frame.layout, {})
    assert changed.moment != panel.moment
    changed.take_over(panel)
    assert changed.act() == panel.act()
    assert changed.act()["stakes"]["ante"] == 1500
    later = replace(frame, table=replace(frame.table, round=frame.table.round + 1))
    next_round = BetPanel(later, frame.layout, {})
    next_round.take_over(panel)
    assert next_round.act()["stakes"] == {"ante": 500}


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        (["up"], "10"),
        (["up"] * 30, "50"),
        (["up", "down", "down", "down"], "5"),
        (["2", "7"], "27"),
        (["2", "7", "backspace"], "2"),
        (["backspace"], ""),
        (["1", ".", "5", "0"], "1.50"),
    ],
)
def test_keys_in_a_field(keys: list[str], text: str) -> None:
    field = Field("ante", "Ante", (500, 5000), 100)
    field.put(500)
    for key in keys:
        assert field.press(key, key if len(key) == 1 else None)
    assert field.text == text


def test_a_side_bet_is_laid_and_taken_off() -> None:
    field = Field("trips", "Trips", (500, 5000), 100, optional=True)
    assert field.cents is None
    field.press("space", " ")
    assert field.cents == 500
    field.press("down", None)
    assert field.cents is None
    assert not field.press("x", "x"), "a letter is not for the field"


def test_a_toke_rides_on_any_bet_that_takes_one() -> None:
    frame = first_frame()
    assert frame.layout is not None
    panel = BetPanel(frame, frame.layout, {})
    on = set()
    for _ in panel.riders:
        panel.fields[-1].put(panel.fields[-1].least)
        on.add(panel.act()["toke"]["on"])
        panel.press("t", "t")
    assert len(on) == len(panel.riders) > 1
