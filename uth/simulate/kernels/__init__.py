"""Rounds at random, compiled with Numba: `dealing` (cards by seed and number), `deciding` (how a hand is
played, by look-up), `rounds` (what everybody wins, with any bank)."""
