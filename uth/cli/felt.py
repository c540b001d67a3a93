"""How a settled round looks in the terminal: what lay on the felt, each wager with its reason, the net."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from uth.cards import Card, card_name
from uth.ranking import describe
from uth.rules.money import Cents, dollars

if TYPE_CHECKING:  # commands that only print cards and figures need no game
    from uth.game.coverage import Row
    from uth.game.round import Round, Seat, Spot
    from uth.game.settlement import Settlement

SUIT_STYLE = {"c": "green", "d": "blue", "h": "red", "s": "bold"}
SUIT_SIGN = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
OUTCOME_STYLE = {"win": "green", "lose": "red"}


def cards_text(cards: Iterable[Card]) -> Text:
    """Cards in four colours, a letter and a sign each, so that colour is never needed to read them."""
    signs = SUIT_SIGN if _can_write("♣♦♥♠") else {}
    return Text(" ").join(
        Text(f"{name[0]}{signs.get(name[1], name[1])}", SUIT_STYLE[name[1]]) for name in map(card_name, cards)
    )


def _can_write(signs: str) -> bool:
    try:
        signs.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def money_text(cents: Cents) -> Text:
    return Text(
        f"+{dollars(cents)}" if cents > 0 else dollars(cents),
        "green" if cents > 0 else "red" if cents else "",
    )


def settlement_view(settled: Settlement, played: Round) -> RenderableType:
    """What a floor manager wants: hands, wagers in the order of settlement with reasons, the money."""
    parts: list[RenderableType] = [_hands(settled, played), _wagers(settled), _net(settled)]
    parts += [
        Text(f"Supervisor: seat {n.seat}, {n.says} ({', '.join(n.clauses)})", "yellow")
        for n in settled.notices
    ]
    return Group(*parts)


def _hands(settled: Settlement, played: Round) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_row("Board", cards_text(played.board), "")
    if played.bank_hand and settled.bank_hand:
        verdict = "qualifies" if settled.qualifies else "does not qualify"
        says = f"{describe(settled.bank_hand.strength)}, {verdict}"
        table.add_row(_bank_name(settled, played), cards_text(played.bank_hand), says)
    for spot in played.spots:
        shown = settled.hands.get(spot.seat)
        says = f"{describe(shown.strength)}, {shown.versus_bank}" if shown else "folded unseen"
        table.add_row(f"Seat {spot.seat}", cards_text(spot.hole or ()), f"{says}; {_stakes(spot)}")
    return table


def _bank_name(settled: Settlement, played: Round) -> str:
    who = settled.book.bank.who
    if played.bank_seat is None or played.bank_wager is None:
        return who.capitalize()
    return f"{who.capitalize()}, seat {played.bank_seat}, {dollars(played.bank_wager)}"


def _stakes(spot: Spot) -> str:
    wagers = [("Ante", spot.ante), ("Blind", spot.blind), ("Play", spot.play), ("Trips", spot.trips)]
    wagers.append(("progressive", spot.progressive))
    laid = [f"{name} {dollars(stake)}" for name, stake in wagers if stake]
    return ", ".join([*laid, " ".join(spot.decisions)])


def _wagers(settled: Settlement) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for heading in ("seat", "wager", "stake", "outcome", "paid", "taken", "back", "why"):
        table.add_column(
            heading, justify="right" if heading in ("stake", "paid", "taken", "back") else "left"
        )
    seat: Seat | None = None
    for row in settled.rows:
        table.add_row(*_wager_row(row, "" if row.seat == seat else str(row.seat)))
        seat = row.seat
    return table


def _wager_row(row: Row, seat: str) -> Iterable[RenderableType]:
    yield seat
    yield row.wager
    yield dollars(row.stake)
    yield Text(row.outcome, OUTCOME_STYLE.get(row.outcome.partition(",")[0], "yellow"))
    for amount in (row.paid, row.collected, row.returned):
        yield dollars(amount) if amount else ""
    note = f"{row.reason}; {row.note}" if row.note else row.reason
    yield Text(note).append(f"  {' '.join(row.clauses)}", "dim")


def _net(settled: Settlement) -> RenderableType:
    line = Text("Net  ")
    for who, amount in settled.net.items():
        name = f"seat {who}" if str(who)[0].isdigit() else str(who).replace("_", " ")
        line.append(f"{name} ").append_text(money_text(amount)).append("   ")
    lines: list[RenderableType] = [line]
    if settled.charge:
        paid = ", ".join(f"seat {seat} {dollars(fee)}" for seat, fee in settled.charge.players.items() if fee)
        bank = f"bank {dollars(settled.charge.bank)}{', ' if paid else ''}{paid}"
        lines.append(f"Fees  {bank}; house {dollars(settled.charge.house)}")
    if settled.meters:
        meters = ", ".join(f"{name} {dollars(amount)}" for name, amount in settled.meters.after_round.items())
        lines.append(f"Meters after the round  {meters}")
    return Group(*lines)


def console() -> Console:
    """Colour and weight where the terminal has them; NO_COLOR gives plain text, COLUMNS a width."""
    if os.environ.get("NO_COLOR"):
        made = Console(highlight=False, color_system=None)
    else:
        made = Console(highlight=False)
    if not made.is_terminal and "COLUMNS" not in os.environ:
        made.width = 160
    return made
