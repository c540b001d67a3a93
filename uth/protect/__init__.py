"""Game protection: what cards are worth that a player should not know.

Importing this package needs neither NumPy nor Numba: results that are on disk are read without kernels.
"""

from uth.protect.finding import protect
from uth.protect.knowledge import Knowledge, read_knowledge
from uth.protect.worth import Counted, Estimate, Saving, Worth, savings

__all__ = ["Counted", "Estimate", "Knowledge", "Saving", "Worth", "protect", "read_knowledge", "savings"]
