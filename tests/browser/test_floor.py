"""The floor: pauses, rulings, amendments, corrections, jackpots, links; and who does not see it."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.people import DESKTOP, PHONE, Player, Room
from tests.browser.staff import Game, at_work, employ, numbers
from tests.browser.test_axe import violations

NOTHING = ("2c 7d", "9h Jc 4s", "Kd 3h", "Qs 8d")
ROYAL = ("As Ks", "Qs Js Ts", "2d 3h", "9c 9d")


def supervisor(room: Room, table: str, **options: object) -> Player:
    person = at_work(room, employ(room, "Sal", "supervisor"), f"/floor?table={table}", **options)
    person.page.get_by_role("heading", name=f"{table}: ").wait_for()
    return person


def task(person: Player, name: str) -> Locator:
    """The form of an act, unfolded."""
    form = person.page.get_by_role("form", name=name, exact=True)
    if not form.is_visible():
        person.page.locator("summary", has_text=name).click()
    return form


def jackpot(game: Game) -> None:
    """A round in which seat 1 wins the major jackpot, up to its review."""
    hole, flop, river, bank = ROYAL
    game.dealt(progressive=True)
    for choice, act, cards in (
        ("check", "flop", flop),
        ("check", "river", river),
        ("bet1", "show_bank", bank),
    ):
        game.decide(choice, choice)
        game.deal(do=act, cards=numbers(cards))
    hands = {1: hole, 2: "5c 7d"}
    while (state := game.state)["phase"] == "paying":
        known = {spot["seat"] for spot in state["spots"] if spot["hole"]}
        offers = game.served.look(game.dealer, game.table, "dealer")["you"]["legal"]
        due = [one["act"]["seat"] for one in offers if one["act"]["do"] == "show_hand"]
        if due and due[0] not in known:
            game.deal(do="show_hand", seat=due[0], cards=numbers(hands[due[0]]))
        else:
            game.deal(do="settle")
    assert game.state["phase"] == "review"


def test_pause_rule_amend(room: Room) -> None:
    game = Game(room, "iowa-catfish-bend")
    sal = supervisor(room, game.table)
    page = sal.page

    pause = task(sal, "Pause the table")
    pause.get_by_role("button", name="Pause").click()
    expect(pause.get_by_text("Reason: write it down")).to_be_visible()
    assert game.state["paused"] == ""
    pause.get_by_label("Reason").fill("the tray is counted")
    pause.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("Paused: the tray is counted.")).to_be_visible()
    resume = task(sal, "Let play go on")
    resume.get_by_label("Reason").fill("counted")
    resume.get_by_role("button", name="Resume").click()
    expect(page.get_by_text("Paused: the tray is counted.")).to_have_count(0)

    game.dealt()
    game.deal(do="report", what="hand information", seat=1)
    ruling = page.get_by_role("region", name="Waits for your ruling: hand information").get_by_role("form")
    ruling.get_by_label("Ruling").select_option("Play on")
    expect(ruling.get_by_role("button", name="Rule")).to_be_disabled()
    ruling.get_by_label("Reason").fill("it was a joke")
    ruling.get_by_role("button", name="Rule").click()
    expect(
        page.get_by_role("region", name="Notices").get_by_text("Ruling: play on, it was a joke").first
    ).to_be_visible()
    assert game.state["held"] == ""

    game.decide("check", "check")
    game.deal(do="flop", cards=numbers("9h Jc 4s"))
    amend = task(sal, "Correct cards")
    sizes = [
        button.bounding_box()
        for button in amend.get_by_role("group", name="All cards").get_by_role("button").all()
    ]
    assert len(sizes) == 52
    assert all(size and min(size["width"], size["height"]) >= 30 for size in sizes), sizes
    amend.get_by_label("Type them").press_sequentially("9h Jc 5s")
    amend.get_by_label("Reason").fill("the five was misread")
    amend.get_by_role("button", name="Correct the cards").click()
    expect(page.get_by_text("Cards of the board corrected: 9♥ J♣ 5♠, not 9♥ J♣ 4♠").first).to_be_visible()
    assert game.state["board"] == ["9h", "Jc", "5s"]

    seat = game.state["to_act"]
    game.deal(do="decide", choice="check", seat=seat)
    wrong = task(sal, "Correct a decision")
    wrong.get_by_label("Reason").fill("he said bet")
    wrong.get_by_role("button", name="Correct the decision").click()
    expect(page.get_by_text("it was entered as check: he said bet").first).to_be_visible()
    assert next(spot for spot in game.state["spots"] if spot["seat"] == seat)["decisions"][-1] == "bet2"


def test_correction(room: Room) -> None:
    game = Game(room, "iowa-catfish-bend")
    sal = supervisor(room, game.table)
    name = game.state["seats"]["1"]["player"]
    form = task(sal, "Correct money")
    form.get_by_role("combobox", name="From").select_option(value="house")
    form.get_by_role("combobox", name="To").select_option(value=f"player:{name}")
    form.get_by_label("Reason").fill("paid short")
    for wrong in ("abc", "-5", "1.234"):
        form.get_by_label("Dollars").fill(wrong)
        form.get_by_role("button", name="Enter the correction").click()
        expect(form.get_by_label("Dollars")).to_have_accessible_description(
            f"Dollars: {wrong} is no amount to move: write dollars, as in 12.50."
        )
    form.get_by_label("Dollars").fill("12.50")
    form.get_by_role("button", name="Enter the correction").click()
    ledger = sal.page.get_by_role("region", name="Ledger")
    expect(ledger.get_by_role("row", name=f"player:{name}")).to_contain_text("$1,012.50")
    notices = sal.page.get_by_role("region", name="Latest notices")
    expect(notices).to_contain_text(f"$12.50 from house to {name}, paid short")
    assert game.state["seats"]["1"]["chips"] == 101_250

    form.get_by_role("combobox", name="From").select_option(value=f"player:{name}")
    form.get_by_role("combobox", name="To").select_option(value="house")
    form.get_by_label("Dollars").fill("5000")
    form.get_by_label("Reason").fill("too much")
    form.get_by_role("button", name="Enter the correction").click()
    expect(sal.page.get_by_role("alert")).to_contain_text("overdraw")
    assert game.state["seats"]["1"]["chips"] == 101_250


def test_jackpot(room: Room) -> None:
    """Three offices approve, each another person, and then it is paid."""
    game = Game(room, "iowa-catfish-bend")
    jackpot(game)
    chips = game.state["seats"]["1"]["chips"]
    [won] = game.state["review"]
    for office, waits in (
        ("Supervisor", "It waits for shift manager, security; each must be another person."),
        ("Shift manager", "It waits for security; each must be another person."),
        ("Security", "It may be paid."),
    ):
        person = supervisor(room, game.table)
        reviews = person.page.get_by_role("region", name="Jackpots in review")
        expect(reviews).to_contain_text("seat 1")
        form = task(person, "Approve a jackpot")
        which = form.get_by_label("Office")
        if which.count():
            which.select_option(office)
        form.get_by_label("Reason").fill("cards and papers seen")
        form.get_by_role("button", name="Approve").click()
        expect(person.page.get_by_text(f"approved by the {office.lower()}").first).to_be_visible()
        expect(reviews).to_contain_text(waits)
    pay = task(person, "Pay a jackpot")
    pay.get_by_label("Paid").select_option("in chips and by check")
    pay.get_by_label("Of it in chips").fill("1000")
    pay.get_by_role("button", name="Pay").click()
    expect(person.page.get_by_text("Seat 1 is paid its jackpot of $").first).to_be_visible()
    assert game.state["review"] == []
    assert game.state["seats"]["1"]["chips"] == chips + 100_000 <= chips + won["cents"]


def test_open_a_table_and_a_link(room: Room) -> None:
    sal = at_work(room, employ(room, "Sal", "supervisor"), "/")
    sal.page.get_by_role("link", name="Floor").click()
    page = sal.page
    page.locator("summary", has_text="Progressive links").click()
    page.locator("summary", has_text="Open a link").click()
    form = page.locator("form", has=page.get_by_role("button", name="Open the link"))
    form.get_by_label("Reason").fill("two tables share it")
    form.get_by_role("button").click()
    link = page.get_by_role("region", name="Link L").last
    expect(link).to_contain_text("$20,000")
    link.get_by_label("Reason").fill("the signs disagree")
    link.get_by_role("button", name="Stop the link").click()
    expect(link).to_contain_text("Stopped: the signs disagree")
    link.get_by_label("Reason").fill("mended")
    link.get_by_role("button", name="Let it run again").click()
    expect(link.get_by_role("button", name="Stop the link")).to_be_visible()

    page.locator("summary", has_text="Open a table").click()
    opening = page.get_by_role("form", name="Open a table")
    book = opening.get_by_label("Rule book")
    expect(book.locator("option")).to_have_count(4)
    book.select_option(value="florida")
    opening.get_by_role("button", name="Open the table").click()
    expect(opening.get_by_role("alert")).to_contain_text("The limits of Ante: The house chooses this")
    for name, least, most in (("the limits of Ante", "5", "100"), ("the limits of Trips", "5", "50")):
        limits = opening.get_by_role("group", name=name)
        limits.get_by_label("Minimum").fill(least)
        limits.get_by_label("Maximum").fill(most)
    opening.get_by_label("Title").fill("The blue table")
    opening.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("link", name="The blue table")).to_be_visible()
    expect(page.get_by_role("heading", name="The blue table")).to_be_visible()
    expect(page.get_by_role("region", name="The chosen table")).to_be_focused()

    book.select_option(value="california-bally")
    opening.get_by_label("Pay table").select_option("UTH-02")
    for name in ("the limits of Ante", "the limits of Trips"):
        opening.get_by_role("group", name=name).get_by_label("Minimum").fill("5")
        opening.get_by_role("group", name=name).get_by_label("Maximum").fill("100")
    opening.get_by_label("The bank pays").fill("1")
    opening.get_by_label("A player pays").fill("0.50")
    opening.get_by_label("Allowed").select_option("no")
    opening.get_by_label("Title").fill("The red table")
    opening.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="The red table")).to_be_visible()


def test_what_is_wrong_with_an_opening_is_said_at_its_fields(room: Room) -> None:
    sal = at_work(room, employ(room, "Sal", "supervisor"), "/floor")
    page = sal.page
    page.locator("summary", has_text="Open a table").click()
    form = page.get_by_role("form", name="Open a table")
    alert, button = form.get_by_role("alert"), form.get_by_role("button", name="Open the table")
    form.get_by_label("Rule book").select_option(value="california-bally")
    ante = form.get_by_role("group", name="the limits of Ante")
    ante.get_by_label("Minimum").fill("abc")
    ante.get_by_label("Maximum").fill("5")
    form.get_by_label("The bank pays").fill("1.234")
    form.get_by_label("A player pays").fill("1")
    button.click()
    amount = "An amount in dollars is written 5.00, $1,500 or 5."
    expect(ante.get_by_label("Minimum")).to_be_focused()
    expect(ante.get_by_label("Minimum")).to_be_in_viewport()
    expect(ante.get_by_label("Minimum")).to_have_accessible_description(f"The limits of Ante: {amount}")
    expect(form.get_by_label("The bank pays")).to_have_accessible_description(
        f"The fees, the bank pays: {amount}"
    )
    assert form.get_by_label("A player pays").get_attribute("aria-invalid") is None
    expect(alert).to_contain_text(amount)
    said, below = alert.bounding_box(), button.bounding_box()
    assert said
    assert below
    assert 0 <= below["y"] - said["y"] - said["height"] < 30
    for words in ("--set", "limits.ante", "fees.rates", '"'):
        assert words not in form.inner_text()

    form.get_by_label("Rule book").select_option(value="iowa-catfish-bend")
    expect(alert).to_have_count(0)
    assert form.locator("[aria-invalid]").count() == 0
    page.locator("summary", has_text="Other settings").click()
    form.get_by_role("textbox", name="One in each line").fill("blind.flush=many")
    page.locator("summary", has_text="Other settings").click()
    button.click()
    expect(form.get_by_role("textbox", name="One in each line")).to_be_focused()
    expect(alert).to_contain_text("Other settings: blind.flush")


def test_somebody_without_the_role_sees_nothing_secret(room: Room) -> None:
    game = Game(room, "iowa-catfish-bend")
    jackpot(game)
    for person in (room.player("stranger"), at_work(room, game.dan, "/")):
        person.go(f"/floor?table={game.table}")
        expect(person.page.get_by_role("heading", name="Floor")).to_be_visible()
        expect(person.page.get_by_text("supervisor").first).to_be_visible()
        assert not [url for url in person.asked if "capacity" in url]
        everything = person.everything()
        assert "ledger" not in everything.lower()
        assert "approvals" not in everything
        assert person.page.get_by_role("button", name="Approve").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe(room: Room, scheme: str) -> None:
    game = Game(room, "iowa-catfish-bend")
    jackpot(game)
    sal = supervisor(room, game.table, color_scheme=scheme)
    for summary in sal.page.locator("summary").all():
        summary.click()
    task(sal, "Pause the table").get_by_role("button", name="Pause").click()
    found: dict[str, list[str]] = {}
    for size in (DESKTOP, PHONE):
        sal.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        found[str(size["width"])] = violations(sal)
        assert sal.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    stranger = room.player("stranger", color_scheme=scheme)
    stranger.go("/floor")
    stranger.page.get_by_role("button", name="Sign in").last.wait_for()
    found["stranger"] = violations(stranger)
    assert not any(found.values()), found


@pytest.mark.parametrize(("scheme", "size"), [("light", DESKTOP), ("dark", PHONE)])
def test_players_to_look_at(room: Room, scheme: str, size: dict[str, int]) -> None:
    """Who played, with the rounds that tell, for a supervisor; nobody else sees the page."""
    served = room.served
    table, token = served.open(served.sign_in(), mixed=False), served.guest()
    name = served.call("GET", "/api/me", token=token).json()["name"]
    for act in ({"do": "sit", "seat": 1}, {"do": "buy_in", "cents": 50_000}):
        assert served.do(token, table, act).status_code == 200
    for decisions in (("check", "check", "fold"), ("bet4",)):
        served.do(token, table, {"do": "bet", "stakes": {"ante": 500}})
        for choice in decisions:
            assert served.do(token, table, {"do": "decide", "choice": choice}).status_code == 200
    stranger = room.player("Ann who is curious")
    stranger.go("/floor/players")
    stranger.page.get_by_text("for a supervisor of the house").wait_for()
    employed = employ(room, f"Sal {scheme}", "supervisor")
    sal = at_work(room, employed, "/floor", color_scheme=scheme, viewport=size)
    sal.page.get_by_role("link", name="Players to look at").click()
    sal.page.locator("form select").select_option(table)
    sal.page.get_by_label("the turn").check()
    sal.click("Look")
    rows = sal.page.locator("summary")
    expect(rows).to_have_count(2, timeout=60_000)
    rows.first.click()
    expect(rows.first).to_contain_text(name)
    expect(sal.page.get_by_role("link", name=f"{table} round 2").first).to_be_visible()
    expect(sal.page.get_by_text("An alarm takes 200 : 1")).to_be_visible()
    assert violations(sal) == []
    assert sal.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
