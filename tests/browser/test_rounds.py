"""Whole rounds of each book, with several browsers at one table."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import PLAYER_BANKS, SPOKEN, Player, Room, seat_three
from tests.server.test_hidden import cards_in
from uth.cards import card_name, parse_card


def until(player: Player, fits: Callable[[], bool]) -> None:
    """Frames reach a busy machine a little later."""
    for _ in range(200):
        if fits():
            return
        player.page.wait_for_timeout(50)
    raise AssertionError(f"{player.name}: {player.cards_drawn()} is drawn, {player.hole} is held")


def sees_only_his_own(player: Player, others: list[Player]) -> None:
    """In page, storage and network: no card but his own and the board."""
    for other in others:
        until(other, lambda: bool(other.hole))  # noqa: B023 - called at once
    holes = {other.name: other.hole for other in others if other is not player}
    everything = player.everything()
    for name, hole in holes.items():
        assert hole, name
        numbers = [parse_card(card) for card in hole]
        assert not cards_in(everything, hole, numbers), f"{player.name} has {name}'s cards"

    def all_drawn() -> bool:
        return player.cards_drawn() == {SPOKEN[card] for card in player.hole + player.frame["table"]["board"]}

    until(player, all_drawn)


@pytest.mark.parametrize("book", PLAYER_BANKS)
def test_a_round_with_three_browsers(room: Room, book: str) -> None:
    table = room.table(book)
    first, bettors = seat_three(room, book, table)
    for player in bettors:
        player.click("+ Trips")
        player.click("Bet $15")
    bettors[0].page.get_by_role("group", name="Your decision").wait_for()
    for player in [first, *bettors]:
        sees_only_his_own(player, bettors)

    assert bettors[0].decide("Bet 4×").startswith("Bet 4× · $20")
    for street in ("preflop", "flop"):
        for player in bettors[1:]:
            assert player.decide("Check").startswith("Check")
        if street == "preflop":
            bettors[1].page.get_by_role("group", name="Your decision").wait_for()
            for player in [first, *bettors]:
                sees_only_his_own(player, bettors)
    for player in bettors[1:]:
        assert player.decide("Bet 1×").startswith("Bet 1× · $5")

    told = {player.name: player.result() for player in [first, *bettors]}
    record = room.served.call("GET", f"/api/tables/{table}/rounds/1").json()
    [ended] = [line["event"] for line in record["events"] if line["event"]["event"] == "round_ended"]
    for player in [first, *bettors]:
        cents = ended["net"].get(f"player:{player.name}", 0)
        dollars = f"{abs(cents) // 100:,}" + (f".{cents % 100:02}" if cents % 100 else "")
        assert f"${dollars}" in told[player.name], (told, cents)
        assert ("+" in told[player.name]) == (cents > 0), (told, cents)
        assert all(address.startswith(room.served.url) for address in player.asked), (
            "something from elsewhere"
        )
    mixed = {
        line["event"]["player"] for line in record["events"] if line["event"]["event"] == "number_revealed"
    }
    assert mixed == {player.name for player in bettors}  # every browser has added a number to the deck
    dealt = {card for line in record["events"] for card in line["event"].get("cards", [])}
    assert len(dealt) == 5 + 2 + 2 * len(bettors), sorted(map(card_name, dealt))


def test_a_round_with_motion_settles_where_it_stands(room: Room) -> None:
    """With cards and chips moving: the result of each wager on its spot, then the net with its reason."""
    table = room.table("iowa-catfish-bend")
    ann = room.player("Ann in motion", speed="normal")
    ann.come_in(table, 4)
    ann.click("Bet $10")
    ann.decide("Bet 4×")
    ann.page.locator(".result .net").wait_for()
    spots = ann.page.get_by_role("listitem", name="Seat 4, yours").locator(".told").all_inner_texts()
    assert len(spots) == 3, spots
    rows = ann.page.get_by_role("row").all_inner_texts()
    assert [row.split()[0] for row in rows] == ["Ante", "Play", "Blind"], rows
    assert ann.page.locator(".holes .lifted, .board .lifted").count() == 5
    assert ann.page.locator(".why").inner_text()
    ann.page.wait_for_timeout(600)
    ann.page.keyboard.press(" ")
    ann.page.get_by_role("button", name="Bet $10").wait_for()


def test_the_log_tells_it_all(room: Room) -> None:
    """For a screen reader: a live log with every step, in words."""
    table = room.table("iowa-catfish-bend")
    ann = room.player("Ann listening")
    ann.come_in(table, 2)
    ann.click("Bet $10")
    ann.decide("Check")
    log = ann.page.get_by_role("log")
    expect(log).to_contain_text("Flop")
    told = log.inner_text()
    assert log.get_attribute("aria-live") == "polite"
    for words in ("takes seat 2", "bets Ante $5, Blind $5", "No more bets", "You hold", "checks", "Flop"):
        assert words in told, (words, told)
