"""Take the pictures of docs/pictures anew: every page, on a desk and on a phone.

    python -m tests.browser.pictures

The cards are of chance, so pictures differ from run to run; they are taken by hand, when a page has changed.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.browser.driving import driven
from tests.browser.people import DESKTOP, PHONE, Player, Room
from tests.browser.staff import Console, Game, at_work, employ
from tests.server.serving import Served

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
BOTS = ("--open", "california-shfl", "--open", "florida", "--open", "iowa-catfish-bend", "--bots", "4")
SLOW = 120_000
"""A service that was never used compiles its kernels first."""
LOOKS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": DESKTOP, "device_scale_factor": 2 / 3, "color_scheme": "light"},
    "phone": {"viewport": PHONE, "device_scale_factor": 1, "color_scheme": "dark"},
}


@contextmanager
def house() -> Iterator[Served]:
    with tempfile.TemporaryDirectory() as folder:
        served = Served(f"sqlite:///{folder}/uth.sqlite", Path(folder), "--sign-ins", "1000", *BOTS)
        served.staff("Sue")
        try:
            yield served.start()
        finally:
            served.stop()


def shoot(player: Player, name: str, look: str) -> None:
    player.page.evaluate("scrollTo(0, 0)")
    player.page.screenshot(path=PICTURES / f"{name}-{look}.png")


def table(player: Player, title: str, look: str, name: str) -> str:
    """A round at a table: the bet, a decision, the result."""
    player.go("/")
    player.page.get_by_role("button", name=f"Sit down at {title}").first.click()
    bet = player.page.get_by_role("button", name="Bet $10")
    bet.or_(player.page.get_by_role("button", name="Pass")).first.wait_for(timeout=60_000)
    if player.page.get_by_role("button", name="Pass").count():
        player.click("Pass")
    bet.wait_for(timeout=60_000)
    player.click("+ Trips")
    player.click("Bet $15")
    choices = player.page.get_by_role("group", name="Your decision")
    for street, choice in (("Bet 4×", "Check"), ("Bet 2×", "Bet 2×")):
        choices.get_by_role("button", name=street).wait_for(timeout=60_000)
        player.page.wait_for_timeout(600)
        shoot(player, f"{name}-decision", look)
        player.decide(choice)
    player.page.locator(".result").wait_for(timeout=60_000)
    player.page.wait_for_timeout(600)
    shoot(player, f"{name}-result", look)
    return player.page.url.rpartition("/")[2]


def trainer(player: Player, look: str) -> None:
    """A decision with its values and the mistake that it was; a drill; what some of them tell."""
    player.go("/trainer")
    player.page.get_by_label("Show values").check()
    decision = player.page.get_by_role("group", name="Your decision")
    decision.wait_for(timeout=SLOW)
    player.page.keyboard.press("c")
    shoot(player, "trainer", look)
    player.page.get_by_label("Show values").uncheck()
    player.click("Drills")
    for _ in range(12):
        decision.wait_for(timeout=SLOW)
        player.page.keyboard.press("c")
        player.page.locator(".verdict").first.wait_for()
        shoot(player, "trainer-drill", look)
        player.page.keyboard.press(" ")
    player.click("Progress")
    shoot(player, "trainer-progress", look)


def mathematics(player: Player, look: str) -> None:
    """A pay table edited and what that does to the edge, and the other views."""
    page = player.page
    player.go("/mathematics?book=california-shfl&set=blind.flush%3D2%3A1")
    page.get_by_role("columnheader", name="Change").wait_for(timeout=SLOW)
    shoot(player, "mathematics", look)
    for view, more, sign in (
        ("compare", "", page.get_by_label("Command 4")),
        ("explorer", "&hole=9s+8d&board=Kh+5d+2c", page.get_by_label("Command line")),
        ("outcomes", "", page.locator("canvas").first),
        ("progressive", "&book=iowa-catfish-bend&ante=10&progressive=5", page.get_by_label("Command line")),
    ):
        player.go(f"/mathematics?view={view}{more}")
        sign.wait_for(timeout=SLOW)
        page.locator("[aria-busy=true]").wait_for(state="detached", timeout=SLOW)
        page.wait_for_timeout(500)
        shoot(player, f"mathematics-{view}", look)


def staff(room: Room, look: str, options: dict[str, Any]) -> None:
    """A dealer with the flop before him, and a supervisor who looks on."""
    game = Game(room, "iowa-catfish-bend")
    game.dealt()
    game.decide("check", "check")
    console = Console(game, **options)
    console.page.get_by_label("Type them").press_sequentially("Kh 5d")
    shoot(console.person, "console", look)
    sue = at_work(room, employ(room, "Sue", "supervisor"), f"/floor?table={game.table}", **options)
    sue.page.wait_for_timeout(1200)
    shoot(sue, "floor", look)


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with house() as served, driven() as browser:
        room = Room(browser, served)
        for look, options in LOOKS.items():
            visitor = room.player("visitor", speed="normal", **options)
            visitor.go("/")
            visitor.page.get_by_role("button", name="Sit down").first.wait_for()
            shoot(visitor, "lobby", look)
            trainer(visitor, look)
            mathematics(visitor, look)
            staff(room, look, options)
            number = table(visitor, "Catfish Bend", look, "house-banked")
            visitor.click("Pays")
            shoot(visitor, "pays", look)
            visitor.page.keyboard.press("Escape")
            visitor.go(f"/table/{number}/rounds")
            visitor.page.get_by_role("link", name="Replay").first.wait_for()
            shoot(visitor, "rounds", look)
            visitor.page.get_by_role("link", name="Replay").first.click()
            visitor.page.get_by_role("button", name="Verify this shuffle").click()
            visitor.page.locator(".verdict").wait_for()
            shoot(visitor, "round", look)
            visitor.go("/statement")
            visitor.page.get_by_role("cell").first.wait_for()
            shoot(visitor, "statement", look)
            visitor.go("/rules/how-to-play")
            visitor.page.get_by_role("heading", name="Beside the game").wait_for()
            shoot(visitor, "how-to-play", look)
            visitor.go("/rules")
            visitor.page.get_by_role("link", name="Catfish").first.wait_for()
            shoot(visitor, "rules", look)
            visitor.go("/rules/california-shfl")
            visitor.page.get_by_role("heading", name="Clauses").wait_for()
            shoot(visitor, "book", look)
            table(room.player("other", speed="normal", **options), "California", look, "player-banked")
        room.close()


if __name__ == "__main__":
    main()
