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
_not_kept: list[str] = []


def are_kept() -> bool:
    """Whether there is a folder for compiled kernels: beside the code, the user's cache, or NUMBA_CACHE_DIR.

    Without one every process compiles them again.
    """
    return not _not_kept


def _on_disk(function: Function, options: Any) -> Any:
    try:
        dispatcher: Any = njit(cache=True, nogil=True, **options)(function)
    except RuntimeError:  # Numba has found no folder that it may write
        _not_kept.append(function.__name__)
        return njit(nogil=True, **options)(function)
    dispatcher._cache._cache_file._source_stamp = _STAMP
    return dispatcher


# What only takes time to compile: that a function can be called through a pointer, or from Python.
_NO_POINTER: Any = {"no_cfunc_wrapper": True}
_BARE: Any = {"no_cpython_wrapper": True, **_NO_POINTER}
_NO_MEMORY: Any = {"_nrt": False, **_NO_POINTER}


def kernel(function: Function) -> Function:
    """A function that Python calls: compiled on its first call, with all that it calls, and kept on disk.

    It is given all the room that it needs. Without memory of its own it counts no references to arrays.
    """
    return cast(Function, _on_disk(function, _NO_MEMORY))


def allocating(function: Function) -> Function:
    """A kernel that makes arrays: one that is called so often that passing them would take longer."""
    return cast(Function, _on_disk(function, _NO_POINTER))


def part(function: Function) -> Function:
    """A function that kernels call; from Python it is plain Python."""

    @overload(function, jit_options=_BARE, strict=False)
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
