"""Settlement: from a book and a completed round to what every wager wins or loses, and why.

Nothing here knows of a table: a live one asks the same code, hand by hand.
"""

from uth.game.settlement.coverage import Row
from uth.game.settlement.rounds import Settlement, settle
from uth.game.settlement.validation import Refusal, Refused

__all__ = ["Refusal", "Refused", "Row", "Settlement", "settle"]
