"""Terminals that cannot show everything: without color, or with ASCII only."""

import os
import sys

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

POOR = ("vt", "ansi", "dumb", "cons25", "sun")
"""What TERM begins with where box lines and suits are not sure to be shown."""

SIGNS = {
    **dict(zip("♣♦♥♠", "cdhs", strict=True)),
    **dict(zip("╭╮╰╯┌┐└┘├┤┬┴┼", "+" * 13, strict=True)),
    **dict(zip("─━═▔▁│┃║▏▕▊▎", "---__|||||||", strict=True)),
    **dict(zip("░▒▓█", "####", strict=True)),
    **dict(zip("▂▃▄▅▆▇▉▋▌▍▐", "|" * 11, strict=True)),
    **{"×": "x", "−": "-", "–": "-", "·": "|", "…": "~", "▸": ">", "●": "o", "✓": "+", "✗": "!", "’": "'"},
    **{"↑": "^", "↓": "v", "→": ">", "←": "<", "é": "e"},
}
"""What stands for a sign in ASCII: one for one, so that nothing moves."""
_TABLE = str.maketrans(SIGNS)


def needs_ascii() -> bool:
    """Whether this terminal shows only ASCII."""
    encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "")
    said = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), "")
    plain = said.upper() in ("C", "POSIX") or ("." in said and "UTF" not in said.upper())
    return encoding != "utf8" or plain or os.environ.get("TERM", "").startswith(POOR)


def in_ascii(text: str) -> str:
    """The text in ASCII, as wide as it was."""
    if text.isascii():
        return text
    return text.translate(_TABLE).encode("ascii", "replace").decode("ascii")


class Ascii(LineFilter):
    """Every sign that is not ASCII, replaced."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(in_ascii(text), style, control) for text, style, control in segments]


class Colorless(LineFilter):
    """No color at all: the terminal's own, and reversed where something stood out by its background."""

    PLAIN = Style.from_color(RichColor.default(), RichColor.default())

    def __init__(self, kept: frozenset[str]) -> None:
        super().__init__()
        self._stand_out = kept

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(text, None if style is None else self._plain(style), control)
            for text, style, control in segments
        ]

    def _plain(self, style: Style) -> Style:
        back = style.bgcolor.triplet if style.bgcolor else None
        stands_out = back is not None and back.hex in self._stand_out
        return style + self.PLAIN + (Style(reverse=True) if stands_out else Style())
