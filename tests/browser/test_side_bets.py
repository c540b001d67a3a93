"""A house's own book with three more side bets: its wagers are rows, and no page knows their names."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import DESKTOP, PHONE, Player, Room
from tests.browser.test_axe import violations
from tests.server.serving import Served

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "examples" / "side-bets.toml"
SIDE = {"Trips": "trips", "Bad Beat": "bad_beat", "Hole Card": "hole_card", "Flop Bonus": "flop_bonus"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service with a table of the book, and bots, one of whom banks."""
    folder = tmp_path_factory.mktemp("house")
    options = ("--sign-ins", "1000", "--open", str(BOOK), "--bots", "2")
    service = Served(f"sqlite:///{folder}/uth.sqlite", folder, *options)
    service.staff("Sue")
    service.start()
    yield service
    service.stop()


@pytest.fixture
def people(browser: Browser, house: Served) -> Iterator[Room]:
    found = Room(browser, house)
    yield found
    found.close()


def bets_all(ann: Player) -> None:
    ann.go("/")
    ann.page.get_by_role("button", name="Sit down").first.click()
    bet, no_bank = ann.page.get_by_role("button", name="Bet $10"), ann.page.get_by_role("button", name="Pass")
    bet.or_(no_bank).first.wait_for(timeout=60_000)
    if no_bank.count():
        no_bank.first.click()
    bet.wait_for(timeout=60_000)
    for title in SIDE:
        ann.click(f"+ {title}")
    ann.click("Bet $30")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_side_bet_is_laid_and_settled_where_it_stands(people: Room, size: dict[str, int]) -> None:
    ann = people.player(f"Ann {size['width']}", viewport=size)
    bets_all(ann)
    ann.decide("Check")
    [mine] = [spot for spot in ann.frame["table"]["spots"] if spot["player"] == ann.frame["you"]["name"]]
    assert {mine["stakes"][wager] for wager in SIDE.values()} == {500}
    own = ann.page.get_by_role("listitem", name="yours")
    for title in SIDE:
        expect(own.get_by_title(title)).to_be_visible()
    assert not violations(ann)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    ann.decide("Bet 2×")
    ann.page.locator(".result").wait_for(timeout=60_000)
    for title in SIDE:
        expect(ann.page.locator(".result").get_by_role("row", name=f"{title} $5")).to_be_visible()


def test_what_they_pay_and_the_book_can_be_read(people: Room) -> None:
    ann = people.player("Ann who reads")
    ann.go("/table/T1")
    ann.click("Pays")
    for title, line in (("Bad Beat", "Straight flush 7,500 to 1"), ("Flop Bonus", "Royal flush 1,000 to 1")):
        expect(ann.page.get_by_role("table", name=title).get_by_role("row", name=line)).to_be_visible()
    ann.go("/rules/side-bets")
    expect(ann.page.get_by_text("Hole Card").first).to_be_visible()


def test_they_are_trained_with(people: Room) -> None:
    ann = people.player("Ann who trains")
    ann.go("/trainer")
    ann.page.get_by_label("Book").select_option(value="side-bets")
    ann.page.get_by_label("Hole Card too").check()
    choices = ann.page.get_by_role("button", name="Bet 4×")
    choices.wait_for(timeout=120_000)
    choices.click()
    settled = ann.page.get_by_role("table", name="How the round was settled")
    expect(settled.get_by_role("row", name="Hole Card")).to_be_visible(timeout=60_000)
    expect(ann.page.get_by_text("Separate from this: Hole Card")).to_be_attached()  # folded where 4× is right
