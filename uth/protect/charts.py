"""What knowledge is worth, drawn: one SVG file, without anything else to install.

The figures stand beside the bars, so that nothing is told by color alone.
"""

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import NamedTuple

from uth.protect.worth import Worth, together

WIDTH, LEFT, RIGHT, BAR, GAP, HEAD = 720, 150, 90, 16, 7, 34
COLORS = ("#0f5132", "#b08a2e")
"""With the knowledge, and without."""
FONT = "Helvetica, Arial, DejaVu Sans, sans-serif"
MOST_CARDS = 13
STREETS = {"preflop": "bet before the flop", "flop": "bet on the flop", "river": "river bets and folds"}


class Bar(NamedTuple):
    """A row of a panel: one bar for each value."""

    name: str
    values: Sequence[Fraction | float]


def chart(worth: Worth) -> str:
    """Edge, plays, streets and the cards that were seen, as SVG."""
    ordinary = worth.ordinary or worth
    edge = worth.estimate.mean if worth.estimate else worth.edge
    usual = ordinary.plays
    panels = [
        ("Player's edge, % of the Ante", [Bar("all hands", (edge, ordinary.edge))]),
        (
            "How often each play is right, %",
            [Bar(_play(name), (share, usual[name])) for name, share in worth.plays.items()],
        ),
        (
            "Where the value comes from, % of the Ante",
            [Bar(STREETS[name], (value, ordinary.streets[name])) for name, value in worth.streets.items()],
        ),
    ]
    cards = {name: worth.edge_of(together(hands)) for name, hands in worth.by_known.items()}
    if 1 < len(cards) <= MOST_CARDS:
        panels.append(
            ("Player's edge by card seen, %", [Bar(name, (value,)) for name, value in cards.items()])
        )
    parts, top = [_legend()], 88
    for title, bars in panels:
        drawn, height = _panel(title, bars, top)
        parts.append(drawn)
        top += height
    title = escape(f"{worth.book.title}: known before the first decision, {worth.knowledge}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" width="{WIDTH}" height="{top}" '
        f'role="img" font-family="{FONT}" font-size="13"><title>{title}</title>'
        f'<rect width="{WIDTH}" height="{top}" fill="#ffffff"/>'
        f'<text x="16" y="26" font-size="15" font-weight="bold">{escape(worth.book.title)}</text>'
        f'<text x="16" y="46">{escape(f"Known before the first decision: {worth.knowledge}")}</text>'
        f"{''.join(parts)}</svg>\n"
    )


def _play(name: str) -> str:
    return f"{name[3:]}x" if name.startswith("bet") else name


def _legend() -> str:
    said = ("with the knowledge", "without")
    places = (16, 180)
    return "".join(
        f'<rect x="{x}" y="58" width="12" height="12" fill="{color}"/>'
        f'<text x="{x + 18}" y="69">{words}</text>'
        for x, color, words in zip(places, COLORS, said, strict=True)
    )


def _panel(title: str, bars: Sequence[Bar], top: int) -> tuple[str, int]:
    """A title and its rows, all to one scale; and how high that is."""
    values = [float(value) for bar in bars for value in bar.values]
    low, high = min(0.0, *values), max(0.0, *values)
    scale = (WIDTH - LEFT - RIGHT) / ((high - low) or 1)
    zero = LEFT - low * scale
    parts = [f'<text x="16" y="{top + 18}" font-weight="bold">{escape(title)}</text>']
    y = top + HEAD
    for bar in bars:
        middle = y + BAR * len(bar.values) // 2 + 4
        parts.append(f'<text x="{LEFT - 10}" y="{middle}" text-anchor="end">{escape(bar.name)}</text>')
        for value, color in zip(map(float, bar.values), COLORS, strict=False):
            start, length = zero + min(0.0, value) * scale, abs(value) * scale
            parts.append(
                f'<rect x="{start:.1f}" y="{y}" width="{length:.1f}" height="{BAR - 2}" fill="{color}"/>'
                f'<text x="{WIDTH - 16}" y="{y + BAR - 4}" text-anchor="end">{value * 100:.4f}</text>'
            )
            y += BAR
        y += GAP
    parts.append(
        f'<line x1="{zero:.1f}" y1="{top + HEAD - 3}" x2="{zero:.1f}" y2="{y}" '
        'stroke="#545c61" stroke-width="1"/>'
    )
    return "".join(parts), y - top + 14
