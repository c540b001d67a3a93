"""Many tables at once for learners: a Gymnasium vector environment on the simulator's kernels.

Needs the extra ``uth[rl]``. Observations, actions and rewards are those of
:class:`uth.simulate.environment.UltimateEnv`. A round that is over begins anew with the next step, whose
action does not count (Gymnasium's NEXT_STEP). The arrays that a step gives back are fresh copies unless
``copy=False``.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from uth.rules import Book, load_book
from uth.rules.money import Cents
from uth.simulate.kernels.dealing import key_of
from uth.simulate.kernels.deciding import Played
from uth.simulate.kernels.rounds import SIMPLE
from uth.simulate.kernels.stepping import (
    CARDS,
    CHECK_ACTION,
    FIRST_BET,
    FOLD_ACTION,
    OVER,
    begin_rounds,
    step_rounds,
)
from uth.simulate.tables import Player, TableError, TableSetup, plan_of

Array = np.ndarray[Any, np.dtype[Any]]


class UltimateVectorEnv(VectorEnv[Array, Array, Array]):
    """One player at each of many tables with ample banks."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int,
        book: Book | str = "iowa-catfish-bend",
        ante: Cents = 1000,
        side: Mapping[str, Cents] | None = None,
        *,
        copy: bool = True,
    ) -> None:
        rules = load_book(book) if isinstance(book, str) else book
        setup = TableSetup(rules, (Player({rules.main.name: ante, **(side or {})}),))
        nothing = np.zeros((1, 1, 1), np.uint64)
        self._plan = plan_of(
            setup, Played(np.zeros((1, 1), np.int8), nothing, nothing, np.zeros(2, np.int64))
        )
        if not self._plan.numbers[SIMPLE]:
            raise TableError(["a wager looks at other cards than the player's hand, or payouts are limited"])
        self.num_envs, self.ante, self._copy = num_envs, ante, copy
        decisions = rules.decisions
        streets = (decisions.preflop, decisions.flop, decisions.river)
        largest = max(max(multiples, default=0) for multiples in streets)
        count = max(4, largest) + FIRST_BET
        offered = np.zeros((4, count), np.int8)
        for street, multiples in enumerate(streets):
            offered[street, FOLD_ACTION if street == 2 else CHECK_ACTION] = 1
            for multiple in multiples:
                offered[street, FIRST_BET + multiple - 1] = 1
        self._offered = offered
        asked = [street for street in range(3) if streets[street]]
        self._first = asked[0]
        self._next = np.array(
            [min(later for later in asked if later > street) if street < 2 else OVER for street in range(3)]
        )
        self.single_action_space = spaces.Discrete(count)
        self.single_observation_space = spaces.MultiDiscrete([53] * 7 + [4])
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._key = key_of(0)
        self._number = np.arange(num_envs, dtype=np.int64)
        self._cards = np.zeros((num_envs, CARDS), np.uint8)
        self._street = np.full(num_envs, OVER, np.int64)
        self._deck = np.zeros(52, np.uint8)
        self._seen = np.zeros((num_envs, 8), np.int64)
        self._mask = np.zeros((num_envs, count), np.int8)
        self._reward = np.zeros(num_envs)
        self._over = np.zeros(num_envs, np.bool_)
        self._never = np.zeros(num_envs, np.bool_)
        self._fee = int(self._plan.fee[0, 0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin everywhere, or where `options["reset_mask"]` says; a seed starts the cards anew."""
        super().reset(seed=seed)
        if seed is not None:
            self._key = key_of(seed)
            self._number[:] = np.arange(self.num_envs)
        elif self._key == key_of(0) and not self._number.any():
            self._key = key_of(int(self.np_random.integers(2**63)))
        which = (options or {}).get("reset_mask")
        everywhere = np.ones(self.num_envs, np.bool_)
        begin_rounds(
            self._key,
            everywhere if which is None else np.asarray(which, np.bool_),
            self._number,
            self._cards,
            self._street,
            self._first,
            self._offered,
            self._deck,
            self._seen,
            self._mask,
        )
        return self._given(self._seen), self._info()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """One decision at every table."""
        step_rounds(
            self._key,
            np.ascontiguousarray(actions, dtype=np.int64),
            self._number,
            self._cards,
            self._street,
            self._first,
            self._next,
            self._offered,
            self._deck,
            self._plan,
            self._fee,
            float(self.ante),
            self._seen,
            self._mask,
            self._reward,
            self._over,
        )
        given = (self._given(array) for array in (self._seen, self._reward, self._over, self._never))
        seen, reward, over, never = given
        return seen, reward, over, never, self._info()

    def _given(self, array: Array) -> Array:
        return array.copy() if self._copy else array

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._given(self._mask)}
