"""Kernels are loaded before the work begins; those that are not on disk yet are compiled by other processes.

Numba compiles one function at a time, whatever the number of threads. So each part of the solver is compiled
by a process of its own, side by side, and kept on disk, where this process then finds it. It only waits, and
can be interrupted at any moment: the others end with it, because they watch their standard input.

Where nothing can be kept on disk, or no process can be started, this process compiles by itself.
"""

import gc
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import IO, Any

import numpy as np
from numba.core import event

from uth.solver.kernels import compiled, engine
from uth.solver.kernels.finding import Progress, find
from uth.solver.kernels.holes import CLASSES
from uth.solver.kernels.work import Crew, Idle
from uth.solver.terms import Terms

PARTS = {"values": 56, "outcomes": 58, "comparison": 62}
"""The parts of the solver, and how many functions each consists of."""
SECONDS = 15
"""What it takes on two cores of 2024."""
_COMPILING = f"compiling the solver, once, about {SECONDS} s"

_START = "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
_START += "from uth.solver.rehearsing import compile_part; compile_part()"


def rehearse(kernels: ModuleType, terms: Terms, compare: bool, progress: Progress) -> None:
    """Load all kernels that a game needs, and compile those that are not on disk."""

    def load() -> None:
        find(kernels, terms, Crew(rehearsal=True), progress, compare)

    if kernels is _engine_for(terms) and compiled.are_kept():
        try:
            with _compiling(_refuse):
                return load()
        except NotCompiled:
            _compile_beside(
                ["values", "outcomes", *(["comparison"] if compare and terms.by_counts else [])],
                terms,
                progress,
            )
    expected, done = sum(PARTS.values()), 0

    def count() -> None:
        nonlocal done
        done += 1
        progress(_COMPILING, min(done / expected, 1) / 2)

    with _compiling(count):
        load()


def _engine_for(terms: Terms) -> ModuleType:
    """The kernels of the processor."""
    if terms.by_counts:
        return engine
    from uth.solver.kernels import by_dealer

    return by_dealer


class NotCompiled(Exception):
    """A kernel is not on disk."""


def _refuse() -> None:
    raise NotCompiled


@contextmanager
def _compiling(told: Callable[[], None]) -> Iterator[None]:
    """Tells whenever this thread begins to compile a function."""
    thread = threading.get_ident()

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            if threading.get_ident() == thread:
                told()

        def on_end(self, event: Any) -> None:
            """Nobody asks."""

    with event.install_listener("numba:compile", Listener()):
        yield


def _compile_beside(parts: list[str], terms: Terms, progress: Progress) -> None:
    """Every part in a process of its own. One that fails has done no harm: its kernels are just not there."""
    expected, done = sum(PARTS[part] for part in parts), 0
    progress(_COMPILING, 0.0)

    def follow(told: IO[bytes]) -> None:
        """A byte for each function."""
        nonlocal done
        while told.read(1):
            done += 1
            progress(_COMPILING, min(done / expected, 1) / 2)

    with _processes(parts, terms) as started:
        threads = [threading.Thread(target=follow, args=[one.stdout], daemon=True) for one in started]
        for thread in threads:
            thread.start()
        for one in started:
            one.wait()
        for thread in threads:
            thread.join()


@contextmanager
def _processes(parts: list[str], terms: Terms) -> Iterator[list[subprocess.Popen[bytes]]]:
    """One for each part, with its work; all of them end here at the latest."""
    command = [sys.executable, "-P", "-c", _START]
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    started: list[subprocess.Popen[bytes]] = []
    try:
        for part in parts:
            try:
                one = subprocess.Popen(command, **pipes)
                started.append(one)
                assert one.stdin
                one.stdin.write(pickle.dumps(sys.path) + pickle.dumps((part, terms)))
                one.stdin.flush()
            except OSError:  # no such program, or it has ended already
                continue
        yield started
    finally:
        for one in started:
            one.kill()
            one.communicate()


def compile_part() -> None:
    """What such a process does: compile the part that it is told, and say so, a byte for each function."""
    part, terms = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    gc.disable()  # a sixth of the time, for the little while that this process lives

    def tell() -> None:
        os.write(sys.stdout.fileno(), b".")

    with _compiling(tell):
        _rehearse_part(part, terms)


def _end_with_parent() -> None:
    """The other end of standard input is closed when the parent ends, however it does."""
    sys.stdin.buffer.read()
    os._exit(1)


def _rehearse_part(part: str, terms: Terms) -> None:
    """Call the kernels of one part on nothing."""
    crew, idle, kernels = Crew(rehearsal=True), Idle(), _engine_for(terms)
    values = kernels.find_values(terms, crew if part == "values" else idle)
    nobody_bets = np.zeros(CLASSES, np.int64)
    if part == "outcomes":
        kernels.find_outcomes(terms, values, nobody_bets, crew)
    elif part == "comparison":
        kernels.river_differences(terms, values, nobody_bets, terms.base_game(), crew)
