"""The trainer as somebody uses it: exact values, drills whose mistakes come back, progress that stays."""

import json
import re
import subprocess
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import DESKTOP, PHONE, SPOKEN, Player, Room
from tests.browser.test_axe import violations
from tests.server.serving import UTH

BOOK = "california-shfl"
KEYS = {"bet4": "4", "bet3": "3", "bet2": "2", "bet1": "1", "check": "c", "fold": "f"}
SLOW = 120_000
"""A service that was never used compiles its kernels first."""


def trainee(room: Room, **options: Any) -> Player:
    player = room.player("trainee", **options)
    player.go("/trainer")
    decision(player)
    return player


def decision(player: Player) -> list[str]:
    """Wait for a decision; the labels of its buttons."""
    group = player.page.get_by_role("group", name="Your decision")
    group.wait_for(timeout=SLOW)
    return group.get_by_role("button").all_inner_texts()


def cards(player: Player, where: str) -> str:
    """The cards that lie somewhere, as a command takes them."""
    pictures = player.page.get_by_label(where).get_by_role("img").all()
    names = {spoken: name for name, spoken in SPOKEN.items()}
    return " ".join(names[str(picture.get_attribute("aria-label"))] for picture in pictures)


def advice(room: Room, player: Player) -> dict[str, Any]:
    """What the service says of the hand that lies there."""
    hand = {"hole": cards(player, "Your cards"), "board": cards(player, "The board")}
    answer = room.served.call("POST", "/api/mathematics/advise", {"game": {"book": BOOK}, **hand})
    told: dict[str, Any] = answer.json()
    return told


def answer(player: Player, action: str) -> str:
    """Decide by key; the verdict on it."""
    player.page.keyboard.press(KEYS[action])
    player.page.locator(".verdict").first.wait_for()
    return player.page.locator(".verdict .word").first.inner_text()


def next_hand(player: Player) -> None:
    player.page.get_by_role("button", name="Next hand").wait_for()
    player.page.keyboard.press(" ")
    decision(player)


def seeded(route: Any) -> None:
    """The same close decisions at every run, all different."""
    route.continue_(post_data={**route.request.post_data_json, "seed": 7})


def number(player: Player, name: str) -> str:
    said = player.page.get_by_text(name, exact=True)
    return player.page.locator(".numbers div", has=said).locator("dd").inner_text()


def test_a_mistake_comes_back_until_it_is_right(room: Room) -> None:
    player = trainee(room)
    player.page.route("**/mathematics/drill", seeded)
    player.click("Drills")
    decision(player)
    missed, said = cards(player, "Your cards"), advice(room, player)
    wrong = min(said["actions"], key=said["actions"].__getitem__)
    verdict = answer(player, wrong)
    loss = said["actions"][said["best"]] - said["actions"][wrong]
    assert "Mistake." in verdict
    assert "It comes back in 2 decisions." in verdict
    price = re.search(r"cost you ([\d.]+) of an Ante, \$([\d.]+)\.", verdict)
    assert price, verdict
    assert float(price[1]) == pytest.approx(loss, rel=0.05, abs=0.005)
    assert float(price[2]) == pytest.approx(10 * loss, abs=0.006)
    for _ in range(2):
        next_hand(player)
        assert cards(player, "Your cards") != missed
        assert "Right." in answer(player, advice(room, player)["best"])
    next_hand(player)
    assert cards(player, "Your cards") == missed
    assert player.page.get_by_text("You missed this one before.").is_visible()
    assert "It comes back once more, in 5 decisions." in answer(player, said["best"])
    player.click("My mistakes (1)")
    decision(player)
    assert cards(player, "Your cards") == missed
    assert "it leaves your mistakes" in answer(player, said["best"])
    player.page.get_by_role("button", name="My mistakes (0)").wait_for()
    player.click("River outs")
    decision(player)
    answer(player, "fold")
    player.page.locator("summary").first.click()
    hands = player.page.get_by_text("Of the bank's 990 possible hands").text_content()
    lose = advice(room, player)["counts"]["bet1"]["lose"]
    assert f"{lose} beat you" in str(hands)
    player.click("Progress")
    assert number(player, "Decisions") == "6"
    player.page.reload()  # which part is open stands in the address
    player.page.get_by_text("Given away in all").wait_for()
    assert number(player, "Decisions") == "6"
    player.page.go_back()
    player.page.get_by_role("group", name="What to drill").wait_for()


def test_values_shown_are_those_of_the_command(room: Room) -> None:
    player = trainee(room)
    player.page.get_by_label("Show values").check()
    for street in ("preflop", "flop"):
        shown = decision(player)
        call = [*UTH, "advise", BOOK, "--hole", cards(player, "Your cards"), "--ante", "10", "--json"]
        board = cards(player, "The board")
        out = subprocess.run([*call, "--board", board], capture_output=True, text=True, check=True).stdout
        told = json.loads(out)
        assert told["street"] == street
        values = [re.search(r"([+−]?[\d.]+) Antes", label) for label in shown]
        written = [float(value[1].replace("−", "-")) for value in values if value]
        assert written == [round(value, 4) for value in told["actions"].values()]
        player.page.keyboard.press("c")
    decision(player)
    player.page.keyboard.press("1")
    player.page.get_by_role("table", name="How the round was settled").wait_for()
    player.click("Progress")
    assert number(player, "Decisions") == "0", "with the values in sight nothing is counted"


def money(text: str) -> float:
    return float(text.replace("−", "-").replace("$", "").replace(",", "").replace("+", ""))


@pytest.mark.parametrize(("book", "wagers"), [("california-bally", 4), ("iowa-catfish-bend", 5)])
def test_a_round_is_settled_and_split_into_game_skill_and_luck(room: Room, book: str, wagers: int) -> None:
    player = trainee(room)
    player.page.get_by_label("Book").select_option(book)
    player.page.get_by_label("Trips too").check()
    if wagers == 5:
        player.page.get_by_label("Progressive too, $5").check()
    decision(player)
    player.page.keyboard.press("4")
    table = player.page.get_by_role("table", name="How the round was settled")
    table.wait_for()
    assert table.locator("tbody tr").count() == wagers, "Ante, Blind, Play, Trips, and a progressive"
    assert player.page.get_by_text("Separate from this: Trips").count() == 1
    net = money(table.locator("tfoot b").inner_text())
    player.click("Progress")
    player.page.get_by_text("In 1 round you are at").wait_for(timeout=SLOW)
    parts = player.page.locator("section", has_text="Luck and skill").locator("dl dd").all_inner_texts()
    assert sum(map(money, parts)) == pytest.approx(net, abs=0.001)
    assert money(parts[0]) < 0, "the game costs something"


def test_the_map_is_walked_by_keyboard_and_everything_can_be_forgotten(room: Room) -> None:
    player = trainee(room)
    player.page.keyboard.press("4")
    player.page.get_by_role("button", name="Next hand").wait_for()
    player.click("Progress")
    player.page.get_by_role("button", name="Best action").click()
    player.page.keyboard.press("Tab")
    focused = player.page.locator(":focus")
    player.page.get_by_role("button", name="A A, a pair: bet 4×").wait_for(timeout=SLOW)
    assert "A A, a pair: bet 4×" in focused.inner_text()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight"):
        player.page.keyboard.press(key)
    assert "K Q suited: bet 4×" in focused.inner_text()
    assert player.page.get_by_role("heading", name="K Q suited").is_visible()
    player.page.keyboard.press("Tab")
    assert focused.inner_text() == "Save as a file"
    with player.page.expect_download() as saved:
        player.page.keyboard.press("Enter")
    kept = json.loads(saved.value.path().read_text("utf-8"))
    assert kept["version"] == 1
    assert len(kept["decisions"]) == 1
    player.click("Forget everything …")
    player.click("Keep it")
    assert number(player, "Decisions") == "1"
    player.click("Forget everything …")
    player.page.get_by_role("dialog").get_by_role("button", name="Forget everything").click()
    assert number(player, "Decisions") == "0"


def test_each_part_has_what_counts_there(room: Room) -> None:
    player = trainee(room)
    page = player.page
    book, ante = page.get_by_label("Book"), page.get_by_label("Ante in dollars")
    trips, values = page.get_by_label("Trips too"), page.get_by_label("Show values")
    assert all(one.is_visible() for one in (book, ante, trips, values))
    player.click("Drills")
    decision(player)
    assert [one.is_visible() for one in (book, ante, trips, values)] == [True, True, True, False]
    player.click("Progress")
    page.get_by_text("Given away in all").wait_for()
    assert [one.is_visible() for one in (book, ante, trips, values)] == [True, False, False, False]


def test_a_wrong_ante_stays_to_be_mended_and_the_hand_goes_on(room: Room) -> None:
    player = trainee(room)
    ante, dealt = player.page.get_by_label("Ante in dollars"), cards(player, "Your cards")
    for wrong in ("abc", "", "4", "51", "7.33"):
        ante.fill(wrong)
        ante.press("Tab")
        expect(ante).to_have_value(wrong)
        expect(ante).to_have_attribute("aria-invalid", "true")
        expect(ante).to_have_accessible_description("Write $5 to $50, in steps of $1")
        assert "$40" in decision(player)[0]
        assert cards(player, "Your cards") == dealt
    ante.fill("10")
    ante.press("Tab")
    expect(ante).not_to_have_attribute("aria-invalid", "true")
    assert cards(player, "Your cards") == dealt, "the Ante it was: the same hand"
    ante.fill("25")
    ante.press("Enter")
    player.page.get_by_role("button", name="Bet 4× · $100").wait_for()


def test_the_keyboard_is_led_on_where_a_button_goes(room: Room) -> None:
    player = trainee(room)
    page, said = player.page, list[str]()
    page.on("console", lambda line: said.append(line.text) if line.type == "warning" else None)
    focused, rail = page.locator(":focus"), page.locator(".rail")
    next_one = page.get_by_role("button", name="Next hand")
    choices = page.get_by_role("group", name="Your decision")
    for part in ("Play", "Drills"):
        player.click(part)
        decision(player)
        choices.get_by_role("button", name="Bet 4×").press("Enter")
        expect(next_one).to_be_focused()
        next_one.press("Enter")
        expect(rail).to_be_focused()
        decision(player)
        page.keyboard.press("Tab")
        expect(focused).to_contain_text("Bet 4×")
        choices.get_by_role("button", name="Check").press(" ")
        if part == "Play":
            expect(choices.get_by_role("button", name="Check")).to_be_focused()  # it is there again
            page.keyboard.press("c")
            expect(rail).to_be_focused()
            page.keyboard.press("f")
        expect(next_one).to_be_focused()
        page.keyboard.press(" ")
        expect(rail).to_be_focused()
    player.click("Progress")
    forget = page.get_by_role("button", name="Forget everything …")
    for answer in ("Keep it", "Forget everything", "Close"):
        forget.press("Enter")
        page.get_by_role("dialog").get_by_role("button", name=answer).press("Enter")
        expect(forget).to_be_focused()
    assert not said, said


def test_the_keyboard_is_led_on_after_a_failure(room: Room) -> None:
    player = trainee(room)
    failing = {"code": "unavailable", "says": [{"says": "try again", "clauses": []}]}
    again = player.page.get_by_role("button", name="Try again")

    def fail_once(path: str) -> None:
        player.page.route(path, lambda route: route.fulfill(status=503, json=failing), times=1)

    fail_once("**/mathematics/settle")
    player.page.get_by_role("button", name="Bet 4×").press("Enter")
    expect(again).to_be_focused()
    again.press("Enter")
    expect(player.page.get_by_role("button", name="Next hand")).to_be_focused()
    fail_once("**/api/books")
    player.page.reload()
    again.press("Enter")
    decision(player)
    expect(player.page.locator("main")).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(room: Room, scheme: str) -> None:
    player = trainee(room, color_scheme=scheme)
    found: list[str] = []

    def look(name: str) -> None:
        for size in (DESKTOP, PHONE):
            player.page.set_viewport_size({"width": size["width"], "height": size["height"]})
            found.extend(f"{name} {size['width']}: {fault}" for fault in violations(player))
            wide = player.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size["width"], (name, wide)

    player.page.get_by_label("Show values").check()
    look("values")
    player.page.get_by_label("Ante in dollars").fill("x")
    look("wrong")
    player.page.get_by_label("Ante in dollars").fill("10")
    player.page.get_by_label("Show values").uncheck()
    answer(player, "bet4")
    player.page.get_by_role("button", name="Next hand").wait_for()
    look("result")
    player.click("Drills")
    decision(player)
    answer(player, "bet4")
    look("drill")
    player.click("Progress")
    player.page.get_by_role("table", name="What each action is worth").wait_for(timeout=SLOW)
    look("progress")
    player.click("Best action")
    player.page.get_by_text("The rounds as a table").click()
    look("map")
    assert not found, "\n".join(found)


def test_a_warning_before_a_mistake_and_the_score(room: Room) -> None:
    ann = room.player("Ann who is warned")
    ann.go("/trainer")
    decision = ann.page.get_by_role("group", name="Your decision")
    decision.wait_for(timeout=120_000)
    ann.page.get_by_label("Warn me before a mistake").check()
    ann.page.get_by_label("Show values").check()  # to know which choice is the mistake
    for _ in range(20):
        bet, check = (decision.get_by_role("button", name=name) for name in ("Bet 4×", "Check"))
        worth = [
            float(one.locator(".value").inner_text().split()[0].replace("−", "-")) for one in (bet, check)
        ]
        worse = bet if worth[0] < worth[1] else check
        worse.click()
        warning = ann.page.get_by_role("alert")
        expect(warning).to_contain_text("Choose again, or take it anyway")
        assert ann.page.locator(".verdict").count() == 0
        worse.click()
        ann.page.locator(".verdict.wrong").first.wait_for()
        break
    ann.page.get_by_label("Show values").uncheck()
    ann.page.get_by_label("Warn me before a mistake").uncheck()
    ann.click("Drills")
    decision.wait_for(timeout=120_000)
    decision.get_by_role("button").first.click()
    ann.click("Play")
    expect(ann.page.get_by_label("Your score")).to_contain_text("of 1 right", timeout=120_000)
