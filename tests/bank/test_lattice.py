"""Sessions and ruin against walks with known answers."""

from itertools import product
from math import comb

import numpy as np
import pytest

from uth.bank.lattice import Amounts, Lattice, bankroll_for, lundberg_bankroll, lundberg_ruin, ruin

COIN = Amounts.of([(1, 0.55), (-1, 0.45)])


def test_a_coin_is_binomial() -> None:
    after = Lattice.of(COIN, 1.0).after(10)
    for heads in range(11):
        place = np.flatnonzero(np.abs(after.amounts - (2 * heads - 10)) < 1e-9)
        assert after.chances[place].sum() == pytest.approx(
            comb(10, heads) * 0.55**heads * 0.45 ** (10 - heads)
        )
    assert after.mean == pytest.approx(1.0)


def test_every_way_through_six_rounds() -> None:
    odd = Amounts.of([(-3, 0.2), (-1, 0.3), (1, 0.4), (4, 0.1)])
    losses = Lattice.of(odd, 1.0).worst_losses(6, 30)
    for bankroll in range(1, 15):
        lost = 0.0
        for path in product(range(4), repeat=6):
            chance, owned, gone = 1.0, bankroll, False
            for step in path:
                chance *= odd.chances[step]
                owned += int(odd.amounts[step])
                gone = gone or owned <= 0
            lost += chance * gone
        assert ruin(losses, bankroll) == pytest.approx(lost)


def test_a_gambler_with_a_coin() -> None:
    """The classic: with p > q the chance to reach 2B before 0 is 1 / (1 + (q/p)^B)."""
    chance, rounds = Lattice.of(COIN, 1.0).doubles(10)
    ratio = 0.45 / 0.55
    assert chance == pytest.approx(1 / (1 + ratio**10))
    assert rounds == pytest.approx((20 * chance - 10) / 0.1)


def test_ruin_for_ever_of_a_coin() -> None:
    rate = COIN.lundberg()
    assert rate == pytest.approx(np.log(0.55 / 0.45))
    assert lundberg_ruin(rate, 7) == pytest.approx((0.45 / 0.55) ** 7)
    assert lundberg_bankroll(rate, 0.01) == pytest.approx(-np.log(0.01) / rate)
    assert Amounts.of([(1, 0.45), (-1, 0.55)]).lundberg() is None


def test_the_bankroll_keeps_the_risk() -> None:
    losses = Lattice.of(COIN, 1.0).worst_losses(200, 100)
    needed = bankroll_for(losses, 0.01)
    assert needed is not None
    assert ruin(losses, needed) <= 0.01 < ruin(losses, needed - 1)
    assert bankroll_for(Lattice.of(COIN, 1.0).worst_losses(200, 3), 0.01) is None


def test_a_coarse_lattice_keeps_the_mean() -> None:
    odd = Amounts.of([(-7.3, 0.31), (0.4, 0.5), (12.9, 0.19)])
    coarse = Lattice.of(odd, 1.7)
    places = (np.arange(len(coarse.chances)) + coarse.first) * coarse.step
    assert places @ coarse.chances == pytest.approx(odd.mean)
    assert odd.variance <= (places - odd.mean) ** 2 @ coarse.chances < odd.variance + 1.7**2


def test_chances_are_fitted_to_what_is_known() -> None:
    odd = Amounts.of([(-7.3, 0.31), (0.4, 0.5), (12.9, 0.19)])
    better = odd.fitted(odd.mean + 0.05, odd.variance * 1.01)
    assert better.mean == pytest.approx(odd.mean + 0.05)
    assert better.variance == pytest.approx(odd.variance * 1.01)
    assert better.chances.sum() == pytest.approx(1)
