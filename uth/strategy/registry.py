"""The strategies that come with the package, and those in files."""

from difflib import get_close_matches
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from uth.strategy.reading import read_file, read_strategy
from uth.strategy.strategies import RuleStrategy, StrategyError

if TYPE_CHECKING:
    from uth.strategy.functions import FunctionStrategy

NAMES = (
    "optimal",
    "basic",
    "short",
    "chart-only",
    "three-times",
    "never-raises",
    "always-raises",
    "calls-everything",
)


@cache
def shipped(name: str) -> RuleStrategy:
    """One of `NAMES`."""
    text = resources.files("uth.strategy").joinpath("library", f"{name}.toml").read_text("utf-8")
    return read_strategy(text, name)


def find_strategy(name: str) -> "RuleStrategy | FunctionStrategy":
    """A strategy of the package by its name; a rule file (`.toml`) or functions (`.py`) by the path."""
    if name in NAMES:
        return shipped(name)
    if name.endswith(".toml"):
        return read_file(Path(name))
    if name.endswith(".py"):
        from uth.strategy.functions import read_functions

        return read_functions(Path(name))
    near = get_close_matches(name, NAMES, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(NAMES)}."
    raise StrategyError([f"no strategy {name!r}; {hint} A file ends in .toml or .py."])
