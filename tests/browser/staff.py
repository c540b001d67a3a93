"""Staff with browsers: a dealer at his console, a supervisor on the floor; players who act over the API."""

import re
import secrets
from typing import Any

from tests.browser.people import PLAYER_BANKS, Player, Room
from tests.server.serving import PASSWORD
from uth.cards import parse_cards
from uth.cli.practice import practice_settings


def employ(room: Room, name: str, *roles: str) -> str:
    """An account with these roles; its name, which nobody else has."""
    name = f"{name} {secrets.token_hex(3)}"
    body = {"name": name, "password": PASSWORD, "roles": roles, "reason": "a test"}
    answer = room.served.call("POST", "/api/people", body, room.served.sign_in())
    assert answer.status_code == 201, answer.text
    return name


def at_work(room: Room, name: str, path: str, **options: Any) -> Player:
    """Somebody of the staff in a browser where he is signed in."""
    person = room.player(name, **options)
    credentials = {"name": name, "password": PASSWORD}
    assert person.context.request.post(f"{room.served.url}/api/sessions", data=credentials).ok
    person.go(path)
    return person


class Game:
    """A table with real cards, two who bet over the API, and a dealer."""

    def __init__(self, room: Room, book: str, **wish: Any) -> None:
        self.room, self.served, self.book = room, room.served, book
        self.sue = self.served.sign_in()
        self.table = self.served.open(
            self.sue, book, settings=practice_settings(book), dealing="entered", **wish
        )
        self.dan = employ(room, "Dan", "dealer")
        self.dealer = self.served.sign_in(self.dan)
        banked = PLAYER_BANKS[book]
        self.tokens: dict[int, str] = {}
        for seat in (1, 2, 3) if banked else (1, 2):
            self.tokens[seat] = self.served.guest()
            self.play(seat, do="sit", seat=seat)
            self.play(seat, do="buy_in", cents=100_000)
        self.banker = 1 if banked else None

    @property
    def bettors(self) -> list[int]:
        return [seat for seat in self.tokens if seat != self.banker]

    def play(self, player: int, /, **act: Any) -> None:
        self._did(self.served.do(self.tokens[player], self.table, act))

    def deal(self, **act: Any) -> None:
        self._did(self.served.do(self.dealer, self.table, act, **{"as": "dealer"}))

    def rule(self, **act: Any) -> None:
        self._did(self.served.do(self.sue, self.table, act, **{"as": "supervisor"}))

    def _did(self, answer: Any) -> None:
        assert answer.status_code == 200, answer.text

    def bets(self, **wager: Any) -> None:
        """The bank is taken where a player banks, and everybody bets."""
        if self.banker and self.state["phase"] == "banking":
            offered = self.state["bank"]["offered"]
            while offered != self.banker:
                self.play(offered, do="decline_bank")
                offered = self.state["bank"]["offered"]
            self.play(self.banker, do="take_bank", wager=50_000)
        for seat in self.bettors:
            self.play(seat, do="bet", ante=1000, **wager)

    def dealt(self, **wager: Any) -> None:
        """To the first decision."""
        self.bets(**wager)
        self.deal(do="no_more_bets")
        self.deal(do="deal")

    def decide(self, *choices: str) -> None:
        """These decisions, each by the seat whose turn it is."""
        for choice in choices:
            self.play(self.state["to_act"], do="decide", choice=choice)

    @property
    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.served.look("", self.table)["table"]
        return state

    def record(self, number: int) -> list[dict[str, Any]]:
        """The events of a round that has ended."""
        answer = self.served.call("GET", f"/api/tables/{self.table}/rounds/{number}")
        return [line["event"] for line in answer.json()["events"]]


def numbers(cards: str) -> list[int]:
    return list(parse_cards(cards))


class Console:
    """What a dealer does at his console."""

    def __init__(self, game: Game, **options: Any) -> None:
        self.game = game
        self.person = at_work(game.room, game.dan, f"/console/{game.table}", **options)
        self.page = self.person.page
        self.page.get_by_role("heading", name="Now", exact=True).wait_for()

    def step(self, does: str) -> None:
        """Wait until this is the next step, and do it."""
        self.page.get_by_role("button", name=re.compile(f"^{re.escape(does)}")).click()

    def enter(self, cards: str, confirm: str) -> None:
        """Type cards, look at them, confirm."""
        wanted = len(cards.split())
        self.page.get_by_role("button", name=confirm).wait_for()
        self.page.get_by_label("Type them").press_sequentially(cards)
        assert len(self.staged()) == wanted
        self.page.get_by_role("button", name=confirm).click()

    def staged(self) -> list[str]:
        labels = self.page.locator(".staged button.plain .sr").all_text_contents()
        return [label.removeprefix("Take back the ") for label in labels]

    def script(self) -> list[str]:
        return self.page.get_by_role("list", name="Script").get_by_role("listitem").all_inner_texts()

    def decide(self, seat: int, choice: str) -> None:
        group = self.page.get_by_role("group", name=f"Decision of seat {seat}")
        group.get_by_role("button", name=re.compile(f"^{re.escape(choice)}")).click()
        group.get_by_role("button", name="Confirm").click()

    def report(self, what: str, seat: int | None = None) -> None:
        form = self.page.get_by_role("form", name="Report an irregularity")
        known = form.get_by_role("radio", name=what[0].upper() + what[1:], exact=True)
        if known.count():
            known.check()
        else:
            form.get_by_role("radio", name="Something else").check()
            form.get_by_label("What happened").last.fill(what)
        if seat is not None:
            form.get_by_label("It concerns").select_option(f"Seat {seat}")
        form.get_by_role("button", name="Confirm the report").click()

    def notice(self, text: str) -> None:
        """Wait until this is the last notice but for what follows from it."""
        self.page.get_by_role("region", name="Notices").get_by_text(text).first.wait_for()
