"""What is said of a settled round, cell by cell: in color for a terminal, as plain text for a file."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from uth.cards import RANKS, SIGNS, SUITS, Card, rank_of, suit_of
from uth.ranking import describe
from uth.rules.money import Cents, dollars

if TYPE_CHECKING:  # commands that only print cards and figures need no game
    from uth.game.round import Round, Seat, Spot
    from uth.game.settlement.coverage import Row
    from uth.game.settlement.rounds import Settlement
    from uth.rules.book import Book

Spans = list[tuple[str, str]]
"""Words, each with the style in which a terminal shows them."""
Cell = str | Spans

COLUMNS = ("seat", "wager", "stake", "outcome", "paid", "taken", "back", "why")
TO_THE_RIGHT = {"stake", "paid", "taken", "back"}
SUIT_STYLE = ("green", "blue", "red", "bold")
OUTCOME_STYLE = {"win": "green", "lose": "red"}


def cards_cell(cards: Iterable[Card]) -> Spans:
    """Cards in four colors, a letter and a sign each, so that color is never needed to read them."""
    signs = SIGNS if _can_write(SIGNS, sys.stdout.encoding or "ascii") else SUITS
    spans: Spans = []
    for card in cards:
        suit = suit_of(card)
        spans += ((RANKS[rank_of(card)] + signs[suit], SUIT_STYLE[suit]), (" ", ""))
    return spans[:-1]


@cache
def _can_write(signs: str, encoding: str) -> bool:
    try:
        signs.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def money_cell(cents: Cents) -> Spans:
    style = "green" if cents > 0 else "red" if cents else ""
    return [(f"+{dollars(cents)}" if cents > 0 else dollars(cents), style)]


def hand_rows(settled: Settlement, played: Round) -> Iterator[list[Cell]]:
    """Board, bank and players: whose cards, the cards, and what they make."""
    yield ["Board", cards_cell(played.board), ""]
    if played.bank_hand and settled.bank_hand:
        verdict = "qualifies" if settled.qualifies else "does not qualify"
        says = f"{describe(settled.bank_hand.strength)}, {verdict}"
        yield [_bank_name(settled, played), cards_cell(played.bank_hand), says]
    for spot in played.spots:
        shown = settled.hands.get(spot.seat)
        says = f"{describe(shown.strength)}, {shown.versus_bank}" if shown else "folded unseen"
        yield [f"Seat {spot.seat}", cards_cell(spot.hole or ()), f"{says}; {_stakes(settled.book, spot)}"]


def _bank_name(settled: Settlement, played: Round) -> str:
    who = settled.book.bank.who
    if played.bank_seat is None or played.bank_wager is None:
        return who.capitalize()
    return f"{who.capitalize()}, seat {played.bank_seat}, {dollars(played.bank_wager)}"


def _stakes(book: Book, spot: Spot) -> str:
    laid = [f"{bet.label} {dollars(stake)}" for bet in book.bets.values() if (stake := spot.stake(bet))]
    return ", ".join([*laid, " ".join(spot.decisions)])


def wager_rows(settled: Settlement) -> Iterator[list[Cell]]:
    """Every wager in the order of settlement, under :data:`COLUMNS`; a seat is named once."""
    seat: Seat | None = None
    for row in settled.rows:
        yield _wager_row(row, "" if row.seat == seat else str(row.seat))
        seat = row.seat


def _wager_row(row: Row, seat: str) -> list[Cell]:
    outcome: Cell = [(row.outcome, OUTCOME_STYLE.get(row.outcome.partition(",")[0], "yellow"))]
    moved = (dollars(amount) if amount else "" for amount in (row.paid, row.collected, row.returned))
    note = f"{row.reason}; {row.note}" if row.note else row.reason
    why: Cell = [(note, ""), (f"  {' '.join(row.clauses)}", "dim")]
    return [seat, row.wager, dollars(row.stake), outcome, *moved, why]


def money_lines(settled: Settlement) -> Iterator[Cell]:
    """The net, the house's charge, the meters, and what the supervisor is told."""
    net: Spans = [("Net  ", "")]
    for who, amount in settled.net.items():
        name = f"seat {who}" if str(who)[0].isdigit() else str(who).replace("_", " ")
        net += [(f"{name} ", ""), *money_cell(amount), ("   ", "")]
    yield net
    if settled.charge:
        paid = ", ".join(f"seat {seat} {dollars(fee)}" for seat, fee in settled.charge.players.items() if fee)
        bank = f"bank {dollars(settled.charge.bank)}{', ' if paid else ''}{paid}"
        yield f"Fees  {bank}; house {dollars(settled.charge.house)}"
    if settled.meters:
        meters = ", ".join(f"{name} {dollars(amount)}" for name, amount in settled.meters.after_round.items())
        yield f"Meters after the round  {meters}"
    for notice in settled.notices:
        clauses = ", ".join(notice.clauses)
        yield [(f"Supervisor: seat {notice.seat}, {notice.says} ({clauses})", "yellow")]


def plain_text(settled: Settlement, played: Round) -> str:
    """All of it as text in columns: a wager is one line, however long, so that programs can search it."""
    hands = [list(map(words, row)) for row in hand_rows(settled, played)]
    wagers = [list(COLUMNS), *(list(map(words, row)) for row in wager_rows(settled))]
    right = [heading in TO_THE_RIGHT for heading in COLUMNS]
    lines = [*_aligned(hands, [False] * 3), *_aligned(wagers, right), *map(words, money_lines(settled))]
    return "\n".join(line.rstrip() for line in lines)


def words(cell: Cell) -> str:
    """A cell without its styles."""
    return cell if isinstance(cell, str) else "".join([text for text, _ in cell])


def _aligned(rows: Sequence[Sequence[str]], right: Sequence[bool]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    sides = (">" if to_the_right else "<" for to_the_right in right)
    form = "  ".join([f"{{:{side}{width}}}" for side, width in zip(sides, widths, strict=True)])
    return (form.format(*row) for row in rows)
