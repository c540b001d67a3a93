"""What a hand is worth as it stands: the line of each pay table that it would win, for its holder alone."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from uth.cards import Card, parse_card
from uth.game.settlement.verdict import with_suit
from uth.ranking import Category, category, strength
from uth.rules.book import Book
from uth.rules.wagers import Wager, hands_paid

FIVE = 5
NO_LINE = -1


class Worth(Struct, frozen=True):
    """What a hand comes to with the board so far."""

    great: bool
    """A straight or better."""
    lines: dict[str, int]
    """By wager, the line of its pay table, the best being 0; -1 for none."""


def worth(book: Book, hole: Sequence[str], board: Sequence[str]) -> Worth:
    """Of two cards and at least a flop, by name."""
    return _worth(book, tuple(hole), tuple(board))


@lru_cache(4096)
def _worth(book: Book, hole: tuple[str, ...], board: tuple[str, ...]) -> Worth:
    cards = [parse_card(name) for name in (*hole, *board)]
    lines = {
        bet.name: _line(bet, cards if bet.cards == "hand" else cards[:FIVE])
        for bet in book.bets.values()
        if bet.has_table and bet.whose == "player" and bet.cards != "hole"
    }
    return Worth(category(strength(cards)) >= Category.STRAIGHT, lines)


def _line(bet: Wager, cards: Sequence[Card]) -> int:
    """Counted as ``pay_lines`` lists them: hole cards, hands in one suit, then hands from the best."""
    held = category(strength(cards))
    line = with_suit(bet, held, tuple(cards))
    if line >= len(Category):
        return len(bet.holes) + line - len(Category)
    paid = hands_paid(bet)
    if held not in paid:
        return NO_LINE
    return len(bet.holes) + len(bet.suited) + len(paid) - 1 - paid.index(held)
