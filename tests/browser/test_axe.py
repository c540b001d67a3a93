"""Every page, light and dark, on a desk and on a phone: axe finds nothing that keeps anybody out."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.people import DESKTOP, PHONE, Player, Room, seat_three

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def violations(player: Player) -> list[str]:
    player.page.evaluate(AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = player.page.evaluate("axe.run().then(result => result.violations)")
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes']][:4]}" for one in found
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages(room: Room, scheme: str) -> None:
    table = room.table("california-shfl")
    _, (bob, _) = seat_three(room, "california-shfl", table, color_scheme=scheme)
    found: dict[str, list[str]] = {}

    def look(name: str, player: Player = bob) -> None:
        for size in (DESKTOP, PHONE):
            player.page.set_viewport_size({"width": size["width"], "height": size["height"]})
            found[f"{name} {size['width']}"] = violations(player)

    look("betting")
    look("banking", room.players[0])
    for player in room.players[1:]:
        player.click("Bet $10")
    bob.page.get_by_role("group", name="Your decision").wait_for()
    look("deciding")
    bob.click("Keys and help")
    look("keys")
    bob.page.keyboard.press("Escape")
    bob.click("Pays")
    look("pays")
    bob.page.keyboard.press("Escape")
    bob.click("Chips")
    look("chips")
    bob.page.keyboard.press("Escape")
    bob.click("Preferences")
    look("preferences")
    bob.page.keyboard.press("Escape")
    for choice in ("Check", "Check", "Bet 1×"):
        for player in room.players[1:]:
            player.decide(choice)
    bob.page.locator(".result").wait_for()
    look("result")
    for name, path in (
        ("lobby", "/"),
        ("statement", "/statement"),
        ("rounds", f"/table/{table}/rounds"),
        ("round", f"/table/{table}/rounds/1"),
        ("rules", "/rules"),
        ("how to play", "/rules/how-to-play"),
        ("book", "/rules/california-shfl"),
        ("nowhere", "/rules/x/y"),
    ):
        bob.go(path)
        bob.page.wait_for_load_state("networkidle")
        look(name)
    newcomer = room.player("nobody", color_scheme=scheme)
    newcomer.go("/")
    newcomer.click("Sign in")
    look("sign in", newcomer)
    faults = [f"{name}: {fault}" for name, many in found.items() for fault in many]
    assert not faults, "\n".join(faults)
