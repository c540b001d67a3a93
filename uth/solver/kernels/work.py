"""Serial kernels on all cores: threads pull chunks, the kernels release the interpreter's lock."""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import count

from uth.solver.kernels.arrays import Array

Job = tuple[Callable[[int, int, int], object], int, int]
"""A kernel (begin, end, worker), how many items there are, and how many make a chunk."""

MOST_WORKERS = 8
"""Unless more are asked for: the whole game takes less than a tenth of a second."""
MOST_THREADS = 64
"""However many are asked for."""
MOST_MEMORY = 320 * 2**20
"""Bytes that the workers' own sums may take together. With many prizes those of one worker take 200 MB; then
fewer of the crew work."""


class Crew:
    """The workers of one computation.

    A crew that only rehearses calls every kernel once, on nothing: that compiles it, or loads it from disk.
    """

    def __init__(self, threads: int | None = None, *, rehearsal: bool = False) -> None:
        if threads is None:
            has_affinity = hasattr(os, "sched_getaffinity")
            threads = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1
            threads = min(threads, MOST_WORKERS)
        self.size = 1 if rehearsal else max(1, min(threads, MOST_THREADS))
        self.rehearsal = rehearsal

    def fitting(self, size: int) -> int:
        """How many workers may have so many bytes each."""
        return max(1, min(self.size, MOST_MEMORY // size))

    def run(self, jobs: Iterable[Job], workers: int | None = None) -> None:
        """Do all jobs, started in this order; a worker's number says which sums are its own."""
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

        workers = min(workers or self.size, len(chunks))
        if workers <= 1:
            work(0)
            return
        with ThreadPoolExecutor(workers - 1) as pool:
            others = [pool.submit(work, worker) for worker in range(1, workers)]
            work(0)
            for other in others:
                other.result()

    def add_up(self, parts: list[Array]) -> Array:
        """Add each worker's part to the first, and forget the others."""
        first = parts[0]

        def add(begin: int, end: int, _: int) -> None:
            for other in parts[1:]:
                first[begin:end] += other[begin:end]

        self.run([(add, len(first), 300)])
        del parts[1:]
        return first


class Idle(Crew):
    """Does nothing, for those who only need what the results look like."""

    def __init__(self) -> None:
        super().__init__(rehearsal=True)

    def run(self, jobs: Iterable[Job], workers: int | None = None) -> None:
        """Leave all jobs undone."""
