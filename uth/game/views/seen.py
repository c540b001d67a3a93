"""An event as somebody may know it: what its ``sight`` allows him, and nothing else.

A field that somebody may not see has its default for him, and defaults are not written
(``uth.game.table.events.event``).
"""

from functools import cache
from typing import Any

from msgspec import NODEFAULT
from msgspec.structs import fields, replace

from uth.game.ledger import player
from uth.game.table.events import Event
from uth.game.table.events.event import ALL, Eyes, Part
from uth.game.table.people import Role, Who


def named(event: Event) -> set[str]:
    """The players an event is about, who may see more of it than others; these all see the same."""
    accounts = (account for move in event.moves for account in (move.source, move.target))
    names = {account.removeprefix(player("")) for account in accounts if account.startswith(player(""))}
    return names.union((getattr(event, "player", ""),), getattr(event, "held_by", {}).values())


STRANGER = Who(Role.PLAYER, "\0")
"""A player whom no event is about: nobody has such a name."""


def seen_by(who: Who, event: Event) -> Event | None:
    """An event as ``who`` may know it, now or later: itself, without some of it, or None if not at all."""
    if not event.sight.hears.include(who, event):
        return None
    cut: dict[str, Any] = {}
    for name, rule, default in _guarded(type(event)):
        if callable(rule):
            part = rule(who, event)
        elif rule is not None and rule.include(who, event):
            continue
        elif default is NODEFAULT:
            raise AssertionError(f"{type(event).__name__}.{name} cannot be left out")
        else:
            part = default
        if part != getattr(event, name):
            cut[name] = part
    return replace(event, **cut) if cut else event


@cache
def _guarded(kind: type[Event]) -> tuple[tuple[str, Eyes | Part | None, Any], ...]:
    """The fields of an event that are not for everybody, with the rule and what stands there instead."""
    rules = kind.sight.fields
    return tuple(
        (field.name, rules.get(field.name), field.default)
        for field in fields(kind)
        if rules.get(field.name) is not ALL
    )
