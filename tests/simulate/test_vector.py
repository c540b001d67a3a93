"""The vector environment plays the same game as the single one, and as the simulator."""

import numpy as np
import pytest

from tests.simulate.test_rounds import DECISIONS
from uth.game import Round, Spot, settle
from uth.rules import load_book
from uth.simulate.environment import UltimateEnv
from uth.simulate.tables import TableError
from uth.simulate.vector import UltimateVectorEnv


def test_every_reward_is_what_the_game_pays() -> None:
    book = load_book("california-shfl")
    envs = UltimateVectorEnv(64, book, side={"trips": 500})
    rng = np.random.default_rng(2)
    _, info = envs.reset(seed=4)
    rounds = 0
    for _ in range(40):
        live = envs._street != 3
        before = envs._cards.copy()
        actions = np.array(
            [rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in info["action_mask"]]
        )
        seen, reward, over, cut, info = envs.step(actions)
        assert not cut.any()
        assert envs.observation_space.contains(seen)
        for at in np.flatnonzero(over & live):
            deck = before[at].tolist()
            multiple = int(actions[at]) - 1 if actions[at] > 1 else 0
            spot = Spot(
                seat=1,
                hole=tuple(deck[7:9]),
                stakes={"ante": 1000, "blind": 1000, "trips": 500},
                decisions=DECISIONS[multiple],
            )
            played = Round(
                board=tuple(deck[:5]),
                bank_hand=tuple(deck[5:7]) if multiple else None,
                spots=(spot,),
                bank_seat=2,
                bank_wager=10**7,
            )
            after = settle(book, played).net_after_fees
            assert after is not None
            assert reward[at] == after[1] / 1000
            rounds += 1
    assert rounds > 500


def test_spaces_and_masks_are_those_of_the_single_environment() -> None:
    one, many = UltimateEnv(), UltimateVectorEnv(3)
    assert many.single_action_space == one.action_space
    assert many.single_observation_space == one.observation_space
    _, single = one.reset(seed=1)
    _, several = many.reset(seed=1)
    assert (several["action_mask"] == single["action_mask"]).all()


def test_a_seed_starts_anew_and_a_round_begins_after_it_is_over() -> None:
    envs = UltimateVectorEnv(5)
    first, _ = envs.reset(seed=9)
    fold = np.ones(5, np.int64)
    checks = np.zeros(5, np.int64)
    envs.step(checks)
    envs.step(checks)
    _, reward, over, _, _ = envs.step(fold)
    assert over.all()
    assert (reward == -2).all()
    seen, reward, over, _, info = envs.step(checks)
    assert not over.any()
    assert not reward.any()
    assert (seen[:, 7] == 0).all()
    assert info["action_mask"][0].tolist() == [1, 0, 0, 0, 1, 1]
    again, _ = envs.reset(seed=9)
    assert (first == again).all()
    assert (seen != again).any()


def test_what_it_cannot_play_is_said() -> None:
    with pytest.raises(TableError, match="Progressive"):
        UltimateVectorEnv(2, side={"progressive": 500})
