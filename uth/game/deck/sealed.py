"""The sealed shuffle: a deck from a seed, the same for everybody who knows the seed.

Fisher-Yates from the top down, each index drawn without bias: bytes come from HMAC-SHA-256 in counter
mode under the seed, and bytes that would favour small indices are thrown away. Nothing here is random:
the seed is.

Where players add numbers of their own, nobody alone chooses the deck: the house commits to its seed before
bets, each player to a number with the bet, the numbers are revealed when bets are closed, and the deck comes
from all of them (``mixed``).
"""

import hmac
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from uth.cards import DECK, Card
from uth.game.round import Seat

SEED_BYTES = 32
NUMBER_BYTES = 32


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


def number_commitment(table: str, round_number: int, seat: Seat, house: str, number: bytes) -> bytes:
    """What a player's client sends with the bet; ``house`` is the house's commitment for this round."""
    return sha256(_fields("uth number", table, round_number, seat, house, number)).digest()


def mixed(
    seed: bytes,
    table: str,
    round_number: int,
    digest: str,
    house: str,
    order: Sequence[Seat],
    numbers: Mapping[Seat, bytes],
) -> bytes:
    """The seed of a deck that house and players draw together; the house's own where no player takes part.

    ``order`` is that of the deal as it stood when bets were closed. Numbers go in by that order.
    """
    if not numbers:
        return seed
    parts = [part for seat in order if seat in numbers for part in (seat, numbers[seat])]
    dealt = ",".join(map(str, order))
    text = _fields("uth deck", table, round_number, digest, house, dealt, *parts)
    return hmac.digest(seed, sha256(text).digest(), "sha256")


def _fields(*fields: str | int | bytes) -> bytes:
    """Every field with its length, as a netstring: no two different lists give the same bytes."""
    texts = [field if isinstance(field, bytes) else str(field).encode() for field in fields]
    return b"".join([b"%d:%b," % (len(text), text) for text in texts])


def seed_of(text: str, round_number: int) -> bytes:
    """A seed from words, for scenarios and practice: never for money."""
    return sha256(f"{text}\n{round_number}".encode()).digest()
