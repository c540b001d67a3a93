"""How people find their way: the lobby, clicks, keys, rounds that were, rules."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE, Room
from uth.server.names import wrong_with_name
from uth.server.signin import SHORTEST


@pytest.mark.parametrize("size", [None, PHONE])
def test_a_newcomer_has_cards_within_three_clicks(room: Room, size: dict[str, int] | None) -> None:
    table = room.table("iowa-catfish-bend", title=f"A first table {size}")
    ann = room.player("", **({"viewport": size} if size else {}))
    ann.go("/")
    ann.page.get_by_role("button", name=f"Sit down at A first table {size}").click()
    ann.page.get_by_role("button", name="Bet $10").click()
    ann.page.get_by_role("group", name="Your decision").wait_for()
    assert len(ann.cards_drawn()) == 2
    assert ann.page.url.endswith(f"/table/{table}")


def test_the_keys(room: Room) -> None:
    table = room.table("iowa-catfish-bend")
    ann = room.player("Ann typing")
    ann.come_in(table, 5)
    keys = ann.page.keyboard
    bet = ann.page.get_by_role("button", name="Bet $10")
    turn = ann.page.get_by_role("group", name="Your decision")

    bet.wait_for()
    ann.page.locator("body").click(position={"x": 2, "y": 400})
    keys.press("f")  # nothing to fold: nothing happens
    keys.press(" ")
    turn.wait_for()
    keys.press("f")
    assert "Check" in turn.inner_text(), "no fold before the river"
    keys.press("?")
    ann.page.get_by_role("dialog", name=re.compile("^Keys")).wait_for()
    keys.press("4")  # in a window, keys of the table do nothing
    keys.press("Escape")
    keys.press("c")
    turn.get_by_role("button", name="Bet 2×").wait_for()
    keys.press("c")
    turn.get_by_role("button", name="Bet 1×").wait_for()
    assert ann.page.evaluate("document.activeElement.innerText.startsWith('Fold')") is False
    keys.press("f")
    ann.page.locator(".result").wait_for()
    ann.page.wait_for_timeout(600)  # a key that comes at once was for what moved before
    keys.press(" ")  # on
    keys.press(" ")  # once more by mistake: no bet
    expect(ann.page.get_by_text("Last hand:")).to_contain_text("−$10 folded")
    ann.page.wait_for_timeout(600)
    assert not ann.frame["table"]["spots"]
    keys.press(" ")  # the same bet again
    turn.get_by_role("button", name="Bet 4×").wait_for()
    keys.press("4")
    ann.page.locator(".result").wait_for()
    assert ann.frame["events"][0]["says"].startswith("Seat 5 bets 4×")


def test_the_button_says_what_is_typed_and_nonsense_is_not_bet(room: Room) -> None:
    table = room.table("iowa-catfish-bend")
    ann = room.player("Ann who types amounts")
    ann.come_in(table, 5)
    ante = ann.page.get_by_label("Ante = Blind", exact=True)
    bet = ann.page.get_by_role("button", name=re.compile(r"^Bet \$"))
    ante.fill("20")
    expect(bet).to_contain_text("Bet $40")
    for nonsense in ("-5", "abc", "", "7.505", "99999999999999"):
        ante.fill(nonsense)
        expect(ante).to_have_attribute("aria-invalid", "true")
        ante.press("Enter")
        bet.click()
        expect(ante).to_have_value(nonsense)  # it stays, to be mended
    ann.click("More on Ante = Blind")
    expect(bet).to_contain_text("Bet $50")
    ante.fill("20")
    assert not ann.frame["table"]["spots"]
    ann.click("+ Trips")
    trips = ann.page.get_by_label("Trips", exact=True)
    trips.fill("1")
    trips.fill("15")
    expect(bet).to_contain_text("Bet $55")
    trips.fill("0")
    trips.press("Tab")
    expect(bet).to_contain_text("Bet $40")
    ante.fill("15")
    ante.press("Enter")
    ann.page.get_by_role("group", name="Your decision").wait_for()
    assert ann.frame["table"]["spots"][0]["stakes"]["ante"] == 1500


def test_enter_bets_what_is_typed(room: Room) -> None:
    table = room.table("iowa-catfish-bend")
    ann = room.player("Ann who presses Enter", speed="fast")
    ann.come_in(table, 2)
    ante = ann.page.get_by_role("textbox", name="Ante = Blind")
    for _ in range(2):  # the second time it is what was bet before
        ante.fill("7")
        ante.press("Enter")
        assert ann.decide("Bet 4×").startswith("Bet 4× · $28")
        ann.page.locator(".result").wait_for()
        ann.page.wait_for_timeout(600)
        ann.page.keyboard.press(" ")
        ante.wait_for()


def test_what_somebody_types_stays_while_others_bet(room: Room) -> None:
    table = room.table("iowa-catfish-bend")
    ann, bob = room.player("Ann who thinks", speed="slow"), room.player("Bob who bets")
    ann.come_in(table, 5)
    bob.come_in(table, 2)
    ante = ann.page.get_by_label("Ante = Blind", exact=True)
    ante.fill("20")
    bob.click("Bet $10")
    expect(ann.page.get_by_role("listitem", name="Seat 2")).to_contain_text("$5")
    expect(ante).to_have_value("20")
    expect(ante).to_be_focused()
    ante.press("Enter")
    bob.page.get_by_role("group", name="Your decision").wait_for()
    assert {spot["seat"]: spot["stakes"]["ante"] for spot in bob.frame["table"]["spots"]} == {5: 2000, 2: 500}


def test_who_sits_down_with_the_keyboard_goes_on_from_his_place(room: Room) -> None:
    table = room.table("iowa-catfish-bend")
    ann = room.player("Ann without a mouse")
    ann.go(f"/table/{table}")
    ann.click("Sign in to play")
    ann.click("Play as guest")
    ann.page.get_by_role("button", name="Sit in seat 5").press("Enter")
    ann.page.get_by_role("button", name="Buy in for $500").wait_for()
    expect(ann.page.get_by_role("region", name="Your place")).to_be_focused()
    ann.page.keyboard.press("Tab")
    expect(ann.page.get_by_role("button", name="Buy in for $500")).to_be_focused()


def test_the_focus_stays_with_who_uses_the_keyboard(room: Room) -> None:
    table = room.table("iowa-catfish-bend")
    ann = room.player("Ann of the keys")
    ann.come_in(table, 3)

    def has_focus() -> str:
        return str(
            ann.page.evaluate(
                "document.activeElement.labels?.[0]?.textContent ?? document.activeElement.ariaLabel"
            )
        )

    for adds, field in (("+ Trips", "Trips"), ("+ Toke", "For the dealer")):
        ann.page.get_by_role("button", name=adds).press("Enter")
        assert has_focus() == field
    ann.page.get_by_role("button", name="Bet $16").press("Enter")
    choices = ann.page.get_by_role("group", name="Your decision").get_by_role("button")
    for street, choice in (("Bet 4×", "Check"), ("Bet 2×", "Check"), ("Bet 1×", "Bet 1×")):
        choices.filter(has_text=street).wait_for()
        assert has_focus() == "Your place"
        choices.filter(has_text=choice).press("Enter")
    ann.page.get_by_role("button", name="Next hand").press("Enter")
    ann.page.get_by_role("button", name="Bet $16").wait_for()
    assert has_focus() == "Your place"


def test_a_small_phone_shows_what_is_asked_without_scrolling(room: Room) -> None:
    table = room.table("iowa-catfish-bend")
    ann = room.player("Ann's small phone", viewport={"width": 360, "height": 640})
    ann.come_in(table, 3)
    bet = ann.page.get_by_role("button", name="Bet $10")
    bet.wait_for()
    ann.page.evaluate("scrollTo(0, 0)")
    expect(bet).to_be_in_viewport(ratio=1)
    bet.click()
    for choice in ("Check", "Check", "Fold"):
        button = ann.page.get_by_role("group", name="Your decision").get_by_role("button", name=choice)
        button.wait_for()
        ann.page.evaluate("scrollTo(0, 0)")
        expect(button).to_be_in_viewport(ratio=1)
        expect(ann.page.get_by_role("group", name="Board")).to_be_in_viewport(ratio=1)
        button.click()


def test_who_let_bets_go_by_sits_out_until_he_says_so(room: Room) -> None:
    table = room.table("iowa-catfish-bend", betting=2)
    ann, bob = room.player("Ann who is awake"), room.player("Bob who dozed off")
    ann.come_in(table, 2)
    bob.come_in(table, 5)
    ann.click("Bet $10")
    ann.decide("Bet 4×")
    ann.result()
    expect(bob.page.get_by_text("Sitting out.")).to_be_visible()
    expect(ann.page.get_by_role("listitem", name="Seat 5")).to_contain_text("sitting out")
    bob.page.get_by_role("button", name="Chips $500").click()  # and may still leave
    expect(bob.page.get_by_role("dialog").get_by_role("button", name="Leave table")).to_be_visible()
    bob.page.keyboard.press("Escape")
    bob.click("Deal me in")
    expect(bob.page.get_by_text("Sitting out.")).to_have_count(0)
    expect(ann.page.get_by_role("listitem", name="Seat 5")).not_to_contain_text("sitting out")
    bob.click("Bet $10")
    ann.click("Bet $10")
    ann.decide("Bet 4×")
    bob.decide("Bet 4×")
    bob.result()


def test_seats_and_chips_are_in_reach_while_cards_move(room: Room) -> None:
    table = room.table("iowa-catfish-bend")
    ann, bob = room.player("Ann who plays on", speed="off"), room.player("Bob who comes", speed="slow")
    ann.come_in(table, 2)
    bob.go(f"/table/{table}")
    ann.click("Bet $10")
    ann.decide("Bet 4×")
    bob.page.get_by_role("button", name="Skip").wait_for()
    bob.click("Sign in to play")
    bob.click("Play as guest")
    ann.result()
    ann.click("Bet $10")
    ann.decide("Bet 4×")
    bob.page.get_by_role("button", name="Skip").wait_for()
    bob.click("Sit in seat 5")
    bob.click("Buy in for $500")
    bob.page.get_by_role("button", name="Chips $500").wait_for(timeout=1500)  # while those cards still move


def test_who_would_have_too_little_for_play_is_told(room: Room) -> None:
    table = room.table("iowa-catfish-bend", settings=["limits.ante=[5, 500]"])
    ann = room.player("Ann all in")
    ann.come_in(table, 5)
    warning = ann.page.get_by_text("Not enough chips left for a Play bet")
    ante = ann.page.get_by_label("Ante = Blind", exact=True)
    ante.fill("166")
    expect(warning).to_have_count(0)
    ante.fill("250")
    expect(warning).to_be_visible()
    ann.click("Bet $500")
    ann.decide("Check")
    expect(ann.page.get_by_text("You have too few chips to bet")).to_be_visible()


def test_fees_and_prizes_stand_where_they_are_looked_for(room: Room) -> None:
    ann = room.player("Ann who reads the small print")
    ann.go(f"/table/{room.table('iowa-catfish-bend')}")
    ann.click("Pays")
    for prize in ("Straight flush 100% of the minor meter", "Straight flush $1,500"):
        expect(ann.page.get_by_role("row", name=prize)).to_be_visible()
    ann.go(f"/table/{room.table('california-bally')}")
    ann.click("All pays and limits")
    expect(ann.page.get_by_role("row", name=re.compile("^Fee")).first).to_contain_text(
        "up to $1 a hand; the bank up to $2"
    )


def test_rounds_are_replayed_and_verified(room: Room) -> None:
    table = room.table("florida")
    ann, bob = room.player("Ann who banks"), room.player("Bob who looks")
    ann.come_in(table, 1)
    bob.come_in(table, 2)
    ann.click("Bank with $200")
    bob.click("Bet $10")
    bob.decide("Bet 3×")
    bob.result()
    bob.page.get_by_role("link", name="Rounds").click()
    bob.page.get_by_role("link", name="Replay and verify round 1").click()
    bob.page.get_by_text("Replay", exact=True).wait_for()
    bob.page.get_by_role("button", name="Verify this shuffle").click()
    expect(bob.page.locator(".verdict")).to_contain_text("The shuffle holds")
    expect(bob.page.get_by_text("the same commitment")).to_be_visible()
    expect(bob.page.get_by_text("✓ The number of your browser is in the deck")).to_be_visible()
    expect(bob.page.locator(".checks li")).to_have_count(5)
    marks = bob.page.get_by_role("row").filter(has_text="✓")
    assert marks.count() == 5, (
        marks.all_inner_texts()
    )  # his cards, flop, turn and river, bank, his hand shown


def test_a_record_that_was_tampered_with_does_not_verify(room: Room) -> None:
    table = room.table("iowa-catfish-bend")
    ann = room.player("Ann who doubts")
    ann.come_in(table, 1)
    ann.click("Bet $10")
    ann.decide("Bet 4×")
    ann.result()
    served = room.served.call("GET", f"/api/tables/{table}/rounds/1").json()
    for line in served["events"]:
        if line["event"]["event"] == "flop_shown":
            line["event"]["cards"].reverse()
    ann.page.route("**/rounds/1", lambda route: route.fulfill(json=served))
    ann.go(f"/table/{table}")
    ann.page.get_by_role("link", name="Rounds").click()
    ann.page.get_by_role("link", name="Replay and verify round 1").click()
    ann.page.get_by_role("button", name="Verify this shuffle").click()
    expect(ann.page.locator(".verdict")).to_contain_text("does not hold")


def test_an_account_comes_in_and_goes_out(room: Room) -> None:
    ann = room.player("Ann at the door")
    ann.go("/")
    ann.click("Sign in")
    ann.page.get_by_label("Name", exact=True).fill("Ann Account")
    ann.page.get_by_label("Password").fill("short")
    ann.click("Create account")
    expect(ann.page.get_by_role("alert")).to_be_visible()
    ann.page.get_by_label("Password").fill("correct horse battery staple")
    ann.click("Create account")
    expect(ann.page.get_by_text("Ann Account")).to_be_visible()
    ann.click("Sign out")
    ann.page.get_by_role("button", name="Sign in").wait_for()


def test_who_still_sits_is_asked_before_he_goes(room: Room) -> None:
    table = room.table("iowa-catfish-bend", title="A table to leave")
    ann = room.player("Ann who leaves")
    ann.come_in(table, 5)
    ann.click("Sign out")
    window = ann.page.get_by_role("dialog", name="Sign out?")
    expect(window).to_contain_text("You are still seated at A table to leave")
    window.get_by_role("button", name="Stay").click()
    expect(window).to_have_count(0)
    assert "5" in ann.frame["table"]["seats"]
    ann.click("Bet $10")
    turn = ann.page.get_by_role("group", name="Your decision")
    turn.wait_for()
    ann.click("Sign out")
    window.get_by_role("button", name="Leave table and sign out").click()
    expect(window).to_contain_text("You have a bet down at A table to leave.")
    window.get_by_role("button", name="Stay").click()
    assert "5" in ann.frame["table"]["seats"]
    ann.decide("Bet 4×")
    ann.result()
    ann.click("Sign out")
    window.get_by_role("button", name="Leave table and sign out").click()
    ann.page.get_by_role("button", name="Sign in", exact=True).wait_for()
    seen = room.served.call("GET", f"/api/tables/{table}").json()["table"]
    assert seen["seats"] == {}


@pytest.mark.parametrize(
    "path", ["/nowhere", "/rounds", "/table/T1/rounds/123456789012345678901234", "/rules/a/b/c"]
)
def test_an_address_that_leads_nowhere_says_so_and_leads_back(room: Room, path: str) -> None:
    ann = room.player("Ann lost")
    ann.go(path)
    ann.page.get_by_role("heading", name="There is no such page").wait_for()
    ann.page.get_by_role("main").get_by_role("link", name="tables").click()
    ann.page.get_by_role("heading", name="Ultimate Texas Hold'em, by the book").wait_for()


def test_a_table_that_does_not_exist_offers_nothing_of_it(room: Room) -> None:
    ann = room.player("Ann astray")
    ann.go("/table/T9999")
    ann.page.get_by_role("link", name="Back to the tables").wait_for()
    expect(ann.page.get_by_role("link", name="Rounds")).to_have_count(0)


def test_a_page_that_nobody_signed_in_for_logs_no_error(room: Room) -> None:
    ann = room.player("Ann with the console open")
    said: list[str] = []
    ann.page.on("console", lambda message: said.append(message.text))
    ann.go("/")
    ann.page.get_by_role("button", name="Sign in").wait_for()
    ann.page.get_by_role("heading", name="Ultimate Texas Hold'em, by the book").wait_for()
    assert said == []


def test_rules_are_readable(room: Room) -> None:
    ann = room.player("Ann reading")
    ann.go("/rules")
    ann.page.get_by_role("link", name="Florida cardroom with a designated player").click()
    ann.page.get_by_role("heading", name="Clauses").wait_for()
    ann.page.get_by_label("Search").fill("FL-9b")
    expect(ann.page.get_by_role("status")).to_contain_text("1 of")
    expect(ann.page.locator("#FL-9b")).to_be_visible()


def test_a_statement_is_for_its_owner_and_adds_up(room: Room) -> None:
    table = room.table("iowa-catfish-bend")
    ann = room.player("Ann counting")
    ann.go("/statement")
    expect(ann.page.get_by_text("Sign in to see your statement")).to_be_visible()
    ann.come_in(table, 5)
    ann.page.get_by_role("link", name="Wallet $500").click()
    rows = ann.page.get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_contain_text("−$500")
    expect(rows.nth(1).get_by_role("cell").last).to_have_text("$500")
    expect(rows.nth(2)).to_contain_text("Opening balance")
    expect(rows.nth(2)).to_contain_text("$1,000")
    ann.page.get_by_label("Account").select_option(table)
    expect(rows.nth(1)).to_contain_text("+$500")


def test_coming_in_and_going_out_keep_the_focus(room: Room) -> None:
    ann = room.player("Ann")
    page, keys = ann.page, ann.page.keyboard
    main, bar = page.locator("#main"), page.locator("header").first
    name, password = page.get_by_label("Name", exact=True), page.get_by_label("Password")

    def press(label: str) -> None:
        page.get_by_role("dialog").get_by_role("button", name=label).press("Enter")

    def sign_out() -> None:
        bar.get_by_role("button", name="Sign out").press("Enter")

    ann.go("/")
    bar.get_by_role("button", name="Sign in").press("Enter")
    hint = page.get_by_text("To create an account:")
    assert f"at least {SHORTEST}." in hint.inner_text()
    taken = [length for length in range(1, 50) if not wrong_with_name("a" * length)]
    assert f"{taken[0]} to {taken[-1]} characters" in hint.inner_text()
    for written, secret, label, field in (
        ("Ann of the door", "wrong", "Sign in", password),
        ("Ann of the door", "s" * (SHORTEST - 1), "Create account", password),
        ("Sue", "s" * SHORTEST, "Create account", name),
        ("   ", "s" * SHORTEST, "Create account", name),
    ):
        name.fill(written)
        password.fill(secret)
        press(label)
        expect(page.get_by_role("alert")).to_be_visible()
        expect(field).to_be_focused()
        field.fill("")
    expect(page.get_by_role("alert")).to_have_text("Name: at least 2 characters are wanted")
    name.fill("Ann of the door")
    press("Create account")
    expect(bar).to_contain_text("Ann of the door")
    expect(main).to_be_focused()
    sign_out()
    bar.get_by_role("button", name="Sign in").wait_for()
    expect(main).to_be_focused()
    bar.get_by_role("button", name="Sign in").press("Enter")
    keys.press("Escape")
    expect(bar.get_by_role("button", name="Sign in")).to_be_focused()

    table = room.table("iowa-catfish-bend")
    ann.go(f"/table/{table}")
    page.get_by_role("button", name="Sign in to play").press("Enter")
    press("Play as guest")
    page.get_by_role("button", name="Sit in seat 5").wait_for()
    expect(main).to_be_focused()
    page.get_by_role("button", name="Sit in seat 5").press("Enter")
    page.get_by_role("button", name="Buy in for $500").wait_for()
    sign_out()
    press("Leave table and sign out")
    bar.get_by_role("button", name="Sign in").wait_for()
    expect(main).to_be_focused()
