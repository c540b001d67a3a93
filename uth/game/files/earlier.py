"""Forms that earlier versions wrote, read as today's.

Until wagers were rows, what lay on a spot stood under the names of four wagers beside its other fields. Logs
of that time are kept as they are; they are changed only while they are read.
"""

from typing import Any

from uth.game.round import Spot
from uth.game.table.acts import Bet

Json = dict[str, Any]

_SPOT = frozenset(Spot.__struct_fields__)
_BET = frozenset(Bet.__struct_fields__) | {"do"}


def event_of_today(body: Json) -> Json:
    """An event, with the stakes of its spot gathered."""
    spot = body.get("spot")
    return {**body, "spot": _gathered(spot, _SPOT)} if isinstance(spot, dict) else body


def act_of_today(body: Json) -> Json:
    """An act, with the stakes of a bet gathered."""
    return _gathered(body, _BET) if body.get("do") == Bet.name() else body


def _gathered(body: Json, fields: frozenset[str]) -> Json:
    """Whatever is no field is the name of a wager; a wager with nothing on it was not laid."""
    if "stakes" in body:
        return body
    stakes = {name: cents for name, cents in body.items() if name not in fields and cents}
    return {"stakes": stakes, **{name: value for name, value in body.items() if name in fields}}
