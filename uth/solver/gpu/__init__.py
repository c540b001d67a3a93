"""The solver on a GPU; an extra, ``uth[gpu]``. `engine` needs a CUDA device, `tables` only NumPy."""
