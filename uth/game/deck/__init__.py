"""The deck: shuffled from a sealed seed, and dealt in the book's order."""

from uth.game.deck.dealing import Dealt, deal, deal_by
from uth.game.deck.sealed import shuffled

__all__ = ["Dealt", "deal", "deal_by", "shuffled"]
