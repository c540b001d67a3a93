"""The live table: people ask for acts, and each is answered with events that change the table, or refused.

``acts`` and ``events`` hold one class for each kind, with all that is known of it.
"""

from uth.game.table.act import Act, Option
from uth.game.table.answering import accepts, decide, step
from uth.game.table.events import Event, evolve, replay
from uth.game.table.offering import legal
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.snapshots import restore, snapshot
from uth.game.table.state import Table, new_table

__all__ = [
    "Act",
    "Event",
    "Option",
    "Phase",
    "Role",
    "Table",
    "Who",
    "accepts",
    "decide",
    "evolve",
    "legal",
    "new_table",
    "replay",
    "restore",
    "snapshot",
    "step",
]
