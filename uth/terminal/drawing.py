"""Blocks of text: lines of one width, set beside or below each other. Cards are such blocks."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from uth.cards import SIGNS, SUITS

Block = list[Text]

SUIT_STYLES = {
    "c": "#0a6b2d on #f4f1e6",
    "d": "#0b4fb3 on #f4f1e6",
    "h": "#c01c28 on #f4f1e6",
    "s": "#141414 on #f4f1e6",
}
"""Four colors on card stock; the sign of the suit stands there too, so color is never needed."""
FACE_DOWN = "#dfe6f5 on #2b4a8b"
EDGE = "#8a8778 on #f4f1e6"
EMPTY = "#2f7a52"


def line(text: str, style: str = "", width: int | None = None, align: str = "left") -> Text:
    """One line, cut or filled to a width."""
    if width is not None:
        text = clipped(text, width)
        short = width - cell_len(text)
        before = {"left": 0, "center": short // 2, "right": short}[align]
        text = " " * before + text + " " * (short - before)
    return Text(text, style, no_wrap=True, end="")


def clipped(text: str, width: int) -> str:
    """Cut with a mark where it does not fit."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…" if width > 1 else set_cell_size(text, width)


def width_of(block: Block) -> int:
    return max((row.cell_len for row in block), default=0)


def beside(blocks: Iterable[Block], gap: int = 1) -> Block:
    """Blocks next to each other, aligned at the top."""
    shown = [block for block in blocks if block]
    widths = [width_of(block) for block in shown]
    rows: Block = []
    for parts in zip_longest(*shown):
        row = Text(no_wrap=True, end="")
        for n, (part, width) in enumerate(zip(parts, widths, strict=True)):
            row.append(" " * gap if n else "")
            row.append_text(part or Text())
            row.append(" " * (width - (part.cell_len if part else 0)))
        rows.append(row)
    return rows


def centered(block: Block, width: int) -> Block:
    """The block in the middle of a wider line."""
    left = max(0, (width - width_of(block)) // 2)
    return [Text.assemble(" " * left, row, no_wrap=True, end="") for row in block]


def rows_of(blocks: Sequence[Block], width: int, gap: int = 1) -> list[Block]:
    """Blocks beside each other, in as many rows as they need."""
    rows: list[list[Block]] = [[]]
    used = 0
    for block in blocks:
        needed = width_of(block) + (gap if rows[-1] else 0)
        if rows[-1] and used + needed > width:
            rows.append([])
            used, needed = 0, width_of(block)
        rows[-1].append(block)
        used += needed
    return [beside(row, gap) for row in rows if row]


# ---- cards


def card(name: str, tall: bool = False) -> Block:
    """A card face up: ``Ks``; two letters and a frame."""
    rank, suit = name[:-1].replace("T", "10"), name[-1]
    sign, style = SIGNS[SUITS.index(suit)], SUIT_STYLES[suit]
    if not tall:
        return _framed([f"{rank:<2}{sign}"], style)
    return _framed([f"{rank:<5}", f"  {sign}  ", f"{rank:>5}"], style)


def face_down(tall: bool = False) -> Block:
    return _framed(["░░░░░"] * 3 if tall else ["░░░"], FACE_DOWN, FACE_DOWN)


def no_card(tall: bool = False) -> Block:
    """Where a card will lie."""
    return _framed(["     "] * 3 if tall else ["   "], EMPTY, EMPTY)


def _framed(inside: list[str], style: str, edge: str = EDGE) -> Block:
    wide = len(inside[0])
    rows = [line(f"╭{'─' * wide}╮", edge)]
    rows += [Text.assemble(("│", edge), (row, f"bold {style}"), ("│", edge), end="") for row in inside]
    return [*rows, line(f"╰{'─' * wide}╯", edge)]


def cards(names: Sequence[str] | None, places: int, *, dealt: bool = False, tall: bool = False) -> Block:
    """So many places: cards face up, cards face down, or empty places."""
    shown = [card(name, tall) for name in names or ()]
    rest = face_down(tall) if dealt else no_card(tall)
    return beside([*shown, *[rest] * (places - len(shown))])


def short_cards(names: Iterable[str]) -> Text:
    """Cards in a line of text: A♠ K♦."""
    text = Text(no_wrap=True, end="")
    for n, name in enumerate(names):
        text.append(" " if n else "")
        sign = SIGNS[SUITS.index(name[-1])]
        text.append(f"{name[:-1].replace('T', '10')}{sign}", f"bold {SUIT_STYLES[name[-1]]}")
    return text
