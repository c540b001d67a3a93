"""The best rules over cells, against all rules tried one by one; and the shipped card."""

import random
from itertools import product

import numpy as np

from uth.solver import Solution
from uth.solver.kernels.arrays import Array
from uth.strategy.covering import Field, frontier, total
from uth.strategy.features import COUNT, FEATURES, PLACE, Street
from uth.strategy.registry import shipped
from uth.strategy.rules import Condition, Rule
from uth.strategy.valuing import value_under


def a_field(cells: int, seed: int) -> tuple[Field, Array]:
    draw = random.Random(seed)
    features = np.zeros((cells, COUNT), np.uint8)
    for feature in FEATURES:
        if feature.name in ("hidden", "outs", "high", "board"):
            features[:, PLACE[feature.name]] = [
                draw.randint(0, 1) if feature.name == "hidden" else draw.randint(2, 4) for _ in range(cells)
            ]
    return Field(features, Street.RIVER), np.array([draw.randint(-9, 9) for _ in range(cells)])


def test_the_best_rule_is_the_best_of_all() -> None:
    for seed in range(3):
        field, gains = a_field(60, seed)
        axes = [axis.conditions for axis in field.axes if len(axis.conditions) > 1]
        best = 0
        for picked in product(*axes):
            conditions = tuple(condition for condition in picked if isinstance(condition, Condition))
            if len(conditions) <= 3:
                best = max(best, total(field, gains, [Rule(conditions)]))
        assert field.best_rule(gains).gain == best


def test_more_rules_never_gain_less() -> None:
    field, gains = a_field(200, 7)
    found = [gain for gain, _ in frontier(field, gains, 4)]
    assert found == sorted(found)
    assert all(gain == total(field, gains, rules) for gain, rules in frontier(field, gains, 2))


def test_the_short_card_costs_less_than_half_of_basic(base_game: Solution) -> None:
    short, basic = (value_under(shipped(name), base_game) for name in ("short", "basic"))
    assert shipped("short").rule_count <= shipped("basic").rule_count
    assert 2 * short.cost < basic.cost
