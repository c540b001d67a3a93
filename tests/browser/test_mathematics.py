"""The pages of the mathematics: what they show is what the command line says."""

import json
import re
import shlex
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from click.testing import CliRunner
from playwright.sync_api import expect

from tests.browser.people import DESKTOP, PHONE, Player, Room
from tests.browser.test_axe import violations
from uth.cli import main

if TYPE_CHECKING:
    from playwright.sync_api import Locator

LOOKS: dict[Literal["light", "dark"], dict[str, int]] = {"light": DESKTOP, "dark": PHONE}
SOLVED = 30_000
"""Milliseconds: the first question may find the solver still being loaded."""


def said(*words: str) -> Any:
    """What the command line prints as JSON."""
    done = CliRunner().invoke(main, [*words, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def exact(text: str) -> Fraction:
    """A fraction as the pages write it."""
    return Fraction(text.replace("−", "-").replace(" ", ""))


def figure(player: Player, name: str) -> "Locator":
    return player.page.get_by_role("row").filter(has=player.page.get_by_role("rowheader", name=name))


def solved(player: Player) -> None:
    """Wait until what is shown belongs to what is written."""
    command = player.page.get_by_label("Command line")
    command.wait_for(timeout=SOLVED)


def test_protection_shows_what_the_command_line_says_and_prints_the_rule(room: Room) -> None:
    """With a share link, on a phone too; the printed page has the rule and nothing else."""
    ann = room.player("Ann who sees cards", viewport=PHONE)
    ann.go("/mathematics?view=protection&knows=flop%3D1&set=blind.flush%3D2:1")
    edge = figure(ann, "Player's edge").first
    edge.wait_for(timeout=SOLVED)
    ann.page.get_by_label("Flop cards").select_option("3")
    ann.page.get_by_role("heading", name="What the flop is worth").wait_for(timeout=SOLVED)
    told = said("protect", "california-shfl", "--knows", "flop=3", "--set", "blind.flush=2:1")
    due = Fraction(told["player_edge"]["numerator"], told["player_edge"]["denominator"])
    assert exact(edge.locator("small").inner_text()) == due
    assert f"{float(due) * 100:.4f}" in edge.inner_text()
    assert ann.page.url.endswith("?view=protection&knows=flop=3&set=blind.flush=2:1")
    assert violations(ann) == []
    rule = ann.page.get_by_role("heading", name="For the surveillance room")
    ann.page.emulate_media(media="print")
    expect(rule).to_be_visible()
    for gone in ("Mathematics", "What the flop is worth", "See it again", "Seen before the first decision"):
        expect(ann.page.get_by_role("heading", name=gone)).to_be_hidden()
    ann.page.emulate_media(media="screen")
    for name in ("Flop cards",):
        ann.page.get_by_label(name).select_option("0")
    expect(ann.page.get_by_text("Choose at least one card")).to_be_visible()


def test_an_edit_is_solved_as_the_command_line_solves_it(room: Room) -> None:
    ann = room.player("Ann who counts")
    ann.go("/mathematics?book=florida")
    solved(ann)
    before = figure(ann, "House edge").locator("strong").inner_text()
    blind = ann.page.get_by_role("group", name="Blind")
    blind.get_by_label("Flush", exact=True).fill("5:2")
    expect(figure(ann, "House edge").locator("strong")).not_to_have_text(before, timeout=SOLVED)
    solved(ann)

    told = said("solve", "florida", "--set", "blind.flush=5:2")
    edge = Fraction(told["house_edge"]["numerator"], told["house_edge"]["denominator"])
    row = figure(ann, "House edge")
    assert exact(row.locator(".exact").inner_text()) == edge
    assert row.locator("strong").inner_text() == f"{float(edge) * 100:.6f} %".replace("-", "−")
    deviation = figure(ann, "Standard deviation").locator("strong").inner_text()
    assert deviation == f"{told['standard_deviation']:.6f}"
    written = said("solve", "florida")["house_edge"]
    change = float(edge - Fraction(written["numerator"], written["denominator"])) * 100
    expect(row.locator(".change")).to_have_text(f"{change:+.6f} %".replace("-", "−"))
    names = {"bet4": "Bet 4×", "bet3": "Bet 3×", "check": "Check"}
    squares = ann.page.get_by_role("table", name="Best action before the flop").locator("[title]")
    titles = squares.evaluate_all("found => found.map(one => one.title.split(/: |, /).slice(0, 2))")
    assert dict(titles) == {hand: names[choices["best"]] for hand, choices in told["preflop"].items()}
    command = ann.page.get_by_label("Command line").input_value()
    assert command == "uth solve florida --set blind.flush=5:2"

    blind.get_by_role("button", name="Flush: back to").first.click()
    expect(figure(ann, "House edge").locator("strong")).to_have_text(before)
    assert "set=" not in ann.page.url


def test_a_wrong_entry_is_told_and_the_old_figures_stay(room: Room) -> None:
    ann = room.player("Ann who errs")
    ann.go("/mathematics")
    solved(ann)
    edge = figure(ann, "House edge").locator("strong").inner_text()
    field = ann.page.get_by_role("group", name="Blind").get_by_label("Flush", exact=True)
    field.fill("abc")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile("^Odds are written"))
    assert figure(ann, "House edge").locator("strong").inner_text() == edge
    expect(ann.page.get_by_role("heading", name="Exact figures")).to_contain_text("old")
    assert not ann.page.get_by_label("Command line").count(), "no command gives what is not solved"
    ante = ann.page.get_by_label("Ante in dollars")
    ante.fill("-3")
    expect(ante).to_have_accessible_description("A stake is not below zero.")
    ante.fill("")
    field.fill("3:2")
    expect(ann.page.get_by_role("heading", name="Exact figures")).not_to_contain_text("old")
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_a_fault_goes_as_soon_as_something_else_is_asked(room: Room) -> None:
    ann = room.player("Ann at the meter")
    ann.go("/mathematics?view=progressive&book=iowa-catfish-bend")
    page = ann.page
    page.get_by_text("Stake something on the progressive").wait_for()
    meter = page.get_by_label("Meter major")
    page.get_by_label("Ante in dollars").fill("10")
    meter.fill("-5")
    expect(meter).to_have_accessible_description("A meter is not below zero.")
    assert "figures below" not in page.get_by_role("status").first.inner_text()
    page.route("**/api/mathematics/solve", lambda route: None)  # it takes long
    meter.fill("60000")
    expect(meter).not_to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("status").first).to_have_text("Solving …")


def test_on_a_phone_the_chosen_book_is_compared_in_sight(room: Room) -> None:
    ann = room.player("Ann comparing", viewport=PHONE)
    ann.go("/mathematics?view=compare&book=iowa-catfish-bend")
    head = ann.page.get_by_role("columnheader", name=re.compile("Iowa"))
    expect(head).to_be_in_viewport(ratio=1, timeout=SOLVED)


def test_each_fault_stands_at_its_field_in_the_words_of_the_form(room: Room) -> None:
    ann = room.player("Ann who mends")
    ann.go("/mathematics")
    solved(ann)
    page = ann.page
    flush = page.get_by_role("group", name="Blind").get_by_label("Flush", exact=True)
    preflop = page.get_by_role("group", name="Decisions").get_by_label("Preflop", exact=True)
    flush.fill("")
    expect(flush).to_have_accessible_description(
        re.compile("^Missing pay: straight is paid, .* needs odds too")
    )
    preflop.fill("x")
    expect(preflop).to_have_accessible_description(re.compile("^A whole number from 1 to 20 is wanted"))
    assert not page.get_by_role("alert").count(), "nothing is told twice"
    text = page.locator("main").inner_text()
    assert "extends" not in text
    assert "[" not in text
    page.get_by_role("button", name="Decisions: Preflop").press("Enter")
    expect(preflop).to_be_focused()
    preflop.fill("[3, 4]")
    expect(preflop).not_to_have_attribute("aria-invalid", "true")
    flush.fill("1:3")
    expect(flush).to_have_accessible_description(re.compile("1:3 on \\$1 is not whole cents"))
    page.get_by_text("Any other key of the book").click()
    lines = page.locator("textarea")
    lines.fill("wagrs.unit=2")
    expect(lines).to_have_accessible_description(re.compile("wagrs.*did you mean wagers"))
    ann.go("/mathematics?view=outcomes&set=blind.flush%3Dabc")
    expect(page.get_by_role("alert")).to_have_text(
        re.compile("^Blind: Flush: Odds are written 3:2, won to staked")
    )


def test_the_keyboard_is_led_on_where_a_button_goes(room: Room) -> None:
    ann = room.player("Ann at the keys")
    said: list[str] = []
    ann.page.on("console", lambda line: said.append(line.text) if line.type == "warning" else None)
    ann.go("/mathematics?book=florida&set=blind.flush%3D5:2&set=blind.straight%3D2:1")
    solved(ann)
    focused = ann.page.locator(":focus")
    blind = ann.page.get_by_role("group", name="Blind")
    blind.get_by_role("button", name="Flush: back to").press("Enter")
    expect(blind.get_by_label("Flush", exact=True)).to_be_focused()
    ann.page.get_by_role("button", name="Back to the book as it is written").press("Enter")
    expect(ann.page.get_by_role("group", name="Ante").get_by_label("Pays")).to_be_focused()
    ann.page.get_by_role("link", name="Strategy explorer").press("Enter")
    ann.page.get_by_label("Hole cards").fill("9s 8z")
    expect(focused).to_have_attribute("aria-invalid", "true")
    expect(focused).to_have_accessible_description(re.compile("“8z” is no card"))
    ann.page.get_by_role("button", name="Take all back").press("Enter")
    expect(ann.page.get_by_label("Hole cards")).to_be_focused()
    ann.page.get_by_role("link", name="Progressive").press("Enter")
    ann.page.get_by_role("link", name="iowa-catfish-bend").press("Enter")
    expect(ann.page.get_by_label("Book")).to_be_focused()
    ann.go("/mathematics?view=progressive&book=iowa-catfish-bend")
    ann.page.get_by_role("button", name="Stake an Ante").press("Enter")
    expect(ann.page.get_by_label("Ante in dollars")).to_be_focused()
    assert not said, said


def test_the_bench_is_aligned_and_nothing_in_it_is_cut(room: Room) -> None:
    ann = room.player("Ann at a small desk", viewport={"width": 1280, "height": 800})
    ann.go("/mathematics?book=iowa-catfish-bend&set=blind.flush%3D2:1")
    solved(ann)
    left = "found => found.map(one => Math.round(one.getBoundingClientRect().left))"
    entries = ann.page.locator(".left").locator("input, select")
    assert len(set(entries.evaluate_all(left))) == 2, "two columns, and every entry in one of them"
    heights = "found => found.map(one => Math.round(one.getBoundingClientRect().height))"
    assert len(set(ann.page.locator("legend").evaluate_all(heights))) == 1, "each on one line"
    cut = ann.page.locator(".left input").evaluate_all(
        "found => found.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.name)"
    )
    assert not cut
    table = ann.page.get_by_role("group", name="Trips").get_by_label("Named table")
    wide = table.evaluate(
        """select => {
            const probe = document.body.appendChild(document.createElement('span'))
            probe.style.font = getComputedStyle(select).font
            probe.textContent = select.selectedOptions[0].text
            const width = probe.getBoundingClientRect().width
            probe.remove()
            return select.clientWidth - width
        }"""
    )
    assert wide > 30, "room for its text and its arrow"


def test_a_phone_shows_that_a_table_is_wider_and_what_a_chart_says(room: Room) -> None:
    ann = room.player("Ann on the road", viewport=PHONE)
    sign = ann.page.get_by_text("move it sideways")
    for view, name in (("compare", "Books side by side"), ("outcomes", "All results")):
        ann.go(f"/mathematics?view={view}&book=california-bally")  # the first of them
        table = ann.page.get_by_role("region", name=name)
        table.wait_for(timeout=SOLVED)
        expect(sign).to_be_visible()
        expect(ann.page.get_by_text("←", exact=True)).to_be_hidden()
        table.focus()
        ann.page.keyboard.press("ArrowRight")
        expect(ann.page.get_by_text("←", exact=True)).to_be_visible()
    expect(ann.page.locator(".u-legend")).to_have_text(
        re.compile(r"Net.*\d.*Probability.*\d %.*worse.*\d %", re.S)
    )
    ann.page.set_viewport_size({"width": DESKTOP["width"], "height": DESKTOP["height"]})
    expect(sign).to_be_hidden()
    ann.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    ann.go("/mathematics?view=progressive&book=iowa-catfish-bend&ante=10&progressive=5")
    legend = ann.page.locator(".u-legend").first
    expect(legend).to_have_text(re.compile(r"Meter.*\$20,000.*Gain.*\d", re.S), timeout=SOLVED)


def test_a_link_reproduces_a_page(room: Room) -> None:
    ann, bob = room.player("Ann who sends"), room.player("Bob who receives")
    ann.go("/mathematics")
    solved(ann)
    ann.page.get_by_label("Trips in Antes").fill("1")
    streets = ann.page.get_by_role("group", name="Decisions")
    streets.get_by_label("Preflop", exact=True).fill("3")
    ann.page.get_by_role("group", name="Trips").get_by_label("Named table").select_option("UTH-04")
    expect(ann.page.get_by_role("group", name="Trips").get_by_label("Four of a kind")).to_have_value(
        "20:1", timeout=SOLVED
    )
    solved(ann)
    bob.go(ann.page.get_by_label("This page").input_value().removeprefix(room.served.url))
    solved(bob)
    figures = [player.page.get_by_role("region", name="Exact figures").inner_text() for player in (ann, bob)]
    assert figures[0] == figures[1]
    assert (
        bob.page.get_by_role("group", name="Decisions").get_by_label("Preflop", exact=True).input_value()
        == "3"
    )
    told = said(*shlex.split(bob.page.get_by_label("Command line").input_value())[1:])
    loss = Fraction(told["total_loss_exact"]["numerator"], told["total_loss_exact"]["denominator"])
    assert exact(figure(bob, "Total loss").locator(".exact").inner_text()) == loss

    ann.page.get_by_role("link", name="Outcomes").click()
    ann.page.locator("canvas").wait_for()
    deals = ann.page.get_by_role("region", name="All results").locator("td:last-child").all_inner_texts()
    assert sum(int(count.replace(",", "")) for count in deals) == told["deals"]
    with ann.page.expect_download() as waiting:
        ann.click("Download CSV")
    lines = waiting.value.path().read_text().splitlines()
    assert len(lines) == len(deals) + 1
    ann.page.go_back()
    assert streets.get_by_label("Preflop", exact=True).input_value() == "3"


def test_fractions_of_any_length_are_shown_whole(room: Room) -> None:
    ann = room.player("Ann who divides")
    ann.go("/mathematics?trips=1/9973")
    solved(ann)
    loss = Fraction(said("solve", "california-shfl", "--trips", "1/9973")["exact"]["total_loss"])
    assert loss.denominator > 2**53, "longer than a number of a browser"
    assert exact(figure(ann, "Total loss").locator(".exact").inner_text()) == loss


def test_a_chart_follows_the_theme(room: Room) -> None:
    ann = room.player("Ann who looks", color_scheme="light")
    ann.go("/mathematics?view=outcomes")
    ann.page.locator("canvas").wait_for(timeout=SOLVED)

    def drawn(change: Callable[[], object]) -> Any:
        change()
        ann.page.wait_for_timeout(500)
        return ann.page.locator("canvas").evaluate("canvas => canvas.toDataURL()")

    light = drawn(lambda: None)
    dark = drawn(lambda: ann.page.emulate_media(color_scheme="dark"))
    assert dark != light, "as the system has it"
    assert drawn(lambda: ann.page.emulate_media(color_scheme="light")) == light
    ann.click("Preferences")
    assert drawn(lambda: ann.page.get_by_label("Colors").select_option("dark")) == dark, "as it is set here"


def test_the_explorer_says_what_advise_says(room: Room) -> None:
    ann = room.player("Ann who explores")
    ann.go("/mathematics?view=explorer")
    ann.page.get_by_label("Hole cards").fill("9s 8d")
    deck = ann.page.get_by_role("group", name="The deck")
    for card in ("king of hearts", "five of diamonds", "two of clubs"):
        deck.get_by_role("button", name=card).press("Enter")
    told = said("advise", "california-shfl", "--hole", "9s 8d", "--board", "Kh 5d 2c")
    expect(ann.page.get_by_text("Best:")).to_contain_text("Check", timeout=SOLVED)
    values = ann.page.get_by_role("region", name="Values of the actions")
    expect(values.get_by_role("rowheader")).to_have_count(len(told["exact"]))
    names = {"bet2": "Bet 2×", "check": "Check"}
    for action, value in told["exact"].items():
        row = values.get_by_role("row").filter(has_text=names[action])
        assert exact(row.locator("small").inner_text()) == Fraction(value)
    command = ann.page.get_by_label("Command line").input_value()
    assert command == "uth advise california-shfl --hole '9s 8d' --board 'Kh 5d 2c'"

    ann.page.get_by_label("Hole cards").fill("9s Kh")
    expect(ann.page.get_by_text("K♥ is given twice")).to_be_visible()
    assert not ann.page.get_by_label("Command line").count()
    ann.page.reload()
    expect(ann.page.get_by_label("Hole cards")).to_have_value("9s Kh")
    ann.page.get_by_label("Other known cards").fill("Ks")
    expect(deck.get_by_role("button", name="king of spades, among the other known cards")).to_be_visible()
    expect(deck.get_by_role("button", name="five of diamonds, on the board")).to_be_visible()


def test_books_side_by_side_and_the_progressive(room: Room) -> None:
    ann = room.player("Ann who compares")
    ann.go("/mathematics?view=compare&set=blind.flush%3D2:1")
    expect(ann.page.get_by_role("columnheader")).to_have_count(5, timeout=SOLVED)
    fractions = figure(ann, "House edge").locator("small").all_inner_texts()
    edge = said("solve", "florida")["house_edge"]
    assert exact(fractions[2]) == Fraction(edge["numerator"], edge["denominator"])
    ann.page.get_by_role("link", name="Progressive").click()
    ann.page.get_by_role("link", name="iowa-catfish-bend").click()
    ann.page.get_by_role("button", name="Stake an Ante").click()
    row = ann.page.get_by_role("row").filter(has=ann.page.get_by_role("rowheader", name="Major"))
    row.wait_for(timeout=SOLVED)
    game = {"book": "iowa-catfish-bend", "ante": "10", "progressive": "5"}
    told = room.served.call("POST", "/api/mathematics/solve", game).json()["progressive"]
    assert exact(row.locator("td small").inner_text()) == Fraction(told["break_even_exact"]["major"])


def test_nothing_keeps_anybody_out(room: Room) -> None:
    """Light on a desk, dark on a phone."""
    ann = room.player("Ann at the desk")
    page = ann.page
    looks: dict[str, tuple[str, Callable[[], None]]] = {
        "bench": ("?set=blind.flush%3D2:1", lambda: solved(ann)),
        "wrong": ("?set=blind.flush%3Dabc", lambda: page.locator("[aria-invalid]").wait_for(timeout=SOLVED)),
        "compare": ("?view=compare", lambda: page.get_by_label("Command 4").wait_for(timeout=SOLVED)),
        "explorer": ("?view=explorer&hole=9s+8d&board=Kh+5d+2c", lambda: solved(ann)),
        "outcomes": ("?view=outcomes", lambda: page.locator("canvas").wait_for(timeout=SOLVED)),
        "progressive": ("?view=progressive&book=iowa-catfish-bend", lambda: solved(ann)),
    }
    found: list[str] = []
    for name, (search, ready) in looks.items():
        ann.go(f"/mathematics{search}")
        ready()
        for scheme, size in LOOKS.items():
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            page.emulate_media(color_scheme=scheme)
            found += [f"{name} {scheme} {size['width']}: {fault}" for fault in violations(ann)]
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], name
    assert not found, "\n".join(found)
