"""The house books in ``examples``, and rounds of one hand for tests of them."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from tests.spots import chosen
from uth.cards import parse_cards
from uth.game import Round, Settlement, Spot, settle
from uth.rules import Book, load_book

ROOT = Path(__file__).parent.parent
SIDE_BETS, PROGRESSIVE = (ROOT / "examples" / f"{name}.toml" for name in ("side-bets", "house-progressive"))


def side_bets(**settings: Any) -> Book:
    """The cardroom with three more bets; keys with two underscores for a dot."""
    return load_book(SIDE_BETS, {key.replace("__", "."): value for key, value in settings.items()})


def progressives(**settings: Any) -> Book:
    """The casino with two progressives."""
    return load_book(PROGRESSIVE, {key.replace("__", "."): value for key, value in settings.items()})


def spot(seat: int, hole: str, decisions: str = "bet4", **side: int) -> Spot:
    """A hand with $10 on the Ante, and so much on side wagers."""
    stakes = {"ante": 1000, "blind": 1000, **side}
    return Spot(seat=seat, hole=parse_cards(hole), stakes=stakes, decisions=chosen(decisions))


def played(book: Book, board: str, bank: str, *spots: Spot, meters: dict[str, int] | None = None) -> Round:
    """A round with a bank that covers everything."""
    whole = Round(board=parse_cards(board), bank_hand=parse_cards(bank), spots=spots, meters=meters)
    return replace(whole, bank_seat=6, bank_wager=10**9) if book.bank.is_player else whole


def paid(settled: Settlement, wager: str, seat: int = 1) -> int:
    """What a wager has won; below zero if it is lost."""
    [row] = [row for row in settled.rows if (row.seat, row.wager) == (seat, wager)]
    return row.paid - row.collected


def result(book: Book, board: str, bank: str, hole: str, wager: str, decisions: str = "bet4") -> int:
    """What a wager of $5 brings one hand."""
    return paid(settle(book, played(book, board, bank, spot(1, hole, decisions, **{wager: 500}))), wager)
