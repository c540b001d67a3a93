"""The pure table: a completed round settled to the cent. No clock, no file, no socket, no randomness."""

from uth.game.round import Round, Spot, Toke
from uth.game.settlement import Settlement, settle
from uth.game.validation import Refusal, Refused

__all__ = ["Refusal", "Refused", "Round", "Settlement", "Spot", "Toke", "settle"]
