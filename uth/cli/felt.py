"""How a settled round looks in the terminal: what lay on the felt, each wager with its reason, the net."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from uth.cards import Card
from uth.cli.settled import (
    COLUMNS,
    TO_THE_RIGHT,
    Cell,
    cards_cell,
    hand_rows,
    money_cell,
    money_lines,
    wager_rows,
)
from uth.rules.money import Cents

if TYPE_CHECKING:
    from uth.game.round import Round
    from uth.game.settlement.rounds import Settlement


def cards_text(cards: Iterable[Card]) -> Text:
    return styled(cards_cell(cards))


def money_text(cents: Cents) -> Text:
    return styled(money_cell(cents))


def styled(cell: Cell) -> Text:
    """A cell as the terminal shows it; the style of an only word fills the cell."""
    if isinstance(cell, str):
        return Text(cell)
    return Text(*cell[0]) if len(cell) == 1 else Text.assemble(*cell)


def settlement_view(settled: Settlement, played: Round) -> RenderableType:
    """What a floor manager wants: hands, wagers in the order of settlement with reasons, the money."""
    hands = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for row in hand_rows(settled, played):
        hands.add_row(*map(styled, row))
    wagers = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for heading in COLUMNS:
        wagers.add_column(heading, justify="right" if heading in TO_THE_RIGHT else "left")
    for row in wager_rows(settled):
        wagers.add_row(*map(styled, row))
    return Group(hands, wagers, *map(styled, money_lines(settled)))


def console() -> Console:
    """Color and weight where the terminal has them; NO_COLOR gives plain text, COLUMNS a width."""
    if os.environ.get("NO_COLOR"):
        made = Console(highlight=False, color_system=None)
    else:
        made = Console(highlight=False)
    if not made.is_terminal and "COLUMNS" not in os.environ:
        made.width = 160
    return made
