"""The seed of a running round, encrypted: whoever reads the database cannot read the deck."""

import secrets
from collections.abc import Sequence

from uth.game.sealed import SEED_BYTES, commitment
from uth.proof.happenings import ShuffleRevealed, ShuffleSealed
from uth.server.boxes import Boxes, BoxShut


class SealBroken(Exception):
    """A sealed seed cannot be opened, or is not the one that was committed to."""


class Seals:
    """Seals and opens seeds with the service's secret; the newest one it has had comes first."""

    def __init__(self, known: Sequence[bytes]) -> None:
        self._boxes = Boxes("uth shuffle seed", known)

    def seal(self, stream: str, round_number: int, digest: str) -> ShuffleSealed:
        """A fresh deck for a round: 32 bytes from the system, the commitment, and the seed under seal."""
        seed = secrets.token_bytes(SEED_BYTES)
        return ShuffleSealed(
            round=round_number,
            commitment=commitment(stream, round_number, digest, seed).hex(),
            sealed=self._boxes.close(seed, _place(stream, round_number)),
        )

    def open(self, stream: str, digest: str, shuffle: ShuffleSealed) -> bytes:
        """The seed; it must be the one that was committed to."""
        try:
            seed = self._boxes.open(shuffle.sealed, _place(stream, shuffle.round))
        except BoxShut:
            raise SealBroken(
                f"{stream}, round {shuffle.round}: the seed does not open with this secret; "
                "start the service with the secret it was sealed with"
            ) from None
        if commitment(stream, shuffle.round, digest, seed).hex() != shuffle.commitment:
            raise SealBroken(f"{stream}, round {shuffle.round}: the seed is not the one committed to")
        return seed

    def opens(self, stream: str, digest: str, shuffle: ShuffleSealed) -> bool:
        """Whether it can be dealt from."""
        try:
            return bool(self.open(stream, digest, shuffle))
        except SealBroken:
            return False

    def reveal(self, stream: str, digest: str, shuffle: ShuffleSealed) -> ShuffleRevealed:
        return ShuffleRevealed(round=shuffle.round, seed=self.open(stream, digest, shuffle).hex())


def _place(stream: str, round_number: int) -> str:
    return f"{stream}\n{round_number}"
