"""Wagers that are not everybody's: the bank's, for the dealer, behind another's hand, Trips after a fold."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.people import Player, Room
from uth.cli.practice import practice_settings


def spots(player: Player) -> dict[Any, Any]:
    return {spot["seat"]: spot for spot in player.frame["table"]["spots"]}


def test_a_toke_rides_on_the_ante_or_on_play(room: Room) -> None:
    table = room.table("iowa-catfish-bend")
    ann = room.player("Ann who tokes")
    ann.come_in(table, 5)
    ann.click("+ Toke")
    toke = ann.page.get_by_role("textbox", name="For the dealer")
    toke.fill("2")
    toke.press("Tab")
    ann.click("Bet $12")
    turn = ann.page.get_by_role("group", name="Your decision")
    turn.wait_for()
    assert spots(ann)[5]["toke"] == {"on": "ante", "amount": 200}
    expect(turn.get_by_label("Toke on this bet")).to_have_count(1)  # one on each wager
    ann.decide("Bet 4×")
    ann.page.locator(".result").wait_for()
    expect(ann.page.locator(".result")).to_contain_text("Toke")
    adds_up(ann)
    ann.click("Next hand")

    toke.fill("0")
    toke.press("Tab")
    ann.click("Bet $10")
    turn.get_by_label("Toke on this bet").select_option("$1")
    ann.decide("Bet 4×")
    ann.page.locator(".result").wait_for()
    adds_up(ann)
    decided = [event for event in ann.frame["events"] if event["event"] == "decided"]
    assert decided[0]["says"].endswith("toke $1")


def test_a_folder_may_keep_trips_by_putting_his_cards_under_it(room: Room) -> None:
    table = room.table("iowa-catfish-bend", settings=["readings.trips.fold_auto_tuck=false"])
    ann = room.player("Ann who tucks")
    ann.come_in(table, 5)
    ann.click("+ Trips")
    ann.click("Bet $15")
    ann.decide("Check")
    ann.decide("Check")
    ann.page.get_by_role("group", name="Your decision").get_by_role("button", name="Bet 1×").wait_for()
    ann.page.keyboard.press("t")
    ann.page.locator(".result").wait_for()
    assert any("cards under Trips" in event.get("says", "") for event in ann.frame["events"])
    expect(ann.page.get_by_text("cards under Trips").first).to_be_visible()


def test_somebody_bets_behind_another_hand_and_sees_how_it_went(room: Room) -> None:
    settings = [one for one in practice_settings("california-bally") if not one.startswith("backline")]
    table = room.table("california-bally", settings=[*settings, "backline.allowed=true"])
    ann, bob, cleo = (room.player(f"{name} behind") for name in ("Ann", "Bob", "Cleo"))
    for seat, player in enumerate((ann, bob, cleo), 1):
        player.come_in(table, seat)
    ann.click("Bank with $200")
    bob.click("Bet $10")
    behind = cleo.page.get_by_label("Bet on")
    behind.select_option("the hand of seat 2")
    cleo.click("Bet $10")
    expect(cleo.page.get_by_role("listitem", name="Seat 2")).to_contain_text("Cleo behind: $10 behind")
    assert spots(cleo)["2b"]["player"] == "Cleo behind"
    bob.decide("Bet 4×")
    cleo.page.locator(".result").wait_for()
    expect(cleo.page.get_by_role("table", name="Your wagers, settled")).to_contain_text("Ante behind 2 $5")
    result = cleo.page.locator(".result").inner_text()
    assert "Play behind 2" in result
    assert "Fee" in result


def test_a_banker_sees_what_every_hand_brought(room: Room) -> None:
    table = room.table("california-shfl")
    ann, *others = (room.player(f"{name} at the bank's table") for name in ("Ann", "Bob", "Cy"))
    for seat, person in enumerate((ann, *others), 1):
        person.come_in(table, seat)
    ann.click("Bank with $200")
    expect(ann.page.get_by_text("and $200 as the bank")).to_be_visible()
    for person in others:
        person.click("Bet $10")
    for person in others:
        person.decide("Bet 4×")
    result = ann.page.locator(".result")
    result.wait_for()
    assert [row.split(" at ")[0] for row in adds_up(ann)] == ["Bob", "Cy", "Fee"]


def adds_up(player: Player) -> list[str]:
    """The lines of a result, by their names; all of them come to the net."""
    result = player.page.locator(".result")
    rows = [
        (row.get_by_role("rowheader").inner_text(), row.get_by_role("cell").first.inner_text())
        for row in result.get_by_role("row").all()
    ]
    net = result.locator(".net").inner_text()
    assert sum(cents(amount) for _, amount in rows) == cents(net), (rows, net)
    return [name for name, _ in rows]


def cents(text: str) -> int:
    """An amount as the pages write it; "nothing" is nothing."""
    found = re.search(r"([+−]?)\$([\d,]+)(?:\.(\d\d))?", text)
    if found is None:
        return 0
    sign, whole, part = found.groups()
    return (-1 if sign == "−" else 1) * (100 * int(whole.replace(",", "")) + int(part or 0))
