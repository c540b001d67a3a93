"""What the screen looks like: at any size, without color, in ASCII; windows; how fast keys are answered."""

import time
from itertools import pairwise

import pytest
from textual.events import Key

from tests.terminal.driving import BOOKS, SIDE_BETS, Person, own_table, sit
from uth.cards import SIGNS
from uth.terminal.poor import in_ascii, needs_ascii
from uth.terminal.windows import Window

SIZES = [(80, 24), (81, 25), (100, 30), (123, 40), (124, 24), (160, 50), (200, 60), (80, 60), (200, 24)]


def seen(person: Person, *words: str) -> None:
    shown = person.screen()
    for word in words:
        assert word in shown, f"{word!r} is not on the screen:\n{shown}"


@pytest.mark.parametrize("book", BOOKS)
def test_nothing_important_is_cut_at_any_size(book: str) -> None:
    async def play(person: Person) -> None:
        for size in SIZES:
            await person.pilot.resize_terminal(*size)
            await person.settled()
            assert {len(row) for row in person.screen().splitlines()} == {size[0]}
            seen(person, "Board", "Guest", "Ante", "Blind", "Play", "Place your bets", "Enter", "leave")
        await person.press("enter")
        for size in reversed(SIZES):
            await person.pilot.resize_terminal(*size)
            await person.settled()
            seen(person, "$5", "Bet 4× · $20", "Check", "░░", "help")
            hole = person.app.table.scene.you.holes["3"]
            seen(person, *(SIGNS["cdhs".index(card[-1])] for card in hole))
        await person.play_a_round()
        for size in SIZES:
            await person.pilot.resize_terminal(*size)
            await person.settled()
            seen(person, "Your hand", "Round 1", "next hand", "qualif", "leave")
            assert sum(sign in person.screen() for sign in SIGNS) >= 2

    sit(own_table(book), play)


def test_sizes_change_while_somebody_types() -> None:
    async def play(person: Person) -> None:
        await person.press("2", "5")
        for size in (*SIZES, (40, 10), (20, 5), (80, 24)):
            await person.pilot.resize_terminal(*size)
            await person.settled()
        seen(person, "$25")
        await person.press("enter")
        assert person.app.table.scene.table.spots[-1].stakes["ante"] == 2500

    sit(own_table(), play)


def test_a_terminal_that_is_too_small_says_so() -> None:
    async def play(person: Person) -> None:
        await person.pilot.resize_terminal(60, 20)
        await person.settled()
        seen(person, "80 columns")

    sit(own_table(), play)


@pytest.mark.parametrize("book", ["iowa-catfish-bend", SIDE_BETS])
def test_a_poor_terminal_gets_ascii_only(book: str) -> None:
    async def play(person: Person) -> None:
        await person.press("enter")
        assert person.screen().isascii(), [sign for sign in person.screen() if not sign.isascii()]
        seen(person, "Bet 4x | $20", "+---+", "o $5")
        await person.play_a_round()
        for key in ("p", "escape", "l", "escape", "question_mark", "escape"):
            await person.pilot.press(key)
            await person.pilot.pause()
            assert person.screen().isascii(), [sign for sign in person.screen() if not sign.isascii()]

    sit(own_table(book, ascii_only=True), play)


def test_without_color_no_color_is_sent() -> None:
    async def play(person: Person) -> None:
        await person.press("enter")
        styles = [
            segment.style
            for row in person.app.screen._compositor.render_strips()
            for segment in row
            if segment.style
        ]
        colors = [color for style in styles for color in (style.color, style.bgcolor) if color]
        assert colors
        assert all(color.is_default for color in colors)
        assert any(style.reverse for style in styles), "keys still stand out"

    sit(own_table(colorless=True), play)


@pytest.mark.parametrize(
    ("set_to", "poor"),
    [
        ({"LC_ALL": "C"}, True),
        ({"LANG": "en_US.ISO-8859-1"}, True),
        ({"LANG": "en_US.UTF-8", "TERM": "vt220"}, True),
        ({"LANG": "en_US.UTF-8", "TERM": "xterm-256color"}, False),
    ],
)
def test_which_terminals_are_poor(
    set_to: dict[str, str], poor: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_CTYPE", "LANG", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in set_to.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout", open(1, "w", encoding="utf-8", closefd=False))  # noqa: SIM115
    assert needs_ascii() is poor


def test_ascii_is_as_wide_as_what_it_stands_for() -> None:
    said = "╭─╮ A♠ 10♦ · +$5 −$5 ● ▸ ↑ ↓ … 4×"
    assert len(in_ascii(said)) == len(said)
    assert "?" not in in_ascii(said)


def test_windows_open_over_the_table_and_close() -> None:
    async def play(person: Person) -> None:
        for key, words in (
            ("question_mark", "press it twice"),
            ("p", "royal flush"),
            ("s", "Hands"),
            ("l", "takes seat"),
        ):
            await person.pilot.press(key)
            await person.pilot.pause()
            seen(person, words, "Esc closes")
            await person.pilot.press("escape")
            await person.pilot.pause()
            assert person.app.screen is person.app.table
        assert person.asked == "BetPanel"

    sit(own_table(), play)


def test_keys_typed_ahead_close_a_window_and_not_the_table() -> None:
    async def play(person: Person) -> None:
        await person.pilot.press("p")
        await person.pilot.pause()
        window = person.app.screen
        assert isinstance(window, Window)
        for _ in range(3):  # as they come on a slow machine: all before the window is gone
            window.on_key(Key("escape", None))
        await person.pilot.pause()
        assert person.app.screen is person.app.table
        seen(person, "Place your bets")

    sit(own_table(), play)


def test_a_long_window_scrolls() -> None:
    async def play(person: Person) -> None:
        await person.pilot.press("p")
        await person.pilot.pause()
        assert "qualifies with" not in person.screen()
        await person.pilot.press("end")
        await person.pilot.pause(0.5)
        seen(person, "qualifies with")

    sit(own_table(), play)


def test_hands_are_named_as_they_come() -> None:
    async def play(person: Person) -> None:
        await person.press("enter", "c")
        hand = person.app.table.scene.you.hands["3"].says
        seen(person, f"Your hand: {hand}")

    sit(own_table(), play)


def test_steps_are_shown_one_after_the_other_and_a_key_skips_them() -> None:
    async def play(person: Person) -> None:
        await person.pilot.press("enter")
        await person.pilot.pause(0.05)
        table = person.app.table
        shown = []
        for _ in range(200):
            shown.append(len(table.scene.log))
            if not table.scene.is_playing and table.scene.you.holes:
                break
            await person.pilot.pause(0.02)
        assert any(after - before == 1 for before, after in pairwise(shown))
        await person.pilot.press("c")
        await person.pilot.pause(0.05)
        while not table.scene.is_playing and person.asked != "DecidePanel":
            await person.pilot.pause(0.01)
        decided = len(table.scene.table.spots[-1].decisions)
        if table.scene.is_playing:
            await person.pilot.press("c")
            await person.pilot.pause(0.05)
            assert not table.scene.is_playing, "a key shows the rest at once"
            assert len(table.scene.frame.table.spots[-1].decisions) <= decided + 1
            assert person.asked == "DecidePanel", "and decides nothing that nobody has seen"

    sit(own_table(pace=1.0), play)


def test_a_key_takes_less_than_50_ms_of_a_processor() -> None:
    """From the key to the drawn screen, at the largest size; the clock is looked at in a real terminal."""

    async def play(person: Person) -> None:
        took = []
        for key in ["up", "down", "tab", "space"] * 5:
            start = time.process_time()
            person.app.table.press(key, " " if key == "space" else None)
            await person.pilot.pause()
            took.append(time.process_time() - start)
        took.sort()
        print(took)
        assert took[len(took) // 2] < 0.05, took

    sit(own_table(SIDE_BETS, bots=5), play, size=(200, 60))
