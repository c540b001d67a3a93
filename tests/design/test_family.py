"""Tables of a family against each of them solved by itself."""

import random
from fractions import Fraction

import pytest

from uth.design.designing import STEPS, Design, Target, design, falls, read_vary
from uth.design.family import Family, Odds
from uth.ranking import Category
from uth.rules import load_book
from uth.solver import SolverError, solve

C = Category


@pytest.fixture(scope="module")
def family() -> Family:
    return Family(load_book("california-shfl"))


def drawn(family: Family, rng: random.Random) -> Odds:
    """Odds of all kinds, also for quads, with which the play changes."""
    return family.with_odds(
        {
            C.ROYAL_FLUSH: Fraction(rng.randint(50, 1000)),
            C.STRAIGHT_FLUSH: Fraction(rng.randint(10, 200)),
            C.FOUR_OF_A_KIND: Fraction(rng.randint(1, 80), 2),
            C.FULL_HOUSE: Fraction(rng.randint(2, 12), 2),
            C.FLUSH: Fraction(rng.randint(2, 6), 2),
            C.STRAIGHT: Fraction(rng.randint(0, 4), 2),
        }
    )


def settings_for(odds: Odds) -> list[str]:
    hands = [hand for hand in STEPS if hand is not C.THREE_OF_A_KIND]
    said = {hand: odds[hand] or None for hand in hands}
    return [
        f"blind.{hand.key}={'none' if own is None else f'{own.numerator}:{own.denominator}'}"
        for hand, own in said.items()
    ]


def test_two_hundred_tables_and_some_of_them_solved_alone(family: Family) -> None:
    rng = random.Random(3)
    tables = [drawn(family, rng) for _ in range(200)]
    found = family.solve_all(tables)
    assert family.solves < 60
    extremes = sorted(found, key=lambda one: one.odds[C.FOUR_OF_A_KIND] or 0)
    for one in (*extremes[:2], *extremes[-2:], found[17], found[101]):
        alone = solve(load_book("california-shfl", settings_for(one.odds)), cache=False)
        assert one.house_edge == alone.house_edge
        assert one.choices() == {name: choices.best for name, choices in alone.preflop.items()}
        assert one.figures.variance == alone.together.variance
        assert one.figures.hit_frequency == alone.together.hit_frequency
        assert one.figures.average_bet == alone.together.average_bet


def test_lines_that_are_folded_change_the_play(family: Family) -> None:
    """A pair pays: then almost every decision moves, and each table is solved by itself."""
    tables = [family.with_odds({C.ONE_PAIR: Fraction(n, 4), C.TWO_PAIR: Fraction(1)}) for n in range(3)]
    for one in family.solve_all(tables):
        value, choice = Family(family.book)._value(one.odds)
        assert (-one.house_edge * 27_813_810_024_000, one.preflop) == (value, choice)


def found_for(
    family: Family, *targets: str, vary: str = "blind.flush blind.straight", rank: str = "fewest"
) -> Design:
    return design(family, read_vary(family, vary.split()), [Target.read(text) for text in targets], rank)


def test_targets_are_met_and_ranked(family: Family) -> None:
    found = found_for(family, "edge=1.9..2.3", rank="closest")
    assert found.candidates == 17  # five flushes by four straights, less three that pay a straight more
    edges = [float(one.measure("edge")) for one in found.found]
    assert all(1.9 <= edge <= 2.3 for edge in edges)
    assert [abs(edge - 2.1) for edge in edges] == sorted(abs(edge - 2.1) for edge in edges)
    assert found_for(family, "edge=2.18..2.19").found[0].changed == 0
    calm = found_for(family, "deviation=..4.95", rank="calm").found
    deviations = [one.measure("deviation") for one in calm]
    assert deviations == sorted(deviations)
    assert not found_for(family, "edge=90..91").found


def test_bad_targets_and_lines_are_refused(family: Family) -> None:
    for text in ("edge", "luck=1", "edge=2..1", "edge=1/0"):
        with pytest.raises(ValueError, match=text.partition("=")[0]):
            Target.read(text)
    with pytest.raises(SolverError) as refused:
        read_vary(family, ["trips.flush", "blind.flush=x", "blind.one_pair", "blind.straight=1:1"])
    assert len(refused.value.faults) == 3
    with pytest.raises(SolverError, match="below zero"):
        family.solve_all([family.with_odds({C.FLUSH: Fraction(-1)})])


def test_better_hands_pay_no_less(family: Family) -> None:
    assert falls(family.odds)
    assert not falls(family.with_odds({C.STRAIGHT: Fraction(2)}))
