"""Side wagers of a book that are not staked, for each Ante that would be: what is known of them all the same.

What a wager gains that no decision touches follows from how often its cards come. That is counted once for
all books: hands of five and seven cards, starting hands, and how the player's hand and the dealer's compare.
One that a fold touches is given as if its hand were never folded, the most that it can bring; or, if it looks
at the player's own hand alone, under the play of the solution.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import comb
from typing import NamedTuple

from uth.cards import DECK
from uth.rules.book import Book
from uth.rules.payoffs import Cards, Result
from uth.rules.schema import BookError
from uth.solver.deals import DEALS, FIVES, SHOWDOWNS
from uth.solver.faults import SolverError
from uth.solver.figures import Figures, class_of, correlated, moments
from uth.solver.stakes import Stakes
from uth.solver.starting_hands import SIZES, hand_number
from uth.solver.terms import SHOWN, SUITS, Side, Terms
from uth.solver.totals import Row
from uth.solver.wagering import terms_of

Gain = tuple[int, int]
"""In parts of the Ante, and in how many deals."""


class Beside(NamedTuple):
    """A side wager for each Ante staked on it."""

    figures: Figures
    if_never_folded: bool
    """The wager can be lost with a fold, and these are the figures of a hand that never folds."""
    correlation: float | None
    """With the base game; None where it is known only once the wager is staked."""


def besides(book: Book, stakes: Stakes, terms: Terms, rows: Iterable[Row]) -> dict[str, Beside]:
    """Those of a book that are not staked, by name; one whose pay table is not chosen, or that the solver
    does not take, is left out."""
    found = {}
    for bet in book.side_bets:
        if stakes.of(bet.name):
            continue
        try:
            own = terms_of(book, Stakes(stakes={bet.name: 1}))
        except (BookError, SolverError):
            continue
        [side] = own.sides
        found[bet.name] = _beside(side, own.unit, terms, rows)
    return found


def _beside(side: Side, unit: int, terms: Terms, rows: Iterable[Row]) -> Beside:
    if side.cards is not Cards.HAND or (side.alive and side.looks_at_result):
        gains = _gains(side, terms)
        return Beside(moments(gains, Fraction(1), unit), side.decides, None)
    by_row = [
        (side.gains[row.qualifies][class_of(side, terms, row, suit)[0]], row, suit)
        for row in rows
        for suit in range(SUITS)
    ]
    own = [
        (by_class[side.class_in(row.hand, suit)], Fraction(row.deals, SUITS), row)
        for by_class, row, suit in by_row
    ]
    base = [terms.base_gain(row.play, row.hand, Result(row.result), bool(row.qualifies)) for _, _, row in own]
    known = correlated((x, gain, deals) for x, (gain, deals, _) in zip(base, own, strict=True))
    return Beside(moments([(gain, deals) for gain, deals, _ in own], Fraction(1), unit), False, known)


def _gains(side: Side, terms: Terms) -> Iterator[tuple[int, Fraction]]:
    """All gains of a wager whose hand is never folded, and how many deals have them."""
    match side.cards:
        case Cards.HOLE:
            for hole, dealer, deals in _holes(side):
                yield side.gains[1][Result.WIN][side.hole_class(hole, dealer)], deals
        case Cards.FLOP:
            for five, ways in FIVES.items():
                for gain in side.by_suit(five, 1, Result.WIN):
                    yield gain, Fraction(ways * DEALS, comb(52, 5) * SUITS)
        case _:
            for (own, dealer, shown), count in SHOWDOWNS.items():
                hand, qualified = side.hand_of(own, dealer, SHOWN[shown]), terms.is_qualified(dealer)
                for gain in side.by_suit(hand, qualified, SHOWN[shown]):
                    yield gain, Fraction(count, SUITS)


def _holes(side: Side) -> Iterator[tuple[int, int | None, Fraction]]:
    """Starting hands, the dealer's where they matter, and in how many deals they meet."""
    holes = comb(52, 2)
    for own, size in enumerate(SIZES):
        deals, met = Fraction(DEALS * size, holes), Fraction(0)
        for dealer, count in meeting(side, own).items():
            share = Fraction(DEALS * count, holes * comb(50, 2))
            met += share
            yield own, dealer, share
        yield own, None, deals - met


def meeting(side: Side, own: int) -> dict[int, int]:
    """By starting hand of the dealer that matters to a wager on this one: how many pairs of holes."""
    if all(own not in holes or dealer is None for holes, dealer in side.holes):
        return {}
    asked = {number for holes, dealer in side.holes if own in holes for number in dealer or ()}
    found: dict[int, int] = {}
    holes = [(x, y) for x in DECK for y in DECK if y < x]
    one = next(hole for hole in holes if hand_number(*hole) == own)
    for hole in holes:
        number = hand_number(*hole)
        if number in asked and not set(hole) & set(one):
            found[number] = found.get(number, 0) + SIZES[own]
    return found
