"""How the solver's kernels are compiled.

Serial code that releases the interpreter's lock and is kept on disk between runs. `inlined` is for functions
that cut views out of arrays for others: on its own such a function counts references to every view, which
costs more than the work itself.

Numba compiles a kernel again when its own file has changed, but not when something that it calls has. A
solver that mixes old and new kernels would be wrong in silence, so the stamp of every kernel here covers all
of them."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

from uth.solver.kernels.arrays import LINE, Array
from uth.solver.sources import digest_of

Integer = Any  # what a kernel returns is a NumPy or a Python integer, as the compiler likes
Function = TypeVar("Function", bound=Callable[..., Any])


_STAMP = digest_of("uth.ranking", "uth.solver.kernels")


def _stamped(dispatcher: Any) -> Any:
    dispatcher._cache._cache_file._source_stamp = _STAMP
    return dispatcher


def kernel(function: Function) -> Function:
    """Compile a function on its first call."""
    return cast(Function, _stamped(njit(cache=True, nogil=True)(function)))


def inlined(function: Function) -> Function:
    """Compile a function into its callers."""
    return cast(Function, _stamped(njit(cache=True, nogil=True, inline="always")(function)))


def fused(function: Function) -> Function:
    """Compile a function into its callers at the last step: a call that passes many arrays costs more."""
    return cast(Function, _stamped(njit(cache=True, nogil=True, forceinline=True)(function)))


@kernel
def zeros_like_type(count: int, like: Array) -> Array:
    """A row of zeros of the type of `like`, from the start of a cache line."""
    spare = LINE // like.itemsize
    raw = np.zeros(count + spare, like.dtype)
    start = (-raw.ctypes.data % LINE) // like.itemsize
    return raw[start : start + count]
