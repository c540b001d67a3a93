"""What happens when a page is loaded again, or the service goes away, in the middle of a round."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import Room
from tests.server.serving import Served


def test_a_reload_in_mid_round(room: Room) -> None:
    table = room.table("iowa-catfish-bend")
    ann = room.player("Ann reloading")
    ann.come_in(table, 3)
    ann.click("Bet $10")
    ann.decide("Check")
    ann.page.get_by_role("button", name="Bet 2×").wait_for()
    hole, board = ann.hole, ann.frame["table"]["board"]
    ann.page.reload()
    ann.page.get_by_role("button", name="Bet 2× · $10").wait_for()
    assert (ann.hole, ann.frame["table"]["board"]) == (hole, board)
    assert len(ann.cards_drawn()) == 5
    ann.decide("Bet 2×")
    assert ann.result()
    ann.page.get_by_role("button", name="Bet $10").wait_for()


def test_a_restart_of_the_service_in_mid_round(browser: Browser, own_service: Served) -> None:
    room = Room(browser, own_service)
    table = room.table("iowa-catfish-bend")
    ann, bob = room.player("Ann"), room.player("Bob")
    ann.come_in(table, 1)
    bob.come_in(table, 2)
    ann.click("Bet $10")
    bob.click("Bet $10")
    ann.decide("Check")
    bob.page.get_by_role("group", name="Your decision").wait_for()
    holes = ann.hole, bob.hole

    port = own_service.url.rpartition(":")[2]
    own_service.kill()
    for player in (ann, bob):
        expect(player.page.get_by_role("status").first).to_contain_text("No connection")
    assert bob.page.get_by_role("button", name="Check").is_disabled(), "nothing can be sent now"
    own_service.options = (*own_service.options, "--port", port)
    own_service.start()
    for player in (ann, bob):
        expect(player.page.get_by_role("status").first).to_contain_text("Connected", timeout=20_000)
    assert (ann.hole, bob.hole) == holes
    bob.decide("Check")
    for choice in ("Check", "Bet 1×"):
        ann.decide(choice)
        bob.decide(choice)
    for player in (ann, bob):
        assert player.result()
    room.close()


@pytest.mark.parametrize("table", ["T99999", "%E0%A4"])
def test_a_table_that_is_not_there(room: Room, table: str) -> None:
    ann = room.player("Ann astray")
    ann.go(f"/table/{table}")
    ann.page.get_by_role("link", name="Back to the tables").click()
    ann.page.get_by_role("heading", name="Ultimate Texas Hold'em").wait_for()
