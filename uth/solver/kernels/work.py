"""Serial kernels on all cores: threads pull chunks, the kernels release the interpreter's lock."""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import count

from uth.solver.kernels.arrays import Array

Job = tuple[Callable[[int, int, int], object], int, int]
"""A kernel (begin, end, worker), how many items there are, and how many make a chunk."""

MOST_WORKERS = 8
"""Each worker needs accumulators of its own, and the whole game takes less than a tenth of a second."""


class Crew:
    """The workers of one computation.

    A crew that only rehearses calls every kernel once, on nothing: that compiles it, or loads it from disk.
    """

    def __init__(self, threads: int | None = None, *, rehearsal: bool = False) -> None:
        if threads is None:
            has_affinity = hasattr(os, "sched_getaffinity")
            threads = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1
            threads = min(threads, MOST_WORKERS)
        self.size = 1 if rehearsal else max(1, threads)
        self.rehearsal = rehearsal

    def run(self, jobs: Iterable[Job]) -> None:
        """Do all jobs, started in this order; a worker's number says which accumulator is its own."""
        if self.rehearsal:
            for kernel, _, _ in jobs:
                kernel(0, 0, 0)
            return
        chunks = [
            (kernel, begin, min(begin + size, items))
            for kernel, items, size in jobs
            for begin in range(0, items, size)
        ]
        ticket = count()

        def work(worker: int) -> None:
            while (number := next(ticket)) < len(chunks):
                kernel, begin, end = chunks[number]
                kernel(begin, end, worker)

        if self.size == 1:
            work(0)
            return
        with ThreadPoolExecutor(self.size - 1) as pool:
            others = [pool.submit(work, worker) for worker in range(1, self.size)]
            work(0)
            for other in others:
                other.result()

    def add_up(self, parts: Array) -> None:
        """Add each worker's part to the first."""

        def add(begin: int, end: int, _: int) -> None:
            for other in range(1, self.size):
                parts[0, begin:end] += parts[other, begin:end]

        self.run([(add, parts.shape[1], 300)])
