"""Signs what the service says, with a key made from its secret."""

from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from msgspec.structs import replace

from uth.proof.chain import Written
from uth.proof.receipts import COMMAND, COMMITMENT, HEAD, Receipt, signed_text
from uth.server.signin import now

RECENT = 1000
"""Commitments whose receipts are kept: everybody at a table is given the same."""


class Receipts:
    """Writes receipts."""

    def __init__(self, secret: bytes) -> None:
        seed = HKDF(SHA256(), length=32, salt=None, info=b"uth receipts").derive(secret)
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.key = self._private.public_key().public_bytes_raw().hex()
        self._commitment = lru_cache(RECENT)(self._sign)

    def commitment(self, table: str, round_number: int, commitment: str) -> Receipt:
        """The house has committed to this for a round."""
        return self._commitment(COMMITMENT, table, round_number, commitment)

    def head(self, table: str, number: int, head: bytes) -> Receipt:
        """A table's chain ended so."""
        return self._sign(HEAD, table, number, head.hex())

    def command(self, last: Written, command: str, digest: bytes) -> Receipt:
        """A command is done and on disk, and the chain ended so then; asked again, the same receipt again."""
        about = f"{command} {digest.hex()}"
        return self._sign(COMMAND, last.stream, last.number, last.hash.hex(), about, last.at)

    def _sign(
        self, what: str, table: str, number: int, value: str, about: str = "", at: int | None = None
    ) -> Receipt:
        moment = now() if at is None else at
        said = Receipt(
            what=what, table=table, number=number, value=value, about=about, at=moment, key=self.key
        )
        return replace(said, signature=self._private.sign(signed_text(said)).hex())
