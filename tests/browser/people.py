"""People with browsers: what each does with mouse and keys, and everything that reached his machine."""

import json
import re
from typing import TYPE_CHECKING, Any

from tests.server.serving import Served
from uth.cards import card_name
from uth.cli.practice import practice_settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, WebSocket

PLAYER_BANKS = {
    "california-shfl": True,
    "california-bally": True,
    "florida": True,
    "iowa-catfish-bend": False,
}
PATIENCE = 30_000
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


_RANKS = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
_SUITS = ("clubs", "diamonds", "hearts", "spades")
SPOKEN = {
    card_name(4 * rank + suit): f"{_RANKS[rank]} of {_SUITS[suit]}" for rank in range(13) for suit in range(4)
}
"""What a screen reader says of a card, by its name."""


class Player:
    """Somebody at a table, in a browser of his own."""

    def __init__(self, browser: "Browser", url: str, name: str, **options: Any) -> None:
        self.name, self.url = name, url
        speed = options.pop("speed", "off")
        self.context = browser.new_context(**{"viewport": DESKTOP, **options})
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(
            "if (!localStorage.getItem('uth.settings'))"
            f" localStorage.setItem('uth.settings', JSON.stringify({{speed: {json.dumps(speed)}}}))"
        )
        self.page: Page = self.context.new_page()
        self.received: list[str] = []
        self.asked: list[str] = []
        self.errors: list[str] = []
        self.page.on("websocket", self._listen)
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._warned)
        self.page.on("response", self._keep)

    def _listen(self, socket: "WebSocket") -> None:
        socket.on("framereceived", lambda text: self.received.append(str(text)))

    def _warned(self, message: "ConsoleMessage") -> None:
        """What the framework finds wrong with the pages; requests that fail are for a test to judge."""
        if "svelte.dev" in message.text:
            self.errors.append(message.text)

    def _keep(self, response: Any) -> None:
        if "/api/" in response.url and response.request.resource_type == "fetch":
            try:
                self.received.append(response.text())
            except Exception:
                return

    # ---- what he does

    def go(self, path: str) -> None:
        self.page.goto(self.url + path)

    def come_in(self, table: str, seat: int) -> None:
        """To a table as a guest of this name, and into a seat with chips."""
        self.go(f"/table/{table}")
        self.click("Sign in to play")
        self.page.get_by_label("Name (optional)").fill(self.name)
        self.click("Play as guest")
        self.click(f"Sit in seat {seat}")
        self.click("Buy in for $500")
        self.page.get_by_role("button", name="Chips $500").wait_for()

    def click(self, name: str) -> None:
        self.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).first.click()

    def decide(self, choice: str) -> str:
        """Wait until this is offered, and take it; the label it had."""
        group = self.page.get_by_role("group", name="Your decision")
        button = group.get_by_role("button", name=re.compile(f"^{re.escape(choice)}"))
        label = button.inner_text()
        button.click()
        return label

    def result(self) -> str:
        """Wait for the end of the round, and read what stands there of it afterwards."""
        afterwards = self.page.get_by_text("Last hand:")
        self.page.locator(".result").or_(afterwards).first.wait_for()
        if self.page.locator(".result").count():
            self.click("Next hand")
        return afterwards.inner_text()

    # ---- what reached him

    @property
    def frame(self) -> dict[str, Any]:
        """The last picture he was sent."""
        frames = (json.loads(text) for text in reversed(self.received) if text.startswith('{"version"'))
        return next(frame for frame in frames if "you" in frame)

    @property
    def hole(self) -> list[str]:
        you = self.frame["you"]
        hole: list[str] = you["holes"].get(str(you["seat"]), [])
        return hole

    def cards_drawn(self) -> set[str]:
        """The names of all cards whose face is somewhere in his page."""
        labels = self.page.eval_on_selector_all(
            "[aria-label*=' of ']", "found => found.map(one => one.getAttribute('aria-label'))"
        )
        return {label for label in labels if re.fullmatch(r"\w+ of (clubs|diamonds|hearts|spades)", label)}

    def everything(self) -> str:
        """His page, his storage, and all that came over the network."""
        storage = self.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
        return "\n".join([self.page.content(), storage, *self.received])


class Room:
    """A service and those who sit at it in browsers."""

    def __init__(self, browser: "Browser", served: Served) -> None:
        self.browser, self.served = browser, served
        self.players: list[Player] = []

    def player(self, name: str, **options: Any) -> Player:
        player = Player(self.browser, self.served.url, name, **options)
        self.players.append(player)
        return player

    def table(self, book: str, **wish: Any) -> str:
        sue = self.served.sign_in()
        settings = wish.pop("settings", practice_settings(book))
        return self.served.open(
            sue, book, settings=settings, **{"betting": 60, "banking": 60, "deciding": 60, **wish}
        )

    def close(self) -> None:
        for player in self.players:
            assert not player.errors, (player.name, player.errors)
            player.context.close()


def seat_three(room: Room, book: str, table: str, **options: Any) -> tuple[Player, list[Player]]:
    """Three at a table: where a player banks, the first of them does. The first, and those who bet."""
    names = ("Ann", "Bob", "Cleo")
    people = [room.player(f"{name} {table} {book[:2]}", **options) for name in names]
    for seat, player in enumerate(people, 1):
        player.come_in(table, seat)
    if not PLAYER_BANKS[book]:
        return people[0], people
    people[0].click("Bank with $200")
    return people[0], people[1:]
