"""Ultimate Texas Hold'em, done completely: rules as data, tables by the book, exact mathematics.

`solve` and `advise` are fetched when they are first asked for: importing `uth` needs neither NumPy nor Numba.
"""

__version__ = "0.2.0"

TYPE_CHECKING = False  # as typing has it, which is slow to import
if TYPE_CHECKING:
    from uth.solver import Advice, Solution, Stakes, advise, solve
else:

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import uth.solver

        return getattr(uth.solver, name)


__all__ = ["Advice", "Solution", "Stakes", "advise", "solve"]
