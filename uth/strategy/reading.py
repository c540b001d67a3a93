"""Rule files: TOML, read whole, with every mistake reported at once."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from uth.strategy.charts import NAMES, parse_range, write_range
from uth.strategy.features import Street
from uth.strategy.rules import ALWAYS, MOST_CONDITIONS, Rule, parse_condition
from uth.strategy.strategies import RuleStrategy, StrategyError

_KEYS = ("title", "source", "preflop", "flop", "river")
OPTIMAL = "optimal"
"""In place of a chart or of rules: as the solution of the book says."""
MOST_RULES = 100
"""Of one street."""


def read_strategy(text: str, name: str) -> RuleStrategy:
    """A rule file; raises :class:`StrategyError` with everything that is wrong."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise StrategyError([f"{name}: not TOML: {error}"]) from None
    problems = [f"{key}: no such key; there are {', '.join(_KEYS)}" for key in data if key not in _KEYS]
    title, source = (_text(data, key, problems) for key in ("title", "source"))
    chart, preflop = _chart(data.get("preflop", {}), problems)
    flop, river = (_rules(data.get(street.value, []), street, problems) for street in Street)
    if problems:
        raise StrategyError([f"{name}: {problem}" for problem in problems])
    return RuleStrategy(name, title or name, source, chart, preflop, flop, river)


def read_file(path: Path) -> RuleStrategy:
    """The rule file at this place."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise StrategyError([f"{path}: {(error.strerror or 'cannot be read').lower()}"]) from None
    except ValueError:
        raise StrategyError([f"{path}: not a text in UTF-8"]) from None
    return read_strategy(text, path.name)


def write_strategy(strategy: RuleStrategy) -> str:
    """The file that reads as this strategy."""
    lines = [f"title = {_quoted(strategy.title)}"]
    if strategy.source:
        lines.append(f"source = {_quoted(strategy.source)}")
    parts = {"preflop": strategy.preflop, "flop": strategy.flop, "river": strategy.river}
    lines += [f'{street} = "{OPTIMAL}"' for street, decided in parts.items() if decided is None]
    if strategy.chart:
        lines += ["", "[preflop]"]
        lines += [f"bet{bet} = {_quoted(hands)}" for bet, hands in strategy.chart.items()]
    for street, rules in (("flop", strategy.flop), ("river", strategy.river)):
        for rule in rules or ():
            lines += ["", f"[[{street}]]"]
            if rule.says:
                lines.append(f"says = {_quoted(rule.says)}")
            when = f"[{', '.join(_quoted(str(condition)) for condition in rule.conditions)}]"
            if not rule.bets:
                lines.append(f'then = "{"check" if street == "flop" else "fold"}"')
            lines.append(f"when = {when if rule.conditions else _quoted(ALWAYS)}")
    return "\n".join(lines) + "\n"


def chart_of(preflop: tuple[int, ...]) -> dict[int, str]:
    """By multiple: the hands that bet it, in the shortest words."""
    bets = sorted({bet for bet in preflop if bet}, reverse=True)
    return {
        bet: write_range({name for name, own in zip(NAMES, preflop, strict=True) if own == bet})
        for bet in bets
    }


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _text(data: Mapping[str, Any], key: str, problems: list[str]) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        problems.append(f"{key}: a text in quotes is needed")
        return ""
    return value


def _chart(data: Any, problems: list[str]) -> tuple[dict[int, str], tuple[int, ...] | None]:
    if data == OPTIMAL:
        return {}, None
    chart: dict[int, str] = {}
    named: dict[str, int] = {}
    if not isinstance(data, dict):
        problems.append('preflop: a section is needed, such as [preflop] with bet4 = "33+ A2+"')
        return {}, ()
    for key, value in data.items():
        bet = int(key[3:]) if key.startswith("bet") and key[3:].isdecimal() and len(key) < 6 else 0
        if not bet:
            problems.append(f"preflop.{key}: no such key; write bet4 or bet3")
            continue
        if not isinstance(value, str):
            problems.append(f'preflop.{key}: a range in quotes is needed, such as "33+ A2+ K2s+ K5o+"')
            continue
        try:
            hands = parse_range(value)
        except ValueError as error:
            problems.append(f"preflop.{key}: {error}")
            continue
        twice = sorted(hands & set(named))
        if twice:
            problems.append(f"preflop.{key}: {', '.join(twice[:5])} already bets {named[twice[0]]}x")
        named |= dict.fromkeys(hands, bet)
        chart[bet] = value
    return chart, tuple(named.get(name, 0) for name in NAMES)


def _rules(data: Any, street: Street, problems: list[str]) -> tuple[Rule, ...] | None:
    if data == OPTIMAL:
        return None
    if not isinstance(data, list) or not all(isinstance(row, dict) for row in data):
        problems.append(f'{street.value}: rules are written [[{street.value}]], each with when = ["..."]')
        return ()
    if len(data) > MOST_RULES:
        problems.append(f"{street.value}: {len(data)} rules; at most {MOST_RULES}")
        return ()
    return tuple(
        _rule(row, f"{street.value} rule {number}", street, problems) for number, row in enumerate(data, 1)
    )


def _rule(row: dict[str, Any], where: str, street: Street, problems: list[str]) -> Rule:
    known = ("when", "then", "says")
    problems += [f"{where}: no key {key}; there are {', '.join(known)}" for key in row if key not in known]
    when, says = row.get("when"), row.get("says", "")
    if not isinstance(says, str):
        problems.append(f"{where}: says is a text in quotes")
        says = ""
    no_bet = "check" if street is Street.FLOP else "fold"
    then = row.get("then", "bet")
    if then not in ("bet", no_bet):
        problems.append(f'{where}: then is "bet" or "{no_bet}"')
    if when == ALWAYS:
        return Rule((), says, then == "bet")
    if isinstance(when, str):
        when = [when]
    if not isinstance(when, list) or not 1 <= len(when) <= MOST_CONDITIONS:
        problems.append(f'{where}: when is a list of one to three conditions, such as ["outs < 21"]')
        return Rule(())
    conditions = []
    for text in when:
        try:
            conditions.append(parse_condition(text, street))
        except ValueError as error:
            problems.append(f"{where}: {error}")
    return Rule(tuple(conditions), says, then == "bet")
