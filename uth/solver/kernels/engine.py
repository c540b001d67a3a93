"""The kernels of the processor, as `solving` calls them. Importing this takes as long as Numba does."""

from uth.solver.kernels.differences import flop_differences, river_differences
from uth.solver.kernels.outcomes import find_outcomes, rows_of
from uth.solver.kernels.rules import number_type
from uth.solver.kernels.values import find_values

__all__ = ["find_outcomes", "find_values", "flop_differences", "number_type", "river_differences", "rows_of"]
