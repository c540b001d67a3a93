"""The GPU gives the processor's integers. Without a CUDA device only its tables are checked."""

import os
import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from math import comb
from pathlib import Path

import numpy as np
import pytest

from uth.ranking import Category
from uth.rules import load_book
from uth.solver import SolverError, Stakes, solve
from uth.solver.gpu import tables
from uth.solver.kernels import engine as processor
from uth.solver.kernels.holes import LANES, OUT, PAIR_AT, SPARE, WIDTH
from uth.solver.kernels.work import Crew
from uth.solver.wagering import terms_of

# numba-cuda 0.30 uses what NumPy 2.5 frowns at
pytestmark = pytest.mark.filterwarnings("ignore:The 'generic' unit for NumPy timedelta:DeprecationWarning")

GAMES = [
    ("california-shfl", [], Stakes()),
    ("florida", [], Stakes(trips=Fraction(1))),
    ("florida", ["trips.win_below_table=push"], Stakes(trips=Fraction(1, 2))),
    ("iowa-catfish-bend", [], Stakes(ante=Fraction(5), progressive=Fraction(5))),
    ("california-shfl", ["qualifier.hand=two_pair", "decisions.flop=[]"], Stakes()),
    ("california-shfl", ["decisions.flop=[1,3]", "decisions.river=[1,2]", "play.pays=6:5"], Stakes()),
    (
        "iowa-catfish-bend",
        [*(f"progressive.{hand.key}={20 - hand}:1" for hand in Category), "decisions.flop=[1,2]"],
        Stakes(progressive=1),
    ),
]


@pytest.mark.parametrize(("name", "settings", "stakes"), GAMES)
def test_the_same_integers_as_the_processor(name: str, settings: list[str], stakes: Stakes) -> None:
    try:
        gpu = import_module("uth.solver.gpu.engine")
    except ImportError as missing:
        pytest.skip(f"needs a GPU: {missing}")
    terms, crew = terms_of(load_book(name, settings), stakes), Crew()
    ours, theirs = gpu.find_values(terms, crew), processor.find_values(terms, crew)
    for table in ("flop_choice", "flop_bet", "flop_check", "preflop_bets", "preflop_check"):
        live = theirs.flop_choice != 255 if table in ("flop_bet", "flop_check") else ...
        assert (getattr(ours, table)[live] == getattr(theirs, table)[live]).all(), table


def test_the_kernels_in_a_simulator() -> None:
    """A few blocks of them, on machines without a GPU."""
    root = Path(__file__).parents[2]
    env = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": str(root)}
    call = [sys.executable, "-m", "tests.solver.simulated"]
    told = subprocess.run(call, cwd=root, env=env, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr


def test_without_a_gpu_one_clear_sentence() -> None:
    try:
        import_module("uth.solver.gpu.engine")
    except ImportError:
        with pytest.raises(SolverError, match="no GPU support is installed or found here"):
            solve("california-shfl", device="gpu", cache=False)


def test_the_cases_of_a_view_are_all_its_run_outs() -> None:
    """For a hole that is not in the way, weights add up to the run-outs that make three of the suit."""
    starts, cases, weights = tables.view_entries()
    assert tables.CASES == 36_608
    assert cases.max() == tables.CASES - 1
    lane = OUT * WIDTH + PAIR_AT[12, 12]  # two aces outside the suit
    spare = SPARE.reshape(-1, LANES)[:, lane].astype(int)
    for view, expected in ((0, comb(12, 2)), (len(starts) - 2, None)):
        total = 0
        for one, other, on_flop in weights[starts[view] : starts[view + 1]].tolist():
            free = spare[one] - on_flop if one != tables.NOTHING else 1
            if other == one != tables.NOTHING:
                total += free * (free - 1) // 2
            else:
                total += free * (spare[other] if other != tables.NOTHING else 1)
        outside = 3 * 13 - 2
        assert total == (expected or comb(outside, 2) + 10 * outside + comb(10, 2))


def test_lanes_are_symmetric() -> None:
    assert (tables.LANE_AT == tables.LANE_AT.T).all()
    assert len(np.unique(tables.LANE_AT)) == 91 + 169 + 91
