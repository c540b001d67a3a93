"""What the solver does not take, said in words."""

from collections.abc import Iterable


class SolverError(ValueError):
    """A question that cannot be answered as it was put, with every fault found."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))
