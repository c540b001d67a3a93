"""The strength of every lane on every river, for those who ask about hands rather than values."""

import numpy as np

from uth.solver.kernels.arrays import Array
from uth.solver.kernels.holes import LANES
from uth.solver.kernels.work import Crew
from uth.solver.playing.boards import Rivers, rivers
from uth.solver.playing.compiled import kernel
from uth.solver.playing.counting import KINDS, open_river


@kernel
def fill_strengths(begin: int, end: int, given: Rivers, left: Array, made: Array) -> None:
    """Rivers from `begin` to `end`."""
    for river in range(begin, end):
        open_river(given.ranks[river], given.suited[river], left, made[river])


def strengths(crew: Crew) -> Array:
    """By river and lane; below zero where no hole has it."""
    given = rivers()
    made = np.full((len(given.ranks), LANES), -1, np.int64)
    rooms = [np.zeros(KINDS, np.int64) for _ in range(crew.size)]

    def fill(begin: int, end: int, worker: int) -> None:
        fill_strengths(begin, end, given, rooms[worker], made)

    crew.run([(fill, len(given.ranks), 1000)])
    return made
