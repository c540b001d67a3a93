"""A thousand Blind tables, exactly, against solving each of them, in the same run."""

import random
from fractions import Fraction
from time import perf_counter

from uth.design.family import Family, Odds
from uth.ranking import Category
from uth.rules import load_book

TABLES = 1000
ALONE = 20


def drawn(family: Family, rng: random.Random) -> Odds:
    """Any odds, also for quads, with which the play changes."""
    return family.with_odds(
        {
            Category.ROYAL_FLUSH: Fraction(rng.randint(100, 1000)),
            Category.STRAIGHT_FLUSH: Fraction(rng.randint(20, 100)),
            Category.FOUR_OF_A_KIND: Fraction(rng.randint(4, 60), 2),
            Category.FULL_HOUSE: Fraction(rng.randint(2, 10), 2),
            Category.FLUSH: Fraction(rng.randint(2, 6), 2),
            Category.STRAIGHT: Fraction(rng.randint(0, 4), 2),
        }
    )


def main() -> None:
    """Print seconds, and the ratio."""
    book, rng = load_book("california-shfl"), random.Random(1)
    tables = [drawn(Family(book), rng) for _ in range(TABLES)]
    Family(book).solve_all(tables[:2])  # compiled and loaded
    family = Family(book)
    start = perf_counter()
    found = family.solve_all(tables)
    together = perf_counter() - start
    alone = Family(book)
    start = perf_counter()
    values = [alone._value(odds) for odds in tables[:ALONE]]
    each = (perf_counter() - start) / ALONE
    assert all(
        -value / 27_813_810_024_000 == one.house_edge for (value, _), one in zip(values, found, strict=False)
    )
    print(f"{TABLES:,} tables: {together:.2f} s, {family.solves} solves; edge and pre-flop choices of each")
    print(f"one solve: {each * 1000:.0f} ms; ratio to solving each: {each * TABLES / together:.0f}x")


if __name__ == "__main__":
    main()
