"""What the solver does not take, said in words."""

from collections.abc import Iterable
from typing import NamedTuple


class Wrong(NamedTuple):
    """One thing that is wrong, and where: an option of the command, ``--ante``, or a key of the book."""

    says: str
    field: str = ""

    def __str__(self) -> str:
        return self.says


class SolverError(ValueError):
    """A question that cannot be answered as it was put, with every fault found."""

    def __init__(self, faults: Iterable[str | Wrong]) -> None:
        self.faults = tuple(fault if isinstance(fault, Wrong) else Wrong(fault) for fault in faults)
        super().__init__("\n".join(map(str, self.faults)))
