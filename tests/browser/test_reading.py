"""What people read before they play and afterwards: how to play, books, rounds that were, statements."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.people import PLAYER_BANKS, SPOKEN, Player, Room
from tests.browser.staff import at_work, employ
from uth.ranking import Category

CARDS = {spoken: card for card, spoken in SPOKEN.items()}
HANDS = {hand.key for hand in Category}


def cents(text: str) -> int:
    """``−$1,234.50`` as a number."""
    sign, dollars, rest = re.fullmatch(r"([+−]?)\$([\d,]+)(?:\.(\d\d))?", text.strip()).groups()  # type: ignore[union-attr]
    return (-1 if sign == "−" else 1) * (int(dollars.replace(",", "")) * 100 + int(rest or 0))


def test_a_newcomer_finds_out_how_to_play(room: Room) -> None:
    ann = room.player("Ann, new here")
    ann.go("/")
    ann.page.get_by_role("link", name="how to play").click()
    ann.page.get_by_role("heading", name="How to play").wait_for()
    ann.page.get_by_role("link", name="book", exact=True).click()
    ann.page.get_by_role("link", name="how to play").click()
    ann.page.get_by_role("heading", name="How to play").wait_for()
    ann.page.get_by_role("link", name="take a seat").click()
    ann.page.get_by_role("heading", name="Ultimate Texas Hold'em, by the book").wait_for()


@pytest.mark.parametrize("book", PLAYER_BANKS)
def test_how_to_play_says_what_every_book_says(room: Room, book: str) -> None:
    """The page is written once for all books: each settles its example, and has the rules that it tells."""
    ann = room.player("Ann who checks")
    ann.go("/rules/how-to-play")
    example = ann.page.get_by_role("region", name="For example")
    labels = example.get_by_role("img").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    hole, board, bank = ([CARDS[label] for label in part] for part in (labels[:2], labels[2:7], labels[7:]))
    assert (len(board), len(bank)) == (5, 2)

    def settle(bank_hand: list[str]) -> dict[str, Any]:
        one = {
            **{"document": book, "board": board, "bank_hand": bank_hand},
            "switches": {"trips.table": "UTH-02"},  # one book leaves it to the house
            "seats": [{"seat": 1, "hole": hole, "ante": 1000, "blind": 1000, "decisions": ["check", "bet2"]}],
            **({"bank": {"seat": 6, "wager": 500_000}} if PLAYER_BANKS[book] else {}),
        }
        answer = room.served.call("POST", "/api/mathematics/settle", {"rounds": [one]})
        assert answer.status_code == 200, answer.text
        settled: dict[str, Any] = answer.json()[0]
        return settled

    settled = settle(bank)
    won = {row["wager"]: row["paid"] - row["collected"] for row in settled["settlement"]}
    for row in example.get_by_role("row").all()[:3]:
        wager, stake = row.get_by_role("rowheader").inner_text().split()
        assert cents(row.get_by_role("cell").last.inner_text()) == won[wager.lower()], (wager, won)
        assert cents(stake) == next(
            one["stake"] for one in settled["settlement"] if one["wager"] == wager.lower()
        )
    assert cents(example.get_by_role("cell").last.inner_text()) == settled["net"]["1"]
    assert settled["qualifies"] is True
    other = settle([bank[0], "8d"])
    assert other["qualifies"] is False
    expect(example).to_contain_text(f"you would win ${other['net']['1'] // 100}.")

    rules = room.served.call("GET", f"/api/books/{book}").json()["rules"]
    assert [sorted(rules["decisions"][street]) for street in ("preflop", "flop", "river")] == [
        [3, 4],
        [2],
        [1],
    ]
    assert rules["qualifier"]["hand"] == "one_pair"
    assert (
        next(hand for hand, pays in rules["wagers"]["blind"].items() if hand in HANDS and pays) == "straight"
    )


def played(room: Room, name: str) -> tuple[Player, str]:
    """Somebody who has played a round, and where."""
    table = room.table("iowa-catfish-bend")
    person = room.player(name)
    person.come_in(table, 1)
    person.click("Bet $10")
    person.decide("Bet 4×")
    person.page.locator(".result").wait_for()
    return person, table


def marked(page: Page, clause: str) -> None:
    """The book is open at a clause: in sight, marked, and where the keyboard goes on from."""
    target = page.locator(":target")
    expect(target).to_have_id(clause)
    expect(target).to_be_in_viewport()
    expect(target).to_be_focused()


def test_a_clause_leads_to_its_words(room: Room) -> None:
    ann, table = played(room, "Ann who asks why")
    clause = ann.page.locator(".result").get_by_role("link", name="clause IA-").first
    name = clause.inner_text()
    clause.focus()
    with ann.context.expect_page() as opened:
        ann.page.keyboard.press("Enter")
    marked(opened.value, name)
    opened.value.close()
    expect(ann.page.locator(".result")).to_be_visible()  # nobody left his seat for it

    ann.go(f"/table/{table}/rounds/1")
    link = ann.page.get_by_role("link", name=f"clause {name}, in a new tab").first
    expect(link).to_have_attribute("href", f"/rules/iowa-catfish-bend#{name}")


def test_a_refusal_leads_to_its_clause(room: Room) -> None:
    sal = at_work(room, employ(room, "Sal", "supervisor"), "/floor")
    says = [{"says": "the house has not chosen its limits", "clauses": ["FL-10"]}]
    refusal = {"status": 422, "json": {"code": "refused", "says": says}}
    sal.page.route(
        "**/api/tables", lambda route: route.fulfill(**refusal) if is_post(route) else route.continue_()
    )
    sal.page.locator("summary", has_text="Open a table").click()
    form = sal.page.get_by_role("form", name="Open a table")
    form.get_by_label("Rule book").select_option("florida")
    form.get_by_role("button", name="Open the table").click()
    link = form.get_by_role("alert").get_by_role("link", name="clause FL-10")
    expect(link).to_have_attribute("href", "/rules/florida#FL-10")


def is_post(route: Route) -> bool:
    return route.request.method == "POST"


def test_a_book_opens_at_a_clause_that_was_not_searched_for(room: Room) -> None:
    questions = room.served.call("GET", "/api/books/florida").json()["questions"]
    reading = next(one for one in questions if "FL-9b" in one["clauses"])
    ann = room.player("Ann leafing")
    ann.go("/rules/florida#FL-9b")
    marked(ann.page, "FL-9b")
    ann.page.get_by_label("Search").fill(reading["title"])
    expect(ann.page.locator("#FL-9b")).to_have_count(0)
    ann.page.locator("dl").get_by_role("link", name="FL-9b").first.focus()
    ann.page.keyboard.press("Enter")
    marked(ann.page, "FL-9b")


def test_a_search_in_a_book_finds_readings_too(room: Room) -> None:
    book = room.served.call("GET", "/api/books/florida").json()
    own = {clause["id"] for clause in book["clauses"]}
    reading = next(one for one in book["questions"] if own & {*one["clauses"]})
    ann = room.player("Ann who seeks")
    ann.go("/rules/florida")
    names = ann.page.locator(".readings dt")
    names.nth(1).wait_for()
    ann.page.get_by_label("Search").fill(reading["title"].upper())
    expect(names).to_have_count(1)
    expect(names).to_contain_text(reading["id"])
    expect(ann.page.get_by_role("status")).to_contain_text("1 of")


def test_rounds_tell_everybody_his_own_result(room: Room) -> None:
    ann, table = played(room, "Ann looking back")
    record = room.served.call("GET", f"/api/tables/{table}/rounds/1").json()
    [net] = [line["event"]["net"] for line in record["events"] if line["event"]["event"] == "round_ended"]
    ann.go(f"/table/{table}/rounds")
    row = ann.page.get_by_role("row", name="Replay and verify round 1")
    assert cents(row.get_by_role("cell").nth(1).inner_text()) == net.get(f"player:{ann.name}", 0)

    bob = room.player("Bob who came later")
    bob.go(f"/table/{table}/rounds")
    expect(bob.page.get_by_role("columnheader", name="Your result")).to_have_count(0)
    bob.click("Sign in")
    bob.click("Play as guest")
    expect(bob.page.get_by_role("columnheader", name="Your result")).to_be_visible()
    expect(bob.page.get_by_role("row", name="round 1")).to_contain_text("not played")


def test_earlier_rounds_keep_the_focus(room: Room) -> None:
    marks = [{"round": n, "at": 1, "event": n, "net": None} for n in range(13, 0, -1)]
    ann = room.player("Ann long ago")
    table = room.table("iowa-catfish-bend")
    ann.page.route(
        f"**/api/tables/{table}/rounds*",
        lambda route: route.fulfill(json=marks[10:] if "before=4" in route.request.url else marks[:10]),
    )
    ann.go(f"/table/{table}/rounds")
    ann.click("Earlier rounds")
    expect(ann.page.get_by_role("row")).to_have_count(14)
    expect(ann.page.get_by_role("link", name="round 3")).to_be_focused()


def test_a_statement_lists_only_tables_where_chips_have_moved(room: Room) -> None:
    ann, table = played(room, "Ann at one table")
    room.table("florida")
    ann.go("/statement")
    options = ann.page.get_by_label("Account").get_by_role("option")
    expect(options).to_have_count(2)
    expect(options.nth(1)).to_contain_text(f"({table})")


def test_a_statement_of_chips_says_what_was_there_after_each_line(room: Room) -> None:
    ann, table = played(room, "Ann who counts")
    ann.go("/statement")
    ann.page.get_by_label("Account").select_option(table)
    rows = ann.page.locator("tbody tr")
    expect(rows.last).to_contain_text("Buy-in")
    held = 0
    for row in reversed(rows.all()):
        amount, then = row.locator(".amount").all_inner_texts()
        held += cents(amount)
        assert cents(then) == held
    assert f"{held // 100:,}" in ann.page.get_by_role("option").nth(1).inner_text()


def test_focus_stays_in_a_round_that_is_looked_at(room: Room) -> None:
    ann, table = played(room, "Ann with keys only")
    ann.page.evaluate("localStorage.setItem('uth.settings', JSON.stringify({speed: 'slow'}))")
    ann.go(f"/table/{table}/rounds/1")
    for name, then in (("Play it again", "From the start"), ("To the end", "Play it again")):
        ann.page.get_by_role("button", name=name).focus()
        ann.page.keyboard.press("Enter")
        expect(ann.page.get_by_role("button", name=then)).to_be_focused()
    ann.page.get_by_role("button", name="Verify this shuffle").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".verdict")).to_be_focused()


@pytest.mark.parametrize("width", [390, 360])
def test_the_bar_shows_every_page_on_a_phone(room: Room, width: int) -> None:
    viewport = {"width": width, "height": 640}
    sal = at_work(room, employ(room, "Sal", "supervisor"), "/statement", viewport=viewport)
    pages = sal.page.get_by_role("navigation", name="Pages").get_by_role("link")
    expect(pages).to_have_count(5)
    for one in pages.all():
        expect(one).to_be_in_viewport(ratio=1)
    assert sal.page.evaluate("document.documentElement.scrollWidth") == width


def test_pages_to_read_log_nothing(room: Room) -> None:
    """No warning of Svelte either, wherever somebody comes from."""
    ann, table = played(room, "Ann with the console open still")
    said: list[str] = []
    ann.page.on("console", lambda message: said.append(f"{ann.page.url}: {message.text}"))
    ann.go(f"/table/{table}/rounds")
    for name in ("Replay and verify", "all rounds", "Replay and verify", "the table", "Rules", "Florida"):
        ann.page.get_by_role("link", name=name).first.click()
    for name in ("all books", "how to play", "take a seat", "Rounds", "Wallet", "Tables"):
        ann.page.get_by_role("link", name=name).first.click()
    ann.page.get_by_role("heading", name="Ultimate Texas Hold'em, by the book").wait_for()
    for _ in range(6):
        ann.page.go_back()
    ann.page.wait_for_load_state("networkidle")
    assert said == []


def test_a_clause_is_watched_from_its_words(room: Room) -> None:
    ann = room.player("Ann who watches")
    ann.go("/rules/florida")
    ann.page.get_by_role("link", name="Watch FL-8a at a table").click()
    ann.page.get_by_role("heading", name="FL-8a").wait_for()
    for _ in range(40):
        ann.page.get_by_role("button", name=re.compile("Next|Skip")).click()
        if ann.page.get_by_text("Seat 2 folds").is_visible():
            break
    expect(ann.page.get_by_text("Seat 2 folds")).to_be_visible()
    ann.page.get_by_role("button", name="To the end").click()
    expect(ann.page.get_by_text(re.compile("Line (\\d+) of \\1"))).to_be_visible()
    ann.page.get_by_role("button", name="Back").click()
    ann.go("/rules/florida/FL-99")
    expect(ann.page.get_by_text("no such clause")).to_be_visible()
