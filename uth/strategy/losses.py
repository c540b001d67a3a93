"""What mistakes of one kind cost."""

from fractions import Fraction
from typing import NamedTuple


class Loss(NamedTuple):
    """Mistakes of one kind."""

    street: str
    situation: str
    done: str
    best: str
    cost: Fraction
    """In Antes, over all deals."""
    deals: int
    """In how many deals it happens."""
    example: str
    """The worst hand of them."""
