"""Games that have little in common, to prove that no figure is tied to one of them."""

from collections.abc import Sequence
from dataclasses import replace

from tests.drawn import book_named
from uth.ranking import FIRST_STRENGTH, Category
from uth.rules import Book
from uth.rules.payoffs import Cards
from uth.solver import Stakes
from uth.solver.terms import Gains, Side, Terms
from uth.solver.wagering import terms_of

BOOKS: dict[str, tuple[Book, Stakes]] = {
    "standard": (book_named("california-shfl"), Stakes()),
    "no qualifier, no flop bet": (
        book_named("california-shfl", "qualifier.hand=none", "decisions.flop=[]", "decisions.preflop=[4]"),
        Stakes(),
    ),
    "odd odds, two multiples on each street": (
        book_named(
            "california-shfl",
            "blind.full_house=7:3",
            "blind.straight_flush=60:1",
            "payout.rounding=down_to_unit",
            "play.pays=6:5",
            "ante.pays=2:1",
            "decisions.preflop=[2,5]",
            "decisions.flop=[1,3]",
            "decisions.river=[1,2]",
        ),
        Stakes(),
    ),
    "Trips in Florida": (book_named("florida"), Stakes(trips=1)),
    "Trips that push below the table": (
        book_named("florida", "trips.win_below_table=push", "trips.on_tie=table"),
        Stakes(trips="3/2"),
    ),
    "Iowa's progressive": (
        book_named("iowa-catfish-bend"),
        Stakes(10, progressive=5, meters={"major": 52000, "minor": "4319.95"}),
    ),
}

Table = Sequence[Sequence[int]]


def gains(table: Table, qualified: Table | None = None) -> Gains:
    """By result and hand, against a dealer who does not qualify and against one who does."""
    unqualified = tuple(map(tuple, table))
    return unqualified, unqualified if qualified is None else tuple(map(tuple, qualified))


def even(win: int, tie: int, lose: int, fold: int) -> Table:
    """The same with every hand."""
    return [(amount,) * len(Category) for amount in (win, tie, lose, fold)]


def scaled(table: Gains, by: int) -> Gains:
    return tuple(tuple(tuple(by * amount for amount in row) for row in rows) for rows in table)


def added(*tables: Table) -> Table:
    return [[sum(column) for column in zip(*rows, strict=True)] for rows in zip(*tables, strict=True)]


def with_ante(blind: Table, ante: Sequence[int]) -> Gains:
    """A base game of two wagers: the second by result, which an unqualified dealer takes only from folds."""
    return gains(added(blind, even(0, 0, 0, ante[3])), added(blind, even(*ante)))


GAMES: dict[str, Terms] = {name: terms_of(*game) for name, game in BOOKS.items()}
STANDARD = GAMES["standard"]
BLIND = [[pay - (0 if result < 3 else -2) for pay in row] for result, row in enumerate(STANDARD.base[0])]
EVERY_HAND = Side(
    "every",
    2,
    Cards.FLOP,
    gains([[prize - 2 for prize in (10, 9, 8, 1, 2, 3, 4, 5, 6, 7)]] * 3 + [[-2] * 10]),
)
GAMES |= {
    "pays on ties, losses and folds": replace(
        STANDARD,
        unit=3,
        base=with_ante(
            (
                (1, 2, 3, 4, 5, 6, 7, 8, 9, 500),
                (0, 1, 2, 0, -1, 2, 3, 4, 5, 6),
                (-3, -3, -2, -1, 0, 4, 8, 10, 20, 30),
                (-6, -5, -4, -4, 0, 0, 3, 3, 3, 3),
            ),
            (3, 0, -3, 0),
        ),
        play=gains(even(3, 0, -3, -3)),
        qualifies=FIRST_STRENGTH[Category.TWO_PAIR],
        preflop=(),
        river=(1, 3),
    ),
    "a flush to qualify": replace(STANDARD, qualifies=FIRST_STRENGTH[Category.FLUSH] + 700),
    "every hand paid on the flop": replace(STANDARD, sides=(EVERY_HAND,), flop=(1, 2)),
}
