"""Pay tables with a name of their own, as ``paytables.toml`` has them: a book or a switch may choose one."""

import tomllib
from fractions import Fraction
from functools import cache
from importlib import resources

from uth.ranking import Category
from uth.rules.money import parse_odds


@cache
def named_tables(wager: str) -> dict[str, dict[str, str]]:
    """The named pay tables of a wager, as they are written."""
    text = resources.files("uth.rules").joinpath("paytables.toml").read_text("utf-8")
    tables: dict[str, dict[str, dict[str, str]]] = tomllib.loads(text)
    return tables.get(wager, {})


def odds_of(wager: str, name: str) -> tuple[Fraction | None, ...]:
    """The odds of a named table by hand."""
    table = named_tables(wager)[name]
    return tuple(parse_odds(table[hand.key]) if hand.key in table else None for hand in Category)
