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


def test_an_edit_is_solved_as_the_command_line_solves_it(room: Room) -> None:
    ann = room.player("Ann who counts")
    ann.go("/mathematics?book=florida")
    solved(ann)
    before = figure(ann, "House edge").locator("strong").inner_text()
    blind = ann.page.get_by_role("group", name="Blind pays")
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
    field = ann.page.get_by_role("group", name="Blind pays").get_by_label("Flush", exact=True)
    field.fill("abc")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile("odds are written"))
    assert figure(ann, "House edge").locator("strong").inner_text() == edge
    expect(ann.page.get_by_role("heading", name="Exact figures")).to_contain_text("old")
    assert not ann.page.get_by_label("Command line").count(), "no command gives what is not solved"
    ann.page.get_by_label("Ante in dollars").fill("-3")
    expect(ann.page.get_by_role("alert")).to_contain_text("Ante")
    ann.page.get_by_label("Ante in dollars").fill("")
    field.fill("3:2")
    expect(ann.page.get_by_role("heading", name="Exact figures")).not_to_contain_text("old")
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_a_link_reproduces_a_page(room: Room) -> None:
    ann, bob = room.player("Ann who sends"), room.player("Bob who receives")
    ann.go("/mathematics")
    solved(ann)
    ann.page.get_by_label("Trips in Antes").fill("1")
    streets = ann.page.get_by_role("group", name="Play, in multiples")
    streets.get_by_label("Preflop", exact=True).fill("3")
    ann.page.get_by_label("Named table").select_option("UTH-04")
    expect(ann.page.get_by_role("group", name="Trips pays").get_by_label("Four of a kind")).to_have_value(
        "20:1", timeout=SOLVED
    )
    solved(ann)
    bob.go(ann.page.get_by_label("This page").input_value().removeprefix(room.served.url))
    solved(bob)
    figures = [player.page.get_by_role("region", name="Exact figures").inner_text() for player in (ann, bob)]
    assert figures[0] == figures[1]
    assert (
        bob.page.get_by_role("group", name="Play, in multiples")
        .get_by_label("Preflop", exact=True)
        .input_value()
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
    assert drawn(lambda: ann.page.get_by_label("Colours").select_option("dark")) == dark, "as it is set here"


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


def test_books_side_by_side_and_the_progressive(room: Room) -> None:
    ann = room.player("Ann who compares")
    ann.go("/mathematics?view=compare&set=blind.flush%3D2:1")
    expect(ann.page.get_by_role("columnheader")).to_have_count(5, timeout=SOLVED)
    fractions = figure(ann, "House edge").locator("small").all_inner_texts()
    edge = said("solve", "florida")["house_edge"]
    assert exact(fractions[2]) == Fraction(edge["numerator"], edge["denominator"])
    ann.page.get_by_role("link", name="Progressive").click()
    ann.page.get_by_role("link", name="iowa-catfish-bend").click()
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
