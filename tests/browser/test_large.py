"""Large letters and low windows: nothing runs off the edge, and what is decided on stays in sight."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.driving import launch
from tests.browser.people import Player, Room
from tests.server.serving import Served

DESK = {"width": 1280, "height": 800}
PAGES = (
    "/",
    "/statement",
    "/table/{table}/rounds",
    "/table/{table}/rounds/1",
    "/rules",
    "/rules/how-to-play",
    "/rules/iowa-catfish-bend",
    "/trainer",
    "/trainer?part=drills",
    "/trainer?part=progress",
    "/mathematics",
    "/mathematics?view=explorer",
    "/mathematics?view=outcomes",
    "/mathematics?view=progressive&book=iowa-catfish-bend&ante=10&progressive=5",
)
DOUBLED = "addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'))"
"""As an extension does it; media queries know nothing of it."""


@pytest.fixture(params=["by the browser", "by the page"])
def large(request: pytest.FixtureRequest, browser: Browser, served: Served) -> Iterator[Player]:
    """Somebody whose letters are twice as large."""
    with launch(browser.browser_type, "--blink-settings=defaultFontSize=32") as started:
        room = Room(started if request.param == "by the browser" else browser, served)
        ann = room.player(f"Ann {request.param}", viewport=DESK)
        if request.param == "by the page":
            ann.context.add_init_script(DOUBLED)
        yield ann
        room.close()


def sideways(player: Player) -> list[str]:
    """What runs off the right or the left edge, unless it is in a box that scrolls."""
    found: list[str] = player.page.evaluate(
        """() => {
          const width = document.documentElement.clientWidth
          const hides = (one) => getComputedStyle(one).overflowX !== 'visible'
          const scrolls = (one) => one !== document.body && (hides(one) || scrolls(one.parentElement))
          const off = [...document.querySelectorAll('header *, main *')].filter((one) => {
            const { left, right, width: wide } = one.getBoundingClientRect()
            return wide > 1 && (right > width + 1 || left < -1) && !scrolls(one.parentElement)
          })
          const named = off.map((one) => `${one.tagName}.${one.className}`).slice(0, 5)
          return document.documentElement.scrollWidth > width ? ['the page', ...named] : named
        }"""
    )
    return found


def test_no_page_scrolls_sideways_with_large_letters(large: Player, room: Room) -> None:
    table = room.table("iowa-catfish-bend")
    large.come_in(table, 3)
    assert large.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    found = {"betting": sideways(large)}
    large.click("Bet $10")
    large.page.get_by_role("group", name="Your decision").wait_for()
    found["deciding"] = sideways(large)
    felt, meters = (large.page.locator(one).bounding_box() for one in (".felt", ".felt .meters"))
    assert felt
    assert meters
    assert felt["x"] <= meters["x"]
    assert meters["x"] + meters["width"] <= felt["x"] + felt["width"]
    large.decide("Bet 4×")
    large.result()
    for path in PAGES:
        large.go(path.format(table=table))
        large.page.locator("main h1").first.wait_for()
        large.page.wait_for_timeout(700)  # what is asked for comes
        found[path] = sideways(large)
    assert not {name: off for name, off in found.items() if off}


@pytest.mark.parametrize("size", [(640, 400), (844, 390), (1280, 800)])
def test_the_board_is_seen_while_one_decides(room: Room, size: tuple[int, int]) -> None:
    """At 640 to 400 as where a desk's window is enlarged twice."""
    table = room.table("iowa-catfish-bend")
    ann = room.player(f"Ann enlarged {size[0]}", viewport={"width": size[0], "height": size[1]})
    ann.come_in(table, 3)
    ann.click("Bet $10")
    ann.decide("Check")
    turn = ann.page.get_by_role("group", name="Your decision")
    turn.get_by_role("button", name="Bet 2×").wait_for()
    board = ann.page.get_by_role("group", name="Board")
    board.evaluate("one => one.scrollIntoView({block: 'start'})")
    rail, seen = (one.bounding_box() for one in (ann.page.locator(".rail-box"), board))
    assert rail
    assert seen
    beside = seen["x"] + seen["width"] <= rail["x"]  # a phone on its side
    assert beside or seen["y"] + seen["height"] <= rail["y"]
    for button in turn.get_by_role("button").all():
        expect(button).to_be_in_viewport(ratio=1)
