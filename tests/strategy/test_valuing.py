"""Values over all deals: against the solver, public figures, plain visits and chance."""

import random
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from uth.ranking import category, strength
from uth.rules.payoffs import Result
from uth.solver import Solution, solve
from uth.solver.kernels.holes import hole_number
from uth.solver.kernels.work import Crew
from uth.solver.playing.boards import LANE_OF, rivers
from uth.solver.playing.worth import NOTHING, Decisions, find_worth, sum_runouts
from uth.strategy.deciding import by_hole, decide_all, optimal_chart, optimal_flops
from uth.strategy.functions import read_functions
from uth.strategy.registry import shipped
from uth.strategy.sampling import sample
from uth.strategy.valuing import value_under


@pytest.mark.parametrize("book", ["california-shfl", "florida"])
def test_optimal_play_is_worth_what_the_solver_says(book: str) -> None:
    solution = solve(book)
    found = value_under(shipped("optimal"), solution)
    assert found.house_edge == solution.house_edge
    assert not found.losses
    rows = {(o.play, o.hand, o.result, o.dealer_qualifies): o.deals for o in solution.base_outcomes if o.play}
    assert {(o.play, o.hand, o.result, o.dealer_qualifies): o.deals for o in found.outcomes if o.play} == rows


@pytest.mark.parametrize(
    ("name", "percent", "digits"),
    [
        ("basic", 2.40, 2),  # Wizard of Odds; the reading built here, 2.4027 %
        ("three-times", 9.858, 3),  # Jacobson
        ("never-raises", 15.497, 3),
        ("always-raises", 40.705, 3),
    ],
)
def test_published_figures(name: str, percent: float, digits: int, base_game: Solution) -> None:
    found = value_under(shipped(name), base_game)
    assert round(float(found.house_edge * 100), digits) == percent
    assert sum(found.deals_by_play.values()) == base_game.deals
    assert sum(loss.cost for loss in found.losses) == found.cost


def test_basic_strategy_to_the_last_deal(base_game: Solution) -> None:
    found = value_under(shipped("basic"), base_game)
    assert found.house_edge == Fraction(668_292_056_928, 27_813_810_024_000)
    assert list(found.deals_by_play) == [4, 2, 1, 0]
    again = value_under(shipped("basic"), base_game, threads=1)
    assert again.outcomes == found.outcomes


def test_rivers_against_dealers_visited_one_by_one(base_game: Solution) -> None:
    """What a bet gains more than a fold, and how many holes come unbet, on drawn boards."""
    draw, given, terms = random.Random(4), rivers(), base_game.terms
    decisions = decide_all(shipped("basic"), base_game, Crew())
    worth = find_worth(terms, decisions, Crew())
    for _ in range(12):
        board = draw.randrange(len(given.cards))
        cards = given.cards[board].tolist()
        river = int(np.searchsorted(given.first, board, side="right") - 1)
        left = [card for card in range(52) if card not in cards]
        hole = draw.sample(left, 2)
        own, gain = strength((*hole, *cards)), 0
        for dealer in combinations([card for card in left if card not in hole], 2):
            other = strength((*dealer, *cards))
            result = Result.WIN if own > other else Result.LOSE if own < other else Result.TIE
            qualified = other >= terms.qualifies
            gain += terms.base_gain(1, category(own), result, qualified)
            gain -= terms.base_gain(0, category(own), Result.FOLD, qualified)
        lane = LANE_OF[int(given.suited[river] > 0), hole_number(*hole)]
        assert worth.advantage[river, lane] == gain, (hole, cards)


def test_holes_that_come_unbet(base_game: Solution) -> None:
    """Counted plainly, hole by hole and flop by flop, on drawn rivers."""
    draw, given, plays = random.Random(5), rivers(), shipped("basic").player()
    worth = find_worth(base_game.terms, decide_all(shipped("basic"), base_game, Crew()), Crew())
    for river in draw.sample(range(len(given.ranks)), 2):
        lanes = LANE_OF[int(given.suited[river] > 0)]
        expected = np.zeros(worth.unbet.shape[1], np.int64)
        for board in range(given.first[river], given.first[river + 1]):
            cards = given.cards[board].tolist()
            for hole in combinations([card for card in range(52) if card not in cards], 2):
                if draw_skips(plays, hole):
                    continue
                checked = sum(
                    plays(hole, flop, ["check", "bet2"]) == "check" for flop in combinations(cards, 3)
                )
                expected[lanes[hole_number(*hole)]] += checked * given.orbit[board]
        assert (worth.unbet[river] == expected).all()


def draw_skips(plays, hole: tuple[int, ...]) -> bool:  # type: ignore[no-untyped-def]
    """Whether a hole is bet before the flop."""
    return bool(plays(hole, (), ["check", "bet3", "bet4"]) != "check")


def test_sums_over_run_outs_are_the_solvers(base_game: Solution) -> None:
    """The value of a check is that of the better of bet and fold, over all run-outs."""
    nobody = Decisions(optimal_chart(base_game), optimal_flops(base_game), NOTHING)
    advantage = find_worth(base_game.terms, nobody, Crew()).advantage
    gains = sum_runouts(np.maximum(advantage, 0), Crew())
    fold = base_game.terms.base[0][Result.FOLD][0] * 1081 * 990
    check = by_hole(base_game.flops.check)
    live = check != 0
    assert ((gains + fold)[live] == check[live]).all()


@pytest.mark.parametrize("name", ["basic", "calls-everything"])
def test_chance_agrees(name: str, base_game: Solution) -> None:
    exact = value_under(shipped(name), base_game)
    found = sample(shipped(name).player(), base_game, 15_000, seed=7)
    assert abs(found.mean + float(exact.house_edge)) < 4 * found.standard_error


ALWAYS_CALLS = '''"""Checks twice, then bets pairs."""
import numpy as np

def preflop(hole):
    return np.where(hole[:, 0] >> 2 == hole[:, 1] >> 2, 4, 0)

def flop(hole, board):
    return np.zeros(len(hole), bool)

def river(hole, board):
    return {river}
'''


def test_functions_that_know_suits_are_sampled(tmp_path: Path, base_game: Solution) -> None:
    file = tmp_path / "suits.py"
    file.write_text(ALWAYS_CALLS.replace("{river}", "hole[:, 0] & 3 == 0"))
    found = value_under(read_functions(file), base_game)
    assert not found.exact
    assert found.sample is not None
    assert found.sample.standard_error > 0


@pytest.mark.slow
def test_a_function_is_played_exactly(tmp_path: Path, base_game: Solution) -> None:
    file = tmp_path / "calls.py"
    file.write_text(ALWAYS_CALLS.replace("{river}", "np.ones(len(hole), bool)"))
    found = value_under(read_functions(file), base_game)
    same = tmp_path / "calls.toml"
    same.write_text('[preflop]\nbet4 = "22+"\n[[river]]\nwhen = "always"\n')
    from uth.strategy.reading import read_file

    assert found.exact
    assert found.house_edge == value_under(read_file(same), base_game).house_edge
