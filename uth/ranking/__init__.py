"""What beats what: one hand in plain Python, many hands with Numba.

`strengths` is fetched when it is first asked for: importing this package needs neither NumPy nor Numba.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uth.ranking.announce import describe
from uth.ranking.categories import FIRST_STRENGTH, STRENGTHS, Category, category
from uth.ranking.hand import best_five, strength

if TYPE_CHECKING:
    from uth.ranking.batch import strengths
else:

    def __getattr__(name: str) -> object:
        if name != "strengths":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from uth.ranking.batch import strengths

        globals()[name] = strengths  # the next one finds it without coming here
        return strengths


__all__ = [
    "FIRST_STRENGTH",
    "STRENGTHS",
    "Category",
    "best_five",
    "category",
    "describe",
    "strength",
    "strengths",
]
