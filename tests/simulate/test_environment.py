"""The solo table and the Gymnasium environment over it."""

import runpy
import warnings
from pathlib import Path

import numpy as np
import pytest

from tests.drawn import CHOSEN
from uth.rules import load_book
from uth.simulate.environment import ACTIONS, UltimateEnv
from uth.simulate.solo import Solo
from uth.strategy import basic

LIMITS = ["limits.ante=[5, 50]", "limits.trips=[5, 50]", 'fees.rates=[{least = "5", bank = "1"}]']
ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("name", CHOSEN)
def test_a_hundred_rounds_of_every_book(name: str) -> None:
    more = LIMITS if name == "california-bally" else LIMITS[:2] if name == "florida" else []
    solo = Solo(load_book(name, [*CHOSEN[name], *more]), ante=1000, side={"trips": 500})
    rng = np.random.default_rng(7)
    for _ in range(100):
        solo.deal([int(card) for card in rng.permutation(52)])
        while solo.choices:
            solo.decide(basic(solo.hole, solo.table.board, solo.choices))
    assert solo.table.round == 100
    assert sum(solo.table.accounts.values()) == 0


def test_gymnasium_finds_no_fault() -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(UltimateEnv(), skip_render_check=True)


def test_an_episode_ends_with_the_net_in_antes() -> None:
    env = UltimateEnv("california-shfl", ante=1000)
    observation, info = env.reset(seed=5)
    assert list(observation[2:]) == [52] * 5 + [0]
    assert [ACTIONS[n] for n in np.flatnonzero(info["action_mask"])] == ["check", "bet3", "bet4"]
    observation, reward, over, _, info = env.step(np.int64(ACTIONS.index("bet4")))
    assert over
    assert reward == info["net"] / 1000
    assert not info["action_mask"].any()


def test_an_illegal_action_plays_the_published_default() -> None:
    env = UltimateEnv()
    env.reset(seed=1)
    observation, _, over, _, _ = env.step(np.int64(ACTIONS.index("fold")))
    assert not over
    assert observation[-1] == 1


def test_the_same_seed_deals_the_same_cards() -> None:
    env = UltimateEnv()
    assert (env.reset(seed=3)[0] == env.reset(seed=3)[0]).all()


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / "loop.py"))
    assert "100 rounds" in capsys.readouterr().out
