"""The sealed shuffle: a deck from a seed, the same for everybody who knows the seed.

Fisher-Yates from the top down, each index drawn without bias: bytes come from HMAC-SHA-256 in counter
mode under the seed, and bytes that would favour small indices are thrown away. Nothing here is random:
the seed is.
"""

import hmac
from collections.abc import Iterator
from hashlib import sha256

from uth.cards import DECK, Card

SEED_BYTES = 32


def stream(seed: bytes) -> Iterator[int]:
    """An endless stream of bytes that only the seed determines."""
    counter = 0
    while True:
        yield from hmac.digest(seed, counter.to_bytes(8, "big"), "sha256")
        counter += 1


def index(source: Iterator[int], size: int) -> int:
    """A whole number below ``size`` (at most 256), each as likely as the others."""
    fair = 256 - 256 % size
    return next(byte for byte in source if byte < fair) % size


def shuffled(seed: bytes) -> tuple[Card, ...]:
    """The deck of a seed, top card first."""
    deck = list(DECK)
    source = stream(seed)
    for last in range(len(deck) - 1, 0, -1):
        other = index(source, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def commitment(table: str, round_number: int, digest: str, seed: bytes) -> bytes:
    """What is published before bets are closed: it fixes the seed, and says nothing about it."""
    return sha256(f"uth shuffle\n{table}\n{round_number}\n{digest}\n".encode() + seed).digest()


def seed_of(text: str, round_number: int) -> bytes:
    """A seed from words, for scenarios and practice: never for money."""
    return sha256(f"{text}\n{round_number}".encode()).digest()
