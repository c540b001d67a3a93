"""Pages that do not jump while they load, and weigh little."""

import gzip
import re

import pytest

from tests.browser.people import DESKTOP, PHONE, Room
from uth.server.pages import FOLDER

SHIFTS = """() => { window.shifts = []; new PerformanceObserver((list) => list.getEntries().forEach((one) => {
  if (!one.hadRecentInput) shifts.push([one.value, ...one.sources.map(({ node }) =>
    node?.outerHTML?.slice(0, 80) ?? String(node?.textContent))]) }))
  .observe({ type: 'layout-shift', buffered: true }) }"""
MOST = 0.1
"""What Lighthouse calls good."""
PAGES = (
    "/",
    "/mathematics",
    "/mathematics?view=outcomes",
    "/mathematics?view=progressive&book=iowa-catfish-bend&ante=10&progressive=5",
    "/trainer",
    "/rules",
    "/rules/florida",
)
LOBBY_KB, TABLE_KB = 42, 81


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_does_not_jump_while_it_loads(room: Room, path: str, size: dict[str, int]) -> None:
    room.table("iowa-catfish-bend")
    ann = room.player("", viewport=size)
    ann.context.add_init_script(f"({SHIFTS})()")
    ann.go(path)
    ann.page.locator("main h1").wait_for()
    if "mathematics" in path:
        ann.page.get_by_label("Command line").wait_for(timeout=120_000)
    ann.page.wait_for_load_state("networkidle")
    ann.page.wait_for_timeout(500)
    shifts = ann.page.evaluate("shifts")
    assert sum(one[0] for one in shifts) <= MOST, shifts


def test_pages_weigh_little(room: Room) -> None:
    """Scripts and styles, as they are sent, of the lobby and of a table on top of it."""
    table = room.table("iowa-catfish-bend")
    ann = room.player("Ann on a slow line")

    def weight() -> float:
        names = {re.sub(r".*/assets/", "", url) for url in ann.asked if "/assets/" in url}
        files = [FOLDER / "index.html", *(FOLDER / "assets" / name for name in names)]
        return sum(len(gzip.compress(file.read_bytes())) for file in files) / 1000

    ann.go("/")
    ann.page.get_by_role("button", name="Play solo").wait_for()
    lobby = weight()
    ann.come_in(table, 4)
    ann.page.wait_for_timeout(300)
    assert lobby <= LOBBY_KB, lobby
    assert weight() <= TABLE_KB, weight()
