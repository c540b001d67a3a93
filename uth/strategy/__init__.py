"""Ways to play: what a player decides when he sees his cards and the board."""

from uth.strategy.basic import basic

__all__ = ["basic"]
