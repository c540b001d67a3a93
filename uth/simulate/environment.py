"""A Gymnasium environment over the same table that people play at. Needs the extra ``uth[rl]``.

Observation: seven cards (hole, then board; 52 where none is known yet) and the street. Action: an index
into ``actions``; ``info["action_mask"]`` says which are legal, and an illegal one plays the published
default of a time-out. Reward: the round's net in Antes at its end; ``info["net"]`` has it in cents.
"""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from uth.game.round import BETS, Choice
from uth.rules import Book, load_book
from uth.rules.money import Cents
from uth.simulate.solo import Solo

ACTIONS = (Choice.CHECK, Choice.FOLD, *BETS[:4])
"""Those of the usual game; a book with larger multiples has more."""
UNKNOWN = 52

Observation = np.ndarray[Any, np.dtype[np.int64]]


class UltimateEnv(gymnasium.Env[Observation, np.int64]):
    """One round an episode."""

    metadata = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        book: Book | str = "iowa-catfish-bend",
        ante: Cents = 1000,
        side: Mapping[str, Cents] | None = None,
    ) -> None:
        rules = load_book(book) if isinstance(book, str) else book
        self.solo = Solo(rules, ante, side)
        largest = max((*rules.decisions.preflop, *rules.decisions.flop, *rules.decisions.river))
        self.actions = (*ACTIONS, *BETS[4:largest])
        self.action_space = spaces.Discrete(len(self.actions))
        self.observation_space = spaces.MultiDiscrete([53] * 7 + [4])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.solo.deal([int(card) for card in self.np_random.permutation(52)])
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        choice, legal = self.actions[int(action)], self.solo.choices
        seen = self._observation()
        self.solo.decide(choice if choice in legal else legal[0])
        over = not self.solo.choices
        reward = self.solo.net / self.solo.ante if over else 0.0
        return (seen if over else self._observation()), reward, over, False, self._info()

    def _observation(self) -> Observation:
        cards = [*self.solo.hole, *self.solo.table.board]
        street = {0: 0, 3: 1, 5: 2}[len(self.solo.table.board)] if self.solo.choices else 3
        return np.array([*cards, *[UNKNOWN] * (7 - len(cards)), street], dtype=np.int64)

    def _info(self) -> dict[str, Any]:
        legal = self.solo.choices
        mask = np.array([action in legal for action in self.actions], dtype=np.int8)
        return {"action_mask": mask, "net": self.solo.net}
