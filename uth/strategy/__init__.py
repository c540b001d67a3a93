"""Ways to play: what a player decides with given cards, why, and what that is worth."""

from uth.strategy.basic import basic
from uth.strategy.registry import NAMES, find_strategy
from uth.strategy.strategies import RuleStrategy, StrategyError, Verdict

__all__ = ["NAMES", "RuleStrategy", "StrategyError", "Verdict", "basic", "find_strategy"]
