"""The pure table: rounds settled to the cent, tables run by the book. No clock, file, socket or randomness.

What is named here settles a completed round. A table is run with the modules ``decide``, ``legal``, ``view``,
``snapshot`` and ``table``: docs/engine.md.
"""

from uth.game.round import Choice, Round, Spot, Toke
from uth.game.settlement import Refusal, Refused
from uth.game.settlement.rounds import Settlement, settle

__all__ = ["Choice", "Refusal", "Refused", "Round", "Settlement", "Spot", "Toke", "settle"]
