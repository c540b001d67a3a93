"""Rounds with real cards at the dealer's console, and everything that can go wrong in them."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import DESKTOP, PHONE, PLAYER_BANKS, Room
from tests.browser.staff import Console, Game, at_work, employ, numbers
from tests.browser.test_axe import violations
from uth.rules import load_book

HANDS = {1: "Ks Ad", 2: "9c 9d", 3: "Qh 7s"}
FLOP, RIVER, BANK = "9h Jc 4s", "Kd 3h", "Qs 8d"


def dollars(cents: int) -> str:
    return f"${cents // 100:,}" + (f".{cents % 100:02}" if cents % 100 else "")


def told(row: dict[str, Any]) -> str:
    """A settled wager as the script announces it before it is done."""
    parts = (("pay", "paid"), ("take", "collected"), ("give back", "returned"))
    done = [f"{verb} {dollars(row[key])}" for verb, key in parts if row[key]]
    return f"Seat {row['seat']}, {row['wager']}: {', '.join(done) or 'nothing moves'}"


@pytest.mark.parametrize("book", ["california-shfl", "iowa-catfish-bend"])
def test_a_round_with_real_cards(room: Room, book: str) -> None:
    game = Game(room, book)
    console = Console(game)
    page = console.page
    game.bets(trips=500)
    console.step("Take over")
    console.step("No more bets")
    console.step("Cards are dealt")
    first, second = game.bettors
    order = [game.state["to_act"]]
    order.append(second if order == [first] else first)

    # a decision is staged, taken back, staged again, confirmed; the other player decides himself
    group = page.get_by_role("group", name=f"Decision of seat {order[0]}")
    group.get_by_role("button", name="Bet 4×").click()
    expect(group.get_by_text(f"Seat {order[0]}: Bet 4× · $40")).to_be_visible()
    page.keyboard.press("Backspace")
    expect(group.get_by_role("button", name="Confirm")).to_have_count(0)
    assert game.state["spots"][0]["decisions"] == []
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name=f"Decision of seat {order[1]}")).to_be_visible()
    game.decide("check")

    # the flop is typed: what is no card, and a card twice, are refused; the last one is taken back
    page.get_by_role("button", name="Confirm the flop").wait_for()
    typing = page.get_by_label("Type them")
    typing.press_sequentially("9h 9h")
    expect(page.get_by_text("The nine of hearts is entered already.")).to_be_visible()
    typing.press_sequentially("x")
    expect(page.get_by_text("x is no card")).to_be_visible()
    typing.fill("")
    typing.press_sequentially("Jc 5s")
    assert console.staged() == ["nine of hearts", "jack of clubs", "five of spades"]
    typing.press("Backspace")
    typing.press_sequentially("4s")
    assert game.state["board"] == []  # nothing is sent before it is confirmed
    typing.press("Enter")
    console.decide(order[1], "Check")

    # turn and river are touched; cards that lie on the table cannot be
    page.get_by_role("button", name="Confirm turn and river").wait_for()
    deck = page.get_by_role("group", name="All cards")
    used = deck.get_by_role("button", name="nine of hearts, on the board")
    expect(used).to_be_disabled()
    deck.get_by_role("button", name="king of diamonds").click()
    deck.get_by_role("button", name="two of clubs").click()
    page.get_by_role("button", name="Undo").click()
    deck.get_by_role("button", name="three of hearts").click()
    console.step("Confirm turn and river")
    console.decide(order[1], "Bet 1×")
    console.enter(BANK, "Confirm the bank's hand")

    announced: list[str] = []
    page.get_by_role("button", name="Confirm the bank's hand").wait_for(state="detached")
    settled_rows = page.get_by_role("region", name="Settled wagers").locator("tbody tr")
    at_once = settled_rows.count()  # what the bank's hand alone decides
    while True:
        next_step = page.locator("button.main.go")
        name = next_step.inner_text()
        if name.startswith("End"):
            break
        if name.startswith("Confirm the hand"):
            chosen = page.get_by_label("Whose hand")
            offered = chosen.locator("option:checked") if chosen.count() else page.locator("p.which")
            number = int(offered.inner_text().removeprefix("Seat "))
            assert any(line.startswith(f"Turn up the cards of seat {number} ") for line in console.script())
            console.enter(HANDS[number], "Confirm the hand")
            expect(page.locator("button.main.go")).not_to_have_text("Confirm the hand")
        else:
            lines = [line for line in console.script() if re.match(r"Seat \d, ", line)]
            assert lines, console.script()
            announced += lines
            before = settled_rows.count()
            next_step.click()
            expect(settled_rows.nth(before)).to_be_visible()
    shown = [[cell.strip() for cell in row.locator("td").all_inner_texts()] for row in settled_rows.all()]
    console.step("End the round")
    page.get_by_role("button", name="End the round").wait_for(state="detached")

    events = game.record(1)
    rows = [event["row"] for event in events if event["event"] == "wager_settled"]
    assert rows
    assert [(row[0], row[1].lower(), *row[3:6]) for row in shown] == [
        (str(row["seat"]), row["wager"], *(_money(row[key]) for key in ("paid", "collected", "returned")))
        for row in rows
    ]
    for row in rows[at_once:]:
        assert any(line.startswith(told(row)) for line in announced), (told(row), announced)
    if book == "california-shfl":
        assert any(event["event"] == "fees_collected" for event in events)
        console.notice("Fees: ")


def test_a_dealer_deals_without_a_mouse(room: Room) -> None:
    """After every step the focus is where the next is made: at the step, or in the field for cards."""
    game = Game(room, "iowa-catfish-bend")
    console = Console(game)
    page = console.page
    game.bets()
    now = page.get_by_role("region", name="Now")
    for step in ("Take over", "No more bets", "Cards are dealt"):
        page.get_by_role("button", name=step).press("Enter")
        expect(page.get_by_role("button", name=step)).to_have_count(0)
        expect(now).to_be_focused()
    for choice in ("4", "c"):
        seat = game.state["to_act"]
        page.get_by_role("group", name=f"Decision of seat {seat}").wait_for()
        page.keyboard.press(choice)
        page.keyboard.press("Enter")
        page.get_by_role("group", name=f"Decision of seat {seat}").wait_for(state="detached")
    page.get_by_role("button", name="Confirm the flop").wait_for()
    expect(page.get_by_label("Type them")).to_be_focused()
    page.keyboard.type("9hJc4s")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Confirm the flop").wait_for(state="detached")
    assert len(game.state["board"]) == 3


def _money(cents: int) -> str:
    return dollars(cents) if cents else ""


EFFECTS = {
    "void": "the round is void and all wagers go back",
    "reshuffle": "the cards are shuffled again",
    "play_on": "play goes on",
    "ruling": "the table waits for a ruling of the supervisor",
}


@pytest.mark.parametrize("book", PLAYER_BANKS)
def test_every_irregularity(room: Room, book: str) -> None:
    """Each one of the book before the flop, and one that no book names, with what becomes of the round."""
    game = Game(room, book)
    console = Console(game)
    page = console.page
    console.step("Take over")
    game.dealt()
    mishaps = {mishap.what: mishap.effect for mishap in load_book(book).irregularities.mishaps}
    assert len(mishaps) >= 9
    for what, effect in {**mishaps, "a drink on the cards": "ruling"}.items():
        seat = game.bettors[0]
        page.get_by_role("group", name=re.compile("Decision of seat")).wait_for()
        console.report(what, seat)
        console.notice(f"Irregularity: {what}, seat {seat}; {EFFECTS[effect]}")
        state = game.state
        if effect == "void":
            expect(page.get_by_text("Void: this round does not count")).to_be_visible()
            assert state["void"]
            assert all("play" not in spot["stakes"] for spot in state["spots"])
            console.step("End the round")
            page.get_by_role("button", name="End the round").wait_for(state="detached")
            game.dealt()
        elif effect == "ruling":
            expect(page.get_by_text(f"Held: {what}.")).to_be_visible()
            expect(page.get_by_text("There is nothing for the dealer to do now.")).to_be_visible()
            assert state["held"] == what
            game.rule(do="rule", ruling="play_on", reason="it changes nothing")
            expect(page.get_by_text("Held:")).to_have_count(0)
        else:
            assert (state["phase"], state["held"], state["void"]) == ("preflop", "", False)


@pytest.mark.parametrize("book", PLAYER_BANKS)
def test_irregularities_that_come_late(room: Room, book: str) -> None:
    """What the book does about a card exposed early changes after the last decision, and after the river."""
    game = Game(room, book)
    console = Console(game)
    game.dealt()
    game.decide("check", "check")
    game.deal(do="flop", cards=numbers(FLOP))
    game.decide("check", "check")
    game.deal(do="river", cards=numbers(RIVER))
    game.decide("bet1", "bet1")
    console.page.get_by_role("button", name="Confirm the bank's hand").wait_for()
    console.report("bank card exposed early")
    console.notice(f"Irregularity: bank card exposed early; {EFFECTS['play_on']}")
    assert game.state["phase"] == "showdown"
    console.report("community card exposed early")
    console.notice(f"Irregularity: community card exposed early; {EFFECTS['ruling']}")
    expect(console.page.get_by_text("Held: community card exposed early.")).to_be_visible()


def test_a_report_is_taken_back_before_it_is_confirmed(room: Room) -> None:
    game = Game(room, "iowa-catfish-bend")
    console = Console(game)
    game.dealt()
    form = console.page.get_by_role("form", name="Report an irregularity")
    form.get_by_role("radio", name="Bank card exposed early").check()
    expect(form.get_by_text("Until the last decision the round is void")).to_be_visible()
    expect(form.get_by_text("IA-IRR-4")).to_be_visible()
    form.get_by_role("button", name="Undo").click()
    expect(form.get_by_role("button", name="Confirm the report")).to_have_count(0)
    assert not game.state["void"]


def test_a_refusal_is_said_and_changes_nothing(room: Room) -> None:
    """A card that lies face down in a hand is known to the service alone; on the flop it is refused."""
    game = Game(room, "iowa-catfish-bend")
    console = Console(game)
    game.bets()
    game.deal(do="no_more_bets")
    game.deal(do="deal", holes={"1": numbers("As Ah"), "2": numbers("Ks Kh")})
    game.decide("check", "check")
    console.enter("As 4d 9c", "Confirm the flop")
    expect(console.page.get_by_role("alert")).to_contain_text("card")
    assert game.state["board"] == []
    assert len(console.staged()) == 3  # what was entered is still there to be put right
    console.page.get_by_role("button", name="Take back the ace of spades").click()
    console.page.get_by_label("Type them").press_sequentially("2s")
    console.step("Confirm the flop")
    console.page.get_by_role("group", name="Decision of seat").wait_for()
    assert sorted(game.state["board"]) == ["2s", "4d", "9c"]


def test_the_console_is_for_dealers(room: Room) -> None:
    game = Game(room, "iowa-catfish-bend")
    stranger = room.player("stranger")
    stranger.go(f"/console/{game.table}")
    expect(stranger.page.get_by_text("It is for a dealer of the house")).to_be_visible()
    stranger.click("Sign in")
    stranger.page.get_by_role("dialog").get_by_label("Name", exact=True).fill(game.dan)
    stranger.page.get_by_label("Password").fill("correct horse battery")
    stranger.page.get_by_role("dialog").get_by_role("button", name="Sign in").click()
    expect(stranger.page.get_by_role("heading", name="Now", exact=True)).to_be_visible()
    stranger.go("/")
    stranger.page.locator(f"a[href='/console/{game.table}']").click()
    expect(stranger.page.get_by_role("heading", name="Now", exact=True)).to_be_visible()
    sue = at_work(room, employ(room, "Sal", "supervisor"), f"/console/{game.table}")
    expect(sue.page.get_by_text("who is no dealer")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe(room: Room, scheme: str) -> None:
    game = Game(room, "iowa-catfish-bend")
    console = Console(game, color_scheme=scheme)
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        for size in (DESKTOP, PHONE):
            console.page.set_viewport_size({"width": size["width"], "height": size["height"]})
            found[f"{name} {size['width']}"] = violations(console.person)
            wide = console.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size["width"], (name, wide)

    game.dealt(trips=500, progressive=True)
    console.page.get_by_role("group", name="Decision of seat").get_by_role("button", name="Bet 4×").click()
    look("deciding")
    game.decide("check", "check")
    console.page.get_by_label("Type them").press_sequentially("9h 9h")
    form = console.page.get_by_role("form", name="Report an irregularity")
    form.get_by_role("radio", name="Hand information").check()
    look("flop")
    console.step("Confirm the report")
    console.page.get_by_text("Held:").wait_for()
    look("held")
    assert not any(found.values()), found


def test_what_is_done_is_noted(room: Room) -> None:
    """Due facts stand below the script with their fields; what is noted is ticked, with the name."""
    game = Game(room, "iowa-catfish-bend")
    console = Console(game)
    page = console.page
    game.bets()
    console.step("Take over")
    console.step("No more bets")
    facts = page.get_by_role("list", name="Facts")
    facts.get_by_text("Look at the backs").click()
    decks = facts.get_by_role("form", name="Look at the backs")
    decks.get_by_label("Back").fill("red")
    decks.get_by_role("button", name="Done").click()
    expect(decks.get_by_text("Required.")).to_be_visible()
    decks.get_by_label("Other").fill("red")
    decks.get_by_role("button", name="Done").click()
    expect(page.get_by_text("the backs of the two decks differ in color")).to_be_visible()
    assert violations(console.person) == []
    decks.get_by_label("Other").fill("blue")
    decks.get_by_role("button", name="Done").click()
    expect(facts.get_by_text(f"dealer {game.dan}")).to_be_visible()
    expect(decks).to_have_count(0)

    # in the next phase others are due; a wrong count names what to report
    console.step("Cards are dealt")
    facts.get_by_text("End of Deal").click()
    stub = facts.get_by_role("form", name="End of Deal")
    stub.get_by_label("Cards").fill("40")
    stub.get_by_role("button", name="Done").click()
    expect(page.get_by_text('report "incorrect number of cards"')).to_be_visible()
    stub.get_by_label("Cards").fill("41")
    stub.get_by_role("button", name="Done").click()
    expect(facts.get_by_text(f"dealer {game.dan}")).to_be_visible()
    expect(facts.get_by_text("Look at the backs")).to_have_count(0)
