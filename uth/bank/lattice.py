"""Sums of many rounds: sessions, ruin, and how much money a risk needs.

What a round brings is put on a lattice: every amount is split between its two neighbors so that the mean
stays what it is, and the variance grows by less than a step squared. Then

- the sum of n rounds is the n-th power of one round's Fourier transform;
- whether somebody with bankroll B is ruined within n rounds is asked for all B at once. The largest loss so
  far has the same distribution as the walk that is held at zero, W' = max(0, W - X) (a row of rounds read
  backwards is as likely as forwards), so n convolutions give the chance of ruin for every B;
- without an end, ruin is at most exp(-R B), where R > 0 is the root of E[exp(-R X)] = 1 (Lundberg).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from math import exp, isfinite, log, sqrt
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
STEPS_PER_DEVIATION = 60
"""How fine a lattice is."""
MOST_BINS = 1 << 22
Told = Callable[[float], object]


@dataclass(frozen=True, eq=False)
class Amounts:
    """What one round brings to somebody: amounts, and the chance of each."""

    amounts: Array
    chances: Array

    @classmethod
    def of(cls, pairs: Iterable[tuple[float, float]]) -> "Amounts":
        """From amounts and weights."""
        found = sorted(pairs)
        weights = np.array([weight for _, weight in found], float)
        return cls(np.array([amount for amount, _ in found], float), weights / weights.sum())

    @cached_property
    def mean(self) -> float:
        return float(self.amounts @ self.chances)

    @cached_property
    def variance(self) -> float:
        return float((self.amounts - self.mean) ** 2 @ self.chances)

    @property
    def deviation(self) -> float:
        return sqrt(self.variance)

    def fitted(self, mean: float, variance: float | None = None) -> "Amounts":
        """With chances changed a little so that mean and variance are those that are known exactly."""
        away = self.amounts - self.mean
        second, third, fourth = (float(away**power @ self.chances) for power in (2, 3, 4))
        shift = mean - self.mean
        if variance is not None and second > 0:
            # weights 1 + a x + b (x^2 - second): keeps the sum, moves the first two moments
            want = np.array([shift, variance + shift**2 - second])
            matrix = np.array([[second, third], [third, fourth - second**2]])
            a, b = np.linalg.solve(matrix, want) if np.linalg.det(matrix) > 0 else (0.0, 0.0)
            weights = 1 + a * away + b * (away**2 - second)
            if (weights > 0).all():
                return Amounts(self.amounts, self.chances * weights)
        weights = 1 + (shift / second if second else 0) * away
        return Amounts(self.amounts, self.chances * weights) if (weights > 0).all() else self

    def quantile(self, share: float) -> float:
        """The least amount that is not passed in this share of all cases."""
        at = int(np.searchsorted(np.cumsum(self.chances), share - 1e-12))
        return float(self.amounts[min(at, len(self.amounts) - 1)])

    def below(self, amount: float) -> float:
        """The chance of less than this."""
        return float(self.chances[self.amounts < amount].sum())

    def lundberg(self) -> float | None:
        """R > 0 with E[exp(-R X)] = 1; None where the mean is not above zero, or nothing can be lost."""
        if self.mean <= 0 or self.amounts[0] >= 0:
            return None

        def excess(rate: float) -> float:
            most = -rate * self.amounts
            top = float(most.max())
            return top + log(float(np.exp(most - top) @ self.chances))

        low, high = 0.0, 2 * self.mean / self.variance if self.variance else 1.0
        while excess(high) < 0:
            low, high = high, 2 * high
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if excess(middle) < 0 else (low, middle)
        return (low + high) / 2


@dataclass(frozen=True, eq=False)
class Lattice:
    """One round on a lattice: chances of `first * step`, `(first + 1) * step` and so on."""

    step: float
    first: int
    chances: Array

    @classmethod
    def of(cls, amounts: Amounts, step: float | None = None) -> "Lattice":
        """With so many steps in a deviation that the shape is kept."""
        step = step or amounts.deviation / STEPS_PER_DEVIATION or 1.0
        places = amounts.amounts / step
        low = np.floor(places + 1e-9).astype(np.int64)
        up = np.clip(places - low, 0.0, 1.0)
        first = int(low.min())
        chances = np.zeros(int(low.max()) - first + 2)
        np.add.at(chances, low - first, amounts.chances * (1 - up))
        np.add.at(chances, low - first + 1, amounts.chances * up)
        return cls(step, first, chances)

    def after(self, rounds: int) -> Amounts:
        """The sum of so many rounds; what lies beyond a hundred deviations comes back at the other end, where
        nobody will see it."""
        places = np.arange(len(self.chances)) + self.first
        mean = float(places @ self.chances)
        spread = sqrt(float((places - mean) ** 2 @ self.chances))
        reach = int(100 * spread * sqrt(rounds)) + 2 * len(self.chances) + 10
        size = 1 << min(max(8, reach.bit_length()), MOST_BINS.bit_length() - 1)
        if len(self.chances) > size:
            raise ValueError("the lattice is too fine for these amounts")
        power = np.fft.rfft(self.chances, size) ** rounds
        found = np.clip(np.fft.irfft(power, size), 0.0, None)
        center = round(mean * rounds) - self.first * rounds
        found = np.roll(found, size // 2 - center % size)
        amounts = (np.arange(size) - size // 2 + center + self.first * rounds) * self.step
        return Amounts(amounts, found / found.sum())

    def worst_losses(self, rounds: int, most: float, told: Told = lambda share: None) -> Amounts:
        """The largest loss at any time within so many rounds; all from `most` on are one."""
        held = np.zeros(int(most / self.step) + 2)
        held[0] = 1.0
        size = 1 << (len(held) + len(self.chances) - 2).bit_length()
        # W - X: the chances read backwards
        turned = np.fft.rfft(self.chances[::-1], size)
        shift = -(self.first + len(self.chances) - 1)
        for number in range(rounds):
            moved = np.fft.irfft(np.fft.rfft(held, size) * turned, size)[: len(held) + len(self.chances) - 1]
            fresh = np.zeros_like(held)
            places = np.arange(len(moved)) + shift
            fresh[0] = moved[places <= 0].sum()
            inside = (places > 0) & (places < len(held) - 1)
            fresh[places[inside]] = moved[inside]
            fresh[-1] = moved[places >= len(held) - 1].sum()
            held = np.clip(fresh, 0.0, None)
            if number % 50 == 0:
                told(number / rounds)
        return Amounts(np.arange(len(held)) * self.step, held / held.sum())

    def doubles(self, bankroll: float) -> tuple[float, float]:
        """The chance to double a bankroll before it is gone, and how many rounds that takes on average.

        From a state the chance is that of winning at once, plus that of every state that comes next times its
        own chance: a system of linear equations, and so for the rounds.
        """
        width = max(2, round(bankroll / self.step))
        states = np.arange(1, 2 * width)  # what is owned, in steps
        moves = states[None, :] - states[:, None] - self.first
        known = (moves >= 0) & (moves < len(self.chances))
        to = np.where(known, self.chances[np.clip(moves, 0, len(self.chances) - 1)], 0.0)
        above = np.concatenate((np.cumsum(self.chances[::-1])[::-1], [0.0]))
        wins_at_once = above[np.clip(2 * width - states - self.first, 0, len(self.chances))]
        sides = np.stack((wins_at_once, np.ones(len(states))), axis=1)
        found = np.linalg.solve(np.eye(len(states)) - to, sides)
        return float(found[width - 1, 0]), float(found[width - 1, 1])


def bankroll_for(losses: Amounts, risk: float) -> float | None:
    """The least bankroll that is lost with no more than this chance; None if it was not followed so far."""
    beyond = 1 - np.cumsum(losses.chances) + losses.chances  # chance of a loss of this or more
    fits = np.flatnonzero(beyond <= risk)
    return float(losses.amounts[fits[0]]) if len(fits) and fits[0] < len(losses.amounts) - 1 else None


def ruin(losses: Amounts, bankroll: float) -> float:
    """The chance to lose a bankroll."""
    return float(losses.chances[losses.amounts >= bankroll - 1e-9].sum())


def lundberg_bankroll(rate: float | None, risk: float) -> float | None:
    """What it takes to stay below a risk for ever, at most."""
    return -log(risk) / rate if rate and isfinite(rate) and rate > 0 else None


def lundberg_ruin(rate: float | None, bankroll: float) -> float:
    """The most that ruin without an end can come to; certain where nothing is won on average."""
    return exp(-rate * bankroll) if rate else 1.0
