"""The exact solver: every value and decision of any book, to the last deal.

Importing this package needs NumPy but not Numba: a solution that is on disk is read without any kernel.
"""

from uth.solver.advice import Advice, Advisor, Counts, advise
from uth.solver.faults import SolverError
from uth.solver.solution import Changes, Choices, Solution
from uth.solver.solving import solve
from uth.solver.stakes import Stakes

__all__ = [
    "Advice",
    "Advisor",
    "Changes",
    "Choices",
    "Counts",
    "Solution",
    "SolverError",
    "Stakes",
    "advise",
    "solve",
]
