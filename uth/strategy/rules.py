"""Rules: conditions over features, and what is done with the hands that meet them.

A rule has one to three conditions, each a comparison of one feature with one value. The first rule of the
street whose conditions a hand meets decides it: most rules bet, some check (on the river, fold). A hand that
no rule decides is checked, or folded on the river.
"""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import NamedTuple

from uth.cards import RANKS
from uth.ranking import Category
from uth.rules.schema import HAND_KEYS, HAND_NAMES
from uth.strategy.features import COUNTS_ABOVE, FEATURES, NONE, PLACE, Feature, Kind, Street

MOST_CONDITIONS = 3
ALWAYS = "always"
"""A rule without conditions."""
HIGHEST = 255
"""No feature is larger."""

_FORM = re.compile(r"\s*(not\s+)?([a-z_]+)\s*(?:(>=|<=|==|=|!=|<|>)\s*(\S+))?\s*")


class Condition(NamedTuple):
    """A feature within a range of values, or outside of it."""

    feature: str
    least: int
    most: int
    negated: bool = False

    def holds(self, seen: Mapping[str, int]) -> bool:
        """Whether a hand with these features meets it."""
        return (self.least <= seen[self.feature] <= self.most) is not self.negated

    def __str__(self) -> str:
        kind = FEATURES[PLACE[self.feature]].kind
        if kind is Kind.FLAG:
            return self.feature if (self.least == 1) is not self.negated else f"not {self.feature}"
        if self.least == self.most:
            return f"{self.feature} {'!=' if self.negated else '='} {show_value(kind, self.least)}"
        if self.most >= _highest(self.feature):
            return f"{self.feature} >= {show_value(kind, self.least)}"
        return f"{self.feature} <= {show_value(kind, self.most)}"


class Rule(NamedTuple):
    """What is done with hands that meet all conditions."""

    conditions: tuple[Condition, ...]
    says: str = ""
    """In words, for people; if empty, the conditions are shown."""
    bets: bool = True
    """Else it checks, or folds on the river."""

    def holds(self, seen: Mapping[str, int]) -> bool:
        """Whether it decides a hand with these features."""
        return all(condition.holds(seen) for condition in self.conditions)

    @property
    def text(self) -> str:
        """The conditions as they are written."""
        return ", ".join(map(str, self.conditions)) or ALWAYS

    def __str__(self) -> str:
        return self.says or self.text


def at_least(feature: str, bar: int) -> Condition:
    """The feature is there and at least so much."""
    return Condition(feature, max(bar, _lowest(feature)), _highest(feature))


def at_most(feature: str, bar: int) -> Condition:
    """The feature is there and at most so much."""
    return Condition(feature, _lowest(feature), min(bar, _highest(feature)))


def _lowest(feature: str) -> int:
    """The least value that says something: a rank of 0 is that of a pair or draw that is not there."""
    return 2 if FEATURES[PLACE[feature]].kind is Kind.RANK else 0


def _highest(feature: str) -> int:
    """A count of better cards is `NONE` where there is nothing to compare."""
    return NONE - 1 if feature in COUNTS_ABOVE else HIGHEST


def parse_condition(text: object, street: Street) -> Condition:
    """What is written, or a ValueError that says what is wrong with it."""
    if not isinstance(text, str):
        raise ValueError(f'{text!r}: a condition is a text in quotes, such as "outs < 21"')
    form = _FORM.fullmatch(text)
    if not form:
        raise ValueError(f'"{text}": a condition is a feature, a sign and a value, such as "outs < 21"')
    negated, name, sign, written = form.groups()
    feature = _feature(name, street)
    if feature.kind is Kind.FLAG:
        if sign:
            raise ValueError(f'"{text}": write "{name}" or "not {name}"')
        return Condition(name, 0 if negated else 1, 0 if negated else 1)
    if negated or not sign:
        raise ValueError(
            f'"{text}": {name} is compared with {feature.kind.value}, such as "{name} >= {_example(feature)}"'
        )
    value = read_value(feature, written)
    match sign:
        case ">=" | ">":
            return at_least(name, value + (sign == ">"))
        case "<=" | "<":
            return at_most(name, value - (sign == "<"))
        case "!=":
            return Condition(name, value, value, negated=True)
    return Condition(name, value, value)


def _feature(name: str, street: Street) -> Feature:
    known = [feature.name for feature in FEATURES if street in feature.streets]
    if name in known:
        return FEATURES[PLACE[name]]
    if name in PLACE:
        raise ValueError(f"{name} is not known on the {street.value}")
    near = get_close_matches(name, known, 1)
    hint = f"; did you mean {near[0]}?" if near else f"; on the {street.value} there are {', '.join(known)}"
    raise ValueError(f'no feature "{name}"{hint}')


def _example(feature: Feature) -> str:
    return {Kind.RANK: "T", Kind.HAND: "two_pair"}.get(feature.kind, "2")


def read_value(feature: Feature, written: str) -> int:
    """The number behind a rank, a hand or a number."""
    if feature.kind is Kind.HAND:
        key = HAND_NAMES.get(written, written)
        if key not in HAND_KEYS:
            raise ValueError(f'"{written}" is not a hand: {feature.name} is one of {", ".join(HAND_KEYS)}')
        return HAND_KEYS[key]
    if feature.kind is Kind.RANK and written.upper() in RANKS:
        return RANKS.index(written.upper()) + 2
    if feature.kind is Kind.RANK or not written.isdecimal() or int(written) > 50:
        raise ValueError(f'"{written}": {feature.name} is compared with {feature.kind.value}')
    return int(written)


def show_value(kind: Kind, value: int) -> str:
    """A value as it is written in a rule."""
    if kind is Kind.HAND:
        return Category(value).key
    if kind is Kind.RANK:
        return RANKS[value - 2] if 2 <= value <= 14 else str(value)
    return str(value)


def as_numbers(rules: tuple[Rule, ...]) -> list[list[list[int]]]:
    """For the kernels: by rule and condition the feature, its range, and whether that must not be."""
    nothing = [-1, 0, 0, 0]
    return [
        [
            *([PLACE[c.feature], c.least, c.most, int(c.negated)] for c in rule.conditions),
            *([nothing] * (MOST_CONDITIONS - len(rule.conditions))),
        ]
        for rule in rules
    ]
