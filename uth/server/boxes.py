"""Boxes: what must be kept and not be read by whoever reads the database, encrypted with its secret.

A secret can be changed: a box is closed with the newest one and opened with any that is still known.
"""

import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Sequence

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

NONCE_BYTES = 12


class BoxShut(Exception):
    """A box does not open with any secret that is known."""


class Boxes:
    """Closes and opens boxes for one purpose; the newest secret comes first."""

    def __init__(self, purpose: str, known: Sequence[bytes]) -> None:
        self._ciphers = [
            AESGCM(HKDF(SHA256(), length=32, salt=None, info=purpose.encode()).derive(secret))
            for secret in known
        ]

    def close(self, content: bytes, place: str) -> str:
        """``place`` says what the box belongs to: moved elsewhere it does not open."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return b64encode(nonce + self._ciphers[0].encrypt(nonce, content, place.encode())).decode()

    def open(self, box: str, place: str) -> bytes:
        found = b64decode(box)
        for cipher in self._ciphers:
            try:
                return cipher.decrypt(found[:NONCE_BYTES], found[NONCE_BYTES:], place.encode())
            except InvalidTag:
                continue
        raise BoxShut


def mark_of(secret: bytes) -> str:
    """What tells one secret from another, and nothing of it."""
    return hmac.digest(secret, b"uth secret", "sha256").hex()[:16]
