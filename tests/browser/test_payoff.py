"""What makes a table worth playing at: results that stay, pace, chips, and what a hand is worth."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE, Player, Room

COUNTED = """() => { const Plain = AudioContext; window.made = 0
  window.AudioContext = class extends Plain { constructor() { super(); window.made++ } } }"""
"""How often something that makes sounds was made."""


def seated(room: Room, name: str, **options: object) -> Player:
    """At a table of one's own, from the lobby in one click."""
    player = room.player(name, **options)
    player.go("/")
    player.click("Play solo")
    player.page.get_by_role("button", name=re.compile(r"^Bet \$10")).wait_for()
    return player


def round_of(player: Player, choice: str = "Bet 4×") -> float:
    """Bet and decide at once; seconds from the bet to the net, without the time to decide."""
    player.page.get_by_role("button", name=re.compile(r"^Bet \$")).click()
    began = time.monotonic()
    button = player.page.get_by_role("group", name="Your decision").get_by_role("button", name=choice)
    button.wait_for()
    dealt = time.monotonic() - began
    button.click()
    began = time.monotonic()
    player.page.locator(".result .net").wait_for()
    return dealt + time.monotonic() - began


@pytest.mark.parametrize(("speed", "most"), [("normal", 6.0), ("fast", 3.0)])
def test_a_solo_round_is_quick_and_its_result_stays(room: Room, speed: str, most: float) -> None:
    ann = seated(room, "", speed=speed)
    took = []
    for _ in range(2):
        took.append(round_of(ann))
        ann.page.wait_for_timeout(4500)
        expect(ann.page.locator(".result .net")).to_be_visible()
        ann.page.keyboard.press(" ")
        ann.page.get_by_role("button", name=re.compile(r"^Bet \$")).wait_for()
    assert min(took) <= most, took


@pytest.mark.parametrize("speed", ["normal", "fast", "off"])
def test_skipping_stops_at_the_result(room: Room, speed: str) -> None:
    ann = seated(room, "", speed=speed)
    for _ in range(2):
        ann.page.get_by_role("button", name=re.compile(r"^Bet \$")).click()
        ann.decide("Bet 4×")
        for _ in range(2):  # in haste, through deal and showdown
            ann.page.keyboard.press(" ")
            ann.page.wait_for_timeout(60)
        expect(ann.page.locator(".result .net")).to_be_visible()
        ann.page.wait_for_timeout(700)
        expect(ann.page.locator(".result .net")).to_be_visible()
        ann.page.keyboard.press(" ")
        ann.page.get_by_role("button", name=re.compile(r"^Bet \$")).wait_for()


def test_a_result_leaves_time_to_bet_with_others(room: Room) -> None:
    """Others are in a hurry: the result stays four seconds at least, and half of the time to bet is left."""
    table = room.table("iowa-catfish-bend", betting=14)
    ann, bob = room.player("Ann who reads"), room.served.guest("Bob in haste")
    ann.come_in(table, 4)
    ann.click("Bet $10")
    ann.decide("Bet 4×")
    ann.page.locator(".result").wait_for()
    began = time.monotonic()
    for act in (
        {"do": "sit", "seat": 2},
        {"do": "buy_in", "cents": 50_000},
        {"do": "bet", "stakes": {"ante": 500}},
    ):
        assert room.served.do(bob, table, act).status_code == 200
    ann.page.get_by_role("button", name=re.compile(r"^Bet \$")).wait_for()
    assert 4 <= time.monotonic() - began <= 10
    assert ann.frame["table"]["phase"] == "betting"
    expect(ann.page.get_by_text("Last hand:")).to_be_visible()


def test_the_hand_is_named_before_one_decides(room: Room) -> None:
    ann = seated(room, "")
    ann.page.get_by_role("button", name=re.compile(r"^Bet \$")).click()
    for street in ("Bet 2×", "Bet 1×"):
        ann.decide("Check")
        ann.page.get_by_role("group", name="Your decision").get_by_role("button", name=street).wait_for()
        says = ann.frame["you"]["hands"][str(ann.frame["you"]["seat"])]["says"]
        expect(ann.page.locator(".own .called")).to_have_text(says[0].upper() + says[1:])


def test_chips_are_put_on_circles(room: Room) -> None:
    ann = seated(room, "")
    page = ann.page
    bet = page.get_by_role("button", name=re.compile(r"^Bet \$"))

    def circle(name: str) -> None:
        page.get_by_role("button", name=re.compile(f"^Put a chip on {name}")).click()

    page.get_by_role("button", name="$25 chip").click()
    circle("Ante")
    expect(bet).to_contain_text("Bet $50")
    page.get_by_role("button", name="$5 chip").click()
    circle("Blind")  # always as much as the Ante
    expect(bet).to_contain_text("Bet $60")
    circle("Trips")
    expect(bet).to_contain_text("Bet $65")
    circle("Prog")
    expect(bet).to_contain_text("Bet $70")
    circle("Prog")
    expect(bet).to_contain_text("Bet $65")
    page.keyboard.press("u")
    expect(bet).to_contain_text("Bet $70")
    page.keyboard.press("u")
    page.keyboard.press("u")
    expect(bet).to_contain_text("Bet $60")
    page.keyboard.press("x")
    expect(page.get_by_role("button", name="No bet")).to_be_disabled()
    page.keyboard.press("+")
    expect(bet).to_contain_text("Bet $10")
    page.keyboard.press("d")
    expect(bet).to_contain_text("Bet $20")
    page.get_by_role("button", name="$25 chip").drag_to(
        page.get_by_role("button", name=re.compile("^Put a chip on Trips"))
    )
    expect(bet).to_contain_text("Bet $45")
    bet.click()
    ann.decide("Bet 4×")
    page.locator(".result").wait_for()
    page.wait_for_timeout(600)
    page.keyboard.press(" ")
    expect(bet).to_contain_text("Bet $45")
    page.keyboard.press("x")
    page.keyboard.press("r")
    expect(bet).to_contain_text("Bet $45")


def test_the_session_is_summed_up(room: Room) -> None:
    ann = seated(room, "")
    net = 0
    for _ in range(2):
        round_of(ann)
        net += next(event["result"]["net"] for event in ann.frame["events"] if event.get("result"))
        ann.page.wait_for_timeout(600)
        ann.page.keyboard.press(" ")
        ann.page.get_by_role("button", name=re.compile(r"^Bet \$")).wait_for()
    strip = ann.page.get_by_role("button", name=re.compile("^Your session"))
    sign = "+" if net > 0 else "−" if net < 0 else ""
    expect(strip).to_contain_text(f"{sign}${abs(net) // 100}")
    expect(strip).to_contain_text("2 hands")
    ann.page.reload()
    expect(strip).to_contain_text("2 hands")
    strip.click()
    window = ann.page.get_by_role("dialog", name="Your session")
    expect(window.get_by_role("row")).to_have_count(2)
    expect(window.get_by_role("row").first.locator("[aria-label*=' of ']")).to_have_count(7)
    expect(window.get_by_text("standard deviations around the exact expectation")).to_be_visible(
        timeout=120_000
    )


def test_the_line_that_one_would_win_is_lit_beside_the_table(room: Room) -> None:
    ann = seated(room, "")
    ann.click("Pays")
    panel = ann.page.get_by_role("region", name="Pay tables")
    expect(panel).to_be_visible()
    felt, beside = ann.page.locator(".felt").bounding_box(), panel.bounding_box()
    assert felt
    assert beside
    assert felt["x"] + felt["width"] <= beside["x"] + 1
    for _ in range(40):
        ann.page.get_by_role("button", name=re.compile(r"^Bet \$")).click()
        ann.decide("Bet 4×")
        ann.page.locator(".result").wait_for()
        [ended] = [one for one in ann.received[::-1] if "round_ended" in one][:1]
        worth = re.findall(r'"worth":\{"\d+":\{"great":\w+,"lines":(\{[^}]*\})', ended)
        lines = dict(re.findall(r'"(\w+)":(-?\d+)', worth[-1] if worth else ""))
        lit = panel.locator(".lit")
        expect(lit).to_have_count(sum(int(line) >= 0 for line in lines.values()))
        if lit.count():
            return
        ann.page.wait_for_timeout(550)
        ann.page.keyboard.press(" ")
    pytest.fail("no hand of forty is on a pay table")


def test_sound_is_off_until_it_is_asked_for(room: Room) -> None:
    ann = seated(room, "")
    ann.page.evaluate(COUNTED)
    sound = ann.page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    round_of(ann)
    assert ann.page.evaluate("made") == 0
    ann.page.wait_for_timeout(600)
    ann.page.keyboard.press(" ")
    sound.click()
    round_of(ann)
    ann.page.wait_for_function("made > 0")


def test_a_phone_plays_solo_in_two_taps(room: Room) -> None:
    ann = room.player("", viewport=PHONE, has_touch=True)
    ann.go("/")
    ann.page.get_by_role("button", name="Play solo").tap()
    ann.page.get_by_role("button", name=re.compile("^Bet")).tap()
    ann.page.get_by_role("group", name="Your decision").wait_for()
    assert len(ann.cards_drawn()) == 2


def test_auto_rebet_and_auto_check(room: Room) -> None:
    ann = seated(room, "")
    ann.page.get_by_label("Auto check").check()
    ann.page.get_by_role("button", name=re.compile(r"^Bet \$")).click()
    turn = ann.page.get_by_role("group", name="Your decision")
    turn.get_by_role("button", name="Bet 1×").wait_for()
    ann.page.get_by_label("Auto rebet").check()
    turn.get_by_role("button", name="Fold").click()
    ann.page.locator(".result").wait_for()
    ann.page.wait_for_timeout(600)
    ann.page.keyboard.press(" ")
    turn.get_by_role("button", name="Bet 1×").wait_for()


def test_a_hint_is_given_at_a_table_of_ones_own(room: Room) -> None:
    ann = seated(room, "")
    ann.page.get_by_role("button", name=re.compile(r"^Bet \$")).click()
    ann.page.get_by_role("group", name="Your decision").wait_for()
    ann.page.get_by_role("button", name="Hint", exact=True).click()
    expect(ann.page.get_by_text("is optimal")).to_be_visible(timeout=120_000)
    bob = room.player("Bob with others")
    bob.come_in(room.table("iowa-catfish-bend"), 3)
    bob.click("Bet $10")
    bob.page.get_by_role("group", name="Your decision").wait_for()
    expect(bob.page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
