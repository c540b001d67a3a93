"""The best rules over cells of which each gains something when it is bet.

The best single rule is found by looking at all of them: for every three features the gains are added up by
their values, and from that table every combination of conditions is read off. Several rules are found one
after another; then each is taken out and replaced by the best one beside the others, until nothing improves.
So a card is the best that no change of one rule can improve; it is not proven to be the best of all.

Gains are whole numbers below 2**53 in sum, so that sums of floats, which are fast, are exact.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from uth.solver.kernels.arrays import Array
from uth.strategy.features import COUNTS_ABOVE, FEATURES, NONE, PLACE, Kind, Street
from uth.strategy.rules import Condition, Rule, at_least, at_most


class Axis(NamedTuple):
    """One feature: its values, and the conditions that can be made of it."""

    codes: Array
    """By cell: the place of its value."""
    forms: Array
    """By condition and value: whether it holds; the first holds always."""
    conditions: tuple[Condition | None, ...]


class Found(NamedTuple):
    """A rule and what it gains."""

    gain: float
    rule: Rule


class Field:
    """The cells of one street."""

    def __init__(self, features: Array, street: Street) -> None:
        self.features = features
        self.street = street
        self.axes = [
            _axis(features[:, PLACE[f.name]], f.name, f.kind) for f in FEATURES if street in f.streets
        ]
        self.triples = list(combinations(range(len(self.axes)), 3))

    def decided(self, rules: Sequence[Rule]) -> Array:
        """By cell: whether the first rule that matches bets it."""
        bet = np.zeros(len(self.features), bool)
        for rule in reversed(rules):
            bet[self.covers(rule)] = rule.bets
        return bet

    def covers(self, rule: Rule) -> Array:
        """By cell: whether it meets the conditions."""
        bet = np.ones(len(self.features), bool)
        for condition in rule.conditions:
            values = self.features[:, PLACE[condition.feature]]
            bet &= ((values >= condition.least) & (values <= condition.most)) != condition.negated
        return bet

    def best_rule(self, gains: Array) -> Found:
        """The rule that gains most; of equal ones, that with fewest conditions."""
        matters = gains.nonzero()[0]
        weights = gains[matters].astype(np.float64)
        codes = [axis.codes[matters].astype(np.int64) for axis in self.axes]
        best, found = 0.0, Rule(())
        for a, b, c in self.triples:
            first, second, third = self.axes[a], self.axes[b], self.axes[c]
            shape = first.forms.shape[1], second.forms.shape[1], third.forms.shape[1]
            at = (codes[a] * shape[1] + codes[b]) * shape[2] + codes[c]
            table = np.bincount(at, weights, shape[0] * shape[1] * shape[2])
            table = first.forms @ table.reshape(shape[0], -1)
            table = np.matmul(second.forms, table.reshape(-1, shape[1], shape[2]))
            table = np.matmul(table, third.forms.T)
            top = table.max()
            if top < best:
                continue
            for place in np.argwhere(table == top)[:50]:
                picked = [axis.conditions[i] for axis, i in zip((first, second, third), place, strict=True)]
                rule = Rule(tuple(condition for condition in picked if condition is not None))
                if rule.conditions and (top > best or len(rule.conditions) < len(found.conditions)):
                    best, found = float(top), rule
        return Found(best, found)


def _axis(values: Array, name: str, kind: Kind) -> Axis:
    different, codes = np.unique(values, return_inverse=True)
    conditions: list[Condition | None] = [None]
    if kind is Kind.FLAG:
        conditions += [Condition(name, 1, 1), Condition(name, 0, 0)]
    else:
        for value in different.tolist():
            conditions += [at_least(name, value), at_most(name, value)]
            conditions += [Condition(name, value, value), Condition(name, value, value, negated=True)]
    seen: dict[bytes, tuple[Array, Condition | None]] = {}
    for condition in conditions:
        holds = np.array(
            [condition is None or condition.holds({name: value}) for value in different.tolist()]
        )
        if holds.any() and not (condition is not None and _says_nothing(condition, kind)):
            seen.setdefault(holds.tobytes(), (holds, condition))
    forms = np.array([holds for holds, _ in seen.values()], np.float64)
    return Axis(codes.astype(np.int16), forms, tuple(condition for _, condition in seen.values()))


def _says_nothing(condition: Condition, kind: Kind) -> bool:
    """Whether it asks for the value of a pair or a draw that is not there; other features say that better."""
    if kind is Kind.RANK:
        return condition.least == condition.most == 0
    return condition.feature in COUNTS_ABOVE and condition.least == condition.most == NONE


def total(field: Field, gains: Array, rules: Sequence[Rule]) -> int:
    """What the rules gain together."""
    return int(gains[field.decided(rules)].sum())


def best_at(field: Field, gains: Array, rules: Sequence[Rule], place: int, bets: bool) -> Found:
    """The rule, one that bets or one that does not, that gains most at this place among the others."""
    before = np.zeros(len(gains), bool)
    for rule in rules[:place]:
        before |= field.covers(rule)
    after = field.decided(rules[place:])
    found = field.best_rule(np.where(before | (after == bets), 0, gains if bets else -gains))
    return Found(found.gain, found.rule._replace(bets=bets))


def put_in(field: Field, gains: Array, rules: list[Rule]) -> list[Rule]:
    """The rules with the best further one, at its best place; the same rules if none gains."""
    best, chosen = Found(0.0, Rule(())), 0
    for place in range(len(rules) + 1):
        for bets in (True, False):
            if (
                place and rules[place - 1].bets == bets
            ):  # behind a rule of its kind it does the same as before it
                continue
            found = best_at(field, gains, rules, place, bets)
            if found.gain > best.gain:
                best, chosen = found, place
    return [*rules[:chosen], best.rule, *rules[chosen:]] if best.gain > 0 else rules


def improve(
    field: Field, gains: Array, rules: list[Rule], told: Callable[[], None] = lambda: None
) -> list[Rule]:
    """Take one rule out at a time and put the best one in, at any place, until nothing is better."""
    value, since, number = total(field, gains, rules), 0, 0
    while since < len(rules):
        number %= len(rules)
        other = put_in(field, gains, rules[:number] + rules[number + 1 :])
        told()
        since, number = since + 1, number + 1
        if (better := total(field, gains, other)) > value:
            rules, value, since = other, better, 0
    return rules


def frontier(
    field: Field, gains: Array, most: int, told: Callable[[], None] = lambda: None
) -> list[tuple[int, list[Rule]]]:
    """By number of rules, from none to `most`: what the best card found gains, and the card."""
    found: list[tuple[int, list[Rule]]] = [(0, [])]
    for _ in range(most):
        rules = put_in(field, gains, found[-1][1])
        told()
        if len(rules) == len(found[-1][1]):
            break
        rules = improve(field, gains, rules, told)
        found.append((total(field, gains, rules), rules))
    return found
