"""The solver against dealers visited one by one."""

import subprocess
import sys
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numba import njit

from tests.drawn import book_named
from tests.solver.games import BOOKS, GAMES, STANDARD, gains, scaled
from tests.solver.plainly import numbers_of, one_flop, whole_game
from uth import Stakes, solve
from uth.cards import parse_cards
from uth.ranking import Category
from uth.rules.payoffs import Cards
from uth.solver import Advisor
from uth.solver.deals import DEALERS, DEALS, DEALS_OF_FLOP, FIVES
from uth.solver.figures import list_outcomes
from uth.solver.kernels import work
from uth.solver.kernels.differences import flop_differences, river_differences
from uth.solver.kernels.flops import CANONICAL, locate
from uth.solver.kernels.holes import (
    CLASS_SIZE,
    HOLE_CLASS,
    HOLE_HIGH,
    HOLE_LOW,
    HOLE_SLOT,
    LANES,
    WIDTH,
    hole_number,
)
from uth.solver.kernels.outcomes import find_outcomes, rows_of
from uth.solver.kernels.plays import FLOP_LEAST, FLOP_MOST, FOLDED, RIVER_MOST
from uth.solver.kernels.rules import PAY_ROWS, compile_rules, settle
from uth.solver.kernels.settling import fill_pays, settle_bets
from uth.solver.kernels.values import Values, choose_before_the_flop, find_values
from uth.solver.kernels.work import Crew
from uth.solver.starting_hands import NAMES
from uth.solver.terms import Side, Terms

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
        flop, hole = draw_flop(rng, kind, len(terms.tags) > 1)
        plain = one_flop(*hole, np.array(flop), nobody, *numbers_of(terms, hole))
        bet, check = on_flop(values, flop, hole)
        assert check == plain[7], (flop, hole)
        if terms.flop:
            assert bet == plain[: len(terms.flop)].max(), (flop, hole)
    choice = choose_before_the_flop(terms, values.preflop_bets, values.preflop_check)
    deals = find_outcomes(terms, values, choice, CREW)
    best = np.concatenate((values.preflop_bets, values.preflop_check[None])).max(axis=0)
    total = sum(int(value) * int(size) for value, size in zip(best, CLASS_SIZE, strict=True))
    outcomes = list_outcomes(terms, rows_of(terms, deals))
    assert deals.sum() == DEALS
    assert (deals >= 0).all()
    assert total == sum(
        o.deals * (o.base + sum(o.gains[side.name] for side in terms.deciding)) for o in outcomes
    )


@pytest.mark.slow
def test_one_hole_over_every_board() -> None:
    """All 2,118,760 boards with all 990 dealers of each, two thousand million hands, for one class."""
    values = find_values(STANDARD, CREW)
    bets, check = whole_game(STANDARD, (parse_cards("9s")[0], parse_cards("8d")[0]))
    number = NAMES.index("98o")
    for multiple, value in zip(STANDARD.preflop, values.preflop_bets[:, number], strict=True):
        assert value == bets[f"bet{multiple}"]
    assert values.preflop_check[number] == check


def test_more_threads_and_wider_numbers_change_nothing() -> None:
    values = find_values(STANDARD, Crew(1))
    big = 10**6
    larger = replace(
        STANDARD,
        unit=STANDARD.unit * big,
        play=scaled(STANDARD.play, big),
        base=scaled(STANDARD.base, big),
    )
    wide = find_values(larger, Crew(3))
    assert values.flop_check.dtype == np.int32
    assert wide.flop_check.dtype == np.int64
    assert (wide.flop_check == values.flop_check.astype(np.int64) * big).all()
    assert (wide.preflop_bets == values.preflop_bets * big).all()
    choice = choose_before_the_flop(STANDARD, values.preflop_bets, values.preflop_check)
    ours, theirs = (
        find_outcomes(t, v, choice, Crew(n)) for t, v, n in ((STANDARD, values, 1), (larger, wide, 3))
    )
    assert (ours == theirs).all()


@pytest.mark.parametrize("name", ["standard", "every hand paid on the flop"])
def test_fewer_workers_for_want_of_memory_change_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    terms = GAMES[name]
    many = find_values(terms, Crew(5))
    choice = choose_before_the_flop(terms, many.preflop_bets, many.preflop_check)
    table = find_outcomes(terms, many, choice, Crew(5))
    monkeypatch.setattr(work, "MOST_MEMORY", 25 * 10**6)
    few = find_values(terms, Crew(5))
    for field in ("preflop_bets", "preflop_check", "flop_bet", "flop_check", "flop_choice"):
        assert (getattr(few, field) == getattr(many, field)).all()
    assert (find_outcomes(terms, few, choice, Crew(5)) == table).all()


def test_a_crew_keeps_within_bounds() -> None:
    assert Crew(10**5).size == work.MOST_THREADS
    assert Crew(0).size == 1
    assert Crew().size <= work.MOST_WORKERS
    assert Crew(8).fitting(1) == 8
    assert Crew(8).fitting(work.MOST_MEMORY // 3) == 3
    assert Crew(8).fitting(10 * work.MOST_MEMORY) == 1


MEMORY = """
import sys
from uth import Stakes, solve
from uth.rules import load_book
book, stakes = load_book("iowa-catfish-bend", sys.argv[1:]), Stakes(10, progressive=5)
solve(book, stakes, cache=False, threads=8, break_even=True)
print(next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM")) // 1024)
"""
TEN_PRIZES = [f"progressive.{hand.key}={20 + hand}:1" for hand in Category]
TWO_MULTIPLES = [f"decisions.{street}=[1,2]" for street in ("flop", "river")]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("settings", [[], [*TEN_PRIZES, *TWO_MULTIPLES]], ids=["Iowa", "most prizes"])
def test_memory_stays_bounded_on_many_threads(settings: list[str]) -> None:
    told = subprocess.run(
        [sys.executable, "-c", MEMORY, *settings], check=True, capture_output=True, text=True
    )
    assert int(told.stdout) < 1000, "megabytes"


def test_kernels_tell_few_weights_apart() -> None:
    """Prizes that nobody folds weigh the same; of small ones there are as many as kernels have room for."""
    ten = GAMES["every hand paid on the flop"]
    assert len(ten.tags) == 10
    assert ten.planes == (1, 2)
    lines = tuple(((hole,), None) for hole in range(40))
    by_hole = tuple([-1000 - hole for hole in range(40)] + [-1000] for _ in range(3))
    fine = Side("fine", 1000, Cards.HOLE, gains([*by_hole, [-1100] * 41]), holes=lines)
    many = replace(
        STANDARD, unit=2000, play=scaled(STANDARD.play, 1000), base=scaled(STANDARD.base, 1000), sides=(fine,)
    )
    assert len(many.planes) == 40
    with pytest.raises(ValueError, match="40 different weights"):
        compile_rules(many)


def test_ten_prizes_of_a_book() -> None:
    """With no prize folded and no bet unmade every one is paid as often as its five cards come."""
    hands = [f"progressive.{hand.key}={(20, 2, 3, 4, 5, 6, 7, 8, 9, 10)[hand]}:1" for hand in Category]
    solution = solve(book_named("iowa-catfish-bend", *hands), Stakes(progressive=1))
    assert round(float(solution.total_loss), 6) == -10.036008
    paid = dict.fromkeys(solution.terms.flop_class, 0)
    for outcome in solution.outcomes:
        paid[outcome.prize] += outcome.deals
    for hand in Category:
        assert paid[solution.terms.flop_class[hand]] == 10 * FIVES[hand] * DEALS_OF_FLOP


compiled: Any = njit(cache=False)
"""Parts of kernels are plain Python by themselves."""


def test_one_formula_settles_every_bet() -> None:
    """The vectors of the whole game, the count of one hole and the comparison, against the plain formula."""
    rng = np.random.default_rng(23)
    for terms in GAMES.values():
        rules = compile_rules(terms)
        number = rules.pays.dtype
        kind = rng.integers(0, 20, WIDTH).astype(np.uint8)
        won = rng.integers(0, 900, LANES)
        lost = np.minimum(990 - won, rng.integers(0, 900, LANES))
        weak = np.minimum(won, rng.integers(0, 900, LANES))
        counts = np.concatenate((won, lost, weak)).astype(np.int32)
        lane_pays, nothing = np.zeros(PAY_ROWS * WIDTH, number), np.zeros(3 * WIDTH, number)
        compiled(fill_pays)(kind, rules.pays, lane_pays)
        row, bet, live = np.zeros(2 * LANES, number), np.zeros(LANES, number), np.full(LANES, -1, number)
        compiled(settle_bets)(0, 4, True, counts, lane_pays, nothing, live, rules.numbers, row, bet)
        each = compile_rules(terms, np.int64, dealers=1)
        play_win, play_lose, ante_win, ante_lose = each.numbers.tolist()[:4]
        for lane in range(LANES):
            hand, strong = int(kind[lane % WIDTH]) >> 1, int(kind[lane % WIDTH]) & 1
            per_win, per_loss, fixed, _ = each.pays[:, hand].tolist()
            beaten, beating, low = int(won[lane]), int(lost[lane]), int(weak[lane])
            even = play_win, play_lose, ante_win, ante_lose
            lead, side = settle(beaten, beating, low, strong, 990, *even, per_win, per_loss, 990 * fixed)
            assert (row[lane], row[LANES + lane]) == (lead, side)
            best = max(side + multiple * lead for multiple in terms.river)
            assert bet[lane] == best


@pytest.mark.parametrize("name", ["standard", "Trips in Florida", "Iowa's progressive"])
@pytest.mark.parametrize("kind", ["98o", "K2s"])
def test_outcomes_of_one_class(name: str, kind: str) -> None:
    """With every other class bet before the flop, what is bet later or folded is this class alone."""
    (book, stakes), terms, number = BOOKS[name], GAMES[name], NAMES.index(kind)
    values = find_values(terms, CREW)
    choice = np.where(np.arange(len(NAMES)) == number, 0, max(terms.preflop))
    later = find_outcomes(terms, values, choice, CREW)[:, FLOP_MOST:].sum(axis=(0, 1, 2, 4))
    hole = int(np.argmax(number == HOLE_CLASS))
    first, second = int(HOLE_HIGH[hole]), int(HOLE_LOW[hole])
    counted = Advisor(book, stakes, few=0).advise((first, second)).counts["check"]
    assert later.tolist() == [int(CLASS_SIZE[number]) * count for count in counted]


def test_rivers_that_differ() -> None:
    """Against a game that never bets at the river these are the bets; against one that always does, folds."""
    terms = GAMES["Trips in Florida"]
    values = find_values(terms, CREW)
    choice = choose_before_the_flop(terms, values.preflop_bets, values.preflop_check)
    deals = find_outcomes(terms, values, choice, CREW)
    never, always = (
        replace(terms, base=tuple((*rows[:3], (fold,) * 10) for rows in terms.base), sides=())
        for fold in (1000, -1000)
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


@pytest.mark.parametrize("name", ["standard", "odd odds, two multiples on each street"])
def test_flops_that_differ(name: str) -> None:
    """Against a game without a bet on the flop these are the bets of either size."""
    terms = GAMES[name]
    values, never = find_values(terms, CREW), find_values(replace(terms, flop=()), CREW)
    choice = choose_before_the_flop(terms, values.preflop_bets, values.preflop_check)
    bets = find_outcomes(terms, values, choice, CREW)[:, FLOP_MOST : FLOP_LEAST + 1].sum()
    assert flop_differences(values, never, choice) == bets // DEALS_OF_FLOP


def test_flops_find_their_form() -> None:
    seen = np.zeros(len(CANONICAL.cards), np.int64)
    for flop in combinations(range(52), 3):
        seen[locate(flop)[0]] += 1
    assert len(seen) == 1755
    assert (seen == CANONICAL.orbit).all()
