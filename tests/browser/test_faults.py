"""What people stumbled over at the tables, each once and never again."""

import json
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect

from tests.browser.people import PHONE, Player, Room
from tests.browser.test_large import sideways

LANDSCAPE = {"width": 844, "height": 390}
OVERLAPS = """(all) => {
  const boxes = all.map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0)
  const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => overlap(a, b))).length
}"""


def box(one: Locator) -> dict[str, float]:
    found = one.bounding_box()
    assert found
    return {side: float(found[side]) for side in ("x", "y", "width", "height")}


def is_uncovered(one: Locator) -> bool:
    """Whether its middle is what a finger would meet there."""
    return bool(
        one.evaluate(
            """(one) => { const { x, y, width, height } = one.getBoundingClientRect()
            const top = document.elementFromPoint(x + width / 2, y + height / 2)
            return top !== null && (one.contains(top) || top.contains(one)) }"""
        )
    )


def deciding(player: Player) -> Locator:
    turn = player.page.get_by_role("group", name="Your decision")
    turn.get_by_role("button").first.wait_for()
    return turn


def test_a_phone_on_its_side_shows_the_board(room: Room) -> None:
    ann = room.player("Ann on her side", viewport=LANDSCAPE, has_touch=True)
    ann.come_in(room.table("iowa-catfish-bend"), 4)
    ann.click("Bet $10")
    ann.decide("Check")
    turn = deciding(ann)
    turn.get_by_role("button", name="Bet 2×").wait_for()
    ann.page.evaluate("scrollTo(0, 0)")
    expect(ann.page.get_by_role("group", name="Board")).to_be_in_viewport(ratio=1)
    assert is_uncovered(ann.page.get_by_role("group", name="Board"))
    for button in turn.get_by_role("button").all():
        expect(button).to_be_in_viewport(ratio=1)


class Line:
    """A socket that can fall silent without being closed."""

    def __init__(self, player: Player) -> None:
        self.silent, self.refuse = False, ""
        player.page.route_web_socket(re.compile("/watch"), self._route)

    def _route(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def up(text: Any) -> None:
            if self.refuse and self.refuse in str(text):
                fault = {
                    "code": "moved_on",
                    "says": [{"says": "too late: the table has moved on", "clauses": [], "field": ""}],
                }
                socket.send(json.dumps({"command": json.loads(text)["id"], "fault": fault}))
                self.refuse = ""
            elif not self.silent:
                server.send(text)

        socket.on_message(up)
        server.on_message(lambda text: None if self.silent else socket.send(text))


def test_a_line_that_falls_silent_is_noticed(room: Room) -> None:
    ann = room.player("Ann in a tunnel")
    line = Line(ann)
    ann.come_in(room.table("iowa-catfish-bend"), 4)
    status = ann.page.locator(".link")
    expect(status).to_contain_text("Connected")
    line.silent = True
    began = time.monotonic()
    expect(status).not_to_contain_text("Connected", timeout=11_000)
    assert time.monotonic() - began < 11
    line.silent = False
    expect(status).to_contain_text("Connected", timeout=30_000)


def test_a_button_on_a_dead_line_says_so_soon(room: Room) -> None:
    ann = room.player("Ann who taps")
    line = Line(ann)
    ann.come_in(room.table("iowa-catfish-bend"), 4)
    bet = ann.page.get_by_role("button", name="Bet $10")
    bet.wait_for()
    line.silent = True
    bet.click()
    expect(ann.page.locator(".link")).not_to_contain_text("Connected", timeout=6000)
    line.silent = False
    deciding(ann)  # the bet is sent again, and made once
    assert len(ann.frame["table"]["spots"]) == 1


def test_a_device_without_network_is_told_at_once_and_comes_back_at_once(room: Room) -> None:
    ann = room.player("Ann in the lift")
    ann.come_in(room.table("iowa-catfish-bend"), 4)
    status = ann.page.locator(".link")
    expect(status).to_contain_text("Connected")
    ann.context.set_offline(True)
    expect(status).not_to_contain_text("Connected", timeout=1500)
    ann.page.wait_for_timeout(4000)
    ann.context.set_offline(False)
    expect(status).to_contain_text("Connected", timeout=2500)


@pytest.mark.parametrize("size", [(768, 1024), (1024, 768), (1280, 720)])
def test_nothing_overlaps_on_the_felt(room: Room, size: tuple[int, int]) -> None:
    table = room.table("iowa-catfish-bend")
    ann = room.player(f"Ann {size[0]}", viewport={"width": size[0], "height": size[1]})
    for seat in (1, 2, 3, 5, 6, 7, 8):
        guest = room.served.guest(f"Guest {seat} of table {table}")
        room.served.do(guest, table, {"do": "sit", "seat": seat})
    ann.come_in(table, 4)
    ann.page.get_by_role("button", name="Bet $10").wait_for()
    for what in (".felt .plate", ".felt .spot"):
        assert ann.page.locator(what).evaluate_all(OVERLAPS) == 0, what
    felt, meters = box(ann.page.locator(".felt")), box(ann.page.locator(".felt .meters"))
    assert meters["x"] >= felt["x"]
    assert meters["x"] + meters["width"] <= felt["x"] + felt["width"]
    assert not sideways(ann)


def test_what_came_too_late_is_not_said_of_the_next_decision(room: Room) -> None:
    ann = room.player("Ann too late")
    line = Line(ann)
    ann.come_in(room.table("iowa-catfish-bend"), 4)
    ann.click("Bet $10")
    deciding(ann)
    line.refuse = '"check"'
    ann.decide("Check")
    alert = ann.page.get_by_role("alert")
    expect(alert).to_contain_text("oo late")
    expect(alert).to_have_count(0, timeout=6000)


def test_the_offer_of_the_bank_leaves_ones_own_plate_in_sight(room: Room) -> None:
    table = room.table("california-shfl")
    ann = room.player("Ann at 720", viewport={"width": 1280, "height": 720})
    bob = room.player("Bob at 720")
    ann.come_in(table, 4)
    bob.come_in(table, 5)
    ann.page.get_by_text("The bank is offered to you").wait_for()
    ann.page.evaluate("scrollTo(0, 0)")
    plate = ann.page.get_by_role("listitem", name="Seat 4, yours").locator(".plate")
    expect(plate).to_be_in_viewport(ratio=1)
    assert is_uncovered(plate)


def test_the_panel_leaves_ones_own_spots_in_sight_on_a_phone(room: Room) -> None:
    ann = room.player("Ann upright", viewport=PHONE, has_touch=True)
    ann.come_in(room.table("iowa-catfish-bend"), 4)
    bet = ann.page.get_by_role("button", name="Bet $10")
    bet.wait_for()
    spots = ann.page.get_by_role("listitem", name="Seat 4, yours").locator(".spot")
    for _ in range(2):
        ann.page.evaluate("scrollTo(0, 0)")
        assert spots.count() == 5
        for spot in spots.all():
            expect(spot).to_be_in_viewport(ratio=0.9)
            assert is_uncovered(spot)
        if bet.count():
            bet.click()
            deciding(ann)


def test_a_large_screen_is_used(room: Room) -> None:
    ann = room.player("Ann at the wall", viewport={"width": 2560, "height": 1440})
    ann.come_in(room.table("iowa-catfish-bend"), 4)
    felt = box(ann.page.locator(".felt"))
    assert felt["width"] >= 0.8 * 2560
    assert felt["height"] >= 0.6 * 1440


def test_the_smallest_phone_reads_rounds_and_statement(room: Room) -> None:
    table = room.table("iowa-catfish-bend")
    ann = room.player("Ann's smallest", viewport={"width": 320, "height": 568})
    ann.come_in(table, 4)
    ann.click("Bet $10")
    ann.decide("Bet 4×")
    ann.result()
    for path in (f"/table/{table}/rounds", "/statement", f"/table/{table}"):
        ann.go(path)
        ann.page.locator("main h1").first.wait_for()
        ann.page.wait_for_timeout(700)
        assert not sideways(ann), path


def test_leaving_is_in_sight_and_waits_for_the_end_of_the_hand(room: Room) -> None:
    table = room.table("iowa-catfish-bend")
    ann = room.player("Ann who has to go")
    ann.come_in(table, 4)
    ann.click("Bet $10")
    deciding(ann)
    ann.click("Leave table")
    expect(ann.page.get_by_role("button", name="Leaving after this hand")).to_be_visible()
    ann.decide("Bet 4×")
    ann.page.locator(".result").wait_for()
    ann.page.wait_for_timeout(600)
    ann.page.keyboard.press(" ")
    ann.page.get_by_role("heading", name="Ultimate Texas Hold'em, by the book").wait_for()
    assert room.served.call("GET", f"/api/tables/{table}").json()["table"]["seats"] == {}
