"""How the solver's kernels are compiled.

Serial code that releases the interpreter's lock and is kept on disk between runs. `inlined` is for functions
that cut views out of arrays for others: on its own such a function counts references to every view, which
costs more than the work itself.

Numba compiles a kernel again when its own file has changed, but not when something that it calls has. A
solver that mixes old and new kernels would be wrong in silence, so the stamp of every kernel here covers all
of them."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit
from numba.extending import overload

from uth.solver.kernels.arrays import Array
from uth.solver.sources import digest_of

Integer = Any  # what a kernel returns is a NumPy or a Python integer, as the compiler likes
Function = TypeVar("Function", bound=Callable[..., Any])


_STAMP = digest_of("uth.ranking", "uth.solver.kernels")


def _stamped(dispatcher: Any) -> Any:
    dispatcher._cache._cache_file._source_stamp = _STAMP
    return dispatcher


# What only takes time to compile: that a function can be called through a pointer, or from Python.
_NO_POINTER: Any = {"no_cfunc_wrapper": True}
_BARE: Any = {"no_cpython_wrapper": True, **_NO_POINTER}


def kernel(function: Function) -> Function:
    """A function that Python calls: compiled on its first call, with all that it calls, and kept on disk."""
    return cast(Function, _stamped(njit(cache=True, nogil=True, **_NO_POINTER)(function)))


def part(function: Function) -> Function:
    """A function that kernels call; from Python it is plain Python."""

    @overload(function, jit_options=_BARE, strict=False)
    def typed(*args: Any) -> Function:
        return function

    return function


def by_constants(function: Function) -> Function:
    """A part that is compiled for each constant that it is called with."""

    @overload(function, jit_options=_BARE, strict=False, prefer_literal=True)
    def typed(*args: Any) -> Function:
        return function

    return function


def inlined(function: Function) -> Function:
    """A part that is written into its callers."""
    return cast(Function, njit(nogil=True, inline="always")(function))


def fused(function: Function) -> Function:
    """A part that is written into its callers at the last step: a call that passes many arrays costs more."""
    return cast(Function, njit(nogil=True, forceinline=True)(function))


@part
def copy(row: Array, target: Array) -> None:
    """Of one size. Assigning to a slice compiles the message for when they are not, which takes seconds."""
    for i in range(target.size):
        target[i] = row[i]
