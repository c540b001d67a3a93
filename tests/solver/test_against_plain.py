"""The solver against dealers visited one by one."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from tests.solver.games import BOOKS, GAMES, STANDARD
from tests.solver.plainly import numbers_of, one_flop, whole_game
from uth.cards import parse_cards
from uth.solver import Advisor
from uth.solver.deals import DEALERS, DEALS, DEALS_OF_FLOP
from uth.solver.figures import list_outcomes
from uth.solver.kernels.differences import flop_differences, river_differences
from uth.solver.kernels.flops import CANONICAL, locate
from uth.solver.kernels.holes import (
    CLASS_NAMES,
    CLASS_SIZE,
    HOLE_CLASS,
    HOLE_HIGH,
    HOLE_LOW,
    HOLE_SLOT,
    hole_number,
)
from uth.solver.kernels.outcomes import find_outcomes
from uth.solver.kernels.plays import FLOP_MOST, FOLDED, RIVER_MOST
from uth.solver.kernels.settling import compile_rules
from uth.solver.kernels.values import Values, find_values
from uth.solver.kernels.work import Crew
from uth.solver.solution import choose_before_the_flop
from uth.solver.terms import NO_WAGER, Terms

CREW = Crew()
any_game = pytest.mark.parametrize("terms", GAMES.values(), ids=GAMES.keys())


def draw_flop(rng: np.random.Generator, kind: int, paid: bool) -> tuple[tuple[int, ...], tuple[int, int]]:
    """A flop and a hole: any, of one suit, or with a pair; where flops are paid, often one that is."""
    while True:
        cards = [int(card) for card in rng.permutation(52)[:5]]
        if kind % 3 == 1:
            cards[:3] = [card >> 2 << 2 | 1 for card in cards[:3]]
        if kind % 3 == 2:
            cards[0] = cards[1] ^ int(rng.integers(1, 4))
        if paid and kind % 2:
            cards[3] = cards[0] ^ int(rng.integers(1, 4))
            cards[4] = cards[0] ^ int(rng.integers(1, 4))
        if len(set(cards)) == 5:
            return tuple(cards[:3]), (cards[3], cards[4])


def on_flop(values: Values, flop: tuple[int, ...], hole: tuple[int, int]) -> tuple[int, int]:
    number, suits = locate(flop)
    slot = HOLE_SLOT[hole_number(*(card >> 2 << 2 | suits[card & 3] for card in hole))]
    return int(values.flop_bet[number].flat[slot]), int(values.flop_check[number].flat[slot])


@any_game
def test_flops_dealer_by_dealer(terms: Terms) -> None:
    """Both choices of holes on flops of every suit pattern; and the outcomes add up to the values."""
    values = find_values(terms, CREW)
    rng = np.random.default_rng(7)
    nobody = np.zeros(0, np.int64)
    for kind in range(24):
        flop, hole = draw_flop(rng, kind, any(terms.prizes))
        plain = one_flop(*hole, np.array(flop), nobody, *numbers_of(terms))
        bet, check = on_flop(values, flop, hole)
        assert check == plain[7], (flop, hole)
        if terms.flop:
            assert bet == plain[: len(terms.flop)].max(), (flop, hole)
    choice = choose_before_the_flop(terms, values.preflop_bets, values.preflop_check)
    deals = find_outcomes(terms, values, choice, CREW)
    best = np.concatenate((values.preflop_bets, values.preflop_check[None])).max(axis=0)
    total = sum(int(value) * int(size) for value, size in zip(best, CLASS_SIZE, strict=True))
    outcomes = list_outcomes(terms, deals)
    assert deals.sum() == DEALS
    assert (deals >= 0).all()
    assert total == sum(o.deals * (o.base + o.progressive + o.trips * terms.trips_decides) for o in outcomes)


@pytest.mark.slow
def test_one_hole_over_every_board() -> None:
    """All 2,118,760 boards with all 990 dealers of each, two thousand million hands, for one class."""
    values = find_values(STANDARD, CREW)
    bets, check = whole_game(STANDARD, (parse_cards("9s")[0], parse_cards("8d")[0]))
    number = CLASS_NAMES.index("98o")
    for multiple, value in zip(STANDARD.preflop, values.preflop_bets[:, number], strict=True):
        assert value == bets[f"bet{multiple}"]
    assert values.preflop_check[number] == check


def test_more_threads_and_wider_numbers_change_nothing() -> None:
    values = find_values(STANDARD, Crew(1))
    big = 10**6
    scaled = replace(
        STANDARD,
        unit=STANDARD.unit * big,
        ante=tuple(big * amount for amount in STANDARD.ante),
        play=tuple(big * amount for amount in STANDARD.play),
        blind=tuple(tuple(big * amount for amount in row) for row in STANDARD.blind),  # type: ignore[arg-type]
    )
    wide = find_values(scaled, Crew(3))
    assert values.flop_check.dtype == np.int32
    assert wide.flop_check.dtype == np.int64
    assert (wide.flop_check == values.flop_check.astype(np.int64) * big).all()
    assert (wide.preflop_bets == values.preflop_bets * big).all()
    choice = choose_before_the_flop(STANDARD, values.preflop_bets, values.preflop_check)
    ours, theirs = (
        find_outcomes(t, v, choice, Crew(n)) for t, v, n in ((STANDARD, values, 1), (scaled, wide, 3))
    )
    assert (ours == theirs).all()


@pytest.mark.parametrize("name", ["standard", "Trips in Florida", "Iowa's progressive"])
@pytest.mark.parametrize("kind", ["98o", "K2s"])
def test_outcomes_of_one_class(name: str, kind: str) -> None:
    """With every other class bet before the flop, what is bet later or folded is this class alone."""
    (book, stakes), terms, number = BOOKS[name], GAMES[name], CLASS_NAMES.index(kind)
    values = find_values(terms, CREW)
    choice = np.where(np.arange(len(CLASS_NAMES)) == number, 0, max(terms.preflop))
    later = find_outcomes(terms, values, choice, CREW)[:, FLOP_MOST:].sum(axis=(0, 1, 2, 4))
    hole = int(np.argmax(number == HOLE_CLASS))
    first, second = int(HOLE_HIGH[hole]), int(HOLE_LOW[hole])
    counted = Advisor(book, stakes).advise((first, second)).counts["check"]
    assert later.tolist() == [int(CLASS_SIZE[number]) * count for count in counted]


def test_rivers_that_differ() -> None:
    """Against a game that never bets at the river these are the bets; against one that always does, folds."""
    terms = GAMES["Trips in Florida"]
    values = find_values(terms, CREW)
    choice = choose_before_the_flop(terms, values.preflop_bets, values.preflop_check)
    deals = find_outcomes(terms, values, choice, CREW)
    never, always = (
        replace(terms, blind=(*terms.blind[:3], (fold,) * 10), trips=NO_WAGER) for fold in (1000, -1000)
    )
    folds = river_differences(terms, values, choice, always, CREW)
    assert folds == deals[:, FOLDED].sum() // DEALERS
    assert river_differences(terms, values, choice, never, CREW) == deals[:, RIVER_MOST].sum() // DEALERS
    assert river_differences(terms, values, choice, terms, CREW) == 0
    # A Trips wager that dies with a fold only ever adds bets to those of the base game.
    base = terms.base_game()
    number = values.rules.pays.dtype.type
    played_as_base = replace(values, rules=compile_rules(base, number))
    base_folds = river_differences(base, played_as_base, choice, always, CREW)
    assert river_differences(terms, values, choice, base, CREW) == base_folds - folds


def test_flops_that_differ() -> None:
    terms = STANDARD
    values, never = find_values(terms, CREW), find_values(replace(terms, flop=()), CREW)
    choice = choose_before_the_flop(terms, values.preflop_bets, values.preflop_check)
    bets = find_outcomes(terms, values, choice, CREW)[:, FLOP_MOST].sum()
    assert flop_differences(values, never, choice) == bets // DEALS_OF_FLOP


def test_flops_find_their_form() -> None:
    seen = np.zeros(len(CANONICAL.cards), np.int64)
    for flop in combinations(range(52), 3):
        seen[locate(flop)[0]] += 1
    assert len(seen) == 1755
    assert (seen == CANONICAL.orbit).all()
