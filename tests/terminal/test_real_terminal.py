"""`uth play` in a real terminal: keys as they are typed, and a terminal that is left as it was found."""

import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.terminal.windows import UTH, TerminalWindow

PLAY = [*UTH, "play", "--seed", "monday", "--fast"]
COLORS = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[0-9;]*)?m")
CTRL_C = "\x03"
ENTER = "\r"


@contextmanager
def window(*command: str, **given: str) -> Iterator[TerminalWindow]:
    one = TerminalWindow(*(command or PLAY), environment=given)
    try:
        yield one
    finally:
        one.close()


def left_as_found(one: TerminalWindow) -> None:
    """Settings, the other screen, the cursor, the mouse and pasting are as before."""
    assert one.settings == one.before
    for mode in (b"1049", b"1000", b"1003", b"1006", b"2004", b"1004"):
        assert one.raw.rfind(b"\x1b[?%bl" % mode) > one.raw.rfind(b"\x1b[?%bh" % mode), mode
    assert one.raw.rfind(b"\x1b[?25h") > one.raw.rfind(b"\x1b[?25l")


def test_a_round_with_real_keys() -> None:
    with window() as one:
        one.wait_for("Place your bets")
        assert one.settings != one.before
        one.type(ENTER)
        one.wait_for("Bet 4×")
        one.type("4")
        one.wait_for("next hand")
        one.wait_for("Round 1 ends")
        one.type(ENTER)
        one.wait_for("Place your bets")
        one.type("q")
        assert one.end() == 0
        left_as_found(one)
        assert b"You played 1 hand" in one.raw


def test_ctrl_c_in_mid_round() -> None:
    with window() as one:
        one.wait_for("Place your bets")
        one.type(ENTER)
        one.wait_for("Bet 4×")
        one.type(CTRL_C)
        assert one.end() == 0
        left_as_found(one)
        assert b"You leave with $990" in one.raw, "the house has folded the hand"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_ended_from_outside_in_mid_round(number: signal.Signals) -> None:
    with window() as one:
        one.wait_for("Place your bets")
        one.type(ENTER)
        one.wait_for("Bet 4×")
        one.signal(number)
        one.end()
        left_as_found(one)


CRASHES = """
import sys
from uth.terminal import felt
drawn = felt.Felt.draw
def draw(self, width, height):
    if self.table.dealt:
        raise RuntimeError("a fault of the program")
    return drawn(self, width, height)
felt.Felt.draw = draw
from uth.cli import main
sys.argv = ["uth", "play", "--seed", "monday", "--fast"]
main()
"""


def test_a_crash_leaves_the_terminal_as_it_was() -> None:
    with window(sys.executable, "-c", CRASHES) as one:
        one.wait_for("Place your bets")
        one.type(ENTER)
        assert one.end() != 0
        left_as_found(one)
        assert b"a fault of the program" in one.raw


def test_no_color_sends_no_color() -> None:
    with window(NO_COLOR="1") as one:
        one.wait_for("Place your bets")
        one.type(ENTER)
        one.wait_for("Bet 4×")
        assert not COLORS.search(one.raw), COLORS.search(one.raw)
        one.type("q")
        one.wait_for("Leave the table?")
        one.type("y")
        assert one.end() == 0
    with window() as one:
        one.wait_for("Place your bets")
        assert COLORS.search(one.raw), "in color otherwise"


def test_a_poor_terminal_is_drawn_in_ascii() -> None:
    with window(TERM="vt100") as one:
        one.wait_for("Place your bets")
        one.type(ENTER)
        one.wait_for("Bet 4x")
        assert one.text.isascii()


def test_a_window_that_changes_its_size() -> None:
    with window() as one:
        one.wait_for("Place your bets")
        for columns, rows in ((160, 50), (100, 30), (80, 24)):
            one.resize(columns, rows)
            one.wait_for("Place your bets")
            one.wait_for("Board")
            one.wait_for("leave")
        one.type(ENTER)
        one.wait_for("Bet 4×")


def test_plain_stays_plain_in_a_terminal() -> None:
    for command, given in (([*PLAY, "--plain"], {}), (PLAY, {"TERM": "dumb"})):
        with window(*command, **given) as one:
            one.wait_for("in dollars")
            assert b"\x1b[?1049h" not in one.raw
            one.type("q\n")
            assert one.end() == 0


def test_keys_are_answered_within_50_ms() -> None:
    """The best of several tries: a busy machine only ever makes one slower."""
    with window(*UTH, "play", "examples/side-bets.toml", "--bots", "5", "--fast") as one:
        one.wait_for("Place your bets")
        took = [
            one.answer_time(key) for key in ("\t", " ", "\x1b[A", "5", "\t", " ", "\x1b[A", "\t", " ", "5")
        ]
        assert min(took) < 0.05, took
