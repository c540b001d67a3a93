"""Pay tables with a name of their own, as ``paytables.toml`` has them: a book or a switch may choose one."""

from functools import cache

from uth.ranking import Category
from uth.rules.files import shipped_toml
from uth.rules.prizes import Prize, parse_prize


@cache
def named_tables(wager: str) -> dict[str, dict[str, str]]:
    """The named pay tables of a wager, as they are written."""
    return _tables().get(wager, {})


@cache
def _tables() -> dict[str, dict[str, dict[str, str]]]:
    return shipped_toml("paytables.toml")


def prizes_of(wager: str, name: str) -> tuple[Prize | None, ...]:
    """What a named table pays by hand."""
    table = named_tables(wager)[name]
    return tuple(parse_prize(table[hand.key]) if hand.key in table else None for hand in Category)
