"""The pure table: rounds settled to the cent, tables run by the book. No clock, file, socket or randomness.

From the top: ``files`` (rounds, cases and scenarios as people write them), ``views`` (what people see and
hear), ``table`` (acts, events, the state), ``settlement`` and ``deck``, ``round`` and ``ledger``. Imports
only go down that list. What is named here settles a completed round; docs/engine.md runs a table.
"""

from uth.game.round import Choice, Round, Spot, Toke
from uth.game.settlement import Refusal, Refused
from uth.game.settlement.rounds import Settlement, settle

__all__ = ["Choice", "Refusal", "Refused", "Round", "Settlement", "Spot", "Toke", "settle"]
