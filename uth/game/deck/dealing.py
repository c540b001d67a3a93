"""Dealing: from a deck and a book's order to hands, bank, board and stub."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from uth.rules.book import Book

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Dealt(Generic[C]):
    """Who got which cards. Board cards are in the order they came: the first three are the flop (B-IA-6)."""

    hands: dict[int, tuple[C, ...]]
    bank: tuple[C, ...]
    board: tuple[C, ...]
    stub: tuple[C, ...]


def deal(book: Book, deck: Sequence[C], seats: Sequence[int], device: str = "") -> Dealt[C]:
    """Deal from the top of ``deck`` as the book deals from this device."""
    return deal_by(getattr(book.deal.orders, device or book.deal.device), deck, seats)


def deal_by(steps: Iterable[str], deck: Sequence[C], seats: Sequence[int]) -> Dealt[C]:
    """Deal by these steps to ``seats`` in the order given, the bank last in each pass."""
    hands: dict[int, list[C]] = {seat: [] for seat in seats}
    bank: list[C] = []
    board: list[C] = []
    cards = iter(deck)
    for step in steps:
        what, _, number = step.partition(" ")
        for pile in [*hands.values(), bank] if what == "hole" else [board]:
            pile.extend(next(cards) for _ in range(int(number)))
    return Dealt({seat: tuple(hand) for seat, hand in hands.items()}, tuple(bank), tuple(board), tuple(cards))
