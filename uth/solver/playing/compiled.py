"""Kernels that are kept on disk until the code of their packages changes."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

from uth.solver.sources import digest_of

Function = TypeVar("Function", bound=Callable[..., Any])


def kernels_of(*packages: str, memory: bool = True) -> Callable[[Function], Function]:
    """A decorator for kernels that use code of these packages.

    Without `memory` of its own a kernel makes no arrays, and counts no references to those that it is given.
    """
    more: Any = {} if memory else {"_nrt": False, "no_cfunc_wrapper": True}
    stamp = digest_of("uth.ranking", "uth.solver.kernels.strength", "uth.solver.playing", *packages)

    def kernel(function: Function) -> Function:
        try:
            dispatcher: Any = njit(cache=True, nogil=True, **more)(function)
        except RuntimeError:  # Numba has found no folder that it may write
            return cast(Function, njit(nogil=True, **more)(function))
        dispatcher._cache._cache_file._source_stamp = stamp
        return cast(Function, dispatcher)

    return kernel


kernel = kernels_of()
bare_kernel = kernels_of(memory=False)


def part(function: Function) -> Function:
    """A function that kernels call."""
    return cast(Function, njit(nogil=True, forceinline=True)(function))


def exact_sums(function: Function) -> Function:
    """A part whose floats are whole numbers below 2^53: its sums are exact in any order, so they may be
    vectorized."""
    return cast(
        Function, njit(nogil=True, forceinline=True, fastmath={"reassoc", "contract", "nsz"})(function)
    )
