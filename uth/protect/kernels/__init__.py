"""The game with cards known beforehand, summed over all deals, compiled with Numba.

From the bottom up: `layout` (what is told apart), `suits` (which known cards differ by more than the names of
the suits), `dealers` (how many dealer hands a hole meets), `rank_values` (boards as if suits did not exist),
`flush_values` (what flushes change), `deciding` (every decision), and `engine`, which runs them.
"""
