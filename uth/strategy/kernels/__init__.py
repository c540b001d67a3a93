"""The features of every hole on every flop and river, and rules over them, compiled with Numba."""
