"""Arrays that begin on a cache line.

Vectors of 64 bytes that straddle two lines cost twice, and NumPy promises only 16 bytes.
"""

from math import prod
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
LINE = 64


def bytes_of(shape: tuple[int, ...], dtype: type | np.dtype[Any]) -> int:
    """How much memory an array takes."""
    return prod(shape) * np.dtype(dtype).itemsize


def aligned_zeros(shape: tuple[int, ...], dtype: type | np.dtype[Any]) -> Array:
    """Zeros from the start of a cache line."""
    size = bytes_of(shape, dtype)
    raw = np.zeros(size + LINE, np.uint8)
    start = -raw.ctypes.data % LINE
    return raw[start : start + size].view(dtype).reshape(shape)
