"""Kernels of the simulator, kept on disk until this code changes."""

from uth.solver.playing.compiled import kernels_of, part

__all__ = ["kernel", "part"]

kernel = kernels_of("uth.simulate.kernels", memory=False)
