"""Kernels of this package: compiled like the solver's, with a stamp that covers both."""

from typing import Any

from uth.solver.kernels import compiled
from uth.solver.kernels.compiled import Function
from uth.solver.sources import digest_of

_STAMP = digest_of("uth.ranking", "uth.solver.kernels", "uth.protect.kernels")


def kernel(function: Function) -> Function:
    """A function that Python calls; compiled again whenever anything that it may call has changed."""
    dispatcher: Any = compiled.kernel(function)
    if compiled.are_kept():
        dispatcher._cache._cache_file._source_stamp = _STAMP
    made: Function = dispatcher
    return made
