"""Two seats at one table: the sums over single boards against every pair of holes, one by one."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from uth.bank import seats as module
from uth.bank.seats import PAIRS, Seats, find_seats
from uth.ranking import category, strength
from uth.rules import load_book
from uth.solver import SolverError, solve
from uth.solver.deals import DEALS
from uth.solver.kernels.holes import HOLE_CLASS
from uth.solver.kernels.work import Crew
from uth.solver.playing.boards import LANE_OF, rivers
from uth.solver.playing.pairs import GAINS, PRODUCTS, SQUARES, new_pair_room, new_pair_sums, sum_pairs, whole
from uth.solver.playing.together import number_for, river_decisions, table_of_gains
from uth.solver.playing.worth import Decisions, flop_rows, plays_of
from uth.solver.stakes import Stakes
from uth.solver.terms import Terms
from uth.solver.wagering import terms_of
from uth.strategy import find_strategy
from uth.strategy.deciding import decide_all
from uth.strategy.strategies import RuleStrategy

GAMES: dict[str, tuple[str, list[str], dict[str, Fraction | int]]] = {
    "base game": ("california-shfl", [], {}),
    "Trips that dies with a fold": ("florida", [], {"trips": Fraction(1, 2)}),
    "nobody qualifies below two pair": (
        "california-shfl",
        ["qualifier.hand=two_pair", "blind.flush=7:4"],
        {"trips": 1},
    ),
}


def decided(name: str, settings: list[str], stakes: Stakes, strategy: str) -> tuple[Terms, Decisions]:
    book, crew = load_book(name, settings), Crew()
    found = find_strategy(strategy)
    assert isinstance(found, RuleStrategy)
    terms = terms_of(book, stakes)
    return terms, river_decisions(terms, decide_all(found, solve(book, stakes), crew), crew)


def one_by_one(
    terms: Terms, own: Decisions, cards: list[int], flop: tuple[int, ...], river: int
) -> list[int]:
    """Gains, squares and products of one board and flop, every dealer and every pair of holes visited."""
    table, plays = table_of_gains(terms), len(plays_of(terms))
    live = [card for card in range(52) if card not in cards]
    holes = [(high, low) for low, high in combinations(live, 2)]
    rows = flop_rows(own, Crew(1))
    low, mid, high = flop
    at = high * (high - 1) * (high - 2) // 6 + mid * (mid - 1) // 2 + low
    strengths = np.array([strength((*hole, *cards)) for hole in holes])
    hands = np.array([category(value) for value in strengths.tolist()])
    lanes = LANE_OF[1 if rivers().suited[river] else 0]
    played = []
    for first, second in holes:
        hole = first * (first - 1) // 2 + second
        bet = int(own.preflop[HOLE_CLASS[hole]])
        if bet:
            played.append(terms.preflop.index(bet))
        elif not rows[at, hole]:
            played.append(plays - 3)
        else:
            played.append(plays - 2 if own.river[river, lanes[hole]] else plays - 1)
    play = np.array(played)
    cards_of = np.array(holes)
    apart = (cards_of[:, None, :, None] != cards_of[None, :, None, :]).all(axis=(2, 3))
    shown = np.sign(strengths[:, None] - strengths[None, :]) + 1  # by dealer and hole: 0 the hole wins
    gains = (table[hands[:, None], play[None, :], hands[None, :], shown] * apart).astype(float)
    products = ((gains @ apart) * gains).sum()  # whole numbers far below 2^53
    sums = [int(gains.sum()), int((gains**2).sum()), int(products)]
    return sums


@pytest.mark.parametrize("game", GAMES)
def test_a_board_and_every_pair_of_holes(game: str) -> None:
    name, settings, sides = GAMES[game]
    terms, own = decided(name, settings, Stakes(stakes=dict(sides)), "optimal")
    given, rng = rivers(), np.random.default_rng(len(game))
    table = table_of_gains(terms)
    different, sorts = np.unique(table, axis=0, return_inverse=True)
    before = np.array(
        [[terms.preflop.index(bet) if bet else -1 for bet in own.preflop[HOLE_CLASS].tolist()]], np.int8
    )
    rows = flop_rows(own, Crew())[None]
    for river in rng.choice(len(given.ranks), 3).tolist():
        board = int(given.first[river])
        expected = [0, 0, 0]
        cards = given.cards[board].tolist()
        for flop in combinations(cards, 3):
            for what, amount in enumerate(one_by_one(terms, own, cards, flop, river)):
                expected[what] += amount * int(given.orbit[board])
        alone = given._replace(first=given.first.copy())
        alone.first[river + 1] = board + 1  # this board only
        for number in (np.float64, np.int64):
            sums = new_pair_sums()
            sum_pairs(
                river, river + 1, alone, rows, before, LANE_OF, own.river[None], len(plays_of(terms)),
                sorts.reshape(-1), different.astype(number), new_pair_room(number), sums,
            )  # fmt: skip
            assert [whole(sums, what) for what in (GAINS, SQUARES, PRODUCTS)] == expected


def test_numbers_are_wide_enough_or_refused() -> None:
    assert number_for(1010) is np.float64
    assert number_for(10**6) is np.int64
    with pytest.raises(SolverError, match="rounder"):
        number_for(10**7)


def test_seats_add_up() -> None:
    one = Fraction(1)
    seats = Seats(
        ("a", "b", "a"),
        (-one / 50, -one / 40, -one / 50),
        (24 * one, 20 * one, 24 * one),
        {("a", "a"): 4 * one, ("b", "b"): 3 * one, ("a", "b"): 7 * one / 2},
    )
    assert seats.variance() == 24 + 20 + 24 + 2 * (Fraction(7, 2) + 4 + Fraction(7, 2))
    assert seats.variance([one * 2, one * 0, one * 1]) == 4 * 24 + 24 + 2 * 2 * 4
    assert seats.mean() == -Fraction(2, 50) - Fraction(1, 40)


def test_what_is_kept_is_checked(tmp_path: object) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "kept.seats"
    module._save(path, (1, -(2**70), 3))
    assert module._load(path) == (1, -(2**70), 3)
    path.write_text(path.read_text().replace("3", "4", 1))
    assert module._load(path) is None


def test_what_cannot_be_counted_is_said() -> None:
    with pytest.raises(SolverError, match="flop"):
        find_seats("iowa-catfish-bend", ["optimal"], Stakes(10, progressive=5))


@pytest.mark.slow
def test_the_whole_table_agrees_with_solver_and_simulator() -> None:
    """Half a minute of two cores; the figures of one seat are compared inside."""
    found = find_seats("california-shfl", ["optimal"] * 2)
    alone = solve("california-shfl").together
    assert (found.means[0], found.variances[0]) == (alone.mean, alone.variance)
    assert (found.covariance_between_seats + found.means[0] ** 2).denominator in _divisors(PAIRS * 4)
    assert float(found.correlation) == pytest.approx(0.178250724836)

    from uth.simulate.simulating import prepare
    from uth.simulate.tables import Player, TableSetup

    setup = TableSetup(load_book("california-shfl"), (Player({"ante": 200}),) * 2, free=True)
    seen = prepare(setup).play(20_000_000, 3)
    assert seen.between_seats is not None
    assert seen.between_seats / 200**2 == pytest.approx(float(found.covariance_between_seats), rel=0.02)
    assert (seen.bank_deviation / 200) ** 2 == pytest.approx(float(found.variance()), rel=0.05)


class _divisors:  # noqa: N801
    def __init__(self, whole: int) -> None:
        self.whole = whole

    def __contains__(self, number: int) -> bool:
        return self.whole % number == 0


def test_there_are_so_many_pairs() -> None:
    assert PAIRS == DEALS * 903
