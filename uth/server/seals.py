"""The seed of a running round, encrypted: whoever reads the database cannot read the deck."""

import secrets
from base64 import b64decode, b64encode

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from uth.game.sealed import SEED_BYTES, commitment
from uth.proof.happenings import ShuffleRevealed, ShuffleSealed

NONCE_BYTES = 12


class SealBroken(Exception):
    """A sealed seed cannot be opened, or is not the one that was committed to."""


class Seals:
    """Seals and opens seeds with a key made from the service's secret."""

    def __init__(self, secret: bytes) -> None:
        key = HKDF(SHA256(), length=32, salt=None, info=b"uth shuffle seed").derive(secret)
        self._cipher = AESGCM(key)

    def seal(self, stream: str, round_number: int, digest: str) -> ShuffleSealed:
        """A fresh deck for a round: 32 bytes from the system, the commitment, and the seed under seal."""
        seed = secrets.token_bytes(SEED_BYTES)
        nonce = secrets.token_bytes(NONCE_BYTES)
        box = nonce + self._cipher.encrypt(nonce, seed, _place(stream, round_number))
        return ShuffleSealed(
            round=round_number,
            commitment=commitment(stream, round_number, digest, seed).hex(),
            sealed=b64encode(box).decode(),
        )

    def open(self, stream: str, digest: str, shuffle: ShuffleSealed) -> bytes:
        """The seed; it must be the one that was committed to."""
        box = b64decode(shuffle.sealed)
        try:
            seed = self._cipher.decrypt(box[:NONCE_BYTES], box[NONCE_BYTES:], _place(stream, shuffle.round))
        except InvalidTag:
            raise SealBroken(
                f"{stream}, round {shuffle.round}: the seed does not open with this secret; "
                "start the service with the secret it was sealed with"
            ) from None
        if commitment(stream, shuffle.round, digest, seed).hex() != shuffle.commitment:
            raise SealBroken(f"{stream}, round {shuffle.round}: the seed is not the one committed to")
        return seed

    def reveal(self, stream: str, digest: str, shuffle: ShuffleSealed) -> ShuffleRevealed:
        return ShuffleRevealed(round=shuffle.round, seed=self.open(stream, digest, shuffle).hex())


def _place(stream: str, round_number: int) -> bytes:
    """What a box belongs to: moved elsewhere it does not open."""
    return f"{stream}\n{round_number}".encode()
